"""A question in a real browser: what a reader sees, hears, presses and gets back.

The page is `fixtures/question.html`, written as the renderer writes it and served under a strict
content security policy; the script and the style sheet are the bundle that the package ships.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from .bundler import BROWSER
from .conftest import Serve
from .probes import (
    RECORD_EVENTS,
    WRAP_TEXT_IN_FONT,
    assert_targets,
    box,
    focused,
    overflow,
    retry,
    score_of,
    seen,
    settle,
    submit,
    violations,
)
from .rendered import FIXTURES, write_site

SELECT_ALL, SELECT_ONE, EXACTLY_TWO = "#q-first-steps", "#q-which-link", "#q-two-costs"
KEY = ("utilization-drops", "sync-overhead", "link-saturated")
DISTRACTORS = ("fewer-steps", "easier-debugging", "more-memory")
WORDS = {
    "hit": "Correct, you ticked it",
    "missed": "Missed",
    "false-alarm": "Wrongly ticked",
    "correct-rejection": "Correctly left",
}
# A piece of the rationale of each option, of both explanations and of the sources.
SPOILERS = (
    "critical batch size",
    "count as busy",
    "did not reach it",
    "cross the network in every step",
    "keeps a full copy per GPU",
    "share 12.5 GB/s each way",
    "share one slow port",
    "place to look at first",
    "A data sheet",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site: the fixtures, the theme's style sheets, our bundle."""
    return write_site(tmp_path_factory.mktemp("question") / "site")


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    """The question with six options, of which three are correct."""
    page.goto(f"{site}/question.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(SELECT_ALL)


def tick(question: Locator, *options: str) -> None:
    for option in options:
        question.locator(f"input[value='{option}']").check()


def order(question: Locator) -> list[str]:
    return [row.get_attribute("data-option") or "" for row in rows(question)]


def rows(question: Locator) -> list[Locator]:
    return question.locator(".itembank-option").all()


def states(question: Locator) -> dict[str, str | None]:
    return {
        row.get_attribute("data-option") or "": row.get_attribute("data-state")
        for row in rows(question)
    }


def ticked(question: Locator) -> set[str]:
    return {box.input_value() for box in question.locator("input:checked").all()}


def letters(question: Locator) -> dict[str, str]:
    """The letter beside each option."""
    return {
        row.get_attribute("data-option") or "": row.locator("label .itembank-letter").inner_text()
        for row in rows(question)
    }


class TestOpen:
    """Before Submit."""

    def test_nothing_spoils(self, page: Page, question: Locator) -> None:
        html = page.content()
        assert not [words for words in SPOILERS if words in html]
        assert question.locator("details, [data-correct], [data-state]").count() == 0
        assert ticked(question) == set()
        for widget in question.locator("input").all():
            assert widget.get_attribute("aria-describedby") is None

    def test_it_is_a_form_with_native_controls(self, question: Locator) -> None:
        group = question.get_by_role("group")
        expect(group).to_have_accessible_name(
            "What should the team expect in the first hour? Select all that apply."
        )
        expect(group).to_have_accessible_description(re.compile("A team trains .* torchrun"))
        assert question.get_by_role("checkbox").count() == 6
        expect(question.get_by_role("button", name="Submit")).to_be_visible()

    def test_names_of_options_hold_all_their_text(self, question: Locator) -> None:
        with_code = question.locator("input[value='sync-overhead']")
        expect(with_code).to_have_accessible_name(
            re.compile(r"^D A trace shows .*ncclDevKernel_AllReduce.* together$")
        )

    def test_ticking_tells_nothing(self, question: Locator) -> None:
        tick(question, *KEY, *DISTRACTORS)
        assert set(states(question).values()) == {None}
        expect(question.get_by_role("status")).to_be_empty()

    def test_a_blank_submit_is_a_message_and_no_attempt(
        self, page: Page, question: Locator
    ) -> None:
        submit(question)

        expect(question.get_by_role("status")).to_have_text(re.compile("at least one option"))
        assert focused(page) == order(question)[0]
        assert seen(page) == []
        assert set(states(question).values()) == {None}

        tick(question, "more-memory")
        expect(question.get_by_role("status")).to_be_empty()

    def test_a_click_anywhere_on_the_card_ticks(self, page: Page, question: Locator) -> None:
        row = question.locator(".itembank-option").first
        size = box(row)
        for x in (2, size["width"] / 2, size["width"] - 3):
            for y in (3, size["height"] - 3):
                before = row.locator("input").is_checked()
                row.click(position={"x": x, "y": y})
                assert row.locator("input").is_checked() != before, (x, y)


class TestGraded:
    """After Submit."""

    def test_every_option_gets_its_state_in_words_and_its_rationale(
        self, question: Locator
    ) -> None:
        tick(question, "fewer-steps", "utilization-drops")
        submit(question)

        assert states(question) == {
            "fewer-steps": "false-alarm",
            "utilization-drops": "hit",
            "easier-debugging": "correct-rejection",
            "sync-overhead": "missed",
            "more-memory": "correct-rejection",
            "link-saturated": "missed",
        }
        for row in rows(question):
            words = WORDS[row.get_attribute("data-state") or ""]
            expect(row.locator(".itembank-verdict")).to_have_text(words)
            expect(row.locator("input")).to_have_accessible_description(words)
            expect(row.locator("svg")).to_have_attribute("aria-hidden", "true")
            expect(row.locator(".itembank-rationale")).to_be_visible()

    @pytest.mark.parametrize(
        ("response", "percent", "outcome"),
        [
            (KEY, 100, "Correct"),
            (KEY[:2], 67, "Partly correct"),
            ((*KEY, "more-memory"), 67, "Partly correct"),
            (("fewer-steps", "utilization-drops"), 0, "Partly correct"),
            (DISTRACTORS, 0, "Not correct"),
            ((*KEY, *DISTRACTORS), 0, "Partly correct"),
        ],
    )
    def test_score_policy_and_rule(
        self, question: Locator, response: tuple[str, ...], percent: int, outcome: str
    ) -> None:
        tick(question, *response)
        submit(question)

        expect(question.locator(".itembank-outcome")).to_have_text(outcome)
        assert score_of(question) == f"Score {percent} %"
        expect(question.locator(".itembank-rule")).to_have_text(
            re.compile("Net correct: correct ticks minus wrong ticks, divided by")
        )

    def test_the_tally_counts_the_decisions(self, question: Locator) -> None:
        tick(question, "fewer-steps", "utilization-drops")
        submit(question)

        assert question.get_by_role("listitem").filter(
            has=question.page.locator("svg")
        ).all_inner_texts() == [
            "1 correctly ticked",
            "2 missed",
            "1 wrongly ticked",
            "2 correctly left",
        ]

    def test_focus_goes_to_the_result_and_the_status_stays_silent(
        self, page: Page, question: Locator
    ) -> None:
        tick(question, *KEY)
        submit(question)

        expect(question.get_by_role("heading", name="Correct Score 100 %", level=2)).to_be_focused()
        expect(question.get_by_role("status")).to_be_empty()
        assert question.locator(":disabled").count() == 0

    def test_headings_continue_those_of_the_page(self, page: Page, question: Locator) -> None:
        tick(question, *KEY)
        submit(question)
        assert question.get_by_role("heading", level=3).all_inner_texts() == [
            "In short",
            "Full explanation",
        ]

        below_a_heading_2 = page.locator(SELECT_ONE)
        tick(below_a_heading_2, "nvlink")
        submit(below_a_heading_2)
        expect(below_a_heading_2.get_by_role("heading", level=3)).to_be_focused()

    def test_order_of_reading(self, question: Locator) -> None:
        tick(question, *KEY)
        submit(question)

        text = question.inner_text()
        marks = [
            "Select all that apply.",
            "Score 100 %",
            WORDS["hit"],
            "Try again",
            "share one slow port",
            "The network is the narrow place.",
            "place to look at first",
            "A data sheet",
        ]
        places = [text.index(mark) for mark in marks]
        assert places == sorted(places)

    def test_the_short_explanation_stands_beside_the_figure(
        self, page: Page, question: Locator
    ) -> None:
        tick(question, *KEY)
        submit(question)
        text, figure = question.locator(".itembank-short-text"), question.locator("figure")
        picture = question.locator("picture:visible img")
        picture.scroll_into_view_if_needed()

        # The column of 760 px is too narrow for both.
        assert box(text)["y"] + box(text)["height"] <= box(figure)["y"]
        assert box(picture)["width"] >= 600
        page.locator(".fixture-grid").evaluate("(grid) => { grid.style.maxWidth = 'none'; }")
        assert box(question)["width"] >= 1060
        assert box(text)["x"] + box(text)["width"] <= box(figure)["x"]
        assert abs(box(text)["y"] - box(figure)["y"]) < 2
        assert box(picture)["width"] >= 600
        page.set_viewport_size({"width": 390, "height": 800})
        assert box(text)["y"] + box(text)["height"] <= box(figure)["y"]

    def test_events_carry_the_attempt(self, page: Page, question: Locator) -> None:
        before = page.evaluate("() => Date.now()")
        tick(question, "utilization-drops", "fewer-steps")
        submit(question)
        retry(question)

        events = seen(page)
        assert [event["name"] for event in events] == ["attempt", "reveal", "retry"]
        detail = events[0]["detail"]
        assert before <= detail.pop("t") <= page.evaluate("() => Date.now()")
        assert detail == {
            "item": "first-steps",
            "hash": "0a1b2c3d4e5f",
            "revision": 2,
            "response": ["fewer-steps", "utilization-drops"],
            "score": 0,
            "policy": "net_correct",
        }
        assert {event["target"] for event in events} == {"q-first-steps"}
        assert events[2]["detail"]["response"] == detail["response"]

    def test_ticks_are_locked(self, page: Page, question: Locator) -> None:
        tick(question, *KEY)
        submit(question)

        for row in rows(question):
            row.locator("label").click(force=True)
            row.locator("input").focus()
            page.keyboard.press("Space")
            page.keyboard.press("Enter")

        assert ticked(question) == set(KEY)
        assert score_of(question) == "Score 100 %"
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]

    def test_a_second_submit_is_not_an_attempt(self, page: Page, question: Locator) -> None:
        tick(question, *KEY)
        question.locator("form").evaluate(
            "(form) => { form.requestSubmit(); form.requestSubmit(); form.requestSubmit(); }"
        )

        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]
        assert question.locator(".itembank-result").count() == 1

    def test_a_listener_cannot_change_what_others_get(self, page: Page, question: Locator) -> None:
        page.evaluate(
            "() => document.body.addEventListener('itembank:attempt',"
            " (event) => event.detail.response.push('forged'))"
        )
        tick(question, *KEY)
        submit(question)
        assert "forged" not in seen(page)[1]["detail"]["response"]


class TestRetry:
    def test_it_leaves_nothing_behind(self, page: Page, question: Locator) -> None:
        before = page.content()
        tick(question, "fewer-steps", "sync-overhead")
        submit(question)
        retry(question)

        assert page.content() == before
        assert ticked(question) == set()
        assert focused(page) == order(question)[0]

    def test_it_keeps_the_order_and_grades_anew(self, question: Locator) -> None:
        shown = order(question)
        tick(question, "fewer-steps")
        submit(question)
        retry(question)
        assert order(question) == shown

        tick(question, *KEY)
        submit(question)
        assert score_of(question) == "Score 100 %"
        assert question.locator(".itembank-rationale").count() == 6
        text = question.inner_text()
        assert not [words for words in SPOILERS if words not in text]


class TestShuffle:
    def test_letters_follow_the_order_shown(self, question: Locator) -> None:
        authored = [*KEY, *DISTRACTORS]
        assert sorted(order(question)) == sorted(authored)
        assert order(question) != [
            "fewer-steps",
            "utilization-drops",
            "easier-debugging",
            "sync-overhead",
            "more-memory",
            "link-saturated",
        ]
        assert list(letters(question).values()) == list("ABCDEF")

    def test_references_name_the_letter_shown(self, question: Locator) -> None:
        tick(question, *KEY)
        submit(question)

        shown = letters(question)
        references = question.locator(".itembank-ref").all()
        assert len(references) == 2
        for reference in references:
            option = reference.get_attribute("data-option") or ""
            assert reference.inner_text() == f"option {shown[option]}"

    @pytest.mark.parametrize(("seed", "many"), [('="12345"', False), ("", True)])
    def test_a_seed_gives_one_order_and_none_each_reader_another(
        self, browser: Browser, site: str, seed: str, many: bool
    ) -> None:
        html = (FIXTURES / "question.html").read_text().replace('shuffle="7"', f"shuffle{seed}")
        found = set()
        for _ in range(4):
            with browser.new_context() as reader:
                page = reader.new_page()
                page.route("**/question.html", lambda route: route.fulfill(body=html))
                orders = set()
                for _ in range(2):
                    page.goto(f"{site}/question.html")
                    question = page.locator(SELECT_ALL)
                    orders.add(tuple(order(question)))
                    tick(question, *KEY)
                    submit(question)
                    retry(question)
                    orders.add(tuple(order(question)))
                assert len(orders) == 1
                found |= orders
        assert (len(found) > 1) == many

    def test_orders_are_uniform(self, page: Page, serve: Serve) -> None:
        source = BROWSER / "src"
        page.goto(serve({"/src/": source, "/": FIXTURES}) + "/blank.html")
        counts = page.evaluate(
            """async () => {
              const { shuffled } = await import("/src/shuffle.js");
              const counts = {};
              for (let seed = 0; seed < 6000; seed += 1) {
                const word = shuffled(["a", "b", "c"], seed).join("");
                counts[word] = (counts[word] ?? 0) + 1;
              }
              return counts;
            }"""
        )
        assert sorted(counts) == ["abc", "acb", "bac", "bca", "cab", "cba"]
        # 1,000 expected; five standard deviations are 144.
        assert all(856 < count < 1144 for count in counts.values())


class TestKinds:
    """Select one, exactly N, up to N."""

    def test_arrow_keys_choose_and_never_submit(self, page: Page, question: Locator) -> None:
        one = page.locator(SELECT_ONE)
        one.locator("input").first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")

        assert ticked(one) == {"pcie"}
        assert seen(page) == []
        assert one.locator("[data-state]").count() == 0

        page.keyboard.press("Enter")
        assert states(one) == {
            "ethernet": "correct-rejection",
            "nvlink": "missed",
            "pcie": "false-alarm",
        }

        one.locator("input").last.focus()
        page.keyboard.press("ArrowUp")
        assert ticked(one) == {"pcie"}

    def test_one_has_no_tally(self, page: Page, question: Locator) -> None:
        one = page.locator(SELECT_ONE)
        submit(one)
        expect(one.get_by_role("status")).to_have_text("Choose an option, then submit.")
        tick(one, "nvlink")
        submit(one)
        assert one.locator(".itembank-tally").count() == 0
        assert score_of(one) == "Score 100 %"

    def test_exactly_two(self, page: Page, question: Locator) -> None:
        two = page.locator(SELECT_ALL.replace("first-steps", "two-costs"))
        for response in ([], ["failures"], ["failures", "latency", "parameters"]):
            two.locator("form").evaluate("(form) => form.reset()")
            tick(two, *response)
            submit(two)
            expect(two.get_by_role("status")).to_have_text(
                f"Tick exactly 2. Ticked so far: {len(response)}."
            )
            assert focused(page) == "failures"
        assert seen(page) == []

        two.locator("form").evaluate("(form) => form.reset()")
        tick(two, "failures", "parameters")
        submit(two)
        # Ticks are capped, so the wrong one costs nothing beyond the right one it displaced.
        assert score_of(two) == "Score 50 %"
        expect(two.locator(".itembank-rule")).to_have_text(re.compile("ticks are limited"))

    def test_up_to_two(self, page: Page, site: str) -> None:
        html = (FIXTURES / "question.html").read_text().replace("exactly:2", "up_to:2")
        page.route("**/question.html", lambda route: route.fulfill(body=html))
        page.goto(f"{site}/question.html")
        two = page.locator(EXACTLY_TWO)

        tick(two, "failures", "latency", "parameters")
        submit(two)
        expect(two.get_by_role("status")).to_have_text("Tick at most 2. Ticked so far: 3.")
        two.locator("input[value='parameters']").uncheck()
        two.locator("input[value='latency']").uncheck()
        submit(two)
        assert score_of(two) == "Score 50 %"


class TestKeyboard:
    def test_the_whole_way_by_keyboard(self, page: Page, question: Locator) -> None:
        question.locator("input").first.focus()
        for option in order(question):
            # The code block of an option may be a stop of its own on the way.
            while focused(page) != option:
                page.keyboard.press("Tab")
            if option in KEY:
                page.keyboard.press("Space")
        while focused(page) != "Submit":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert focused(page) == "Correct Score 100 %"

        stops = []
        while focused(page) != "Try again":
            page.keyboard.press("Tab")
            stops.append(focused(page))
        assert [stop for stop in stops if stop in (*KEY, *DISTRACTORS)] == order(question)
        page.keyboard.press("Enter")
        assert focused(page) == order(question)[0]

    def test_enter_in_a_checkbox_submits_once(self, page: Page, question: Locator) -> None:
        tick(question, "more-memory")
        question.locator("input[value='more-memory']").press("Enter")
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]

    def test_focus_is_visible(self, page: Page, question: Locator) -> None:
        for widget in (question.locator("input").first, question.locator(".itembank-submit")):
            widget.focus()
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Tab")
            expect(widget).to_be_focused()
            expect(widget).to_have_css("outline-style", "solid")
            expect(widget).to_have_css("outline-width", "3px")

    @pytest.mark.parametrize("selector", [SELECT_ALL, SELECT_ONE, EXACTLY_TWO])
    def test_focus_is_in_view_below_a_sticky_header(
        self, page: Page, question: Locator, selector: str
    ) -> None:
        page.set_viewport_size({"width": 1280, "height": 500})
        asked = page.locator(selector)
        boxes = asked.locator("input").all()
        boxes[0].check()
        if selector == EXACTLY_TWO:
            boxes[1].check()
        submit(asked)

        _assert_in_view(page, asked.locator(".itembank-result-title"), 500)

        retry(asked)
        _assert_in_view(page, asked.locator("input").first, 500)

    def test_submit_does_not_scroll_more_than_it_must(self, page: Page, question: Locator) -> None:
        page.set_viewport_size({"width": 1280, "height": 1200})
        one = page.locator(SELECT_ONE)
        one.locator("legend").scroll_into_view_if_needed()
        tick(one, "nvlink")
        before = page.evaluate("() => window.scrollY")
        submit(one)
        assert page.evaluate("() => window.scrollY") == before > 0


class TestSurvival:
    """What hosts, browsers and their helpers do to a page."""

    def test_text_wrapped_by_browser_translation(self, page: Page, question: Locator) -> None:
        page.evaluate(WRAP_TEXT_IN_FONT)
        tick(question, *KEY)
        submit(question)
        assert score_of(question) == "Score 100 %"
        assert list(letters(question).values()) == list("ABCDEF")

        page.evaluate(WRAP_TEXT_IN_FONT)
        retry(question)
        assert question.locator("[data-state], .itembank-feedback, .itembank-result").count() == 0
        tick(question, *DISTRACTORS)
        submit(question)
        assert score_of(question) == "Score 0 %"
        assert question.locator(".itembank-rationale").count() == 6

    def test_a_moved_question_keeps_its_phase(self, page: Page, question: Locator) -> None:
        move = "(element) => document.querySelector('article').prepend(element)"
        shown = order(question)
        tick(question, *KEY)
        question.evaluate(move)
        assert order(question) == shown
        submit(question)
        question.evaluate(move)
        assert score_of(question) == "Score 100 %"
        retry(question)
        tick(question, *KEY)
        submit(question)
        assert [event["name"] for event in seen(page)] == [
            "attempt",
            "reveal",
            "retry",
            "attempt",
            "reveal",
        ]

    def test_instant_navigation(self, page: Page, question: Locator) -> None:
        """Material swaps the content and evaluates the scripts found in it again."""
        for _ in range(2):
            page.evaluate(
                """async () => {
                  const html = await (await fetch("question.html")).text();
                  const next = new DOMParser().parseFromString(html, "text/html");
                  document.querySelector("main").replaceWith(next.querySelector("main"));
                  for (const old of document.querySelectorAll("main script")) {
                    const script = document.createElement("script");
                    script.src = old.src;
                    const loaded = new Promise((resolve) => (script.onload = resolve));
                    old.replaceWith(script);
                    await loaded;
                  }
                }"""
            )
            assert question.locator("details").count() == 0
            tick(question, *KEY)
            submit(question)
            assert score_of(question) == "Score 100 %"

    def test_the_same_question_twice(self, page: Page, site: str) -> None:
        html = (FIXTURES / "question.html").read_text()
        found = re.search(
            r'<itembank-question [^>]*id="q-which-link".*?</itembank-question>', html, re.S
        )
        assert found
        again = found[0].replace("q-which-link", "q-which-link-2")
        page.route(
            "**/question.html",
            lambda route: route.fulfill(body=html.replace(found[0], found[0] + again)),
        )
        page.goto(f"{site}/question.html")
        first, second = page.locator("#q-which-link"), page.locator("#q-which-link-2")

        tick(first, "nvlink")
        tick(second, "pcie")
        assert ticked(first) == {"nvlink"}
        submit(second)
        assert score_of(second) == "Score 0 %"
        assert first.locator(".itembank-result").count() == 0
        submit(first)
        assert score_of(first) == "Score 100 %"
        doubled = page.evaluate(
            """() => {
              const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
              return ids.filter((id, index) => ids.indexOf(id) !== index);
            }"""
        )
        assert doubled == []

    def test_ticks_are_not_restored_onto_other_options(self, page: Page, site: str) -> None:
        html = (FIXTURES / "question.html").read_text().replace('data-shuffle="7"', "data-shuffle")
        page.route("**/question.html", lambda route: route.fulfill(body=html))
        page.goto(f"{site}/question.html")
        question = page.locator(SELECT_ALL)
        tick(question, *KEY)

        page.reload()
        assert ticked(question) in (set(), set(KEY))
        tick(question, *KEY)
        submit(question)
        page.goto(f"{site}/figure.html")
        page.go_back()
        if question.locator(".itembank-result").count():
            assert ticked(question) == set(KEY)
        else:
            assert ticked(question) == set()

    def test_incomplete_markup_stays_as_it_works_without_script(
        self, page: Page, site: str
    ) -> None:
        html = (FIXTURES / "question.html").read_text().replace('data-correct="true"', "")
        page.route("**/question.html", lambda route: route.fulfill(body=html))
        page.goto(f"{site}/question.html")
        question = page.locator(SELECT_ALL)

        expect(question.get_by_text("Show the answer")).to_be_visible()
        expect(question.locator(".itembank-submit")).to_be_hidden()

    def test_from_a_file(self, page: Page, folder: Path) -> None:
        page.goto((folder / "question.html").as_uri())
        question = page.locator(SELECT_ALL)
        tick(question, *KEY)
        submit(question)
        assert score_of(question) == "Score 100 %"

    def test_a_script_that_runs_while_the_page_is_parsed(self, page: Page, site: str) -> None:
        html = (FIXTURES / "question.html").read_text().replace("<script defer", "<script")
        page.route("**/question.html", lambda route: route.fulfill(body=html))
        page.goto(f"{site}/question.html")
        question = page.locator(SELECT_ALL)
        assert question.locator("details").count() == 0
        tick(question, *KEY)
        submit(question)
        assert score_of(question) == "Score 100 %"


def test_touch(browser: Browser, site: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 800}) as context:
        page = context.new_page()
        page.goto(f"{site}/question.html")
        question = page.locator(SELECT_ALL)
        for option in KEY:
            question.locator(f"[data-option='{option}'] label").tap()
        question.get_by_role("button", name="Submit").tap()
        assert score_of(question) == "Score 100 %"
        question.get_by_role("button", name="Try again").tap()
        assert ticked(question) == set()


def test_any_order_of_actions(page: Page, question: Locator) -> None:
    """A long random walk over all questions; a small model says what must be on show."""
    walk = random.Random(20261201)
    kinds = {SELECT_ALL: "checkbox", SELECT_ONE: "radio", EXACTLY_TWO: "checkbox"}
    options = {name: order(page.locator(name)) for name in kinds}
    chosen: dict[str, set[str]] = {name: set() for name in kinds}
    graded = dict.fromkeys(kinds, False)
    attempts = 0

    for _ in range(400):
        name = walk.choice(list(kinds))
        action = walk.choice(["click", "click", "click", "submit", "submit", "retry", "move"])
        option = walk.choice(options[name])
        shown = page.evaluate(ACT, [name, action, option])

        if action == "click" and not graded[name]:
            single = kinds[name] == "radio"
            chosen[name] = {option} if single else chosen[name] ^ {option}
        elif action == "submit" and not graded[name]:
            enough = len(chosen[name]) == 2 if name == EXACTLY_TWO else bool(chosen[name])
            graded[name] = enough
            attempts += enough
        elif action == "retry" and graded[name]:
            chosen[name], graded[name] = set(), False

        assert set(shown["ticked"]) == chosen[name]
        assert shown["states"] == (len(options[name]) if graded[name] else 0)
        assert shown["rationales"] == shown["states"]
        assert shown["results"] == int(graded[name])
        assert shown["buttons"] == ["Try again" if graded[name] else "Submit"]
        assert sum(event["name"] == "attempt" for event in seen(page)) == attempts
    assert attempts > 20


def test_without_javascript(browser: Browser, site: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/question.html")
        question = page.locator(SELECT_ALL)

        expect(question.locator(".itembank-submit")).to_be_hidden()
        for row in rows(question):
            expect(row.locator("label")).to_be_visible()
        rationale = question.locator(".itembank-rationale").first
        expect(rationale).to_be_hidden()
        question.get_by_text("Show the answer").click()
        expect(rationale).to_be_visible()
        expect(question.locator(".itembank-explanation")).to_be_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(page: Page, question: Locator, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    settle(page)

    assert violations(page) == []
    submit(question)
    tick(question, "fewer-steps", "utilization-drops")
    submit(page.locator(EXACTLY_TWO))
    assert violations(page) == []
    submit(question)
    one = page.locator(SELECT_ONE)
    tick(one, "nvlink")
    submit(one)
    question.locator(".itembank-data summary").click()
    settle(page)
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_icons_and_borders_stand_out(page: Page, question: Locator, scheme: str) -> None:
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    tick(question, "fewer-steps", "utilization-drops")
    submit(question)
    settle(page)

    ratios = page.evaluate(CONTRAST_OF_ICONS)
    assert len(ratios) == 10
    assert min(ratios) >= 3


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_320_pixels_wide(page: Page, question: Locator, direction: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)

    assert overflow(page) == 0
    assert_targets(question)
    submit(question)
    tick(question, "fewer-steps", "utilization-drops")
    submit(question)
    question.locator(".itembank-data summary").click()
    assert overflow(page) == 0
    assert_targets(question)


def test_print(page: Page, question: Locator) -> None:
    page.emulate_media(media="print")
    expect(question.locator(".itembank-submit")).to_be_hidden()
    expect(question.locator("label").first).to_be_visible()

    page.emulate_media(media="screen")
    tick(question, *KEY)
    submit(question)
    page.emulate_media(media="print")
    text = question.inner_text()
    assert "Try again" not in text
    assert not [words for words in SPOILERS if words not in text]


def test_print_of_an_opened_answer_without_our_script(page: Page, site: str) -> None:
    """Themes open every `details` to print it; the answer must stay out all the same."""

    def refuse(route: Route) -> None:
        route.fulfill(body="", content_type="text/javascript")

    page.route("**/itembank.js", refuse)
    page.goto(f"{site}/question.html")
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.emulate_media(media="print")
    expect(page.locator(f"{SELECT_ALL} .itembank-answer")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "shown"), [("default", "light"), ("slate", "dark")])
def test_a_figure_alone_shows_one_picture(page: Page, site: str, scheme: str, shown: str) -> None:
    page.goto(f"{site}/figure.html")
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)

    for name in ("light", "dark"):
        picture = page.locator(f".itembank-picture[data-scheme='{name}'] img")
        if name == shown:
            expect(picture).to_be_visible()
            # The picture is drawn, not just its place.
            page.wait_for_function("(img) => img.naturalWidth > 0", arg=picture.element_handle())
        else:
            expect(picture).to_be_hidden()
    page.get_by_text("Data table").click()
    expect(page.get_by_role("region", name="Bandwidth per GPU")).to_be_visible()

    page.emulate_media(media="print")
    expect(page.locator(".itembank-picture[data-scheme='light'] img")).to_be_visible()
    expect(page.locator(".itembank-picture[data-scheme='dark'] img")).to_be_hidden()
    page.emulate_media(media="screen")
    settle(page)
    assert violations(page) == []


# One step of the random walk, and what the question shows after it.
ACT = """
([name, action, option]) => {
  const question = document.querySelector(name);
  const all = (selector) => [...question.querySelectorAll(selector)];
  if (action === "click") question.querySelector(`[data-option="${option}"] label`).click();
  if (action === "submit") question.querySelector("form").requestSubmit();
  if (action === "retry") question.querySelector(".itembank-retry")?.click();
  if (action === "move") document.querySelector("article").append(question);
  return {
    ticked: all("input:checked").map((input) => input.value),
    states: all("[data-state].itembank-option").length,
    rationales: all(".itembank-rationale").length,
    results: all(".itembank-result").length,
    buttons: all("button:not([hidden])").map((button) => button.textContent),
  };
}
"""

CONTRAST_OF_ICONS = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // What stands behind: the colours of all ancestors, painted over each other.
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      layers.unshift(getComputedStyle(at).backgroundColor);
    }
    return layers;
  };
  const luminance = (layers) => {
    canvas.fillStyle = "white";
    canvas.fillRect(0, 0, 1, 1);
    for (const layer of layers) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".itembank-icon")].map((icon) => {
    const ground = behind(icon);
    const pair = [luminance(ground), luminance([...ground, getComputedStyle(icon).color])];
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  });
}
"""


def _assert_in_view(page: Page, target: Locator, height: int) -> None:
    place, header = box(target), box(page.locator(".fixture-header"))
    assert header["y"] + header["height"] <= place["y"]
    assert place["y"] + place["height"] <= height
