"""Rules about the set of options: which do not belong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.rule import Context, Hit, choice_rule
from itembank.lint.subject import ChoiceSubject
from itembank.model.diagnostics import Severity

_SET = r"(?:the|these)(?: (?:above|answers?|options?|choices?|statements?|following))?"
_TAIL = r"(?: (?:is|are|apply|applies)(?: (?:correct|right|true|valid))?)?\W*$"
_ALL_OF = re.compile(rf"^\W*(?:all|any) (?:of )?{_SET}{_TAIL}|\ball of the above\b", re.I)
_NONE_OF = re.compile(rf"^\W*(?:none|neither) (?:of )?{_SET}{_TAIL}|\bnone of the above\b", re.I)
_ONE_OF_THEM = r"\(?(?:[A-H]|[1-8])\)?"
_COMBINED = re.compile(
    rf"^\W*(?i:both |neither |only |options? |answers? )*{_ONE_OF_THEM}"
    rf"(?:, {_ONE_OF_THEM})*,? (?:and|or|nor|&|\+) {_ONE_OF_THEM}(?: only| above)?\W*$|"
    r"^\W*(?i:both of the (?:above|other))",
)
_NUMBER = re.compile(
    r"^[^\w-]*(?P<value>[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?P<unit>[^\d,;\[\]]{0,14}?)\W*$"
)
_ARTICLES = frozenset(("a", "an", "the"))


@choice_rule(
    "all-of-the-above",
    "warning",
    summary="An option stands for all the others.",
    why="Seeing two right options gives it away, and “above” means nothing once options are "
    "shuffled (Haladyna, Downing & Rodriguez 2002; NBME guide 2020). Where readers tick all that "
    "apply it has no meaning, so there it is an error.",
    fix="delete it; with `select: all` the reader ticks all options",
)
def all_of_the_above(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """`All of the above`, in its usual wordings."""
    severity: Severity = "warning" if subject.item.select == "one" else "error"
    for choice in subject.choices:
        if _ALL_OF.search(choice.text.visible):
            message = f"option `{choice.id}` stands for all the others"
            yield Hit(choice.text.place, message, 0, severity)


@choice_rule(
    "none-of-the-above",
    "warning",
    summary="An option stands for none of the others.",
    why="It says that the reader knows what is wrong, not what is right. Ticked beside another "
    "option it contradicts itself, and shuffled it may stand first (rust-book 147; NBME guide).",
    fix="replace it by a distractor, or say in full what would hold instead",
)
def none_of_the_above(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """`None of the above`, in its usual wordings."""
    for choice in subject.choices:
        if _NONE_OF.search(choice.text.visible):
            message = f"option `{choice.id}` stands for none of the others"
            yield Hit(choice.text.place, message, 0)


@choice_rule(
    "combined-options",
    "warning",
    summary="An option combines others by letter or number (“A and C only”).",
    why="Letters move when options are shuffled, and combinations reward test tactics (K-type "
    "items; Haladyna, Downing & Rodriguez 2002).",
    fix="use `select: all` and let the reader combine",
)
def combined_options(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """`A and C`, `both B and D`, `1, 2 and 4`."""
    for choice in subject.choices:
        letters = re.findall(r"\b[A-H]\b", choice.text.visible)
        named = any(re.search(rf"\b{letter}\b", subject.stem.visible) for letter in letters[1:])
        if _COMBINED.search(choice.text.visible) and not named:
            yield Hit(choice.text.place, f"option `{choice.id}` combines other options", 0)


@choice_rule(
    "near-duplicate",
    "info",
    summary="Two options differ in nothing but an article or the final full stop.",
    why="Readers cannot tell them apart (text2qti 38 and 63). Other signs and the order of words "
    "count: `-d` and `-D`, or “grep -E” and “grep -e”, are different answers.",
    fix="say what differs, or drop one of them",
)
def near_duplicate(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Options equal but for articles, the first letter's case and the full stop."""
    seen: dict[tuple[str, ...], str] = {}
    for choice in subject.choices:
        text = choice.text.visible.rstrip(" .")
        text = text[:1].lower() + text[1:]
        plain = tuple(word for word in text.split() if word.lower() not in _ARTICLES)
        if "`" in choice.text.source or len(plain) < 2:
            continue
        if plain in seen:
            message = f"option `{choice.id}` has the words of option `{seen[plain]}`"
            yield Hit(choice.text.place, message, 0)
        seen.setdefault(plain, choice.id)


@choice_rule(
    "number-order",
    "info",
    summary="Options are numbers, but they are shuffled or not in order.",
    why="Readers look a number up in an ordered list; any other order costs time and tests nothing "
    "(NBME guide 2020).",
    fix="put them in order and set `shuffle: false`",
)
def number_order(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Numeric options in a random order."""
    found = [_NUMBER.match(choice.text.visible) for choice in subject.choices]
    numbers = [match for match in found if match]
    units = {" ".join(match["unit"].split()).rstrip("s") for match in numbers}
    if len(found) < 3 or len(numbers) < len(found) or len(units) > 1:
        return
    ordered = [float(match["value"].replace(",", "").replace("−", "-")) for match in numbers]
    if ordered not in (sorted(ordered), sorted(ordered, reverse=True)):
        yield Hit(("options",), "the numbers are not in order")
    elif subject.item.shuffle:
        yield Hit(("options",), "the numbers are in order, but the page shuffles them")
