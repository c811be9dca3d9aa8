"""By keyboard and by touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ..probes import box, focused, retry, score_of, seen, submit
from .choice_page import DISTRACTORS, EXACTLY_TWO, KEY, SELECT_ALL, SELECT_ONE, order, tick, ticked


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


def _assert_in_view(page: Page, target: Locator, height: int) -> None:
    place, header = box(target), box(page.locator(".fixture-header"))
    assert header["y"] + header["height"] <= place["y"]
    assert place["y"] + place["height"] <= height
