"""Small helpers to build HTML trees that Python-Markdown serialises."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree

from markdown.util import HTML_PLACEHOLDER_RE, AtomicString

_STASHED = re.compile(rf"\s*{HTML_PLACEHOLDER_RE.pattern}\s*")


def element(tag: str, css: str = "", **attributes: str) -> etree.Element:
    """Return an element; attribute names are written with `_` for `-`, `for_` for `for`."""
    return etree.Element(tag, _attributes(css, attributes))


def child(parent: etree.Element, tag: str, css: str = "", **attributes: str) -> etree.Element:
    """Append a new element to `parent` and return it."""
    return etree.SubElement(parent, tag, _attributes(css, attributes))


def literal(parent: etree.Element, tag: str, text: str, css: str = "") -> etree.Element:
    """Append an element whose text is no Markdown."""
    made = child(parent, tag, css)
    made.text = AtomicString(text)
    return made


def move_children(source: etree.Element, target: etree.Element) -> None:
    """Move text and children of `source` to the end of `target`, which must hold no tail text."""
    target.text = (target.text or "") + (source.text or "")
    target.extend(list(source))
    source.text = None
    for node in list(source):
        source.remove(node)


def is_paragraph(node: etree.Element) -> bool:
    """Tell whether `node` is a paragraph of running text.

    A fenced code block or raw HTML is a paragraph too at this stage, but its text is only the
    placeholder of a stashed block.
    """
    return node.tag == "p" and not (len(node) == 0 and bool(_STASHED.fullmatch(node.text or "")))


def _attributes(css: str, others: dict[str, str]) -> dict[str, str]:
    named = {name.rstrip("_").replace("_", "-"): value for name, value in others.items()}
    return {"class": css, **named} if css else named
