"""An embed in a page: its texts alone while the host works on them, with its frame at the end.

The frame of a question has many more elements than its texts: fields, labels, verdicts, the table
of a figure. Every pass of every extension walks all that is in the page, so the frame comes last.
"""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Callable
from dataclasses import dataclass

from markdown.util import AtomicString

from itembank.language import _
from itembank.markup import words
from itembank.markup.choice import assemble_choice
from itembank.markup.compose import FIGURE_PREFIX
from itembank.markup.context import ITEM_TAG, PageContext
from itembank.markup.figure import assemble_figure
from itembank.markup.frame import Parts, set_leads_apart
from itembank.markup.key import assemble_key
from itembank.markup.numeric import assemble_numeric
from itembank.markup.order import assemble_order
from itembank.model import Bank, ChoiceItem, Figure, Item, NumericItem, OrderItem
from itembank.values import SolutionError, solve

PageId = Callable[[str], str]
"""Makes an id unique on the page."""


@dataclass(frozen=True, slots=True)
class HeldFigure:
    """A figure whose caption and sources stand in the page; `element` bears its id."""

    element: etree.Element
    figure: Figure
    parts: Parts


@dataclass(frozen=True, slots=True)
class HeldQuestion:
    """A question whose texts stand in the page; `element` bears its id, each part an option's."""

    element: etree.Element
    item: Item
    parts: Parts
    figure: HeldFigure | None


@dataclass(frozen=True, slots=True)
class HeldKey:
    """The key to a question, whose texts stand in the page."""

    element: etree.Element
    item: Item
    parts: Parts


Held = HeldFigure | HeldQuestion | HeldKey


def hold_figure(figure: Figure, parts: Parts, page_id: PageId) -> HeldFigure:
    """Return `figure` with its parsed `parts`, not yet assembled."""
    element = etree.Element("figure", {"id": page_id(f"f-{figure.manifest.id}")})
    element.extend(parts.values())
    return HeldFigure(element, figure, parts)


def hold_key(item: Item, parts: Parts) -> HeldKey:
    """Return the key to `item` with its parsed `parts`, not yet assembled."""
    element = etree.Element("section")
    element.extend(parts.values())
    return HeldKey(element, item, parts)


def hold_question(item: Item, parts: Parts, bank: Bank, page_id: PageId) -> HeldQuestion:
    """Return `item` with its parsed `parts`, not yet assembled.

    Must run before inline parsing, which hides where a paragraph holds nothing but code.
    """
    own = {name: part for name, part in parts.items() if not name.startswith(FIGURE_PREFIX)}
    figure = None
    if item.figure is not None and item.figure in bank.figures:
        inner = {n.removeprefix(FIGURE_PREFIX): p for n, p in parts.items() if n not in own}
        figure = hold_figure(bank.figures[item.figure], inner, page_id)
    element = etree.Element(ITEM_TAG, {"id": page_id(f"q-{item.id}")})
    for name, part in own.items():
        if name.startswith("option:"):
            part.set("id", f"{element.get('id')}--{name.removeprefix('option:')}")
    own = set_leads_apart(own)
    element.extend(own.values())
    if figure is not None:
        element.append(figure.element)
    return HeldQuestion(element, item, own, figure)


def assemble(held: Held, context: PageContext) -> None:
    """Build the frame around the parts, in the same element."""
    if isinstance(held, HeldFigure):
        _assemble_figure(held, context)
        return
    if isinstance(held, HeldKey):
        _empty(held.element)
        assemble_key(held.element, held.item, held.parts, context.evaluator)
        return
    question, item, settings = held.element, held.item, context.bank.settings
    page_id = question.get("id", "")
    parts = dict(held.parts)
    if held.figure is not None:
        _assemble_figure(held.figure, context)
        parts["figure"] = held.figure.element
    _empty(question)
    match item:
        case ChoiceItem():
            assemble_choice(question, item, parts, settings, page_id)
        case NumericItem():
            try:
                solutions = solve(item, context.evaluator)
            except SolutionError as error:
                _unsolved(question, item, error)
            else:
                assemble_numeric(question, item, parts, solutions, page_id)
        case OrderItem():
            assemble_order(question, item, parts, settings, page_id)
    if "origin" in parts:
        _show_origin(question, parts["origin"])


def _assemble_figure(held: HeldFigure, context: PageContext) -> None:
    page_id = held.element.get("id", "")
    _empty(held.element)
    assemble_figure(held.element, held.figure, held.parts, page_id, context.asset_url)


def _show_origin(question: etree.Element, origin: etree.Element) -> None:
    """Put before a question on another page what it is, and the way to its own."""
    question.set("class", f"{question.get('class', '')} itembank-embedded".lstrip())
    line = etree.Element("p", {"class": "itembank-origin"})
    line.text = AtomicString(_(words.ORIGIN) + " ")
    paragraph = origin[0]
    line.extend(list(paragraph))
    if not len(paragraph):
        line.text = AtomicString(f"{line.text}{paragraph.text or ''}")
    question.insert(0, line)


def _unsolved(question: etree.Element, item: NumericItem, error: SolutionError) -> None:
    """Leave a note in place of a question without an answer: its file has been named."""
    question.tag = "p"
    question.set("class", "itembank-error")
    question.text = AtomicString(f"itembank: question {item.id!r}: {error.message}")


def _empty(element: etree.Element) -> None:
    tail = element.tail
    element.clear()
    element.tail = tail
