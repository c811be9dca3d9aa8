"""The bank: every item of a site with the file it came from, beside sources and figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from itembank.model.exam import Exam
from itembank.model.figure import Figure
from itembank.model.kinds import Item
from itembank.model.settings import Settings
from itembank.model.source import Source
from itembank.model.topic import TopicFile


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
    """Ids of questions, figures and exams whose files have mistakes, said there."""
    topics: Mapping[tuple[str, str], TopicFile] = field(default_factory=dict)
    """What `topic.yml` says, by address prefix and folder; a topic needs no such file."""
    exams: Mapping[str, Exam] = field(default_factory=dict)
    """Practice exams."""
