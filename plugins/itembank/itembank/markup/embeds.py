"""Find `/// question | id`, `/// key | id`, `/// figure | id` in a page; bring in their Markdown.

The Markdown of an embed goes to the top of the page, outside every list, quote and tab, because
blocks that hold other blocks do not survive all of those. Where the embed stood, a slot is left,
and the rendered element is moved there (`markup.extension`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from typing import Literal, TypeAlias, cast

from itembank.lint import TextProblem, find_fences
from itembank.lint.citations import check_citations
from itembank.markup.citations import check_source_blocks, cite, list_sources
from itembank.markup.compose import compose_figure, compose_item
from itembank.markup.key import compose_key
from itembank.markup.marks import mark
from itembank.model import Bank, BankItem, NumericItem
from itembank.model.diagnostics import Severity
from itembank.values import NO_NAMES, Evaluator, TemplateError, expand

_OPENING = re.compile(
    r"^(?P<prefix>[ \t>]*)(?P<fence>/{3,})[ ]*(?P<kind>question|figure|key)(?![\w-])[ ]*"
    r"(?:\|[ ]*(?P<id>.*?)[ ]*|(?P<bare>[\w-]+)[ ]*)?$"
)
BLOCKS = ("question", "questions", "key", "figure", "sources", "exam", "exams")
"""Names of our blocks for authors."""
_BLOCK = re.compile(r"^[ \t>]*/{3,}[ ]*(?P<name>[A-Za-z][\w-]*)(?P<colon>:?)(?=[ |]|$)")
_BEHIND_ITEM_MARK = re.compile(
    r"^(?P<prefix>[ \t>]*(?:[-*+]|\d+\.)[ ]+)/{3,}[ ]*(?P<kind>question|figure|key)[ ]*\|"
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a page: `line` and `column` from 1."""

    line: int
    column: int
    rule: str
    message: str
    hint: str = ""
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Embed:
    """One embedding block: lines `first` to `last` (from 0, inclusive) of the page."""

    kind: Literal["question", "figure", "key"]
    id: str
    prefix: str
    first: int
    last: int


Report: TypeAlias = Callable[[Problem], None]


def expand_page(
    lines: list[str],
    bank: Bank,
    evaluator: Evaluator,
    report: Report,
    page_of: Callable[[BankItem], str | None],
) -> tuple[list[str], list[Embed]]:
    """Return the page with embeds brought in and `{{= }}` replaced by values, and the embeds.

    `page_of` names a question's own page, as `compose_item` wants it.
    The number of an embed is its place in that list. Mistakes go to `report`; an embed that the
    bank does not have leaves a visible note in its place.
    """
    composed: list[str] = []
    page: list[str] = []
    embeds: list[Embed] = []
    position = 0
    for embed in find_embeds(lines, report):
        page += expand_values(lines, position, embed.first, evaluator, report)
        if check_embed(embed, bank, report):
            composed += _compose(embed, len(embeds), bank, evaluator, page_of)
            line = mark("slot", str(len(embeds)))
            embeds.append(embed)
        else:
            note = f"itembank: no {embed.kind} {embed.id!r}".replace("<", "&lt;")
            line = f'<p class="itembank-error">{note}</p>'
        blank = embed.prefix.rstrip()
        page += [blank, embed.prefix + line, blank]
        position = embed.last + 1
    page += expand_values(lines, position, len(lines), evaluator, report)
    if bank.sources:
        page = cite("\n".join(list_sources(page, bank)), bank).split("\n")
    return [*composed, *page], embeds


def check_page(lines: list[str], bank: Bank, evaluator: Evaluator, report: Report) -> None:
    """Report every mistake that `expand_page` would meet in the page itself."""
    position = 0
    for embed in find_embeds(lines, report):
        expand_values(lines, position, embed.first, evaluator, report)
        check_embed(embed, bank, report)
        position = embed.last + 1
    expand_values(lines, position, len(lines), evaluator, report)
    _check_names(lines, report)
    _check_sources(lines, bank, report)


def _check_names(lines: list[str], report: Report) -> None:
    """Report blocks that are nearly ours: they would be printed as they stand."""
    if not any("///" in line for line in lines):
        return
    code = find_fences(lines).code
    for index, line in enumerate(lines):
        block = None if index in code else _BLOCK.match(line)
        if block is None or (block["name"] in BLOCKS and not block["colon"]):
            continue
        close = get_close_matches(block["name"].lower(), BLOCKS, n=1, cutoff=0.8)
        if close:
            message = f"no block `{block['name']}{block['colon']}`"
            hint = f"did you mean `{close[0]} |`?"
            report(Problem(index + 1, block.start("name") + 1, "embed", message, hint))


def _check_sources(lines: list[str], bank: Bank, report: Report) -> None:
    """Report citations of what the site does not have, and lists of sources that cannot be made."""

    def in_line(index: int, problem: TextProblem) -> None:
        at = (index + 1, problem.offset + 1)
        report(Problem(*at, problem.rule, problem.message, problem.hint))

    check_source_blocks(lines, bank, in_line)
    if bank.sources:
        text = "\n".join(lines)
        for problem in check_citations(text, bank.sources):
            line = text.count("\n", 0, problem.offset)
            start = text.rfind("\n", 0, problem.offset) + 1
            in_line(line, replace(problem, offset=problem.offset - start))


def find_embeds(lines: list[str], report: Report) -> Iterator[Embed]:
    """Yield the embedding blocks outside fenced code, in order."""
    if not any("///" in line for line in lines):
        return
    code = find_fences(lines).code
    index = 0
    while index < len(lines):
        opening = None if index in code else _OPENING.match(lines[index])
        if opening is None and index not in code:
            _check_item_mark(lines[index], index, report)
        if opening:
            embed = _read_embed(lines, index, opening, report)
            if embed:
                yield embed
                index = embed.last
        index += 1


def check_embed(embed: Embed, bank: Bank, report: Report) -> bool:
    """Tell whether the bank has what is embedded, and report when it has not."""
    kind = "figure" if embed.kind == "figure" else "question"
    known = bank.figures if kind == "figure" else bank.items
    if embed.id in known:
        return True
    if embed.id in bank.broken:
        return False
    close = get_close_matches(embed.id, known, n=1)
    hint = f"did you mean `{close[0]}`?" if close else f"the site has {len(known)} of them"
    column = len(embed.prefix) + 1
    message = f"no {kind} `{embed.id}`"
    report(Problem(embed.first + 1, column, f"unknown-{kind}", message, hint))
    return False


def expand_values(
    lines: list[str], start: int, end: int, evaluator: Evaluator, report: Report
) -> list[str]:
    """Return lines `start` to `end` with values in place of `{{= }}`.

    A value may itself be Markdown of several lines, such as a table.
    """

    def locate(error: TemplateError, line: int) -> None:
        report(Problem(line + 1, error.offset + 1, "value", error.message, error.hint))

    expanded: list[str] = []
    for number, line in enumerate(lines[start:end], start):
        if "{{=" in line:
            report_here = partial(locate, line=number)
            expanded += expand(line, evaluator, report_here).split("\n")
        else:
            expanded.append(line)
    return expanded


def _check_item_mark(line: str, index: int, report: Report) -> None:
    behind = _BEHIND_ITEM_MARK.match(line)
    if behind:
        message = f"the {behind['kind']} stands behind the mark of a list item"
        hint = "give it lines of its own, indented by four spaces"
        report(Problem(index + 1, len(behind["prefix"]) + 1, "embed", message, hint))


def _read_embed(
    lines: list[str], first: int, opening: re.Match[str], report: Report
) -> Embed | None:
    prefix, fence, kind = opening["prefix"], opening["fence"], opening["kind"]
    column = len(prefix) + 1
    if not opening["id"]:
        example = f"`{fence} {kind} | its-id`"
        report(Problem(first + 1, column, "embed", f"the {kind} to embed has no id", example))
        return None
    last = first + 1
    while last < len(lines) and not lines[last].strip(" \t>"):
        last += 1
    if last >= len(lines) or lines[last].strip(" \t>") != fence:
        hint = f"close it with `{fence}` in the next line; it takes no content"
        report(Problem(first + 1, column, "embed", f"the {kind} block is not closed", hint))
        last = first
    known = cast(Literal["question", "figure", "key"], kind)
    return Embed(known, opening["id"], prefix, first, last)


def _compose(
    embed: Embed,
    number: int,
    bank: Bank,
    evaluator: Evaluator,
    page_of: Callable[[BankItem], str | None],
) -> list[str]:
    entry = bank.items[embed.id] if embed.kind != "figure" else None
    item = entry.item if entry else None
    givens = item.givens() if isinstance(item, NumericItem) else (NO_NAMES,)

    def expand_text(text: str) -> str:
        # Mistakes are reported at the text's own file.
        return cite(expand(text, evaluator, lambda _: None, givens), bank)

    if entry is not None and embed.kind == "key":
        return compose_key(entry.item, expand_text, number, page_of(entry) or "")
    if entry is not None:
        return compose_item(entry.item, bank, expand_text, number, page_of(entry))
    return compose_figure(bank.figures[embed.id], bank, expand_text, number)
