"""The words that a page prints around an author's text."""

from __future__ import annotations

from itembank.model import ChoiceItem, Exactly, Settings, UpTo

ANSWER_SUMMARY = "Show the answer"
SUBMIT = "Submit"
CORRECT, NOT_CORRECT = "Correct", "Not correct"
OPTION = "option"
SOURCES = "Sources"
ANSWER = "Answer:"
IF_YOU_GOT = "If you got"
ORDER_INSTRUCTION = "Give each step its place."
NO_PLACE = "–"
DATA_TABLE = "Data table"
DATA_AND_SOURCES = "Data and sources"
DOWNLOAD = "Download as CSV"

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def instruction(item: ChoiceItem) -> str:
    """Return the sentence that tells how many options to tick."""
    match item.select:
        case "all":
            return "Select all that apply."
        case "one":
            return "Select one."
        case Exactly(exactly=count):
            return f"Select exactly {_number(count)}."
        case UpTo(up_to=count):
            return f"Select up to {_number(count)}."


def numeric_instruction(tolerance: float) -> str:
    """Return the sentence that tells how exact a number must be."""
    return f"A number, within {tolerance * 100:g} %."


def your_answer(unit: str) -> str:
    """Return the label of the field for a number."""
    return f"Your answer in {unit}" if unit else "Your answer"


def select_mark(item: ChoiceItem) -> str:
    """Return `select` as one word for the page: `all`, `one`, `exactly:N` or `up_to:N`."""
    match item.select:
        case Exactly(exactly=count):
            return f"exactly:{count}"
        case UpTo(up_to=count):
            return f"up_to:{count}"
        case word:
            return word


def scoring_policy(item: ChoiceItem, settings: Settings) -> str:
    """Return the item's policy, or the site's default for its kind of selection."""
    if item.scoring is not None:
        return item.scoring
    return settings.scoring.select_all if item.select == "all" else settings.scoring.other


def letter(index: int) -> str:
    """Return the letter shown beside the option number `index` (from 0, at most 26)."""
    return chr(ord("A") + index)


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
