"""What surrounds a question that is practised: confidence, hints, earlier attempts, notices."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page, expect

from .conftest import Serve
from .probes import (
    RECORD_EVENTS,
    REPLACE_TEXT,
    WRAP_TEXT_IN_FONT,
    assert_targets,
    overflow,
    retry,
    score_of,
    seen,
    settle,
    submit,
    violations,
)
from .rendered import set_up, write_page, write_site

QUESTION = "#q-with-hints"
KEY = ("all-reduce", "broadcast")
HINTS = ("whether it", "rank 0 -> rank 1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_site(tmp_path_factory.mktemp("practice") / "site")
    set_up(folder, confidence=True)
    write_page(folder, "practice.html", "with-hints", "all-reduce-time")
    shutil.copy(folder / "practice.html", folder / "moved.html")
    return folder


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/one/": folder, "/other/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    page.goto(f"{site}/one/practice.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(QUESTION)


def answer(question: Locator, *options: str) -> None:
    for option in options:
        question.locator(f"input[value='{option}']").check()
    submit(question)


def log(page: Page, key: str = "/one/itembank/") -> list[dict[str, Any]]:
    text = page.evaluate("(name) => localStorage.getItem(name)", f"itembank:{key}")
    return list(json.loads(text)["attempts"]) if text else []


def record(question: Locator) -> Locator:
    return question.locator(".itembank-record")


def hint(question: Locator, number: int) -> Locator:
    return question.get_by_text(f"Hint {number} of 2")


class TestLog:
    def test_an_attempt_is_stored_before_it_is_announced(
        self, page: Page, question: Locator
    ) -> None:
        page.evaluate(
            """() => document.addEventListener("itembank:attempt", () => {
              window.stored = localStorage.getItem("itembank:/one/itembank/");
            })"""
        )
        answer(question, "all-reduce", "norm")
        attempt = seen(page)[0]["detail"]
        assert attempt["response"] == ["all-reduce", "norm"]
        assert json.loads(page.evaluate("() => window.stored"))["attempts"] == [attempt]
        assert log(page) == [attempt]

    def test_two_tabs_on_one_question(self, page: Page, question: Locator, site: str) -> None:
        other = page.context.new_page()
        other.goto(f"{site}/one/practice.html")
        for number in range(6):
            tab = (page, other)[number % 2]
            answer(tab.locator(QUESTION), KEY[number % 2])
            if number < 4:
                retry(tab.locator(QUESTION))
        for tab in (page, other):
            tab.wait_for_function(
                """() => JSON.parse(localStorage.getItem("itembank:/one/itembank/"))
                  .attempts.length === 6"""
            )
        assert sorted(len(entry["response"]) for entry in log(page)) == [1] * 6

    def test_sites_of_one_origin_do_not_mix(self, page: Page, question: Locator, site: str) -> None:
        answer(question, *KEY)
        page.goto(f"{site}/other/practice.html")
        assert record(question).count() == 0
        answer(question, "norm")
        assert [len(log(page, f"/{name}/itembank/")) for name in ("one", "other")] == [1, 1]

    def test_a_chosen_set_of_numbers_comes_back(self, page: Page, question: Locator) -> None:
        number = page.locator("#q-all-reduce-time")
        before = number.locator("legend, .itembank-stem").all_inner_texts()
        number.get_by_role("button", name="Another set").click()
        chosen = number.locator("legend, .itembank-stem").all_inner_texts()
        assert chosen != before
        page.reload()
        assert number.locator("legend, .itembank-stem").all_inner_texts() == chosen
        number.get_by_role("textbox").fill("1")
        submit(number)
        assert log(page)[0]["variant"] == 1
        retry(number)
        assert number.locator("legend, .itembank-stem").all_inner_texts() == chosen


class TestConfidence:
    def test_it_is_asked_only_if_the_site_asks(
        self, page: Page, tmp_path: Path, serve: Serve
    ) -> None:
        folder = write_site(tmp_path / "site")
        write_page(folder, "practice.html", "with-hints")
        page.goto(serve({"/": folder}) + "/practice.html")
        expect(page.get_by_role("checkbox")).to_have_count(4)
        expect(page.get_by_role("button", name="Submit")).to_be_visible()
        assert page.get_by_role("radio").count() == 0

    def test_it_is_a_group_of_its_own_and_no_response(self, question: Locator) -> None:
        group = question.get_by_role("group", name="How sure are you? (optional)")
        assert group.get_by_role("radio").count() == 3
        assert question.get_by_role("radio", checked=True).count() == 0
        group.get_by_label("Certain").check()
        assert question.evaluate("(host) => host.response") is None
        submit(question)
        expect(question.get_by_role("status")).to_have_text(re.compile("at least one option"))

    @pytest.mark.parametrize(("presses", "level"), [(0, 1), (1, 2), (2, 3)])
    def test_by_keyboard(self, page: Page, question: Locator, presses: int, level: int) -> None:
        question.get_by_role("checkbox").first.check()
        question.get_by_role("checkbox").last.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _ in range(presses):
            page.keyboard.press("ArrowDown")
        assert seen(page) == []
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert seen(page)[0]["detail"]["confidence"] == level
        assert log(page)[0]["confidence"] == level

    def test_nobody_has_to_say(self, page: Page, question: Locator) -> None:
        answer(question, *KEY)
        assert "confidence" not in log(page)[0]

    def test_another_try_asks_anew(self, page: Page, question: Locator) -> None:
        question.get_by_label("Guessing").check()
        answer(question, *KEY)
        expect(question.get_by_label("Guessing")).to_be_hidden()
        retry(question)
        expect(question.get_by_label("Guessing")).to_be_visible()
        expect(question.get_by_label("Guessing")).not_to_be_checked()
        answer(question, *KEY)
        assert [entry.get("confidence") for entry in log(page)] == [1, None]


class TestHints:
    def test_they_come_one_after_the_other(self, page: Page, question: Locator) -> None:
        html = page.content()
        assert not [words for words in HINTS if words in html]
        expect(hint(question, 2)).to_have_count(0)
        hint(question, 1).click()
        expect(question.get_by_text(HINTS[0])).to_be_visible()
        assert HINTS[1] not in page.content()
        hint(question, 2).press("Enter")
        expect(question.get_by_text(HINTS[1])).to_be_visible()

    def test_attempts_count_those_that_were_opened(self, page: Page, question: Locator) -> None:
        answer(question, "norm")
        retry(question)
        for _ in range(3):
            hint(question, 1).click()
        answer(question, *KEY)
        assert [entry.get("hints") for entry in log(page)] == [None, 1]

    def test_printing_opens_none(self, page: Page, question: Locator) -> None:
        page.evaluate("() => document.querySelectorAll('details').forEach((d) => (d.open = true))")
        page.emulate_media(media="print")
        expect(hint(question, 1)).to_be_hidden()
        page.emulate_media(media="screen")
        answer(question, *KEY)
        assert HINTS[0] not in page.content()
        assert "hints" not in log(page)[0]

    def test_without_javascript(self, browser: Browser, site: str) -> None:
        with browser.new_context(java_script_enabled=False) as context:
            page = context.new_page()
            page.goto(f"{site}/one/practice.html")
            for number in (1, 2):
                expect(page.get_by_text(HINTS[number - 1])).to_be_hidden()
                hint(page.locator(QUESTION), number).click()
                expect(page.get_by_text(HINTS[number - 1])).to_be_visible()

    def test_an_exam_has_none(self, page: Page, folder: Path, site: str) -> None:
        html = (folder / "practice.html").read_text(encoding="utf-8")
        exam = html.replace('data-type="choice"', 'data-type="choice" data-mode="exam"')
        page.route("**/practice.html", lambda route: route.fulfill(body=exam))
        page.goto(f"{site}/one/practice.html")
        question = page.locator(QUESTION)
        expect(question.get_by_role("checkbox")).to_have_count(4)
        assert question.locator("details, .itembank-confidence").count() == 0


class TestRecord:
    def test_a_new_question_says_nothing(self, question: Locator) -> None:
        assert record(question).count() == 0

    def test_an_answered_one_says_when_and_how_well_and_stays_open(
        self, page: Page, question: Locator
    ) -> None:
        fresh = question.evaluate("(host) => host.outerHTML")
        answer(question, "all-reduce", "norm")
        retry(question)
        answer(question, "all-reduce")
        page.reload()
        date = page.evaluate("() => new Date().toLocaleDateString('en', { dateStyle: 'medium' })")
        expect(record(question)).to_have_text(
            re.compile(re.escape(f"Last answered on {date}: score 50 %."))
        )
        assert question.locator("input:checked, [data-state], .itembank-result").count() == 0
        record(question).evaluate("(line) => line.remove()")
        assert question.evaluate("(host) => host.outerHTML") == fresh

    def test_it_goes_with_the_next_answer(self, page: Page, question: Locator) -> None:
        answer(question, "norm")
        page.reload()
        answer(question, *KEY)
        assert record(question).count() == 0
        retry(question)
        assert record(question).count() == 0

    def test_a_page_elsewhere_on_the_site_knows_the_question(
        self, page: Page, question: Locator, site: str
    ) -> None:
        answer(question, *KEY)
        page.goto(f"{site}/one/moved.html")
        expect(record(question)).to_contain_text("score 100 %")

    def test_a_changed_question_says_so(
        self, page: Page, question: Locator, folder: Path, site: str
    ) -> None:
        answer(question, *KEY)
        html = (folder / "practice.html").read_text(encoding="utf-8")
        changed = re.sub(r'data-hash="\w+"', 'data-hash="ffffffffffff"', html, count=1)
        page.route("**/practice.html", lambda route: route.fulfill(body=changed))
        page.goto(f"{site}/one/practice.html")
        expect(record(question)).to_contain_text("has changed since you answered it on")
        assert "%" not in record(question).inner_text()
        answer(question, "norm")
        page.reload()
        expect(record(question)).to_contain_text("score 0 %")

    @pytest.mark.parametrize("sure", [True, False])
    def test_it_can_be_forgotten(self, page: Page, question: Locator, sure: bool) -> None:
        other = page.locator("#q-all-reduce-time")
        other.get_by_role("textbox").fill("1")
        submit(other)
        answer(question, "norm")
        page.reload()

        def decide(dialog: Dialog) -> None:
            assert dialog.message == "Forget all your answers to this question?"
            if sure:
                dialog.accept()
            else:
                dialog.dismiss()

        page.once("dialog", decide)
        record(question).get_by_role("button", name="Forget").click()
        left = ["all-reduce-time"] if sure else ["all-reduce-time", "with-hints"]
        assert [entry["item"] for entry in log(page)] == left
        assert record(question).count() == int(not sure)
        if sure:
            expect(question.get_by_role("status")).to_have_text("Your answers are forgotten.")
            expect(question.get_by_role("button", name="Submit")).to_be_focused()
        page.reload()
        assert record(question).count() == int(not sure)


class TestTrouble:
    LOST = "This browser cannot store your answers. They are lost when you leave the page."
    ASIDE = "Earlier answers in this browser cannot be read here. They are kept aside."

    def test_blocked(self, page: Page, site: str) -> None:
        page.add_init_script(
            """Object.defineProperty(window, "localStorage",
              { get() { throw new DOMException("no", "SecurityError"); } })"""
        )
        page.goto(f"{site}/one/practice.html")
        question = page.locator(QUESTION)
        expect(page.get_by_text(self.LOST)).to_have_count(1)
        answer(question, *KEY)
        assert score_of(question) == "Score 100 %"
        retry(question)
        answer(question, "norm")
        assert score_of(question) == "Score 0 %"
        expect(page.get_by_text(self.LOST)).to_have_count(1)

    def test_full(self, page: Page, question: Locator) -> None:
        page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        expect(page.get_by_text(self.LOST)).to_have_count(0)
        answer(question, *KEY)
        assert score_of(question) == "Score 100 %"
        expect(page.get_by_text(self.LOST)).to_be_visible()
        assert len(seen(page)) == 2

    def test_corrupt(self, page: Page, question: Locator) -> None:
        page.evaluate("() => localStorage.setItem('itembank:/one/itembank/', '{')")
        page.reload()
        expect(page.get_by_text(self.ASIDE)).to_have_count(1)
        answer(question, *KEY)
        page.reload()
        expect(page.get_by_text(self.ASIDE)).to_have_count(0)
        expect(record(question)).to_contain_text("score 100 %")

    def test_newer(self, page: Page, question: Locator) -> None:
        newer = '{"version": 9}'
        name = "itembank:/one/itembank/"
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, newer])
        page.reload()
        expect(page.get_by_text(self.ASIDE)).to_have_count(1)
        answer(question, *KEY)
        assert page.evaluate("(name) => localStorage.getItem(name)", name) == newer
        page.reload()
        expect(record(question)).to_contain_text("score 100 %")


@pytest.mark.parametrize("rewrite", [WRAP_TEXT_IN_FONT, REPLACE_TEXT], ids=["wrap", "replace"])
def test_a_page_that_others_rewrite(page: Page, question: Locator, rewrite: str) -> None:
    answer(question, "norm")
    page.reload()
    page.evaluate(rewrite)
    question.locator("summary").click()
    page.evaluate(rewrite)
    question.get_by_role("radio").last.check()
    question.get_by_role("checkbox").first.check()
    question.locator(".itembank-submit").click()
    assert question.locator("[data-state]").count() > 0
    page.evaluate(rewrite)
    question.locator(".itembank-retry").click()
    page.evaluate(rewrite)
    for option in KEY:
        question.locator(f"input[value='{option}']").check()
    question.locator(".itembank-submit").click()
    assert "100" in score_of(question)
    assert question.locator(".itembank-rationale").count() == 4
    attempts = log(page)
    assert [entry.get("confidence") for entry in attempts] == [None, 3, None]
    assert [entry.get("hints") for entry in attempts] == [None, 1, 1]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_every_state_is_accessible_and_fits_a_phone(
    page: Page, question: Locator, scheme: str, direction: str
) -> None:
    answer(question, "norm")
    page.set_viewport_size({"width": 320, "height": 640})
    broken = "(text) => localStorage.setItem('itembank:/one/itembank/', text)"
    attempts = log(page)
    parts = {"version": 1, "attempts": [*attempts, {}], "sittings": [], "forgotten": {}}
    page.evaluate(broken, json.dumps(parts))
    page.reload()
    page.evaluate(
        """([scheme, direction]) => {
          document.body.dataset.mdColorScheme = scheme;
          document.documentElement.dir = direction;
        }""",
        [scheme, direction],
    )
    hint(question, 1).click()
    hint(question, 2).click()
    settle(page)
    expect(record(question)).to_be_visible()
    expect(page.locator(".itembank-notice")).to_be_visible()
    assert violations(page) == []
    assert overflow(page) == 0
    assert_targets(question)
    question.get_by_label("Fairly sure").check()
    answer(question, *KEY)
    settle(page)
    assert violations(page) == []
    assert overflow(page) == 0


def test_forced_colours(page: Page, question: Locator) -> None:
    """Nothing is told by a background alone: text keeps its contrast in system colours."""
    answer(question, "norm")
    page.reload()
    page.emulate_media(forced_colors="active")
    settle(page)
    question.get_by_label("Certain").check()
    assert violations(page) == []
    colour = "(node) => getComputedStyle(node).color"
    page_text = page.locator("h1").evaluate(colour)
    assert record(question).evaluate(colour) == page_text


def test_print(page: Page, question: Locator) -> None:
    answer(question, "norm")
    page.reload()
    page.emulate_media(media="print")
    for part in (".itembank-record", ".itembank-confidence", ".itembank-hints"):
        expect(question.locator(part)).to_be_hidden()
