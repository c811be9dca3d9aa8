"""Marks in a page's Markdown: where an embed belongs, and where its texts begin.

A mark is a line between control characters, which no author's text can hold. It is parsed into an
empty element of its own, so that no text runs together with the one before it.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from typing import ClassVar

from markdown.blockprocessors import BlockProcessor

MARK_TAG = "itembank-mark"

_MARK = re.compile("\x02itembank:(?P<kind>[a-z]+):(?P<name>[^\x03]*)\x03")


def mark(kind: str, name: str) -> str:
    """Return the line that marks `name`; `kind` is `embed`, `part`, `end` or `slot`."""
    return f"\x02itembank:{kind}:{name}\x03"


class MarkProcessor(BlockProcessor):
    """Turns a mark into an element with attributes `kind` and `name`."""

    PRIORITY: ClassVar[int] = 200

    def test(self, parent: etree.Element, block: str) -> bool:
        """Tell whether `block` is a mark."""
        return block.startswith("\x02itembank:")

    def run(self, parent: etree.Element, blocks: list[str]) -> None:
        """Append the mark's element to `parent`."""
        found = _MARK.match(blocks.pop(0))
        if found:
            etree.SubElement(parent, MARK_TAG, found.groupdict())


def take_embeds(root: etree.Element) -> dict[str, dict[str, etree.Element]]:
    """Remove marked embeds from the top of `root`: their parts by name, by number of the embed."""
    embeds: dict[str, dict[str, etree.Element]] = {}
    parts: dict[str, etree.Element] | None = None
    part = etree.Element("div")
    for node in list(root):
        kind = node.get("kind") if node.tag == MARK_TAG else None
        if kind == "embed":
            parts = embeds.setdefault(node.get("name", ""), {})
        elif parts is None:
            break  # embeds stand at the top: here the author's page begins
        elif kind == "part":
            part = parts[node.get("name", "")] = etree.Element("div")
        elif kind == "end":
            parts = None
        else:
            part.append(node)
        root.remove(node)
    return embeds


def fill_slots(root: etree.Element, elements: dict[str, etree.Element]) -> set[str]:
    """Put `elements` into the slots of the same name and return the names that had a slot."""
    slots = [
        (parent, index, node.get("name", ""))
        for parent in root.iter()
        for index, node in enumerate(parent)
        if node.tag == MARK_TAG
    ]
    for parent, index, name in slots:
        parent[index] = elements[name]
    return {name for _, _, name in slots}


def remove_marks(html: str) -> str:
    """Return rendered `html` without the marks that were never parsed."""
    return _MARK.sub("", html) if "\x02" in html else html
