"""The bank: every item of a site with the file it came from, beside sources and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from itembank.model.figure import Figure
from itembank.model.kinds import Item
from itembank.model.settings import Settings
from itembank.model.source import Source


@dataclass(frozen=True, slots=True)
class BankItem:
    """An item and where it stands: file, topic (its folder) and address prefix."""

    item: Item
    path: str
    topic: str
    url: str

    @property
    def src_uri(self) -> str:
        """Path of its page in the documentation tree."""
        return f"{self.url}/{self.item.id}.md"


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything that pages can embed, by id."""

    settings: Settings = field(default_factory=Settings)
    items: Mapping[str, BankItem] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()
    """Ids of questions and figures whose files have mistakes, said there."""

    def by_topic(self, url: str) -> Iterator[tuple[str, list[BankItem]]]:
        """Yield each topic below `url` with its items, both in alphabetical order."""
        topics: dict[str, list[BankItem]] = {}
        for bank_item in self.items.values():
            if bank_item.url == url:
                topics.setdefault(bank_item.topic, []).append(bank_item)
        for topic in sorted(topics):
            yield topic, sorted(topics[topic], key=lambda entry: entry.item.title)
