"""What each option's tick, or its absence, was worth to the reader."""

from __future__ import annotations

from collections.abc import Collection, Set
from typing import Literal

Verdict = Literal["hit", "false-alarm", "missed", "correct-rejection"]

VERDICT_WORDS: dict[Verdict, str] = {
    "hit": "Correct, you ticked it",
    "false-alarm": "Wrongly ticked",
    "missed": "Missed",
    "correct-rejection": "Correctly left",
}


def verdicts(options: Collection[str], key: Set[str], response: Set[str]) -> dict[str, Verdict]:
    """Return the verdict of every option id, in the order of `options`."""
    return {option: _verdict(option in key, option in response) for option in options}


def _verdict(correct: bool, ticked: bool) -> Verdict:
    if correct:
        return "hit" if ticked else "missed"
    return "false-alarm" if ticked else "correct-rejection"
