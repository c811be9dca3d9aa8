"""The key to one question, for paper: its title, and what is right, without the reasons."""

from __future__ import annotations

import html
import xml.etree.ElementTree as etree
from collections.abc import Iterator, Sequence

from itembank.markup.compose import Expand, marked, title_link
from itembank.markup.elements import child, literal, move_children
from itembank.markup.frame import Parts
from itembank.model import ChoiceItem, Item, NumericItem, OrderItem
from itembank.values import Evaluator, SolutionError, solve

KEY_CLASS = "itembank-key"


def key_texts(item: Item) -> Iterator[tuple[str, str]]:
    """Yield name and Markdown of each right option, or of each step in the right order."""
    match item:
        case ChoiceItem():
            for option in item.options:
                if option.correct:
                    yield f"option:{option.id}", option.text
        case OrderItem():
            for step in item.steps:
                yield f"option:{step.id}", step.text


def compose_key(item: Item, expand: Expand, number: int, page: str) -> list[str]:
    """Return the lines of the key to `item`; the arguments are those of `compose_item`."""
    return marked([("origin", title_link(item, page)), *key_texts(item)], expand, number)


def assemble_key(root: etree.Element, item: Item, parts: Parts, evaluator: Evaluator) -> None:
    """Fill `root`, an empty `section`, with the title and a list of what is right."""
    root.set("class", KEY_CLASS)
    move_children(parts["origin"][0], child(root, "h2"))
    tag = "ol" if isinstance(item, OrderItem) else "ul"
    answers = child(root, tag, f"{KEY_CLASS}-answers", data_search_exclude="")
    if isinstance(item, NumericItem):
        _numbers(answers, item, evaluator)
        return
    for name, _ in key_texts(item):
        part, entry = parts[name], child(answers, "li")
        only = part[0] if len(part) == 1 and part[0].tag == "p" else part
        move_children(only, entry)


def _numbers(answers: etree.Element, item: NumericItem, evaluator: Evaluator) -> None:
    """Append an answer for each set of givens; a value that fails is told at the question."""
    try:
        solutions = solve(item, evaluator)
    except SolutionError as error:
        literal(answers, "li", f"itembank: question {item.id!r}: {error.message}")
        return
    for givens, solution in zip(item.givens(), solutions, strict=True):
        entry = child(answers, "li")
        if givens:
            named = ", ".join(f"{name} = {value}" for name, value in givens.items())
            literal(entry, "span", f"{named}: ").set("translate", "no")
        literal(entry, "strong", html.unescape(solution.printed))


def unlink_options(root: etree.Element) -> None:
    """Leave the words of links to options: the options that they lead to stand elsewhere."""
    for link in list(root.iter("a")):
        if link.get("class") == "itembank-ref":
            link.tag, link.attrib = "span", {}


def key_shows(items: Sequence[Item]) -> tuple[object, ...]:
    """Return what the keys to `items` show; equal values make equal pages."""
    return tuple((item.id, item.title, item.content_hash, *key_texts(item)) for item in items)
