"""The index of all questions, and questions as scripts."""

from __future__ import annotations

import datetime
import gzip
import json
import random
import re
from typing import Any

from itembank.hosts.deck import Card, cut_question, fragment_script, index_script
from itembank.model import Bank, BankItem, ChoiceItem
from itembank.model.arrangement import arrange

from .conftest import SiteFolder

VOCABULARY = 2000
INDEX_LIMIT, FRAGMENT_LIMIT = 60_000, 3_000
"""Bytes, compressed: of an index of a thousand questions, and of one question of usual length."""


def item(item_id: str, title: str, chance: random.Random, words: list[str]) -> ChoiceItem:
    options = [
        {"id": name, "text": "A.", "correct": name == "a", "rationale": "R."} for name in "ab"
    ]
    data = {
        "id": item_id,
        "type": "choice",
        "title": title,
        "stem": "What?",
        "options": options,
        "explanation": "Because.",
        "objectives": chance.choices(words[:120], k=2),
        "exam_domains": {"nca": chance.choice("123")},
        "difficulty": chance.randint(1, 3),
        "sources": [{"url": "https://example.org/a"}],
        "reviewed": datetime.date(2026, 12, 1),
        "revision": 1,
    }
    return ChoiceItem.model_validate(data)


def index_of(text: str) -> Any:
    """Return the data of an index script."""
    found = re.fullmatch(
        r"globalThis\.itembankBank=(.*);\nglobalThis\.itembankBank\.src=.*;\ndispatchEvent\(.*\);\n",
        text,
        re.DOTALL,
    )
    assert found
    return json.loads(found[1])


def test_an_index_of_a_thousand_is_small() -> None:
    chance = random.Random(5)
    words = [
        "".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 10))) for _ in range(VOCABULARY)
    ]
    entries = {}
    for number in range(1000):
        item_id = f"{'-'.join(chance.choices(words, k=3))}-{number}"
        made = item(item_id, " ".join(chance.choices(words, k=5)), chance, words)
        entries[item_id] = BankItem(made, "f.yml", f"topic-{number % 20}", "questions")
    bank = Bank(items=entries)
    versions = [f"{chance.getrandbits(24):06x}" for _ in entries]
    cards = [
        Card(entry, f"questions/{entry.item.id}/", version)
        for entry, version in zip(entries.values(), versions, strict=True)
    ]
    text = index_script(cards, arrange(bank), {}, {})
    assert len(gzip.compress(text.encode(), 9)) <= INDEX_LIMIT

    index = index_of(text)
    for number, entry in enumerate(entries.values()):
        columns = {name: column[number] for name, column in index["columns"].items()}
        assert columns["id"] == entry.item.id
        assert index["urls"][columns["url"]].replace("*", entry.item.id) == cards[number].url
        assert index["hash"][12 * number : 12 * number + 12] == entry.item.content_hash
        domains = {tuple(index["domains"][domain]) for domain in columns["domains"]}
        assert domains == {*entry.item.exam_domains.items()}
        objectives = [index["objectives"][name] for name in columns["objectives"]]
        assert objectives == [*entry.item.objectives]


def test_a_question_of_usual_length_is_small(site: SiteFolder) -> None:
    sentence = "Each of the {} GPUs sends about twice its buffer, whatever the size of ring {}. "
    site.question(
        stem="".join(sentence.format(n, n * 7) for n in range(4)) + "\n\nWhat is true?",
        options=[
            {
                "id": f"o{n}",
                "text": sentence.format(n, n + 3),
                "correct": n % 2 == 0,
                "rationale": sentence.format(n * 11, n + 5) * 2,
            }
            for n in range(6)
        ],
        short_explanation=sentence.format(1, 2) * 2,
        explanation="".join(sentence.format(n * 3, n * 5) for n in range(8)),
    )
    site.settings(exams="exams")
    site.write("exams/.keep", "")
    built = site.build()
    scripts = [content for name, content in built.files().items() if "/items/ring." in name]
    assert len(scripts) == 1
    assert len(gzip.compress(scripts[0], 9)) <= FRAGMENT_LIMIT


def test_a_question_is_cut_as_it_stands() -> None:
    question = (
        '<itembank-question class="itembank" id="q-a" data-item="a"><p>A</p></itembank-question>'
    )
    other = question.replace('"a"', '"b"').replace("q-a", "q-b")
    page = f"<p>Before</p>{other}<!--itembank:cut-->{question}<!--/itembank:cut--><p>After</p>"
    assert cut_question(page, "a") == question
    assert cut_question(page, "b") == other
    assert cut_question(page, "c") is None


def test_no_text_of_an_author_ends_a_script() -> None:
    html = "<p>&lt;/script&gt; </script> <!-- ' \" \\ \u2028 `${x}`</p>"
    script = fragment_script("a", html)
    assert "</script" not in script
    assert "<!--" not in script
    found = re.fullmatch(
        r'\(globalThis\.itembankItems\?\?=\{\}\)\["a"\]=(.*);\n', script, re.DOTALL
    )
    assert found
    assert json.loads(found[1].replace("<\\!--", "<!--")) == html
