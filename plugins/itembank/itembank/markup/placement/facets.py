"""What a question can be chosen by: topic, difficulty, exam domain and kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from itembank.language import _, word
from itembank.model import BankItem, ChoiceItem, Item, NumericItem, OrderItem
from itembank.model.arrangement import Topic

FacetName = Literal["topic", "difficulty", "domain", "kind"]

FACET_NAMES: Mapping[FacetName, str] = {
    "topic": word("Topic"),
    "difficulty": word("Difficulty"),
    "domain": word("Exam domain"),
    "kind": word("Kind"),
}
_KINDS_OF_CHOICE = {"one": word("Select one"), "all": word("Select all")}
DIFFICULTIES = {1: word("Recall"), 2: word("Application"), 3: word("Judgement")}


def kind_words(item: Item) -> str:
    """Return the kind of question, as a reader would say it in English."""
    match item:
        case ChoiceItem():
            return _KINDS_OF_CHOICE.get(str(item.select), word("Select some"))
        case NumericItem():
            return word("Number")
        case OrderItem():
            return word("Order")


def domains(item: Item) -> list[str]:
    """Return the exam domains of `item`: `NCA-AIIO 2`."""
    return [f"{exam.upper()} {domain}" for exam, domain in sorted(item.exam_domains.items())]


def shown(name: FacetName, value: str) -> str:
    """Return a value as the page prints it: only our own words are translated."""
    return _(value) if name in ("difficulty", "kind") else value


def facts(entry: BankItem) -> Iterator[tuple[FacetName, str]]:
    """Yield what is known of a question, but for its topic, in the words of the page."""
    item = entry.item
    if item.difficulty is not None:
        yield "difficulty", DIFFICULTIES[item.difficulty]
    yield "kind", kind_words(item)
    for domain in domains(item):
        yield "domain", domain


@dataclass(frozen=True, slots=True)
class Facets:
    """The values by which the questions of one list differ, each with a short mark: `topic-2`."""

    values: Mapping[FacetName, tuple[str, ...]]

    @classmethod
    def of(cls, topics: Iterable[Topic]) -> Facets:
        """Return the facets of a list of all questions in `topics`."""
        found: dict[FacetName, dict[str, None]] = {name: {} for name in FACET_NAMES}
        for topic in topics:
            found["topic"][topic.title] = None
            for entry in topic.items:
                for name, value in facts(entry):
                    found[name][value] = None
        ranks = list(DIFFICULTIES.values())
        return cls(
            {
                "topic": tuple(found["topic"]),
                "difficulty": tuple(sorted(found["difficulty"], key=ranks.index)),
                "domain": tuple(sorted(found["domain"])),
                "kind": tuple(sorted(found["kind"])),
            }
        )

    def mark(self, name: FacetName, value: str) -> str:
        """Return the mark of one value."""
        return f"{name}-{self.values[name].index(value) + 1}"

    def marks(self, topic: Topic, entry: BankItem) -> str:
        """Return the marks of one question, separated by spaces."""
        own = [self.mark(name, value) for name, value in facts(entry)]
        return " ".join([self.mark("topic", topic.title), *own])
