"""Pages of prose: quantities that are neither computed nor cited.

A comment silences the paragraph, list or table behind it, or in whose line it stands; with `page`,
all of the page:

    <!-- itembank: ignore bare-number: why -->
    <!-- itembank: ignore page bare-number: why -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from itembank.lint.fences import find_fences
from itembank.lint.prose import VALUE, prose, sentences
from itembank.lint.quantities import BareNumber, bare_numbers, quantities
from itembank.model.diagnostics import Severity

RULE = "bare-number"
IGNORING = "ignore-comment"

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_IGNORE = re.compile(
    r"<!--\s*itembank:\s*ignore\s+(?P<page>page\s+)?(?P<rule>[\w-]+)(?:\s*:\s*(?P<reason>.*?))?\s*-->",
    re.DOTALL,
)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_SOURCE = re.compile(r"\]\(<?https?:|\[\^[^\]]+\]|\[@[\w-]+|\b(?:made[ -]up|hypothetical)\b", re.I)
_LEAD = re.compile(r"^[ \t]*\*\*[^*\n]+\*\*", re.MULTILINE)
"""Bold words that stand for a heading."""
_QUOTED = re.compile(r"“[^”\n]*”|(?<![\w\d])\"[^\"\n]+\"")
_PART = re.compile(r"^[ \t>]*(?:[-*+][ \t]|\d+\.[ \t]|\|)|\A", re.MULTILINE)
_LITERAL = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_BLOCK = re.compile(r"(?:^(?![ \t]*$).*\n?)+", re.MULTILINE)
_INDENTED = re.compile(r"^(?: {4}|\t)(?![ \t]*(?:[-*+]|\d+\.)[ \t]).*$", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t].*|\*\[[^\]]*\]:.*|\[[^\]]+\]:.*|/{3,}.*)$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class PageHit:
    """A finding at character `offset` of a page."""

    offset: int
    severity: Severity
    rule: str
    message: str
    hint: str


def lint_page(text: str, expand: Callable[[str], str]) -> Iterator[PageHit]:
    """Yield what a page states without saying where it comes from; `expand` computes values."""
    ignored, mistakes = _ignoring(text)
    yield from mistakes
    if ignored is None:
        return
    shown = _prose(text)
    computed = "\n".join(expand(match[0]) for match in VALUE.finditer(text))
    known = {number.plain for number in quantities(computed)}
    inputs = {float(n) for value in VALUE.findall(text) for n in _LITERAL.findall(value)}
    for block in _BLOCK.finditer(shown):
        if any(block.start() <= at < block.end() for at in ignored):
            continue
        source = text[block.start() : block.end()]
        for number in _in_block(block[0], source, known):
            if number.value in inputs:
                continue  # what the page computes with
            message = f"“{number.shown}” is neither computed nor cited"
            hint = (
                "compute it, `{{= ... | GB/s }}`, link the source in the sentence, or say above it "
                f"`<!-- itembank: ignore {RULE}: why -->`"
            )
            yield PageHit(block.start() + number.offset, "info", RULE, message, hint)


def _in_block(block: str, source: str, known: Collection[str]) -> Iterator[BareNumber]:
    """Yield the bare numbers of a paragraph, list or table.

    A paragraph, an entry of a list and a row of a table each need a source of their own, which may
    stand anywhere in them; a link in the head of a table is the source of all rows.
    """
    if block.lstrip().startswith("|") and "](" in source.split("\n", 1)[0]:
        return
    starts = [match.start() for match in _PART.finditer(block)] or [0]
    for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
        if _SOURCE.search(source[start:end]):
            continue
        for offset, sentence in sentences(block[start:end]):
            first = start + offset
            here = source[first : first + len(sentence)]
            for number in bare_numbers(sentence, here, known):
                yield BareNumber(first + number.offset, number.shown, number.plain)


def _prose(text: str) -> str:
    """Return `text`, as long as before, with what is not running text as spaces."""
    lines = text.split("\n")
    code = find_fences(lines).code
    text = "\n".join(" " * len(line) if n in code else line for n, line in enumerate(lines))
    for pattern in (_FRONT_MATTER, _COMMENT, _NOT_PROSE, _INDENTED, _LEAD, _QUOTED):
        text = pattern.sub(_blank, text)
    return prose(text)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _ignoring(text: str) -> tuple[list[int] | None, list[PageHit]]:
    """Return where blocks are silenced, or None for the whole page; and mistakes in saying so."""
    places: list[int] = []
    mistakes: list[PageHit] = []
    whole = False
    for match in _IGNORE.finditer(text):
        if match["rule"] != RULE:
            message = f"no rule `{match['rule']}` to ignore in a page"
            mistakes.append(PageHit(match.start(), "warning", IGNORING, message, f"use `{RULE}`"))
        elif not match["reason"]:
            hint = f"`<!-- itembank: ignore {RULE}: why -->`"
            message = "a rule is ignored without a reason"
            mistakes.append(PageHit(match.start(), "warning", IGNORING, message, hint))
        elif match["page"]:
            whole = True
        else:
            rest = text[match.end() :]
            places += [match.start(), match.end() + len(rest) - len(rest.lstrip())]
    return (None if whole else places), mistakes
