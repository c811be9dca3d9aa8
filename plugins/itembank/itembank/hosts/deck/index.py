"""The index of all questions: what a script needs to choose some of them, in compact columns."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from itembank.model import BankItem
from itembank.model.arrangement import Arrangement

VERSION = 1
COLUMNS = "id title topic type difficulty domains objectives revision url".split()

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Card:
    """A question as the index has it.

    `url` is its page, from the root of the site; `fragment` the version of its script, empty when
    there is none and the page itself must be read.
    """

    entry: BankItem
    url: str
    fragment: str = ""


def index_script(
    cards: Sequence[Card],
    arrangement: Arrangement,
    urls: Mapping[str, str],
    kinds: Mapping[str, str],
) -> str:
    """Return the script that leaves the index in `itembankBank`.

    `urls` has the page of each topic, by the topic's name; `kinds` the file name of the script of
    each kind of question that the core script lacks, beside the index. The columns are decoded by
    `browser/src/deck/bank.js`.
    """
    topics, patterns = _Table[str](), _Table[str]()
    domains, objectives = _Table[tuple[str, str]](), _Table[str]()
    types = _Table[str]()
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    known: dict[str, tuple[str, str]] = {}
    for card in cards:
        item = card.entry.item
        topic = arrangement.places[item.id].topic
        known[topic.name] = (topic.title, urls.get(topic.name, ""))
        columns["id"].append(item.id)
        columns["title"].append(" ".join(item.title.split()))
        columns["topic"].append(topics.number(topic.name))
        columns["type"].append(types.number(item.type))
        columns["difficulty"].append(item.difficulty or 0)
        columns["domains"].append([domains.number(pair) for pair in item.exam_domains.items()])
        columns["objectives"].append([objectives.number(name) for name in item.objectives])
        columns["revision"].append(item.revision)
        columns["url"].append(patterns.number(_pattern(card.url, item.id)))
    index = {
        "version": VERSION,
        "kinds": dict(kinds),
        "topics": [[name, *known[name]] for name in topics.values],
        "types": types.values,
        "domains": [list(pair) for pair in domains.values],
        "objectives": objectives.values,
        "urls": patterns.values,
        "hash": "".join(card.entry.item.content_hash for card in cards),
        "fragment": [card.fragment for card in cards],
        "columns": columns,
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return (
        f"globalThis.itembankBank={text};\n"
        "globalThis.itembankBank.src=document.currentScript.src;\n"
        'dispatchEvent(new Event("itembank:script"));\n'
    )


def _pattern(url: str, item_id: str) -> str:
    """Return `url` with `*` for the id, so that all questions of a bank share one pattern."""
    return url.replace(item_id, "*") if url.count(item_id) == 1 and "*" not in url else url


class _Table(Generic[Value]):
    """Values in the order of their first use; columns hold their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}

    def number(self, value: Value) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    @property
    def values(self) -> list[Value]:
        return list(self._numbers)
