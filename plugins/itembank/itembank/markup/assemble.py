"""The parsed parts of an item -> the HTML of a question: a real form, and the answer apart."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Mapping

from markdown.util import AtomicString

from itembank.markup import words
from itembank.markup.elements import child, is_paragraph, literal, move_children
from itembank.model import ChoiceItem, Option, Settings

Parts = Mapping[str, etree.Element]
"""Parsed parts by name: `stem`, `option:ID`, `rationale:ID`, `short`, `explanation`, `sources`,
and `figure`, whose element is the assembled figure itself."""


def assemble_item(
    root: etree.Element, item: ChoiceItem, parts: Parts, settings: Settings, page_id: str
) -> None:
    """Fill `root`, an empty `itembank-question` element; `page_id` is unique on the page."""
    root.attrib.update(
        {
            "class": "itembank",
            "id": page_id,
            "data-item": item.id,
            "data-type": item.type,
            "data-hash": item.content_hash,
            "data-revision": str(item.revision),
            "data-select": words.select_mark(item),
            "data-scoring": words.scoring_policy(item, settings),
        }
    )
    if item.shuffle:
        root.set("data-shuffle", "")
    lead_in = _stem(root, parts["stem"], page_id)
    _form(root, item, parts, page_id, lead_in)
    child(root, "p", "itembank-status", role="status")
    _answer(root, item, parts)


def _stem(root: etree.Element, stem: etree.Element, page_id: str) -> etree.Element | None:
    """Append the stem but for its last paragraph, which is returned: it becomes the legend."""
    blocks = list(stem)
    lead_in = blocks[-1] if blocks and is_paragraph(blocks[-1]) else None
    if lead_in is not None:
        stem.remove(lead_in)
    if len(stem):
        holder = child(root, "div", "itembank-stem", id=f"{page_id}-stem")
        move_children(stem, holder)
    return lead_in


def _form(
    root: etree.Element,
    item: ChoiceItem,
    parts: Parts,
    page_id: str,
    lead_in: etree.Element | None,
) -> None:
    form = child(root, "form", "itembank-form")
    fieldset = child(form, "fieldset")
    if root.find("div") is not None:
        fieldset.set("aria-describedby", f"{page_id}-stem")
    legend = child(fieldset, "legend")
    sentence = child(legend, "span", "itembank-lead-in")
    if lead_in is None:
        sentence.text = AtomicString(item.title)
    else:
        move_children(lead_in, sentence)
    sentence.tail = AtomicString(" ")
    literal(legend, "span", words.instruction(item), "itembank-instruction")

    options = child(fieldset, "div", "itembank-options", data_search_exclude="")
    for index, option in enumerate(item.options):
        _option(options, item, option, index, parts[f"option:{option.id}"], page_id)

    actions = child(form, "div", "itembank-actions")
    button = literal(
        actions, "button", words.SUBMIT, "md-button md-button--primary itembank-submit"
    )
    button.attrib.update({"type": "submit", "hidden": ""})


def _option(
    options: etree.Element,
    item: ChoiceItem,
    option: Option,
    index: int,
    text: etree.Element,
    page_id: str,
) -> None:
    option_id = f"{page_id}-{option.id}"
    row = child(options, "div", "itembank-option", data_option=option.id)
    control = child(
        row,
        "input",
        type="radio" if item.select == "one" else "checkbox",
        name="response",
        value=option.id,
        id=option_id,
    )
    label = child(row, "label", for_=option_id, id=f"{option_id}-label")
    literal(label, "span", words.letter(index), "itembank-letter").tail = AtomicString(" ")
    blocks = list(text)
    if blocks and is_paragraph(blocks[0]):
        text.remove(blocks[0])
        move_children(blocks[0], child(label, "span", "itembank-text"))
    if len(text):
        body = child(row, "div", "itembank-option-body", id=f"{option_id}-body")
        move_children(text, body)
        control.set("aria-labelledby", f"{option_id}-label {option_id}-body")


def _answer(root: etree.Element, item: ChoiceItem, parts: Parts) -> None:
    details = child(root, "details", "itembank-answer", data_search_exclude="")
    literal(details, "summary", words.ANSWER_SUMMARY)
    rationales = child(details, "ul", "itembank-rationales")
    for index, option in enumerate(item.options):
        entry = child(rationales, "li", data_option=option.id)
        entry.set("data-correct", "true" if option.correct else "false")
        if option.weight is not None:
            entry.set("data-weight", f"{option.weight:g}")
        verdict = child(entry, "p", "itembank-verdict")
        literal(verdict, "span", words.letter(index), "itembank-letter").tail = AtomicString(" ")
        literal(verdict, "strong", words.CORRECT if option.correct else words.NOT_CORRECT)
        move_children(parts[f"rationale:{option.id}"], child(entry, "div", "itembank-rationale"))
    _explanations(details, parts)


def _explanations(details: etree.Element, parts: Parts) -> None:
    if "short" in parts or "figure" in parts:
        short = child(details, "div", "itembank-short")
        if "short" in parts:
            move_children(parts["short"], child(short, "div", "itembank-short-text"))
        if "figure" in parts:
            short.append(parts["figure"])
    move_children(parts["explanation"], child(details, "div", "itembank-explanation"))
    sources = child(details, "div", "itembank-sources")
    literal(sources, "p", words.SOURCES)
    move_children(parts["sources"], sources)
