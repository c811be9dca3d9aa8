"""Rules about the stem: what it asks, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.rule import Context, Hit, choice_rule, question_rule
from itembank.lint.subject import ChoiceSubject, Subject
from itembank.lint.texts import blank_code
from itembank.model import Exactly, UpTo
from itembank.model.diagnostics import Severity

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_COUNT = rf"(?P<count>{'|'.join(_NUMBERS)}|[1-9])"
_ASKS_FOR = re.compile(
    rf"\b(?:select|choose|pick|tick|mark)\s+(?:exactly\s+|any\s+|up to\s+|the\s+)?{_COUNT}\b"
    rf"(?!\s*[/%])|\bwhich\s+{_COUNT.replace('count', 'which')}\s+(?:of|are|is|statements?|options?"
    rf"|answers?|choices?)\b",
    re.I,
)
_ALL_THAT_APPLY = re.compile(
    r"\b(?:select|choose|pick|tick|mark|check)\s+all\s+(?:that|which)\s+\w+", re.I
)

_MAIN = (
    r"(?:(?!\b(?:that|what|which|who|whose|why|if|when|because|how|whether|since|unless|explains?)\b)"
    r"[^?.;:,])"
)
_START = r"(?:^|[,;:(—]\s*|\b(?:of|in|on|for|from|to|with|at|by)\s+)"
_AUXILIARY = r"(?:is|are|was|were|does|do|did|can|could|will|would|should|has|have|must)"
_NO_PRONOUN = r"(?<!\bit )(?<!\bthey )(?<!\byou )(?<!\bthere )"
_NEGATIVE = re.compile(
    rf"{_START}(?:which|what|select|choose|identify|all)\b{_MAIN}{{0,120}}?(?P<not>"
    rf"{_NO_PRONOUN}\b{_AUXILIARY}\s+(?:\w+\s+)?not\b|{_NO_PRONOUN}\b{_AUXILIARY}n['’]t\b|\bcannot\b|\bexcept(?!ion)\b"
    rf"|\b{_AUXILIARY}\s+(?:false|incorrect|untrue|wrong|invalid)\b(?!\s+(?:with|about|in)\b)"
    r"|\bnever\b"
    rf"|\b(?:incorrect|false|untrue|invalid)\s+(?:statement|option|answer|claim)s?\b)",
    re.I,
)
_EMPHASIS = re.compile(
    r"\b(?:NOT|EXCEPT|NEVER|CANNOT|FALSE|INCORRECT|UNTRUE|WRONG|INVALID|[A-Z]+N['’]T)\b"
)
_STRESSED = re.compile(
    r"(?:\*|_|<(?:strong|b|em)>)\s*"
    r"(?:not|\w+n['’]t|except|never|cannot|false|incorrect|untrue|wrong|invalid)(?![a-z])",
    re.I,
)
_NEGATED_OPTION = re.compile(
    r"^(?:(?!\b(?:that|which|who|whose|if|when|because|so|where)\b).)*?"
    r"(?P<said>\b(?:not|never|cannot|neither|nor)\b|\b\w+n['’]t\b)",
    re.I | re.DOTALL,
)


@choice_rule(
    "negative-stem",
    "warning",
    summary="The question asks for what does not hold, and the negation is easy to miss.",
    why="Readers overlook a plain “not” (rust-book 218). NBME guide 2020 and Haladyna, Downing & "
    "Rodriguez 2002: word it positively, or else stress the negation.",
    fix="ask for what holds, or write **not** / **except** in bold",
)
def negative_stem(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A negated question without emphasis."""
    found = _negation(subject)
    if found is None:
        return
    at, said = found
    if not _EMPHASIS.search(said) and not _stressed(subject.stem.source, at, at + len(said)):
        yield Hit(("stem",), f"the question is negative: “{' '.join(said.split())}”", at)


@choice_rule(
    "double-negative",
    "warning",
    summary="A negative question has an option with a negation in it.",
    why="Two negations test logic instead of the subject (Haladyna, Downing & Rodriguez 2002).",
    fix="ask for what holds, or word the option positively",
)
def double_negative(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A negation in the question and in an option."""
    if _negation(subject) is None:
        return
    for choice in subject.choices:
        if match := _NEGATED_OPTION.search(choice.text.prose):
            message = f"the question is negative, and option `{choice.id}` says “{match['said']}”"
            yield Hit(choice.text.place, message, match.start("said"))


@choice_rule(
    "count-in-stem",
    "warning",
    summary="The stem says how many to tick, and `select` says something else.",
    why="The page prints the instruction from `select`; a second one can only agree or mislead "
    "(ghcertified 195, 202, 320: the stem says two, one is keyed).",
    fix="leave the instruction to the page; set `select: {exactly: N}` if the number is meant",
)
def count_in_stem(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """An instruction in the author's text."""
    item, prose = subject.item, subject.stem.prose
    expected = _expected(subject)
    for match in _ASKS_FOR.finditer(prose):
        said = (match["count"] or match["which"]).lower()
        count = _NUMBERS.get(said) or int(said)
        if match["which"] and count == 1 and item.select == "one":
            continue
        if count != expected:
            shown = " ".join(match[0].split())
            keys = len(item.key)
            contradiction: Severity | None = "error" if count != keys else None
            message = f"“{shown}”, but {_says(subject)} and {keys} of the options are right"
            yield Hit(("stem",), message, match.start(), contradiction)
    for match in _ALL_THAT_APPLY.finditer(prose):
        if item.select == "all":
            yield Hit(
                ("stem",), "the page says “Select all that apply” itself", match.start(), "info"
            )
        else:
            message = f"“{' '.join(match[0].split())}”, but {_says(subject)}"
            yield Hit(("stem",), message, match.start())


@question_rule(
    "question-not-last",
    "warning",
    summary="The stem ends with a code block, list, table or quote instead of the question.",
    why="The last paragraph of the stem names the group of answers for screen readers (WCAG "
    "technique H71); without one the page falls back to the title.",
    fix="move the sentence that asks to the end of the stem",
)
def question_not_last(subject: Subject, context: Context) -> Iterator[Hit]:
    """A stem whose last block is no paragraph."""
    source = subject.stem.source.rstrip()
    last = blank_code(source).rsplit("\n", 1)[-1]
    block = re.search(r"(?:^|\n[ \t]*\n)(?P<block>[^\n](?:.|\n(?![ \t]*\n))*)$", source)
    if not last.strip() and re.search(r"^[ \t>]*(?:`{3,}|~{3,})\s*$", source.rsplit("\n", 1)[-1]):
        what = "a code block"
    elif block and re.match(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S", block["block"]):
        what = "a list"
    elif block and re.match(r"[ \t]*\|", block["block"]):
        what = "a table"
    elif block and re.match(r"[ \t]*>", block["block"]):
        what = "a quote"
    else:
        return
    yield Hit(("stem",), f"the stem ends with {what}", len(source) - 1)


def _negation(subject: ChoiceSubject) -> tuple[int, str] | None:
    offset, sentence = subject.question
    match = _NEGATIVE.search(re.sub(r"[*_]", " ", sentence))
    return (offset + match.start("not"), match["not"]) if match else None


def _stressed(source: str, start: int, end: int) -> bool:
    """Whether a negation between `start` and `end` is set off by `*`, `_` or a tag."""
    return _STRESSED.search(source, max(0, start - 3), end + 3) is not None


def _expected(subject: ChoiceSubject) -> int | None:
    match subject.item.select:
        case Exactly(exactly=count) | UpTo(up_to=count):
            return count
        case "one":
            return 1
        case _:
            return None


def _says(subject: ChoiceSubject) -> str:
    match subject.item.select:
        case Exactly(exactly=count):
            return f"`select` asks for exactly {count}"
        case UpTo(up_to=count):
            return f"`select` asks for up to {count}"
        case word:
            return f"`select: {word}` is set"
