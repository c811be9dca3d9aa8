"""Where each question stands among the others: topics in order, and neighbours in a topic."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from itembank.model.bank import Bank, BankItem
from itembank.model.topic import folder_title


@dataclass(frozen=True, slots=True)
class Topic:
    """The questions of one folder of a bank, in alphabetical order of their titles.

    `folder` is empty for questions that stand in no folder.
    """

    url: str
    folder: str
    title: str
    description: str
    items: tuple[BankItem, ...]

    @property
    def name(self) -> str:
        """What `/// questions | name` calls it."""
        return f"{self.url}/{self.folder}" if self.folder else self.url

    @property
    def src_uri(self) -> str:
        """Path of its index in the documentation tree."""
        return f"{self.name}/index.md"

    @property
    def key_uri(self) -> str:
        """Path of the page that holds its answers alone."""
        return f"{self.name}/key.md"


@dataclass(frozen=True, slots=True)
class Place:
    """A question's topic, and the questions before and after it there."""

    topic: Topic
    previous: BankItem | None
    next: BankItem | None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Every bank's topics by address prefix, and every question's place by its id."""

    banks: Mapping[str, tuple[Topic, ...]]
    places: Mapping[str, Place]

    def named(self, name: str) -> tuple[Topic, ...]:
        """Return all topics of the bank `name`, or the one topic of that name, or nothing."""
        if name in self.banks:
            return self.banks[name]
        return tuple(t for topics in self.banks.values() for t in topics if t.name == name)

    def keyed(self) -> tuple[Topic, ...]:
        """Return the topics that have a page of answers, if the site has those.

        A topic needs a folder of its own for it, and none named `key` in that.
        """
        topics = [topic for topics in self.banks.values() for topic in topics if topic.folder]
        taken = {topic.name for topic in topics}
        return tuple(topic for topic in topics if f"{topic.name}/key" not in taken)

    def names(self) -> Set[str]:
        """Return every name that `named` knows."""
        topics = (topic.name for topics in self.banks.values() for topic in topics)
        return {*self.banks, *topics}


def arrange(bank: Bank) -> Arrangement:
    """Return the arrangement of `bank`: topics by their order, then by title."""
    found: dict[tuple[str, str], list[BankItem]] = {}
    for entry in bank.items.values():
        found.setdefault((entry.url, entry.topic), []).append(entry)
    banks: dict[str, list[tuple[int, str, Topic]]] = {b.url: [] for b in bank.settings.banks}
    places: dict[str, Place] = {}
    for (url, folder), entries in found.items():
        entries.sort(key=lambda entry: (entry.item.title.casefold(), entry.item.id))
        said = bank.topics.get((url, folder))
        title = said.title if said else folder_title(folder)
        description = (said and said.description) or ""
        topic = Topic(url, folder, title, description, tuple(entries))
        order = said.order if said else 0
        banks.setdefault(url, []).append((order, title.casefold(), topic))
        for before, entry, after in zip(
            [None, *entries[:-1]], entries, [*entries[1:], None], strict=True
        ):
            places[entry.item.id] = Place(topic, before, after)
    return Arrangement(
        {
            url: tuple(topic for *_, topic in sorted(topics, key=lambda ranked: ranked[:2]))
            for url, topics in banks.items()
        },
        places,
    )
