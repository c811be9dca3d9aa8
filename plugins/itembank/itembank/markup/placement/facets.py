"""What a question can be chosen by: topic, difficulty, exam domain and kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from itembank.model import BankItem, ChoiceItem, Item, NumericItem, OrderItem
from itembank.model.arrangement import Topic

FacetName = Literal["topic", "difficulty", "domain", "kind"]

FACET_NAMES: Mapping[FacetName, str] = {
    "topic": "Topic",
    "difficulty": "Difficulty",
    "domain": "Exam domain",
    "kind": "Kind",
}
DIFFICULTIES = {1: "Recall", 2: "Application", 3: "Judgement"}


def kind_words(item: Item) -> str:
    """Return the kind of question, as a reader would say it."""
    match item:
        case ChoiceItem():
            return "Select one" if item.select == "one" else "Select all"
        case NumericItem():
            return "Number"
        case OrderItem():
            return "Order"


def domains(item: Item) -> list[str]:
    """Return the exam domains of `item`: `NCA-AIIO 2`."""
    return [f"{exam.upper()} {domain}" for exam, domain in sorted(item.exam_domains.items())]


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
