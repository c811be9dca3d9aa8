"""A practice exam in a real browser: from the first look to the review of every question."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from ..itembank.conftest import SiteFolder
from .bundler import write_bundle
from .conftest import Serve
from .probes import focused, overflow, settle, violations

DOMAINS = {"1": 4, "2": 8, "3": 2}
"""Questions in the bank of each domain; a paper has 2, 2 and 1 of them."""
EXAM: dict[str, Any] = {
    "id": "mock",
    "title": "A mock exam",
    "certification": "nca",
    "minutes": 10,
    "questions": 5,
    "domains": [
        {"id": "1", "title": "Knowledge", "share": 40},
        {"id": "2", "title": "Networks & <wires>", "share": 40},
        {"id": "3", "title": "Operations", "share": 20},
    ],
    "pass_percent": 60,
    "pass_note": "our own",
}
STEPS = [{"id": id_, "text": f"Step {id_}.", "rationale": f"zq {id_}."} for id_ in "abc"]


def write_site(root: Path, *, more: int = 0, features: Sequence[str] = (), url: str = "") -> Path:
    """Build a site with a mock exam; `more` adds questions to domain 2."""
    site = SiteFolder(root)
    site.settings(exams="exams")
    site.write("exams/mock.yml", yaml.safe_dump(EXAM))
    for domain, count in DOMAINS.items():
        for number in range(count + (more if domain == "2" else 0)):
            change: dict[str, Any] = {
                "exam_domains": {"nca": domain},
                "stem": f"{domain}/{number}?",
            }
            if domain == "3":
                change |= {"type": "order", "options": None, "steps": STEPS}
            else:
                change["options"] = {
                    id_: {"rationale": f"zq rationale {id_}"} for id_ in ("twice", "once", "none")
                }
            site.question(f"q{domain}-{number}", title=f"Title {domain}/{number}", **change)
    theme: dict[str, Any] = {"name": "material", "font": False, "palette": {"scheme": "default"}}
    theme["features"] = [*features]
    site.configure(site_url=url, theme=theme, plugins=["search", "itembank"])
    return site.build().folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("exam"))


@pytest.fixture(scope="module")
def address(folder: Path, serve: Serve) -> str:
    # The theme writes scripts into its pages.
    return f"{serve({'/site/': folder}, '')}/site/exams/mock/"


@pytest.fixture
def exam(page: Page, address: str) -> Locator:
    page.goto(address)
    return page.locator("itembank-exam")


def press(place: Locator | Page, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


def start(exam: Locator) -> None:
    press(exam, "Start the exam")
    expect(exam.locator("itembank-question:visible")).to_have_count(1)


def shown(exam: Locator) -> Locator:
    return exam.locator("itembank-question:visible")


def shown_id(exam: Locator) -> str:
    expect(shown(exam)).to_have_count(1)
    return shown(exam).get_attribute("data-item") or ""


def answer(exam: Locator, *, right: bool = True) -> str:
    """Answer the question on show, and return its id."""
    item = shown_id(exam)
    question = shown(exam)
    if question.get_attribute("data-type") == "order":
        steps = ["a", "b", "c"] if right else ["c", "b", "a"]
        for place, step in enumerate(steps):
            rows = [
                row.get_attribute("data-option")
                for row in question.locator(".itembank-option").all()
            ]
            for _ in range(rows.index(step) - place):
                question.locator(f"[data-option={step}] .itembank-moves button").first.click()
    else:
        question.locator("input[value=twice]").check()
        question.locator("input[value=once]").set_checked(not right)
    return item


def paper(exam: Locator) -> list[str]:
    """Walk through the paper and return the ids in order."""
    ids = [shown_id(exam)]
    while exam.get_by_role("button", name="Next").get_attribute("aria-disabled") != "true":
        press(exam, "Next")
        expect(exam.locator(".itembank-exam-title")).to_contain_text(f"Question {len(ids) + 1} of")
        ids.append(shown_id(exam))
    return ids


def finish(exam: Locator) -> None:
    press(exam, "Submit the exam")
    press(exam, "Submit now")
    expect(exam.locator(".itembank-exam-outcome")).to_be_visible()


def names(exam: Locator) -> list[str]:
    return [
        button.get_attribute("aria-label") or ""
        for button in exam.locator(".itembank-exam-map button:visible").all()
    ]


def stored(page: Page) -> dict[str, Any]:
    """What the log holds: its entry is the one without a part in its name."""
    text = page.evaluate(
        """() => Object.entries(localStorage)
          .find(([name]) => /^itembank:[^:]*$/.test(name))?.[1] ?? "{}" """
    )
    found: dict[str, Any] = json.loads(text)
    return found


def time_left(exam: Locator) -> int:
    """Seconds."""
    minutes, seconds = exam.locator(".itembank-exam-left").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


class TestBefore:
    def test_the_page_says_what_a_paper_is_like(self, exam: Locator) -> None:
        expect(exam).to_contain_text("5 questions in 10 minutes")
        expect(exam).to_contain_text("60 % (our own)")
        row = exam.get_by_role("row", name="2. Networks & <wires>")
        assert row.locator("td").all_inner_texts() == ["40 %", "2", "8"]

    def test_without_javascript_it_leads_to_the_questions(
        self, browser: Browser, address: str
    ) -> None:
        with browser.new_context(java_script_enabled=False) as context:
            page = context.new_page()
            page.goto(address)
            page.get_by_role("link", name="All questions with their answers").click()
            expect(page.get_by_role("link", name="Title 1/0")).to_be_visible()

    def test_the_index_lists_the_exams(self, page: Page, address: str) -> None:
        page.goto(address.replace("mock/", ""))
        page.get_by_role("link", name="A mock exam").click()
        expect(page.get_by_role("button", name="Start the exam")).to_be_visible()


class TestRunning:
    def test_nothing_spoils(self, page: Page, exam: Locator) -> None:
        start(exam)
        for item in paper(exam):
            expect(exam.locator(f"#q-{item}")).to_be_attached()
            assert "zq" not in page.content()
        expect(exam.get_by_role("button", name="Submit", exact=True)).to_have_count(0)

    def test_the_shares_of_the_blueprint_hold(self, exam: Locator) -> None:
        start(exam)
        ids = paper(exam)
        assert sorted(item[1] for item in ids) == ["1", "1", "2", "2", "3"]
        assert len(set(ids)) == 5

    def test_focus_follows_the_question(self, page: Page, exam: Locator) -> None:
        start(exam)
        assert focused(page) == "Question 1 of 5"
        press(exam, "Next")
        assert focused(page) == "Question 2 of 5"
        press(exam, "Previous")
        # It leads nowhere now, and keeps the focus.
        exam.get_by_role("button", name="Previous").click(force=True)
        assert focused(page) == "Question 1 of 5"

    def test_the_map_tells_the_state_of_each_question(self, exam: Locator) -> None:
        start(exam)
        answer(exam)
        press(exam, "Flag")
        press(exam, "Next")
        press(exam, "Flag")
        press(exam, "Next")
        answer(exam)
        assert names(exam) == [
            "Question 1, answered, flagged",
            "Question 2, not answered, flagged",
            "Question 3, answered",
            "Question 4, not answered",
            "Question 5, not answered",
        ]
        exam.get_by_role("button", name="Question 5, not answered").click()
        expect(exam.locator(".itembank-exam-title")).to_have_text("Question 5 of 5")
        expect(exam.locator("[aria-current=true]")).to_have_text("5")

    def test_a_response_taken_back_is_none(self, exam: Locator) -> None:
        start(exam)
        while not shown_id(exam).startswith("q1"):
            press(exam, "Next")
        answer(exam)
        shown(exam).locator("input:checked").uncheck()
        assert not [name for name in names(exam) if "not answered" not in name]

    def test_enter_in_a_question_submits_nothing(self, page: Page, exam: Locator) -> None:
        start(exam)
        shown(exam).locator("input, button").first.focus()
        page.keyboard.press("Enter")
        assert exam.locator(".itembank-verdict").count() == 0
        assert stored(page).get("attempts", []) == []

    def test_the_time_can_be_hidden(self, page: Page, exam: Locator) -> None:
        start(exam)
        assert 590 <= time_left(exam) <= 600
        press(exam, "Hide the time")
        expect(exam.locator(".itembank-exam-left")).to_be_hidden()
        page.reload()
        expect(exam.get_by_role("button", name="Show the time")).to_be_visible()

    def test_submit_asks_and_tells_what_is_open(self, page: Page, exam: Locator) -> None:
        start(exam)
        answer(exam)
        press(exam, "Submit the exam")
        dialog = exam.get_by_role("dialog", name="Submit and end the exam?")
        expect(dialog).to_contain_text("Not answered: 4 of 5.")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert focused(page) == "Submit the exam"
        press(exam, "Submit the exam")
        press(dialog, "Go to the first one")
        expect(exam.locator(".itembank-exam-title")).to_have_text("Question 2 of 5")

    def test_paper_shows_nothing_of_it(self, page: Page, exam: Locator) -> None:
        start(exam)
        page.emulate_media(media="print")
        expect(shown(exam)).to_have_count(0)
        expect(exam).to_contain_text("Nothing is printed while a practice exam runs.")


class TestResult:
    def test_all_or_nothing_overall_and_by_domain(self, page: Page, exam: Locator) -> None:
        page.evaluate(
            """() => {
              window.heard = [];
              for (const name of ["exam-start", "exam-submit", "attempt"]) {
                addEventListener(`itembank:${name}`, (event) => heard.push([name, event.detail]));
              }
            }"""
        )
        start(exam)
        expected: dict[str, int] = {}
        for number in range(5):
            right = number % 2 == 0
            item = answer(exam, right=right) if number < 4 else shown_id(exam)
            expected.setdefault(item[1], 0)
            expected[item[1]] += right and number < 4
            if number < 4:
                press(exam, "Next")
        finish(exam)
        assert focused(page).startswith("Not passed")
        expect(exam.locator(".itembank-score")).to_have_text("40 %")
        expect(exam).to_contain_text("2 of 5 questions right, 4 answered. Pass mark 60 % (our own)")
        for domain, right in expected.items():
            row = exam.get_by_role("row", name=re.compile(rf"^{domain}\. "))
            assert row.locator("td").first.inner_text().startswith(f"{right} / ")

        log = stored(page)
        sitting = log["sittings"][0]
        assert (sitting["exam"], sitting["answered"], sitting["score"]) == ("mock", 4, 0.4)
        assert {domain: share["right"] for domain, share in sitting["domains"].items()} == expected
        assert {attempt["exam"] for attempt in log["attempts"]} == {f"mock:{sitting['seed']}"}
        assert {attempt["policy"] for attempt in log["attempts"]} == {"all_or_nothing"}
        heard = page.evaluate("() => heard.map(([name]) => name)")
        assert heard == ["exam-start", *["attempt"] * 4, "exam-submit"]

    def test_every_question_can_be_reviewed(self, page: Page, exam: Locator) -> None:
        start(exam)
        answer(exam)
        press(exam, "Next")
        answer(exam, right=False)
        finish(exam)
        press(exam, "Review all questions")
        assert [name.split(", ")[1] for name in names(exam)] == [
            "right",
            "not right",
            *["not answered"] * 3,
        ]
        for number in range(5):
            exam.get_by_role("button", name=f"Question {number + 1},").click()
            expect(shown(exam).locator(".itembank-verdict").first).to_be_visible()
            assert "zq" in shown(exam).inner_text()
        press(exam, "Back to the result")
        press(exam, "Review the missed ones")
        assert len(names(exam)) == 4

    def test_missed_ones_can_be_practised(self, page: Page, exam: Locator) -> None:
        start(exam)
        finish(exam)
        press(exam, "Practise the missed ones")
        assert "zq" not in exam.inner_text()
        answer(exam)
        press(exam, "Submit")
        expect(shown(exam).locator(".itembank-score")).to_have_text("Score 100 %")
        attempts = stored(page)["attempts"]
        assert len(attempts) == 1
        assert "exam" not in attempts[0]

    def test_the_history_leads_to_each_review(self, page: Page, exam: Locator) -> None:
        start(exam)
        first = answer(exam)
        finish(exam)
        page.reload()
        expect(exam.get_by_role("heading", name="Your exams")).to_be_visible()
        exam.get_by_role("button", name=re.compile("^Review of")).click()
        expect(exam.locator(".itembank-score")).to_have_text("20 %")
        press(exam, "Review all questions")
        assert shown_id(exam) == first
        expect(shown(exam).locator("[data-state=hit]").first).to_be_visible()

    def test_papers_repeat_nothing_before_the_bank_is_used_up(
        self, page: Page, exam: Locator
    ) -> None:
        papers = []
        for number in range(4):
            if number:
                press(exam, "Sit another paper")
            start(exam)
            papers.append(paper(exam))
            finish(exam)
        second = [[item for item in ids if item.startswith("q2")] for ids in papers]
        assert len({item for ids in second for item in ids}) == 8
        first = [[item for item in ids if item.startswith("q1")] for ids in papers]
        assert len({item for ids in first[:2] for item in ids}) == 4
        assert len({item for ids in first[2:] for item in ids}) == 4


class TestGoingOn:
    """Reloads, crashes, clocks and other tabs."""

    def test_a_reload_loses_nothing(self, page: Page, exam: Locator) -> None:
        start(exam)
        first = answer(exam)
        press(exam, "Next")
        press(exam, "Flag")
        second = answer(exam, right=False)
        page.reload()
        assert shown_id(exam) == second
        assert names(exam)[:2] == ["Question 1, answered", "Question 2, answered, flagged"]
        expect(exam.get_by_role("button", name="Flag", exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )
        finish(exam)
        scores = {attempt["item"]: attempt["score"] for attempt in stored(page)["attempts"]}
        assert scores == {first: 1, second: 0}

    def test_a_killed_page_goes_on(self, context: BrowserContext, address: str) -> None:
        page = context.new_page()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        item = answer(exam)
        # No event tells a page that its process is killed: what it wrote before is all there is.
        state = context.storage_state()
        page.close()
        assert context.browser
        with context.browser.new_context(storage_state=state) as fresh:
            again = fresh.new_page()
            again.goto(address)
            exam = again.locator("itembank-exam")
            expect(exam.get_by_role("button", name="Submit the exam")).to_be_visible(timeout=9000)
            assert shown_id(exam) == item
            assert names(exam)[0] == "Question 1, answered"

    def test_a_page_that_is_killed_while_it_grades_grades_again(
        self, page: Page, exam: Locator
    ) -> None:
        start(exam)
        item = answer(exam)
        finish(exam)
        log = stored(page)
        # What is left when the page dies after the attempts and before the sitting.
        page.evaluate(
            """([log, at]) => {
              const entries = Object.keys(localStorage);
              const name = entries.find((key) => /^itembank:[^:]*$/.test(key));
              const left = { ...log.sittings[0], code: log.sittings[0].seed };
              const response = log.attempts[0].response;
              localStorage.setItem(name, JSON.stringify({ ...log, sittings: [] }));
              localStorage.setItem(`${name}:exam-mock`, JSON.stringify({
                ...left, left: 9e5, seen: at, flags: [], place: 0, submitted: left.t,
                responses: { [log.attempts[0].item]: { response } },
              }));
            }""",
            [log, log["sittings"][0]["t"]],
        )
        page.reload()
        expect(exam.locator(".itembank-score")).to_have_text("20 %")
        again = stored(page)
        assert [attempt["item"] for attempt in again["attempts"]] == [item]
        assert again["sittings"] == log["sittings"]

    def test_time_runs_while_the_page_is_closed(self, page: Page, address: str) -> None:
        page.clock.install()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        item = answer(exam)
        page.goto(address.replace("exams/mock/", ""))
        page.clock.run_for(4 * 60_000)
        page.goto(address)
        expect(exam.locator(".itembank-exam-left")).to_be_visible()
        assert 350 <= time_left(exam) <= 360
        page.goto(address.replace("exams/mock/", ""))
        page.clock.run_for(7 * 60_000)
        page.goto(address)
        expect(exam).to_contain_text("The time was up")
        assert [attempt["item"] for attempt in stored(page)["attempts"]] == [item]

    def test_the_end_of_the_time_submits(self, page: Page, address: str) -> None:
        page.clock.install()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        answer(exam)
        status = exam.locator(".itembank-exam-running > [role=status]")
        said = []
        for minutes in (4, 2, 2.5, 1):
            page.clock.run_for(int(minutes * 60_000))
            said.append(status.inner_text())
        # The half of ten minutes is five.
        assert said == ["", "5 minutes left.", "5 minutes left.", "1 minute left."]
        page.clock.run_for(60_000)
        expect(exam).to_contain_text("The time was up, so the exam was submitted as it stood.")
        expect(exam.locator(".itembank-score")).to_have_text("20 %")

    def test_setting_the_clock_back_gains_no_time(self, page: Page, address: str) -> None:
        page.clock.install()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        page.clock.run_for(60_000)
        now = page.evaluate("() => Date.now()")
        page.clock.set_system_time(now / 1000 - 3600)
        page.clock.run_for(60_000)
        assert 475 <= time_left(exam) <= 485
        page.reload()
        expect(exam.locator(".itembank-exam-left")).to_be_visible()
        assert 470 <= time_left(exam) <= 485

    def test_a_jump_of_the_clock_is_told_and_ends_nothing_unseen(
        self, page: Page, address: str
    ) -> None:
        page.clock.install()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        page.clock.set_system_time(page.evaluate("() => Date.now()") / 1000 + 180)
        page.clock.run_for(2000)
        expect(exam).to_contain_text("The clock of this device moved on")
        assert 410 <= time_left(exam) <= 420

    def test_two_tabs(self, context: BrowserContext, page: Page, exam: Locator) -> None:
        start(exam)
        item = answer(exam)
        other = context.new_page()
        other.goto(page.url)
        second = other.locator("itembank-exam")
        expect(second).to_contain_text("This exam runs in another tab.")
        assert second.locator("itembank-question").count() == 0
        press(second, "Go on here")
        expect(second.locator(".itembank-exam-title")).to_be_focused()
        assert shown_id(second) == item
        expect(shown(second).locator("input:checked, .itembank-moves").first).to_be_visible()
        expect(exam).to_contain_text("This exam runs in another tab.")
        # What had focus is gone from here: it goes to what there is now, not to nothing.
        expect(exam.get_by_role("button", name="Go on here")).to_be_focused()
        press(second, "Next")
        answer(second)
        finish(second)
        expect(exam.get_by_role("heading", name="Your exams")).to_be_visible()
        assert len(stored(page)["attempts"]) == 2

    def test_focus_stays_in_the_exam_when_the_storage_is_emptied(
        self, page: Page, exam: Locator
    ) -> None:
        start(exam)
        answer(exam)
        page.evaluate("localStorage.clear()")
        expect(exam.get_by_role("button", name="Start the exam")).to_be_focused()

    def test_a_tab_that_is_left_gives_the_exam_to_the_next(
        self, context: BrowserContext, page: Page, exam: Locator
    ) -> None:
        start(exam)
        item = answer(exam)
        other = context.new_page()
        other.goto(page.url)
        second = other.locator("itembank-exam")
        expect(second).to_contain_text("another tab")
        page.goto("about:blank")
        expect(second.get_by_role("button", name="Submit the exam")).to_be_visible()
        assert shown_id(second) == item


class TestLink:
    @pytest.fixture
    def linked(self, exam: Locator) -> tuple[str, list[str]]:
        """Address of a paper, and its questions."""
        start(exam)
        ids = paper(exam)
        finish(exam)
        link = exam.get_by_role("link", name="Link to this paper")
        return str(link.evaluate("(link) => link.href")), ids

    def test_it_reproduces_the_paper_for_somebody_else(
        self, browser: Browser, linked: tuple[str, list[str]]
    ) -> None:
        address, ids = linked
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(address)
            exam = page.locator("itembank-exam")
            expect(exam).to_contain_text("This link leads to paper")
            press(exam, "Start this paper")
            assert paper(exam) == ids

    def test_it_tells_when_the_questions_have_changed(
        self, page: Page, linked: tuple[str, list[str]], tmp_path: Path, serve: Serve
    ) -> None:
        address, _ = linked
        other = serve({"/site/": write_site(tmp_path, more=1)}, "")
        page.goto(other + address[address.index("/site/") :])
        exam = page.locator("itembank-exam")
        expect(exam).to_contain_text("it cannot be put together any more")
        start(exam)

    @pytest.mark.parametrize(
        "code",
        ["", "0", "<img src=x onerror=alert(1)>", "zzzzzzz-0-a", "a-9999-b", "a-1-b-c", "%00"],
    )
    def test_a_hostile_code_is_ignored(self, page: Page, address: str, code: str) -> None:
        page.on("dialog", lambda dialog: pytest.fail(dialog.message))
        page.goto(address)
        page.evaluate("(code) => location.search = new URLSearchParams({paper: code})", code)
        exam = page.locator("itembank-exam")
        expect(exam).to_contain_text("The link names no paper of this exam.")
        start(exam)

    @pytest.mark.parametrize(
        "value",
        [
            "nonsense",
            "null",
            "[]",
            '{"code": "a-0-b"}',
            '{"code":"a-0-b","questions":[1],"started":0,"minutes":9,"left":9,"seen":0,"flags":[]}',
        ],
    )
    def test_a_stored_run_that_is_none_is_no_trouble(
        self, page: Page, exam: Locator, value: str
    ) -> None:
        start(exam)
        page.goto("about:blank")
        page.go_back()
        page.evaluate(
            """(value) => {
              const name = Object.keys(localStorage).find((key) => key.endsWith("exam-mock"));
              localStorage.setItem(name, value);
            }""",
            value,
        )
        page.reload()
        start(exam)


class TestTrouble:
    def test_a_question_that_cannot_be_loaded_can_be_tried_again(
        self, context: BrowserContext, address: str
    ) -> None:
        page = context.new_page()
        page.goto(address)
        exam = page.locator("itembank-exam")
        page.route("**/items/**", lambda route: route.abort())
        press(exam, "Start the exam")
        expect(exam).to_contain_text("This question could not be loaded.")
        page.unroute("**/items/**")
        press(exam, "Try again")
        answer(exam)
        finish(exam)

    def test_what_cannot_be_loaded_can_be_left_out(
        self, context: BrowserContext, address: str
    ) -> None:
        page = context.new_page()
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        first = answer(exam)
        press(exam, "Next")
        answer(exam)
        expect(exam.locator("itembank-question")).to_have_count(5)
        page.route(f"**/items/{first}.*", lambda route: route.abort())
        page.reload()
        press(exam, "Submit the exam")
        press(exam, "Submit now")
        expect(exam).to_contain_text("Some questions could not be loaded")
        press(exam, "Try again")
        expect(exam).to_contain_text("Some questions could not be loaded")
        press(exam, "Grade without them")
        expect(exam).to_contain_text("1 of 4 questions right, 1 answered.")

    def test_full_storage_is_told(self, page: Page, exam: Locator) -> None:
        page.evaluate(
            """() => {
              Storage.prototype.setItem = () => {
                throw new DOMException("", "QuotaExceededError");
              };
            }"""
        )
        start(exam)
        expect(exam).to_contain_text("This browser does not store anything here")
        answer(exam)
        finish(exam)
        expect(exam.locator(".itembank-score")).to_have_text("20 %")

    def test_blocked_storage_is_told_and_the_exam_works(
        self, context: BrowserContext, address: str
    ) -> None:
        page = context.new_page()  # the theme reports an error of its own
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
        )
        page.goto(address)
        exam = page.locator("itembank-exam")
        start(exam)
        expect(exam).to_contain_text("This browser does not store anything here")
        answer(exam)
        finish(exam)
        expect(exam.locator(".itembank-score")).to_have_text("20 %")

    def test_from_a_file(self, page: Page, folder: Path, tmp_path: Path) -> None:
        page.goto((folder / "exams/mock/index.html").as_uri())
        exam = page.locator("itembank-exam")
        start(exam)
        answer(exam)
        page.reload()
        assert names(exam)[0] == "Question 1, answered"
        finish(exam)
        press(exam, "Review all questions")
        expect(shown(exam).locator(".itembank-verdict").first).to_be_visible()


def through_all_states(page: Page, address: str) -> Iterator[str]:
    """Go through every view of an exam, and stop at each."""
    page.goto(address)
    exam = page.locator("itembank-exam")
    expect(exam.get_by_role("button", name="Start the exam")).to_be_visible()
    yield "before"
    start(exam)
    answer(exam)
    press(exam, "Flag")
    yield "running"
    press(exam, "Submit the exam")
    yield "asked"
    press(exam, "Submit now")
    expect(exam.locator(".itembank-exam-outcome")).to_be_visible()
    yield "result"
    press(exam, "Review all questions")
    expect(shown(exam).locator(".itembank-verdict").first).to_be_visible()
    yield "review"
    press(exam, "Back to the result")
    press(exam, "Sit another paper")
    expect(exam.get_by_role("heading", name="Your exams")).to_be_visible()
    yield "history"


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_in_any_state(page: Page, address: str, scheme: str) -> None:
    page.add_init_script(
        f"""document.addEventListener("DOMContentLoaded", () => {{
          document.body.dataset.mdColorScheme = "{scheme}";
        }})"""
    )
    for state in through_all_states(page, address):
        settle(page)
        own = [text for text in violations(page) if "itembank" in text]
        assert own == [], state


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_narrow_page_scrolls_in_no_state(page: Page, address: str, direction: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.add_init_script(
        f"""document.addEventListener("DOMContentLoaded", () => {{
          document.documentElement.dir = "{direction}";
        }})"""
    )
    for state in through_all_states(page, address):
        assert overflow(page) <= 0, state
        for button in page.locator("itembank-exam button:visible").all():
            size = button.bounding_box()
            assert size, state
            assert min(size["width"], size["height"]) >= 24, state


def test_the_keyboard_alone_sits_an_exam(page: Page, exam: Locator) -> None:
    def to(test: Callable[[str], bool]) -> None:
        for _ in range(60):
            if test(str(page.evaluate("() => document.activeElement.textContent.trim()"))):
                return
            page.keyboard.press("Tab")
        raise AssertionError("not reached")

    exam.get_by_role("button", name="Start the exam").focus()
    page.keyboard.press("Enter")
    expect(shown(exam)).to_have_count(1)
    while not shown_id(exam).startswith("q1"):
        to(lambda text: text == "Next")
        page.keyboard.press("Enter")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.value") == "twice":
            break
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Tab")
    exam.get_by_role("button", name="Submit the exam").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(exam.locator(".itembank-score")).to_have_text("20 %")


ACT = """([what, number]) => {
  const exam = document.querySelector("itembank-exam");
  const button = (words) =>
    [...exam.querySelectorAll("button")].find((made) => made.textContent === words);
  const question = [...exam.querySelectorAll("itembank-question")].find((q) => q.offsetParent);
  if (what === "map") exam.querySelectorAll(".itembank-exam-map button")[number % 5].click();
  else if (what === "respond" && question) {
    const fields = question.querySelectorAll("input, .itembank-moves button");
    fields[number % fields.length].click();
  } else if (what === "enter" && question) question.querySelector("form").requestSubmit();
  else button(what)?.click();
}"""
STATE = """() => {
  const exam = document.querySelector("itembank-exam");
  const questions = [...exam.querySelectorAll("itembank-question")];
  return {
    names: [...exam.querySelectorAll(".itembank-exam-map button")].map((made) => made.ariaLabel),
    title: exam.querySelector(".itembank-exam-title")?.textContent,
    responses: Object.fromEntries(
      questions.filter((q) => q.response).map((q) => [q.dataset.item, q.response]),
    ),
  };
}"""


@pytest.mark.parametrize("seed", range(3))
def test_random_steps_lose_nothing(
    context: BrowserContext, page: Page, exam: Locator, seed: int
) -> None:
    """Clicks of all sorts, reloads and other tabs: what was there is there again."""
    chance = random.Random(seed)
    address = page.url
    start(exam)
    for _ in range(40):
        for _ in range(chance.randint(1, 10)):
            steps = ["map", "respond", "respond", "enter", "Flag", "Next", "Previous"]
            steps += ["Hide the time", "Show the time"]
            page.evaluate(ACT, [chance.choice(steps), chance.randint(0, 9)])
            expect(exam.locator("itembank-question")).to_have_count(5)
        before = page.evaluate(STATE)
        if chance.random() < 0.3:
            left, page = page, context.new_page()
            left.close()
            page.goto(address)
        else:
            page.reload()
        exam = page.locator("itembank-exam")
        expect(exam.locator("itembank-question")).to_have_count(5)
        assert page.evaluate(STATE) == before
    answered = len(page.evaluate(STATE)["responses"])
    finish(exam)
    log = stored(page)
    assert len(log["attempts"]) == log["sittings"][0]["answered"] == answered
    press(exam, "Review all questions")
    right = [attempt["item"] for attempt in log["attempts"] if attempt["score"] == 1]
    assert len([name for name in names(exam) if name.endswith(", right")]) == len(right)


def test_scripts_and_style_stay_small(tmp_path: Path) -> None:
    write_bundle(tmp_path)
    files = [tmp_path / f"itembank-{name}" for name in ("deck.js", "exam.js", "exam.css")]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= 12_000


def test_instant_navigation_takes_the_exam_along(tmp_path: Path, page: Page, serve: Serve) -> None:
    # The theme follows links within the address that the site says it has.
    address = f"{serve({'/site/': tmp_path / 'site'}, '')}/site/"
    write_site(tmp_path, features=["navigation.instant"], url=address)
    with page.expect_response("**/sitemap.xml"):
        page.goto(f"{address}exams/")
    page.evaluate("() => (window.same = true)")
    page.get_by_role("link", name="A mock exam").click()
    exam = page.locator("itembank-exam")
    start(exam)
    item = answer(exam)
    page.get_by_role("link", name="Test").first.click()
    expect(page.get_by_role("heading", name="Start")).to_be_visible()
    page.go_back()
    assert shown_id(exam) == item
    assert names(exam)[0] == "Question 1, answered"
    finish(exam)
    assert page.evaluate("() => window.same")
