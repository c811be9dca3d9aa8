"""The first text of a new question file, for each kind of question."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draft:
    """What the author has said; `source` is one entry of `sources`, as YAML."""

    id: str
    title: str
    source: str
    today: datetime.date
    schema: str = ""
    """Path of the JSON Schema from the file's folder, for editors; empty when the site has none."""


def choice(draft: Draft) -> str:
    """Return a select-all question with two keys and three distractors."""
    options = [
        _option(1, "true", "TODO: something that holds."),
        _option(2, "false", "TODO: a belief that people do hold."),
        _option(3, "true", "TODO: another thing that holds."),
        _option(4, "false", "TODO: a mistake that you have seen."),
        _option(5, "false", "TODO: a rule that holds elsewhere."),
    ]
    return _file(
        draft, "choice", "Which of these hold?", "select: all\noptions:\n" + "".join(options)
    )


def numeric(draft: Draft) -> str:
    """Return a numeric question with one typical slip."""
    body = """\
answer: "900 / 50"
unit: x
tolerance: 0.02
rationale: |
  TODO: show how the value comes about.
slips:
  - id: half
    value: "answer / 2"
    rationale: |
      TODO: that is half of it; say which step was left out.
"""
    return _file(draft, "numeric", "How many times as much is it?", body)


def order(draft: Draft) -> str:
    """Return an order question with three steps."""
    names = ("first", "second", "third")
    steps = [
        f"  - id: todo-{number}\n    text: 'TODO: the {name} step.'\n"
        f"    rationale: |\n      TODO: say why it comes {name}.\n"
        for number, name in enumerate(names, 1)
    ]
    return _file(draft, "order", "In which order do these happen?", "steps:\n" + "".join(steps))


DRAFTS: Mapping[str, Callable[[Draft], str]] = {
    "choice": choice,
    "numeric": numeric,
    "order": order,
}


def _option(number: int, correct: str, text: str) -> str:
    why = "TODO: say why it holds." if correct == "true" else "TODO: say what holds instead."
    return (
        f"  - id: todo-{number}\n    text: '{text}'\n    correct: {correct}\n"
        f"    rationale: |\n      {why}\n"
    )


def _file(draft: Draft, kind: str, question: str, body: str) -> str:
    title = draft.title.replace("'", "''")
    editor = f"# yaml-language-server: $schema={draft.schema}\n" if draft.schema else ""
    return f"""\
{editor}id: {draft.id}
type: {kind}
title: '{title}'
stem: |
  TODO: describe the situation in two or three sentences.

  {question}
{body}explanation: |
  TODO: explain the whole, with what a reader should remember.
sources:
  - {draft.source}
reviewed: {draft.today.isoformat()}
"""
