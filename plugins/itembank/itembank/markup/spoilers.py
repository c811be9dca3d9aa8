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
    }
)
"""Classes of the elements that search and feeds must not see: only the stem is left."""

_CUT = re.compile(f"<!--{re.escape(CUT_START)}-->(.*?)<!--{re.escape(CUT_END)}-->", re.DOTALL)
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
    parts: dict[str, str] = {}

    def keep(match: re.Match[str]) -> str:
        name = hashlib.sha256(match[1].encode()).hexdigest()[:16]
        parts[name] = match[1]
        return f"<!--itembank:{name}-->"

    return _CUT.sub(keep, html), parts


def restore(html: str, parts: Mapping[str, str]) -> str:
    """Return `html` with the parts that `cut` took out; other comments stay as they are."""
    return _PLACEHOLDER.sub(lambda match: parts.get(match[1], match[0]), html)
