"""Cut answers out of rendered HTML, and put them back when search and feeds have read the page."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as etree
from collections.abc import Mapping

CUT_START, CUT_END = "itembank:cut", "/itembank:cut"
HIDDEN_CLASSES = frozenset(
    {
        "itembank-options",
        "itembank-actions",
        "itembank-status",
        "itembank-hints",
        "itembank-answer",
        "itembank-key-answers",
    }
)
"""Classes of the elements that search and feeds must not see: only the stem is left."""

_PLACEHOLDER = re.compile(r"<!--itembank:([0-9a-f]{16})-->")


def mark_spoilers(root: etree.Element) -> None:
    """Put comments around everything to hide below `root`, for `cut` to find in the rendered HTML.

    Must run after inline parsing, which cannot walk over comments.
    """
    for node in list(root):
        if not _is_hidden(node):
            mark_spoilers(node)
            continue
        index = list(root).index(node)
        end = etree.Comment(CUT_END)
        end.tail, node.tail = node.tail, None
        root.insert(index + 1, end)
        root.insert(index, etree.Comment(CUT_START))


def _is_hidden(node: etree.Element) -> bool:
    return not HIDDEN_CLASSES.isdisjoint(node.get("class", "").split())


def cut(html: str) -> tuple[str, dict[str, str]]:
    """Return `html` without its marked parts, and the parts for `restore`."""
    start = f"<!--{CUT_START}-->"
    shown, *marked = html.split(start)
    parts: dict[str, str] = {}
    pieces = [shown]
    for piece in marked:
        hidden, end, rest = piece.partition(f"<!--{CUT_END}-->")
        if not end:
            pieces += [start, piece]
            continue
        name = hashlib.sha256(hidden.encode()).hexdigest()[:16]
        parts[name] = hidden
        pieces += [f"<!--itembank:{name}-->", rest]
    return "".join(pieces), parts


def restore(html: str, parts: Mapping[str, str]) -> str:
    """Return `html` with the parts that `cut` took out; other comments stay as they are."""
    if not parts:
        return html
    return _PLACEHOLDER.sub(lambda match: parts.get(match[1], match[0]), html)
