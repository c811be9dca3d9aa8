"""A numeric question in a real browser; the page is rendered from `fixtures/bank`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

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
from .rendered import write_page, write_site

WITH_VARIANTS, RATIO = "#q-all-reduce-time", "#q-speedup"
ANSWERS = ("980 ms", "525 ms", "210 ms")
SPOILERS = (
    "980 ms",
    "data-answers",
    "carries",
    "goes round twice",
    "zq-short",
    "zq-full",
    "zq-source",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = write_site(tmp_path_factory.mktemp("numeric") / "site")
    write_page(site, "numeric.html", "all-reduce-time", "speedup")
    return site


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    """A question with three sets of numbers; the first has the answer 980 ms."""
    page.goto(f"{site}/numeric.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(WITH_VARIANTS)


def field(question: Locator) -> Locator:
    return question.get_by_role("textbox")


def respond(question: Locator, text: str) -> None:
    field(question).fill(text)
    submit(question)


def another(question: Locator) -> None:
    question.get_by_role("button", name="Another set of numbers").click()


def outcome(question: Locator) -> str:
    return question.locator(".itembank-outcome").inner_text()


class TestOpen:
    def test_nothing_spoils(self, page: Page, question: Locator) -> None:
        html = page.content()
        assert not [words for words in SPOILERS if words in html]
        assert question.locator("details").count() == 0

    def test_the_field_has_a_name_and_the_group_the_question(self, question: Locator) -> None:
        expect(field(question)).to_have_accessible_name("Your answer in ms")
        expect(field(question)).to_have_attribute("inputmode", "decimal")
        expect(question.get_by_role("group")).to_have_accessible_name(
            re.compile("How long does the all-reduce take .* 8 nodes.* A number, within 3 %.")
        )

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "Type a number, then submit."),
            (" \u200e ", "Type a number, then submit."),
            ("about a second", r"cannot be read as one number. .* 1234.5, 1.5e3, 35 ms"),
            ("900 to 1000", "cannot be read as one number"),
            ("980 furlongs", "“furlongs” is not known here.* ms, s, us, min"),
        ],
    )
    def test_what_cannot_be_graded_is_a_message_and_no_attempt(
        self, page: Page, question: Locator, text: str, message: str
    ) -> None:
        respond(question, text)

        expect(question.get_by_role("status")).to_have_text(re.compile(message))
        expect(field(question)).to_be_focused()
        expect(field(question)).to_have_value(text)
        assert seen(page) == []
        assert question.locator("[data-state], .itembank-result").count() == 0
        field(question).press_sequentially("1")
        expect(question.get_by_role("status")).to_be_empty()


class TestGraded:
    @pytest.mark.parametrize("text", ["980", "980 ms", "0,98 s", "9.8e2", "1005 msec", "980000 µs"])
    def test_right(self, question: Locator, text: str) -> None:
        respond(question, text)

        assert outcome(question) == "Correct"
        assert score_of(question) == "Score 100 %"
        expect(question.locator(".itembank-feedback > .itembank-verdict")).to_have_text(
            re.compile("^Correct, read as (980|1005)\u00a0ms$")
        )
        expect(question.locator(".itembank-solution")).to_contain_text("Answer: 980\u00a0ms")

    def test_a_known_slip_comes_first_and_the_others_stay_folded(self, question: Locator) -> None:
        respond(question, "490 ms")

        assert outcome(question) == "Not correct, and we know the slip"
        assert score_of(question) == "Score 0 %"
        feedback = question.locator(".itembank-feedback")
        text = feedback.inner_text()
        marks = ["read as 490", "If you got", "goes round twice", "Answer:", "Other typical slips"]
        assert [text.index(mark) for mark in marks] == sorted(text.index(mark) for mark in marks)
        expect(feedback.get_by_text("giga")).to_be_hidden()
        feedback.get_by_text("Other typical slips").click()
        expect(feedback.get_by_text("giga")).to_be_visible()
        assert feedback.locator("[data-slip]").count() == 3

    def test_wrong(self, question: Locator) -> None:
        respond(question, "1.234,5 s")

        assert outcome(question) == "Not correct"
        expect(question.locator(".itembank-feedback > .itembank-verdict")).to_have_text(
            "Not correct, read as 1234500\u00a0ms"
        )
        expect(question.locator(".itembank-rule")).to_have_text(
            "Tolerance: any value within 3 % of the answer scores, everything else is 0 %."
        )

    def test_a_ratio(self, page: Page, question: Locator) -> None:
        ratio = page.locator(RATIO)
        assert ratio.get_by_role("button").count() == 1
        respond(ratio, "3.2 times")
        expect(ratio.locator(".itembank-feedback > .itembank-verdict")).to_have_text(
            "Correct, read as 3.2×"
        )
        assert ratio.locator(".itembank-slips, details").count() == 0

    def test_focus_description_and_lock(self, page: Page, question: Locator) -> None:
        respond(question, "490")

        heading = question.get_by_role("heading", name=re.compile("we know the slip Score 0 %"))
        expect(heading).to_be_focused()
        expect(question.get_by_role("status")).to_be_empty()
        expect(field(question)).to_have_accessible_description(re.compile("read as 490"))
        field(question).press("End")
        page.keyboard.type("000")
        page.keyboard.press("Enter")
        expect(field(question)).to_have_value("490")
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]

    def test_everything_that_explains_is_there(self, question: Locator) -> None:
        respond(question, "490")
        text = question.inner_text()
        assert [text.index(mark) for mark in ("zq-short", "zq-full", "zq-source")]

    def test_events_carry_the_attempt(self, page: Page, question: Locator) -> None:
        another(question)
        respond(question, " 0.525 s")
        retry(question)

        attempt, reveal, again = seen(page)
        assert [attempt["name"], reveal["name"], again["name"]] == ["attempt", "reveal", "retry"]
        detail = attempt["detail"]
        assert isinstance(detail.pop("t"), int)
        assert re.fullmatch("[0-9a-f]{12}", detail.pop("hash"))
        assert detail == {
            "item": "all-reduce-time",
            "revision": 3,
            "variant": 1,
            "response": " 0.525 s",
            "score": 1,
            "policy": "tolerance",
        }


class TestRetry:
    def test_it_leaves_nothing_behind(self, page: Page, question: Locator) -> None:
        before = page.content()
        respond(question, "122")
        retry(question)

        assert page.content() == before
        expect(field(question)).to_be_focused()
        expect(field(question)).to_have_value("")

    def test_every_slip_and_the_answer_again(self, question: Locator) -> None:
        for text, expected in (
            ("122", "we know the slip"),
            ("490", "we know the slip"),
            ("1120", "we know the slip"),
            ("5", "Not correct"),
            ("980", "Correct"),
        ):
            respond(question, text)
            assert expected in outcome(question)
            assert question.locator("[data-slip]").count() == 3
            assert question.locator(".itembank-solution").count() == 1
            retry(question)


class TestVariants:
    def test_every_text_changes_and_the_cycle_closes(self, question: Locator) -> None:
        stems = []
        for answer in (*ANSWERS, ANSWERS[0]):
            stems.append(question.locator("legend, .itembank-stem").all_inner_texts())
            respond(question, answer)
            assert outcome(question) == "Correct"
            expect(question.locator(".itembank-solution")).to_contain_text(
                f"Answer: {answer}".replace(" ms", "\u00a0ms")
            )
            another(question)
        assert stems[0] == stems[3]
        assert len({str(stem) for stem in stems}) == 3

    def test_slips_belong_to_their_set(self, question: Locator) -> None:
        another(question)
        respond(question, "490")
        assert outcome(question) == "Not correct"
        retry(question)
        respond(question, "262.5")
        assert outcome(question) == "Not correct, and we know the slip"

    def test_the_answer_to_one_set_is_cleared_and_said(self, page: Page, question: Locator) -> None:
        field(question).fill("980")
        another(question)

        expect(field(question)).to_have_value("")
        expect(question.get_by_role("status")).to_have_text(
            "Set 2 of 3: the numbers in the question have changed."
        )
        assert focused(page) == "Another set of numbers"
        assert seen(page) == []

    def test_after_the_result_it_opens_the_question_again(
        self, page: Page, question: Locator
    ) -> None:
        respond(question, "980")
        another(question)

        assert question.locator(".itembank-result, .itembank-feedback, details").count() == 0
        expect(field(question)).to_be_focused()
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal", "retry"]
        assert seen(page)[2]["detail"]["variant"] == 0
        assert "525" not in page.content()


class TestSurvival:
    def test_text_wrapped_by_browser_translation(self, page: Page, question: Locator) -> None:
        page.evaluate(WRAP_TEXT_IN_FONT)
        respond(question, "980")
        assert outcome(question) == "Correct"
        page.evaluate(WRAP_TEXT_IN_FONT)
        another(question)
        page.evaluate(WRAP_TEXT_IN_FONT)
        respond(question, "0.525 s")
        assert outcome(question) == "Correct"
        expect(question.locator(".itembank-solution")).to_contain_text("525\u00a0ms")
        another(question)
        expect(question.locator(".itembank-stem")).to_contain_text("ring of 4 nodes")
        assert question.locator("[data-state], .itembank-feedback, .itembank-result").count() == 0

    def test_the_script_that_comes_late(self, page: Page, site: str) -> None:
        """Instant navigation shows the page first and loads the scripts in it afterwards."""
        page.goto(f"{site}/question.html")
        page.evaluate(
            """async () => {
              const html = await (await fetch("numeric.html")).text();
              const next = new DOMParser().parseFromString(html, "text/html");
              document.querySelector("main").replaceWith(next.querySelector("main"));
            }"""
        )
        question = page.locator(WITH_VARIANTS)
        expect(question.get_by_text("Show the answer")).to_be_visible()
        for _ in range(2):
            page.add_script_tag(url="itembank/itembank.js")
            page.add_script_tag(url="itembank/itembank-numeric.js")
        assert question.locator("details").count() == 0
        respond(question, "980")
        assert outcome(question) == "Correct"

    def test_without_its_script_the_answer_stays_readable(self, page: Page, site: str) -> None:
        page.route(
            "**/itembank-numeric.js",
            lambda route: route.fulfill(body="", content_type="text/javascript"),
        )
        page.goto(f"{site}/numeric.html")
        question = page.locator(WITH_VARIANTS)
        expect(question.locator(".itembank-submit")).to_be_hidden()
        question.get_by_text("Show the answer").click()
        expect(question.locator(".itembank-solution")).to_be_visible()

    @pytest.mark.parametrize("broken", ["data-answers", "itembank-number"])
    def test_incomplete_markup_stays_as_it_is(self, page: Page, site: str, broken: str) -> None:
        response = page.request.get(f"{site}/numeric.html").text()
        page.route(
            "**/numeric.html", lambda route: route.fulfill(body=response.replace(broken, "gone"))
        )
        page.goto(f"{site}/numeric.html")
        expect(page.locator(WITH_VARIANTS).get_by_text("Show the answer")).to_be_visible()

    def test_from_a_file(self, page: Page, folder: Path) -> None:
        page.goto((folder / "numeric.html").as_uri())
        question = page.locator(WITH_VARIANTS)
        respond(question, "980")
        assert outcome(question) == "Correct"


def test_by_keyboard_alone(page: Page, question: Locator) -> None:
    page.keyboard.press("Tab")
    while focused(page) or not field(question).evaluate("(f) => f === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.type("490")
    page.keyboard.press("Enter")
    expect(question.get_by_role("heading", name=re.compile("Score 0 %"))).to_be_focused()
    while focused(page) != "Other typical slips":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(question.get_by_text("giga")).to_be_visible()
    while focused(page) != "Another set of numbers":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(field(question)).to_be_focused()
    page.keyboard.type("525")
    page.keyboard.press("Enter")
    assert outcome(question) == "Correct"
    while focused(page) != "Try again":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(field(question)).to_be_focused()


def test_without_javascript(browser: Browser, site: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/numeric.html")
        question = page.locator(WITH_VARIANTS)
        expect(question.locator(".itembank-submit")).to_be_hidden()
        expect(question.locator(".itembank-solution")).to_be_hidden()
        question.get_by_text("Show the answer").click()
        expect(question.get_by_text("Answer: 980")).to_be_visible()
        assert question.locator("[data-slip]:visible").count() == 3


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(page: Page, question: Locator, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    settle(page)
    assert violations(page) == []
    respond(question, "furlongs")
    respond(page.locator(RATIO), "3.2")
    settle(page)
    assert violations(page) == []
    respond(question, "490")
    question.get_by_text("Other typical slips").click()
    settle(page)
    assert violations(page) == []
    another(question)
    settle(page)
    assert violations(page) == []


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_320_pixels_wide(page: Page, question: Locator, direction: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)
    assert overflow(page) == 0
    assert_targets(question)
    respond(question, "9" * 280)
    question.get_by_text("Other typical slips").click()
    assert overflow(page) == 0
    assert_targets(question)


def test_print_and_forced_colours(page: Page, question: Locator) -> None:
    page.emulate_media(media="print")
    expect(question.get_by_role("button").first).to_be_hidden()
    expect(field(question)).to_be_visible()
    page.emulate_media(media="screen", forced_colors="active")
    expect(field(question)).to_have_css("border-top-style", "solid")
    respond(question, "490")
    expect(question.locator(".itembank-feedback")).to_have_css("border-left-style", "solid")
    assert box(question.locator(".itembank-feedback svg").first)["width"] > 10
