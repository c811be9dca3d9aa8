"""No two pages that itembank adds may have one address."""

from __future__ import annotations

from collections.abc import Iterator

from itembank.model import Bank, Findings, Position
from itembank.model.arrangement import Arrangement


def check_addresses(bank: Bank, arrangement: Arrangement, findings: Findings) -> None:
    """Record questions whose page would stand where that of a bank or a topic stands."""
    indexes = dict(_indexes(arrangement))
    for entry in bank.items.values():
        other = indexes.get(address(entry.src_uri))
        if other is not None:
            message = f"the page of `{entry.item.id}` has the address of {other}"
            hint = "rename one of them, or set another `url` in itembank.yml"
            findings.error(Position(entry.path), "address", message, hint)


def address(src_uri: str) -> str:
    """Return where the page of `src_uri` is published, whatever the style of addresses."""
    for ending in ("/index.md", "/README.md", ".md"):
        if src_uri.endswith(ending):
            return src_uri.removesuffix(ending)
    return src_uri


def _indexes(arrangement: Arrangement) -> Iterator[tuple[str, str]]:
    for url, topics in arrangement.banks.items():
        yield url, f"the index of the bank `{url}`"
        for topic in topics:
            if topic.folder:
                yield address(topic.src_uri), f"the topic `{topic.folder}`"
