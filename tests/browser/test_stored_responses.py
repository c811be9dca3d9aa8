"""Responses that are read, put back, graded and revealed from outside, as exams and reviews do."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Serve
from .probes import RECORD_EVENTS, score_of, seen, submit
from .rendered import write_page, write_site

NUMERIC, ORDER = "#q-all-reduce-time", "#q-start-a-job"
STEPS = ["allocate", "rendezvous", "init", "broadcast", "step"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    folder = write_site(tmp_path_factory.mktemp("stored") / "site")
    write_page(folder, "kinds.html", "all-reduce-time", "start-a-job")
    return serve({"/": folder})


@pytest.fixture
def kinds(page: Page, site: str) -> Page:
    page.goto(f"{site}/kinds.html")
    page.evaluate(RECORD_EVENTS)
    return page


def response(question: Locator) -> Any:
    return question.evaluate("(host) => host.response")


def restore(question: Locator, stored: Any) -> None:
    question.evaluate("(host, stored) => host.restore(stored)", stored)


def grade(question: Locator, policy: str = "") -> Any:
    return question.evaluate("(host, policy) => host.grade(policy)", policy)


def reveal(question: Locator, attempt: Any) -> None:
    question.evaluate("(host, attempt) => host.reveal(attempt)", attempt)


@pytest.fixture
def choice(page: Page, site: str) -> Locator:
    page.goto(f"{site}/question.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator("#q-first-steps")


class TestChoice:
    KEY = ("utilization-drops", "sync-overhead", "link-saturated")

    def test_a_blank_response_is_none_and_earns_no_grade(self, choice: Locator) -> None:
        assert response(choice) is None
        assert grade(choice) is None

    def test_a_response_goes_out_and_comes_back(self, choice: Locator) -> None:
        choice.locator("input[value=more-memory]").check()
        choice.locator("input[value=sync-overhead]").check()
        stored = response(choice)
        assert stored == {"response": ["sync-overhead", "more-memory"]}
        choice.locator("input[value=fewer-steps]").check()
        restore(choice, stored)
        assert response(choice) == stored

    @pytest.mark.parametrize("stored", [["gone", "fewer-steps"], "fewer-steps"])
    def test_what_the_question_does_not_have_is_left_out(
        self, choice: Locator, stored: object
    ) -> None:
        restore(choice, {"response": stored})
        assert response(choice) == {"response": ["fewer-steps"]}

    def test_another_policy_grades_and_explains_itself(self, choice: Locator) -> None:
        restore(choice, {"response": list(self.KEY[:2])})
        assert grade(choice)["score"] == pytest.approx(2 / 3)
        attempt = grade(choice, "all_or_nothing")
        assert (attempt["score"], attempt["policy"]) == (0, "all_or_nothing")
        reveal(choice, attempt)
        assert score_of(choice) == "Score 0 %"
        expect(choice.locator(".itembank-rule")).to_contain_text("only the exact selection scores")

    def test_a_policy_of_another_kind_leaves_the_question_its_own(self, choice: Locator) -> None:
        restore(choice, {"response": list(self.KEY)})
        assert grade(choice, "pairs")["policy"] == "net_correct"

    def test_revealing_announces_nothing_and_leaves_focus(
        self, page: Page, choice: Locator
    ) -> None:
        focus = "() => document.activeElement.tagName"
        before = page.evaluate(focus)
        reveal(choice, {"response": [], "score": 0, "policy": "all_or_nothing"})
        assert choice.locator(".itembank-verdict").count() == 6
        assert page.evaluate(focus) == before
        assert seen(page) == []
        expect(choice.get_by_role("button", name="Submit")).to_be_hidden()

    def test_in_an_exam_nothing_can_be_submitted(self, choice: Locator) -> None:
        choice.evaluate("(host) => (host.dataset.mode = 'exam')")
        choice.locator("input[value=sync-overhead]").check()
        choice.evaluate("(host) => host.querySelector('form').requestSubmit()")
        assert choice.locator(".itembank-verdict").count() == 0
        assert response(choice) == {"response": ["sync-overhead"]}


class TestNumeric:
    @pytest.fixture
    def numeric(self, kinds: Page) -> Locator:
        return kinds.locator(NUMERIC)

    def test_the_set_of_numbers_belongs_to_the_response(self, numeric: Locator) -> None:
        assert response(numeric) is None
        restore(numeric, {"response": "525 ms", "variant": 1})
        assert response(numeric) == {"response": "525 ms", "variant": 1}
        assert grade(numeric)["score"] == 1
        restore(numeric, {"response": "525 ms", "variant": 0})
        assert grade(numeric)["score"] == 0

    @pytest.mark.parametrize("variant", [-1, 3, 1e300, "x", None])
    def test_a_set_that_is_not_there_is_the_first(self, numeric: Locator, variant: object) -> None:
        restore(numeric, {"response": "980", "variant": variant})
        assert response(numeric) == {"response": "980", "variant": 0}

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("about so", "it cannot be read as one number"),
            ("5 apples", "its unit is not known here"),
            ("", "Not answered"),
        ],
    )
    def test_what_no_submit_would_take_is_wrong_in_an_exam(
        self, numeric: Locator, typed: str, words: str
    ) -> None:
        restore(numeric, {"response": typed})
        attempt = grade(numeric, "all_or_nothing") or {
            "response": "",
            "score": 0,
            "policy": "tolerance",
        }
        assert attempt["score"] == 0
        reveal(numeric, attempt)
        expect(numeric.locator(".itembank-number .itembank-verdict").first).to_contain_text(words)


class TestOrder:
    @pytest.fixture
    def order(self, kinds: Page) -> Locator:
        return kinds.locator(ORDER)

    def test_steps_that_nobody_moved_are_no_response(self, order: Locator) -> None:
        assert response(order) is None
        order.get_by_role("button", name="down").first.click()
        assert sorted(response(order)["response"]) == sorted(STEPS)

    def test_a_move_is_input_like_any_other(self, kinds: Page, order: Locator) -> None:
        kinds.evaluate("() => addEventListener('input', () => (window.heard = true))")
        order.get_by_role("button", name="down").first.click()
        assert kinds.evaluate("() => window.heard")
        expect(order.locator(".itembank-status")).to_contain_text("place 2 of 5")

    def test_a_sequence_goes_out_and_comes_back(self, order: Locator) -> None:
        restore(order, {"response": STEPS})
        assert grade(order)["score"] == 1
        assert grade(order, "all_or_nothing")["policy"] == "all_or_nothing"

    def test_steps_that_a_stored_sequence_lacks_come_last(self, order: Locator) -> None:
        restore(order, {"response": ["step", "gone", "init"]})
        found = response(order)["response"]
        assert found[:2] == ["step", "init"]
        assert sorted(found) == sorted(STEPS)


def test_retry_after_a_reveal_is_a_question_as_ever(choice: Locator, page: Page) -> None:
    reveal(choice, {"response": [], "score": 0, "policy": "all_or_nothing"})
    choice.get_by_role("button", name="Try again").click()
    choice.locator("input[value=sync-overhead]").check()
    submit(choice)
    assert [event["name"] for event in seen(page)] == ["retry", "attempt", "reveal"]
