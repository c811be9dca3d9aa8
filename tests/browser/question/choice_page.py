"""The fixture page of choice questions: what is on it, and how to read and answer it."""

from __future__ import annotations

from playwright.sync_api import Locator

SELECT_ALL, SELECT_ONE, EXACTLY_TWO = "#q-first-steps", "#q-which-link", "#q-two-costs"
KEY = ("utilization-drops", "sync-overhead", "link-saturated")
DISTRACTORS = ("fewer-steps", "easier-debugging", "more-memory")
WORDS = {
    "hit": "Correct, you ticked it",
    "missed": "Missed",
    "false-alarm": "Wrongly ticked",
    "correct-rejection": "Correctly left",
}
# A piece of the rationale of each option, of both explanations and of the sources.
SPOILERS = (
    "critical batch size",
    "count as busy",
    "did not reach it",
    "cross the network in every step",
    "keeps a full copy per GPU",
    "share 12.5 GB/s each way",
    "share one slow port",
    "place to look at first",
    "A data sheet",
)


def tick(question: Locator, *options: str) -> None:
    for option in options:
        question.locator(f"input[value='{option}']").check()


def order(question: Locator) -> list[str]:
    return [row.get_attribute("data-option") or "" for row in rows(question)]


def rows(question: Locator) -> list[Locator]:
    return question.locator(".itembank-option").all()


def states(question: Locator) -> dict[str, str | None]:
    return {
        row.get_attribute("data-option") or "": row.get_attribute("data-state")
        for row in rows(question)
    }


def ticked(question: Locator) -> set[str]:
    return {box.input_value() for box in question.locator("input:checked").all()}


def letters(question: Locator) -> dict[str, str]:
    """The letter beside each option."""
    return {
        row.get_attribute("data-option") or "": row.locator("label .itembank-letter").inner_text()
        for row in rows(question)
    }
