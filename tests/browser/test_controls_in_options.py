"""Options that hold buttons, tabs, lists to tick and tables, in a site of Material for MkDocs.

The theme's own script adds its buttons to code blocks and tabs; they must work, and must neither
submit the question nor count as an answer to it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Serve
from .probes import RECORD_EVENTS, box, retry, score_of, seen, submit
from .rendered import FIXTURES

CHOICE, ORDER = "#q-rich-options", "#q-rich-steps"
MKDOCS = """\
site_name: Controls
theme: {name: material, font: false, features: [content.code.copy]}
plugins: [itembank]
markdown_extensions:
  - tables
  - pymdownx.superfences
  - pymdownx.tabbed: {alternate_style: true}
  - pymdownx.tasklist: {custom_checkbox: true, clickable_checkbox: true}
"""
PAGE = """\
# Controls

/// question | rich-options
///

/// question | rich-steps
///
"""
COUNT_COPIES = "() => { window.copies = 0; document.addEventListener('copy', () => copies++); }"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    folder = tmp_path_factory.mktemp("controls")
    shutil.copytree(FIXTURES / "bank", folder, dirs_exist_ok=True)
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text(PAGE, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(MKDOCS, encoding="utf-8")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    return serve({"/": folder / "site"}, policy="")


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    """The choice question, once the theme has put its buttons into it."""
    return opened(page, site, CHOICE)


@pytest.fixture
def steps(page: Page, site: str) -> Locator:
    """The order question, likewise."""
    return opened(page, site, ORDER)


def opened(page: Page, site: str, selector: str) -> Locator:
    page.goto(site)
    page.evaluate(RECORD_EVENTS)
    page.evaluate(COUNT_COPIES)
    question = page.locator(selector)
    question.scroll_into_view_if_needed()
    expect(question.locator("button.md-code__button")).not_to_have_count(0)
    expect(question.locator("button.tabbed-button")).not_to_have_count(0)
    return question


def row(question: Locator, option: str) -> Locator:
    return question.locator(f".itembank-option[data-option='{option}']")


def response(question: Locator, option: str) -> Locator:
    return question.locator(f"input[name=response][value='{option}']")


def ticked(question: Locator) -> list[str]:
    return [field.input_value() for field in question.locator("[name=response]:checked").all()]


def copies(page: Page) -> int:
    return int(page.evaluate("() => window.copies"))


class TestButtons:
    def test_a_copy_button_copies_and_does_not_submit(self, page: Page, question: Locator) -> None:
        response(question, "plain").check()
        question.locator("button.md-code__button:visible").first.click()
        assert copies(page) == 1
        assert seen(page) == []
        assert ticked(question) == ["plain"]
        expect(question.get_by_role("status")).to_be_empty()

    def test_a_button_of_tabs_does_not_submit(self, page: Page, question: Locator) -> None:
        response(question, "plain").check()
        for button in question.locator("button.tabbed-button").all():
            button.evaluate("(button) => button.click()")
        assert seen(page) == []
        assert ticked(question) == ["plain"]

    def test_enter_submits_and_does_not_copy(self, page: Page, question: Locator) -> None:
        response(question, "two-nodes").check()
        response(question, "two-nodes").press("Enter")
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]
        assert copies(page) == 0
        assert score_of(question) == "Score 100 %"

    def test_enter_after_another_try(self, page: Page, question: Locator) -> None:
        response(question, "plain").check()
        submit(question)
        question.locator("button.md-code__button:visible").first.click()
        retry(question)
        response(question, "two-nodes").check()
        response(question, "two-nodes").press("Enter")
        assert copies(page) == 1
        names = [event["name"] for event in seen(page)]
        assert names == ["attempt", "reveal", "retry", "attempt", "reveal"]
        assert score_of(question) == "Score 100 %"

    def test_a_button_that_submits_before_it_could_be_changed(
        self, page: Page, question: Locator
    ) -> None:
        response(question, "plain").check()
        question.evaluate(
            """(question) => {
              const button = document.createElement("button");
              question.querySelector(".itembank-option-body").append(button);
              button.click();
            }"""
        )
        assert seen(page) == []

    def test_steps(self, page: Page, steps: Locator) -> None:
        steps.get_by_role("button", name="Move step A down").click()
        steps.locator("button.md-code__button:visible").first.click()
        for button in steps.locator("button.tabbed-button").all():
            button.evaluate("(button) => button.click()")
        assert copies(page) == 1
        assert seen(page) == []
        steps.locator(".task-list-item input").evaluate(
            "(box) => box.closest('.tabbed-set').querySelectorAll('label')[1].click()"
        )
        steps.locator(".task-list-item input").press("Enter")
        assert copies(page) == 1
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]


class TestFields:
    def test_a_question_with_tabs_and_lists_starts_and_grades(self, question: Locator) -> None:
        expect(question.locator("details")).to_have_count(0)
        response(question, "two-nodes").check()
        submit(question)
        assert score_of(question) == "Score 100 %"
        assert question.locator(".itembank-option[data-state]").count() == 3

    def test_tabs_and_lists_are_no_answer(self, page: Page, question: Locator) -> None:
        tabs = question.locator(".tabbed-labels label")
        tabs.nth(1).click()
        expect(question.get_by_text("--nproc-per-node=8")).to_be_visible()
        expect(question.get_by_text("--ntasks-per-node=8")).to_be_hidden()
        question.locator(".task-list-control").nth(1).evaluate("(label) => label.click()")
        assert question.locator(".task-list-control input:checked").count() == 2
        assert ticked(question) == []
        submit(question)
        expect(question.get_by_role("status")).not_to_be_empty()
        assert seen(page) == []

    def test_only_a_ticked_option_looks_ticked(self, page: Page, question: Locator) -> None:
        def ground(option: str) -> str:
            page.mouse.move(0, 0)
            # The end of the transition, not a colour on the way.
            page.evaluate("() => Promise.all(document.getAnimations().map((a) => a.finished))")
            found: str = row(question, option).evaluate(
                "(row) => getComputedStyle(row).backgroundColor"
            )
            return found

        # A tab is chosen in the first, an entry is ticked in the second.
        assert ground("two-nodes") == ground("one-node") == ground("plain")
        response(question, "two-nodes").check()
        assert ground("two-nodes") != ground("one-node") == ground("plain")

    def test_each_tab_takes_a_click_at_its_edge(self, question: Locator) -> None:
        tabs = question.locator(".tabbed-labels label")
        for place, command in ((1, "--nproc-per-node=8"), (0, "--ntasks-per-node=8")):
            tabs.nth(place).click(position={"x": 4, "y": 10})
            expect(question.get_by_text(command)).to_be_visible()
        assert ticked(question) == []


class TestCard:
    def test_a_click_below_the_label_ticks(self, question: Locator) -> None:
        cell, code = question.get_by_role("cell", name="8"), question.locator("pre:visible").first
        cell.click()
        assert ticked(question) == ["one-node"]
        expect(response(question, "one-node")).to_be_focused()
        code.click(position={"x": 3, "y": 3})
        assert ticked(question) == ["two-nodes", "one-node"]
        cell.click()
        assert ticked(question) == ["two-nodes"]

    def test_a_click_on_something_of_its_own_does_not(self, page: Page, question: Locator) -> None:
        link = question.get_by_role("link", name="the manual")
        link.evaluate("(link) => { link.href = '#here'; }")
        link.click()
        assert page.url.endswith("#here")
        assert ticked(question) == []

    def test_selecting_text_does_not(self, page: Page, question: Locator) -> None:
        cell = question.get_by_role("cell", name="--nproc-per-node")
        cell.scroll_into_view_if_needed()
        place = box(cell.locator("code"))
        middle = place["y"] + place["height"] / 2
        page.mouse.move(place["x"] + 5, middle)
        page.mouse.down()
        page.mouse.move(place["x"] + place["width"] - 5, middle)
        page.mouse.up()
        assert page.evaluate("() => String(getSelection())")
        assert ticked(question) == []

    def test_after_submit_it_neither_ticks_nor_takes_focus(self, question: Locator) -> None:
        response(question, "two-nodes").check()
        submit(question)
        question.get_by_role("cell", name="8").click()
        row(question, "plain").locator(".itembank-rationale").click()
        assert ticked(question) == ["two-nodes"]
        assert question.locator("input:focus").count() == 0
