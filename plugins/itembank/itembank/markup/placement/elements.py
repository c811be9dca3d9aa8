"""Places among questions -> the HTML of lists, of the way back, and of neighbours."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Callable, Sequence

from markdown.util import AtomicString

from itembank.language import _
from itembank.markup.elements import child, element, literal
from itembank.markup.placement.facets import (
    DIFFICULTIES,
    FACET_NAMES,
    Facets,
    domains,
    facts,
    shown,
)
from itembank.model import BankItem
from itembank.model.arrangement import Place, Topic

MARKS_TAG = "itembank-marks"
LEAST_TO_FILTER = 6
"""A shorter list needs no filter."""

Address = Callable[[str], str]
"""Path of a page in the documentation tree -> a link that the host rewrites."""


def listing(topics: Sequence[Topic], address: Address, *, marks: bool = False) -> etree.Element:
    """Return the questions of `topics`, under headings when there are several.

    With `marks`, a script puts beside each question how the reader stands with it.
    """
    root = element("div", "itembank-listing", data_search_exclude="")
    facets = Facets.of(topics)
    count = sum(len(topic.items) for topic in topics)
    if count >= LEAST_TO_FILTER:
        _filter(root, facets)
    for topic in topics:
        section = child(root, "section")
        if len(topics) > 1 and topic.folder:
            heading = child(section, "h2")
            literal(heading, "a", topic.title).set("href", address(topic.src_uri))
        entries = child(section, "ul")
        for entry in topic.items:
            row = child(entries, "li", data_facets=facets.marks(topic, entry))
            if marks:
                item = entry.item
                row.attrib.update({"data-item": item.id, "data-hash": item.content_hash})
            literal(row, "a", entry.item.title).set("href", address(entry.src_uri))
            _facts(row, [shown(name, value) for name, value in facts(entry)])
    total = _("1 question") if count == 1 else _("{count} questions").format(count=count)
    literal(root, "p", total, "itembank-count")
    if marks:
        child(root, MARKS_TAG)
    return root


def place(entry: BankItem, where: Place, address: Address) -> etree.Element:
    """Return the way back from a question to its topic and bank, and what is known of it."""
    root = element("div", "itembank-place", data_search_exclude="")
    trail = child(child(root, "nav", "itembank-trail", aria_label=_("Way back")), "ol")
    steps = [(_("Questions"), f"{entry.url}/index.md")]
    if where.topic.folder:
        steps.append((where.topic.title, where.topic.src_uri))
    for title, src_uri in steps:
        literal(child(trail, "li"), "a", title).set("href", address(src_uri))
    item = entry.item
    known = [_(DIFFICULTIES[item.difficulty])] if item.difficulty is not None else []
    known += domains(item)
    line = child(root, "p", "itembank-facts")
    line.text = AtomicString("".join(f"{fact} · " for fact in known) + f"{_('Reviewed')} ")
    date = item.reviewed.isoformat()
    literal(line, "time", date).set("datetime", date)
    return root


def key_link(topic: Topic, address: Address) -> etree.Element:
    """Return a link from a topic to its page of answers."""
    root = element("p", "itembank-facts", data_search_exclude="")
    literal(root, "a", _("Key to print")).set("href", address(topic.key_uri))
    return root


def key_place(topic: Topic, address: Address) -> etree.Element:
    """Return what stands above the answers to a topic: what they are, and the way back."""
    root = element("p", "itembank-facts", data_search_exclude="")
    literal(root, "strong", _("This page holds the answers.")).tail = AtomicString(" ")
    literal(root, "a", topic.title).set("href", address(topic.src_uri))
    return root


def neighbours(where: Place, address: Address) -> etree.Element:
    """Return links to the questions before and after one in its topic."""
    label = _("Questions of this topic")
    root = element("nav", "itembank-neighbours", aria_label=label, data_search_exclude="")
    for relation, words, entry in (
        ("prev", _("Previous"), where.previous),
        ("next", _("Next"), where.next),
    ):
        if entry is not None:
            link = literal(root, "a", f"{words}: {entry.item.title}")
            link.attrib.update({"rel": relation, "href": address(entry.src_uri)})
    return root


def report_link(item_id: str, address: str | None) -> etree.Element:
    """Return a link that tells the site's owner which question is wrong."""
    root = element("p", "itembank-report", data_search_exclude="")
    if address is not None:
        link = literal(root, "a", _("Report a mistake in this question"))
        link.attrib.update({"href": address.replace("{id}", item_id), "rel": "nofollow"})
    return root


def _filter(root: etree.Element, facets: Facets) -> None:
    form = child(root, "form", "itembank-filter")
    for name, title in FACET_NAMES.items():
        values = facets.values[name]
        if len(values) < 2:
            continue
        label = literal(form, "label", _(title))
        select = child(label, "select")
        for value, words in [
            ("", _("All")),
            *((facets.mark(name, v), shown(name, v)) for v in values),
        ]:
            literal(select, "option", words).set("value", value)


def _facts(row: etree.Element, known: Sequence[str]) -> None:
    if known:
        row[-1].tail = AtomicString(" ")
        literal(row, "span", " · ".join(known), "itembank-facts")
