"""What the HTML of every kind of question shares: stem, form, message, and the answer apart."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Mapping, Sequence

from markdown.util import AtomicString

from itembank.language import _
from itembank.markup import words
from itembank.markup.elements import child, is_paragraph, literal, move_children
from itembank.model import ItemBase

Parts = Mapping[str, etree.Element]
"""Parsed parts by name: `stem`, `option:ID`, `rationale:ID`, `hint:NUMBER`, `short`, `explanation`,
`sources`, and `figure`, whose element is the assembled figure itself."""


def mark_question(root: etree.Element, item: ItemBase, kind: str, page_id: str) -> None:
    """Give `root`, an `itembank-question` element, the attributes of every kind."""
    root.attrib.update(
        {
            "class": "itembank",
            "id": page_id,
            "data-item": item.id,
            "data-type": kind,
            "data-hash": item.content_hash,
            "data-revision": str(item.revision),
        }
    )


def ask(root: etree.Element, item: ItemBase, parts: Parts, instruction: str) -> etree.Element:
    """Append stem, form and hints; return the fieldset, to which the kind adds its controls."""
    page_id = root.get("id", "")
    lead_in = _stem(root, parts["stem"], page_id)
    form = child(root, "form", "itembank-form")
    fieldset = child(form, "fieldset")
    if root.find("div") is not None:
        fieldset.set("aria-describedby", f"{page_id}_stem")
    legend = child(fieldset, "legend")
    sentence = child(legend, "span", "itembank-lead-in")
    if lead_in is None:
        sentence.text = AtomicString(item.title)
    else:
        move_children(lead_in, sentence)
    sentence.tail = AtomicString(" ")
    literal(legend, "span", instruction, "itembank-instruction")

    actions = child(form, "div", "itembank-actions")
    button = literal(
        actions, "button", _(words.SUBMIT), "md-button md-button--primary itembank-submit"
    )
    button.attrib.update({"type": "submit", "hidden": ""})
    child(root, "p", "itembank-status", role="status")
    if item.hints:
        _hints(root, [parts[f"hint:{index}"] for index in range(len(item.hints))])
    return fieldset


def answer(root: etree.Element) -> etree.Element:
    """Append and return the `details` that hold key and explanations."""
    details = child(root, "details", "itembank-answer", data_search_exclude="")
    literal(details, "summary", _(words.ANSWER_SUMMARY))
    return details


def explain(details: etree.Element, parts: Parts) -> None:
    """Append short explanation beside the figure, full explanation and sources."""
    if "short" in parts or "figure" in parts:
        short = child(details, "div", "itembank-short")
        if "short" in parts:
            move_children(parts["short"], child(short, "div", "itembank-short-text"))
        if "figure" in parts:
            short.append(parts["figure"])
    move_children(parts["explanation"], child(details, "div", "itembank-explanation"))
    sources = child(details, "div", "itembank-sources")
    literal(sources, "p", _(words.SOURCES))
    move_children(parts["sources"], sources)


def lettered(parent: etree.Element, tag: str, letter: str, css: str = "") -> etree.Element:
    """Append an element that starts with an option's letter."""
    made = child(parent, tag, css)
    add_letter(made, letter).tail = AtomicString(" ")
    return made


def add_letter(parent: etree.Element, letter: str) -> etree.Element:
    """Append and return an option's letter, a name that translation must leave alone."""
    made = literal(parent, "span", letter, "itembank-letter")
    made.set("translate", "no")
    return made


def split_text(text: etree.Element, label: etree.Element, row: etree.Element, body_id: str) -> bool:
    """Put the first paragraph of `text` into `label` and further blocks into `row` as a body.

    Returns whether there is a body. A label may hold running text only.
    """
    blocks = list(text)
    if blocks and is_paragraph(blocks[0]):
        text.remove(blocks[0])
        move_children(blocks[0], child(label, "span", "itembank-text"))
    if not len(text):
        return False
    move_children(text, child(row, "div", "itembank-option-body", id=body_id))
    return True


def _hints(root: etree.Element, hints: Sequence[etree.Element]) -> None:
    """Append what the browser opens one after the other."""
    holder = child(root, "div", "itembank-hints")
    for number, hint in enumerate(hints, 1):
        details = child(holder, "details", "itembank-data")
        words_above = _(words.HINT).format(number=number, count=len(hints))
        literal(details, "summary", words_above)
        move_children(hint, child(details, "div"))


def _stem(root: etree.Element, stem: etree.Element, page_id: str) -> etree.Element | None:
    """Append the stem but for its last paragraph, which is returned: it becomes the legend."""
    blocks = list(stem)
    lead_in = blocks[-1] if blocks and is_paragraph(blocks[-1]) else None
    if lead_in is not None:
        stem.remove(lead_in)
    if len(stem):
        holder = child(root, "div", "itembank-stem", id=f"{page_id}_stem")
        move_children(stem, holder)
    return lead_in
