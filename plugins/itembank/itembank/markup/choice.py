"""The parsed parts of a choice item -> checkboxes or radio buttons, and a verdict for each."""

from __future__ import annotations

import xml.etree.ElementTree as etree

from itembank.language import _
from itembank.markup import words
from itembank.markup.elements import child, literal, move_children
from itembank.markup.frame import (
    Parts,
    answer,
    ask,
    explain,
    lettered,
    mark_question,
    split_text,
    state_rule,
)
from itembank.model import ChoiceItem, Option, Settings


def assemble_choice(
    root: etree.Element, item: ChoiceItem, parts: Parts, settings: Settings, page_id: str
) -> None:
    """Fill `root`, an empty `itembank-question` element; `page_id` is unique on the page."""
    mark_question(root, item, item.type, page_id)
    root.set("data-select", words.select_mark(item))
    policy = words.scoring_policy(item, settings)
    root.set("data-scoring", policy)
    if item.shuffle:
        root.set("data-shuffle", "")
    fieldset = ask(root, item, parts, words.instruction(item))
    options = child(fieldset, "div", "itembank-options", data_search_exclude="")
    for index, option in enumerate(item.options):
        _option(options, item, option, words.letter(index), parts, page_id)
    details = answer(root)
    _rationales(details, item, parts)
    state_rule(details, policy, words.choice_rule(item, policy))
    explain(details, parts)


def _option(
    options: etree.Element,
    item: ChoiceItem,
    option: Option,
    letter: str,
    parts: Parts,
    page_id: str,
) -> None:
    option_id = f"{page_id}--{option.id}"
    row = child(options, "div", "itembank-option", data_option=option.id)
    control = child(
        row,
        "input",
        type="radio" if item.select == "one" else "checkbox",
        name="response",
        value=option.id,
        id=option_id,
    )
    label = lettered(row, "label", letter)
    label.attrib.update({"for": option_id, "id": f"{option_id}_label"})
    if split_text(parts, f"option:{option.id}", label, row, f"{option_id}_body"):
        control.set("aria-labelledby", f"{option_id}_label {option_id}_body")


def _rationales(details: etree.Element, item: ChoiceItem, parts: Parts) -> None:
    rationales = child(details, "ul", "itembank-rationales")
    for index, option in enumerate(item.options):
        entry = child(rationales, "li", data_option=option.id)
        entry.set("data-correct", "true" if option.correct else "false")
        if option.weight is not None:
            entry.set("data-weight", f"{option.weight:g}")
        verdict = lettered(entry, "p", words.letter(index), "itembank-verdict")
        literal(verdict, "strong", _(words.CORRECT) if option.correct else _(words.NOT_CORRECT))
        move_children(parts[f"rationale:{option.id}"], child(entry, "div", "itembank-rationale"))
