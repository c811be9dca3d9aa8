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


def choice(draft: Draft) -> str:
    """Return a select-all question with two keys and three distractors."""
    options = [
        _option("first-key", "true", "Replace this by something that holds."),
        _option("first-distractor", "false", "Replace this by a belief that people do hold."),
        _option("second-key", "true", "Replace this by another thing that holds."),
        _option("second-distractor", "false", "Replace this by a mistake that you have seen."),
        _option("third-distractor", "false", "Replace this by a rule that holds elsewhere."),
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
  Show how the value comes about.
slips:
  - id: half
    value: "answer / 2"
    rationale: |
      That is half of it. Say which step was left out.
"""
    return _file(draft, "numeric", "How many times as much is it?", body)


def order(draft: Draft) -> str:
    """Return an order question with three steps."""
    names = ("first", "second", "third")
    steps = [
        f"  - id: {name}\n    text: Replace this by the {name} step.\n"
        f"    rationale: |\n      Say why it comes {name}.\n"
        for name in names
    ]
    return _file(draft, "order", "In which order do these happen?", "steps:\n" + "".join(steps))


DRAFTS: Mapping[str, Callable[[Draft], str]] = {
    "choice": choice,
    "numeric": numeric,
    "order": order,
}


def _option(option_id: str, correct: str, text: str) -> str:
    why = "Say why it holds." if correct == "true" else "Say what holds instead."
    return (
        f"  - id: {option_id}\n    text: {text}\n    correct: {correct}\n"
        f"    rationale: |\n      {why}\n"
    )


def _file(draft: Draft, kind: str, question: str, body: str) -> str:
    title = draft.title.replace("'", "''")
    return f"""\
id: {draft.id}
type: {kind}
title: '{title}'
stem: |
  Describe the situation in two or three sentences.

  {question}
{body}explanation: |
  Explain the whole, with what a reader should remember.
sources:
  - {draft.source}
reviewed: {draft.today.isoformat()}
"""
