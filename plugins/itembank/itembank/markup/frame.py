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
`sources`, `lead:NAME` as `set_leads_apart` makes them, and `figure`, whose element is the assembled
figure itself."""


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
    if has_stem := len(parts["stem"]) > 0:
        move_children(parts["stem"], child(root, "div", "itembank-stem", id=f"{page_id}_stem"))
    form = child(root, "form", "itembank-form")
    fieldset = child(form, "fieldset")
    if has_stem:
        fieldset.set("aria-describedby", f"{page_id}_stem")
    legend = child(fieldset, "legend")
    sentence = child(legend, "span", "itembank-lead-in")
    if "lead:stem" in parts:
        move_children(parts["lead:stem"], sentence)
    else:
        sentence.text = AtomicString(item.title)
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


def state_rule(details: etree.Element, policy: str, rule: str) -> None:
    """Append the policy and what it means."""
    line = child(details, "p", "itembank-rule")
    name = literal(line, "strong", f"{_(words.POLICY_NAMES[policy])}:")
    name.tail = AtomicString(f" {rule}")


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


def set_leads_apart(parts: Parts) -> dict[str, etree.Element]:
    """Return `parts`, with what a legend or a label shows taken out of them as `lead:NAME`.

    Those may hold running text only: of the stem the last paragraph, of an option the first.
    """
    apart = dict(parts)
    for name, part in parts.items():
        if len(part) and (name == "stem" or name.startswith("option:")):
            lead = part[-1 if name == "stem" else 0]
            if is_paragraph(lead):
                part.remove(lead)
                apart[f"lead:{name}"] = span = etree.Element("span")
                move_children(lead, span)
    return apart


def split_text(
    parts: Parts, name: str, label: etree.Element, row: etree.Element, body_id: str
) -> bool:
    """Put the lead of the text `name` into `label` and further blocks into `row` as a body.

    Returns whether there is a body.
    """
    lead = parts.get(f"lead:{name}")
    if lead is not None:
        move_children(lead, child(label, "span", "itembank-text"))
    if not len(parts[name]):
        return False
    move_children(parts[name], child(row, "div", "itembank-option-body", id=body_id))
    return True


def _hints(root: etree.Element, hints: Sequence[etree.Element]) -> None:
    """Append what the browser opens one after the other."""
    holder = child(root, "div", "itembank-hints")
    for number, hint in enumerate(hints, 1):
        details = child(holder, "details", "itembank-data")
        words_above = _(words.HINT).format(number=number, count=len(hints))
        literal(details, "summary", words_above)
        move_children(hint, child(details, "div"))
