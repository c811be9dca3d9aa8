"""Cut answers out of rendered HTML, and put them back when search and feeds have read the page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree

CUT_START, CUT_END = "itembank:cut", "/itembank:cut"
HIDDEN_CLASSES = frozenset(
    {"itembank-options", "itembank-actions", "itembank-status", "itembank-answer"}
)
"""Classes of the elements that search and feeds must not see: only the stem is left."""

_CUT = re.compile(f"<!--{re.escape(CUT_START)}-->(.*?)<!--{re.escape(CUT_END)}-->", re.DOTALL)
_PLACEHOLDER = re.compile(r"<!--itembank:(\d+)-->")


def mark_spoilers(root: etree.Element) -> None:
    """Put comments around everything to hide below `root`, for `cut` to find in the rendered HTML.

    Must run after inline parsing, which cannot walk over comments.
    """
    for parent in list(root.iter()):
        for node in [node for node in parent if _is_hidden(node)]:
            index = list(parent).index(node)
            end = etree.Comment(CUT_END)
            end.tail, node.tail = node.tail, None
            parent.insert(index + 1, end)
            parent.insert(index, etree.Comment(CUT_START))


def _is_hidden(node: etree.Element) -> bool:
    return not HIDDEN_CLASSES.isdisjoint(node.get("class", "").split())


def cut(html: str) -> tuple[str, list[str]]:
    """Return `html` without its marked parts, and the parts for `restore`."""
    parts: list[str] = []

    def keep(match: re.Match[str]) -> str:
        parts.append(match[1])
        return f"<!--itembank:{len(parts) - 1}-->"

    return _CUT.sub(keep, html), parts


def restore(html: str, parts: list[str]) -> str:
    """Return `html` with the parts that `cut` took out."""
    return _PLACEHOLDER.sub(lambda match: parts[int(match[1])], html)
