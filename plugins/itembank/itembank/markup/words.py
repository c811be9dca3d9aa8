"""The words that a page prints around an author's text; the constants are translated by `_`."""

from __future__ import annotations

from itembank.language import _, word
from itembank.model import ChoiceItem, Exactly, ItemBase, OrderItem, Settings, UpTo

ANSWER_SUMMARY = word("Show the answer")
SUBMIT = word("Submit")
HINT = word("Hint {number} of {count}")
CORRECT, NOT_CORRECT = word("Correct"), word("Not correct")
SOURCES = word("Sources")
ANSWER = word("Answer:")
IF_YOU_GOT = word("If you got")
ORDER_INSTRUCTION = word("Give each its place.")
POLICY_NAMES = {
    "all_or_nothing": word("All or nothing"),
    "net_correct": word("Net correct"),
    "each_answer": word("Each answer"),
    "coverage": word("Coverage"),
    "weights": word("Weighted options"),
    "pairs": word("Pairs in order"),
    "tolerance": word("Tolerance"),
}
_CHOICE_RULES = {
    "all_or_nothing": word("only the exact selection scores, everything else is 0 %."),
    "net_correct": word(
        "correct ticks minus wrong ticks, divided by the number of correct options, "
        "never below 0 %."
    ),
    "each_answer": word("the share of options decided right, whether ticked or left."),
    "coverage": word(
        "the share of correct options ticked, times the share of ticks that are correct."
    ),
    "weights": word("each tick adds its own weight, kept between 0 % and 100 %."),
}
_CAPPED_RULE = word(
    "correct ticks divided by the number of correct options; ticks are limited, so none are "
    "deducted."
)
_ORDER_RULES = {
    "all_or_nothing": word("only the exact order scores, everything else is 0 %."),
    "pairs": word(
        "pairs in the right order minus pairs in the wrong one, divided by all pairs, "
        "never below 0 %."
    ),
}
ORIGIN = word("Question:")
NO_PLACE = "–"
DATA_TABLE = word("Data table")
DATA_AND_SOURCES = word("Data and sources")
DOWNLOAD = word("Download as CSV")


def instruction(item: ChoiceItem) -> str:
    """Return the sentence that tells how many options to tick."""
    match item.select:
        case "all":
            return _("Select all that apply.")
        case "one":
            return _("Select one.")
        case Exactly(exactly=count):
            return _("Select exactly {count}.").format(count=count)
        case UpTo(up_to=count):
            return _("Select up to {count}.").format(count=count)


def entry_word(item: ItemBase) -> str:
    """Return what a text calls one of the item's entries, in English."""
    return word("step") if isinstance(item, OrderItem) else word("option")


def numeric_instruction(tolerance: float) -> str:
    """Return the sentence that tells how exact a number must be."""
    return _("A number, within {percent} %.").format(percent=f"{tolerance * 100:g}")


def your_answer(unit: str) -> str:
    """Return the label of the field for a number."""
    return _("Your answer in {unit}").format(unit=unit) if unit else _("Your answer")


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


def choice_rule(item: ChoiceItem, policy: str) -> str:
    """Return in one sentence how selections are scored under `policy`."""
    capped = policy == "net_correct" and item.cap is not None
    return _(_CAPPED_RULE if capped else _CHOICE_RULES[policy])


def order_rule(policy: str) -> str:
    """Return in one sentence how sequences are scored under `policy`."""
    return _(_ORDER_RULES[policy])


def numeric_rule(tolerance: float) -> str:
    """Return in one sentence how numbers are scored."""
    rule = _("any value within {percent} % of the answer scores, everything else is 0 %.")
    return rule.format(percent=f"{tolerance * 100:g}")


def letter(index: int) -> str:
    """Return the letter shown beside the option number `index` (from 0, at most 26)."""
    return chr(ord("A") + index)
