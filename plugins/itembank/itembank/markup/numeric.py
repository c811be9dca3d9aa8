"""The parsed parts of a numeric item -> one field for a number, its answers and slips."""

from __future__ import annotations

import html
import json
import xml.etree.ElementTree as etree
from collections.abc import Sequence

from markdown.util import AtomicString

from itembank.language import _
from itembank.markup import words
from itembank.markup.elements import child, literal, move_children
from itembank.markup.frame import Parts, answer, ask, explain, mark_question, state_rule
from itembank.model import NumericItem
from itembank.values import Solution, spellings


def assemble_numeric(
    root: etree.Element,
    item: NumericItem,
    parts: Parts,
    solutions: Sequence[Solution],
    page_id: str,
) -> None:
    """Fill `root`, an empty `itembank-question` element; one solution a variant."""
    mark_question(root, item, item.type, page_id)
    root.set("data-unit", item.unit)
    root.set("data-tolerance", str(item.tolerance))
    root.set("data-variants", str(len(solutions)))
    root.set("data-units", json.dumps(spellings(item.unit), ensure_ascii=False))
    unit = "" if item.unit == "x" else item.unit
    fieldset = ask(root, item, parts, words.numeric_instruction(item.tolerance))
    options = child(fieldset, "div", "itembank-options", data_search_exclude="")
    row = child(options, "div", "itembank-number")
    label = literal(row, "label", words.your_answer(unit))
    label.set("for", f"{page_id}_response")
    child(
        row,
        "input",
        type="text",
        inputmode="decimal",
        autocomplete="off",
        spellcheck="false",
        name="response",
        id=f"{page_id}_response",
    )
    if unit:
        literal(row, "span", unit, "itembank-unit")
    details = answer(root)
    _solution(details, item, parts, solutions)
    state_rule(details, "tolerance", words.numeric_rule(item.tolerance))
    explain(details, parts)


def _solution(
    details: etree.Element, item: NumericItem, parts: Parts, solutions: Sequence[Solution]
) -> None:
    right = child(details, "div", "itembank-solution")
    right.set("data-answers", json.dumps([solution.answer for solution in solutions]))
    line = child(right, "p", "itembank-verdict")
    literal(line, "strong", _(words.ANSWER)).tail = AtomicString(" ")
    _value(line, [solution.printed for solution in solutions])
    move_children(parts["rationale"], child(right, "div", "itembank-rationale"))
    if not item.slips:
        return
    slips = child(details, "ul", "itembank-slips")
    for index, slip in enumerate(item.slips):
        entry = child(slips, "li", data_slip=slip.id)
        values = [solution.slips[index] for solution in solutions]
        entry.set("data-answers", json.dumps([value for value, _ in values]))
        line = literal(entry, "p", _(words.IF_YOU_GOT) + " ", "itembank-verdict")
        _value(line, [printed for _, printed in values])
        move_children(parts[f"slip:{slip.id}"], child(entry, "div", "itembank-rationale"))


def _value(parent: etree.Element, printed: Sequence[str]) -> None:
    """Append a value of which the first variant's is shown."""
    span = literal(parent, "span", html.unescape(printed[0]), "itembank-value")
    if len(set(printed)) > 1:
        span.set("data-values", json.dumps(list(printed), ensure_ascii=False))
