"""The Markdown of the pages that itembank adds to a site."""

from __future__ import annotations

import json
from typing import Any

from itembank.hosts.description import describe
from itembank.markup.escape import escape
from itembank.model import Bank, BankItem, NumericItem
from itembank.values import NO_NAMES, Evaluator, expand


def question_page(bank_item: BankItem, evaluator: Evaluator) -> str:
    """Return the page of one question: its title, and the question embedded."""
    item = bank_item.item
    givens = item.givens()[:1] if isinstance(item, NumericItem) else (NO_NAMES,)
    stem = expand(item.stem, evaluator, lambda _: None, givens)
    meta: dict[str, Any] = {
        "title": item.title,
        "description": describe(stem),
        "hide": ["navigation", "toc"],
    }
    if item.tags:
        meta["tags"] = list(item.tags)
    return f"{_front_matter(meta)}# {escape(item.title)}\n\n/// question | {item.id}\n///\n"


def bank_index(bank: Bank, url: str) -> str:
    """Return the index of the bank below `url`, grouped by topic."""
    lines = ["# Questions", ""]
    for topic, entries in bank.by_topic(url):
        if topic:
            lines += [f"## {topic_title(topic)}", ""]
        lines += [f"- [{escape(entry.item.title)}]({entry.item.id}.md)" for entry in entries]
        lines.append("")
    return "\n".join(lines)


def topic_title(topic: str) -> str:
    """Return a heading for a topic's folder name."""
    words = topic.replace("/", ": ").replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _front_matter(meta: dict[str, Any]) -> str:
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items()]
    return "\n".join(["---", *lines, "---", "", ""])
