"""After Submit, and on another try."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ..probes import box, focused, retry, score_of, seen, submit
from .choice_page import (
    DISTRACTORS,
    KEY,
    SELECT_ONE,
    SPOILERS,
    WORDS,
    order,
    rows,
    states,
    tick,
    ticked,
)


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
