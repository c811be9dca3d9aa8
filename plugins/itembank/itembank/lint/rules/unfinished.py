"""A rule about what was to be filled in later."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.rule import Context, Hit, question_rule
from itembank.lint.subject import ChoiceSubject, Subject
from itembank.model import OrderItem

_PLACEHOLDER = re.compile(r"\b(?:TODO|FIXME|TBD|XXX)\b|\b[Ll]orem ipsum\b")
_UNFINISHED_ID = re.compile(r"(?:todo|tbd|fixme|xxx)(?:-|$)")
_UNFINISHED_URL = re.compile(r"//(?:www\.)?example\.(?:org|com|net)/replace-me")


@question_rule(
    "placeholder",
    "warning",
    summary="A text, id or source is still what `itembank new` wrote, or says TODO.",
    why="Readers would meet it: the file is valid, so nothing else stops it.",
    fix="write what belongs there, or take it out",
)
def placeholder(subject: Subject, context: Context) -> Iterator[Hit]:
    """TODO, TBD, FIXME, XXX and “lorem ipsum” outside code, ids `todo-…`, the example address."""
    for text in subject.texts:
        if found := _PLACEHOLDER.search(text.prose):
            yield Hit(text.place, f"“{found[0]}” in a text", found.start())
    if found := _PLACEHOLDER.search(subject.item.title):
        yield Hit(("title",), f"“{found[0]}” in the title")
    for field, ids in _ids(subject):
        for index, entry_id in enumerate(ids):
            if _UNFINISHED_ID.match(entry_id):
                yield Hit((field, index, "id"), f"the id `{entry_id}` names nothing")
    for index, source in enumerate(subject.item.sources):
        if _UNFINISHED_URL.search(source.url or ""):
            yield Hit(("sources", index, "url"), f"`{source.url}` is no source")
        if _PLACEHOLDER.search(source.at or ""):
            yield Hit(("sources", index, "at"), "the place in the source is missing")


def _ids(subject: Subject) -> Iterator[tuple[str, list[str]]]:
    if isinstance(subject, ChoiceSubject):
        yield "options", [choice.id for choice in subject.choices]
    elif isinstance(subject.item, OrderItem):
        yield "steps", [step.id for step in subject.item.steps]
