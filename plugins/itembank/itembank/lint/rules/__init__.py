"""The rules, by theme; importing this package registers them."""

from itembank.lint.rules import (
    bank,
    cues,
    evidence,
    exams,
    grammar,
    key,
    options,
    references,
    stem,
    unfinished,
)

__all__ = [
    "bank",
    "cues",
    "evidence",
    "exams",
    "grammar",
    "key",
    "options",
    "references",
    "stem",
    "unfinished",
]
