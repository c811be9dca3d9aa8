"""What tests ask a page and do to it, whatever the kind of question."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

RECORD_EVENTS = """
() => {
  window.seen = [];
  for (const name of ["attempt", "reveal", "retry"]) {
    document.addEventListener(`itembank:${name}`, (event) =>
      window.seen.push({ name, target: event.target.id, detail: event.detail }));
  }
}
"""

# What browser translation and read-aloud do to a page.
WRAP_TEXT_IN_FONT = """
() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  }
}
"""

# The same by tools that put new nodes into the place of those that scripts may hold.
REPLACE_TEXT = """
() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement("font");
    font.append(text.data.replace(/\\p{L}+/gu, "[$&]"));
    text.replaceWith(font);
  }
}
"""


def submit(question: Locator) -> None:
    question.get_by_role("button", name="Submit").click()


def retry(question: Locator) -> None:
    question.get_by_role("button", name="Try again").click()


def score_of(question: Locator) -> str:
    return question.locator(".itembank-score").inner_text()


def box(target: Locator) -> dict[str, float]:
    found = target.bounding_box()
    assert found
    return {**found}  # type: ignore[dict-item]


def focused(page: Page) -> str:
    """Text, label or value of the element that has focus."""
    return str(
        page.evaluate(
            "() => (document.activeElement.value || document.activeElement.textContent).trim()"
        )
    )


def seen(page: Page) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = page.evaluate("() => window.seen")
    return events


def settle(page: Page) -> None:
    """Wait until no transition runs, so that colours are the final ones."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((a) => a.finished))")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


def overflow(page: Page) -> int:
    width: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return width


def assert_targets(question: Locator) -> None:
    """Assert that what takes a finger is 24 px high and wide; a tick box lies in its label."""
    for target in question.locator("label, button:visible, summary, input[type=text]").all():
        size = box(target)
        assert min(size["width"], size["height"]) >= 24
