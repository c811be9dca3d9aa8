"""The parsed parts of an order item -> steps with a position each, and the right sequence."""

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
from itembank.model import OrderItem, Settings, Step


def assemble_order(
    root: etree.Element, item: OrderItem, parts: Parts, settings: Settings, page_id: str
) -> None:
    """Fill `root`, an empty `itembank-question` element; the steps stand in their shown order."""
    mark_question(root, item, item.type, page_id)
    policy = item.scoring or settings.scoring.order
    root.set("data-scoring", policy)
    fieldset = ask(root, item, parts, _(words.ORDER_INSTRUCTION))
    steps = child(fieldset, "ol", "itembank-options itembank-steps", data_search_exclude="")
    for index, step in enumerate(item.shown()):
        _step(steps, step, index, len(item.steps), parts, page_id)
    letters = {step.id: words.letter(index) for index, step in enumerate(item.shown())}
    details = answer(root)
    sequence = child(details, "ol", "itembank-rationales")
    for place, step in enumerate(item.steps, 1):
        entry = child(sequence, "li", data_option=step.id, data_place=str(place))
        lettered(entry, "p", letters[step.id], "itembank-verdict")
        move_children(parts[f"rationale:{step.id}"], child(entry, "div", "itembank-rationale"))
    state_rule(details, policy, words.order_rule(policy))
    explain(details, parts)


def _step(
    steps: etree.Element, step: Step, index: int, count: int, parts: Parts, page_id: str
) -> None:
    step_id = f"{page_id}--{step.id}"
    row = child(steps, "li", "itembank-option", data_option=step.id)
    place = child(row, "select", name=step.id, id=step_id)
    literal(place, "option", words.NO_PLACE).set("value", "")
    for number in range(1, count + 1):
        literal(place, "option", str(number)).set("value", str(number))
    label = lettered(row, "label", words.letter(index))
    label.attrib.update({"for": step_id, "id": f"{step_id}_label"})
    if split_text(parts, f"option:{step.id}", label, row, f"{step_id}_body"):
        place.set("aria-labelledby", f"{step_id}_label {step_id}_body")
