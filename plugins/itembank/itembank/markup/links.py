"""Links inside embeds, after inline parsing: to options by letter, to pages from the root."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from urllib.parse import urlsplit

from markdown.util import AtomicString

from itembank.language import _
from itembank.markup import words
from itembank.markup.frame import add_letter
from itembank.model import ItemBase


def point_to_options(root: etree.Element, item: ItemBase) -> None:
    """Turn links to `option:ID` into links that print the letter of the option or step."""
    letters = {entry: words.letter(index) for index, entry in enumerate(item.entry_ids())}
    for link in root.iter("a"):
        target = link.get("href", "")
        option_id = target.removeprefix("option:")
        if option_id == target or option_id not in letters:
            continue
        link.attrib.update(
            {
                "class": "itembank-ref",
                "href": f"#{root.get('id')}--{option_id}",
                "data-option": option_id,
            }
        )
        if not link.text and not len(link):
            link.text = _(words.entry_word(item))
        _append_space(link)
        add_letter(link, letters[option_id])


def rebase_links(embed: etree.Element, docs_root: str) -> None:
    """Make links to pages and images, written from the root of all pages, fit the current page.

    The host then checks and rewrites them like any other link.
    """
    for tag, name in (("a", "href"), ("img", "src")):
        for node in embed.iter(tag):
            target = node.get(name, "")
            if not target or target.startswith("#"):
                continue
            parts = urlsplit(target)
            if not parts.scheme and not parts.netloc:
                node.set(name, docs_root + target.lstrip("/"))


def _append_space(node: etree.Element) -> None:
    if len(node):
        node[-1].tail = AtomicString((node[-1].tail or "") + " ")
    else:
        node.text = AtomicString((node.text or "") + " ")
