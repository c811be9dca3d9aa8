"""What pages, browsers and readers do to a question."""

from __future__ import annotations

import random
import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from ..probes import WRAP_TEXT_IN_FONT, retry, score_of, seen, submit
from ..rendered import FIXTURES
from .choice_page import (
    DISTRACTORS,
    EXACTLY_TWO,
    KEY,
    SELECT_ALL,
    SELECT_ONE,
    letters,
    order,
    rows,
    tick,
    ticked,
)


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
