"""Before Submit, by kind of selection."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from ..probes import box, focused, score_of, seen, submit
from ..rendered import FIXTURES
from .choice_page import (
    DISTRACTORS,
    EXACTLY_TWO,
    KEY,
    SELECT_ALL,
    SELECT_ONE,
    SPOILERS,
    order,
    states,
    tick,
    ticked,
)


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
