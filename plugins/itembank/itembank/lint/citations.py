"""Citations in texts: `[@key]`, `[@key, Table 4]`, `[@one; @two, page 3]`, outside code."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from itembank.lint.texts import TextProblem, blank_code

_CITATION = re.compile(r"(?<![\\\]])\[(?P<inside>@[\w.:/-]+[^\[\]\n]*)\](?![(\[:])")
_ENTRY = re.compile(r"\s*@(?P<key>[\w.:/-]*\w)\s*(?:,\s*(?P<at>.*\S)\s*)?$")


@dataclass(frozen=True, slots=True)
class Cited:
    """A source by its key, with the place in it, if that is given."""

    key: str
    at: str


@dataclass(frozen=True, slots=True)
class Citation:
    """Characters `start` to `end` of a text, and what is cited there."""

    start: int
    end: int
    sources: tuple[Cited, ...]


def find_citations(text: str) -> Iterator[Citation]:
    """Yield the citations of `text`, in order."""
    if "[@" not in text:
        return
    for match in _CITATION.finditer(blank_code(text)):
        inside = text[match.start("inside") : match.end("inside")]
        entries = [_ENTRY.match(part) for part in inside.split(";")]
        if all(entries):
            found = tuple(Cited(e["key"], e["at"] or "") for e in entries if e)
            yield Citation(match.start(), match.end(), found)


def check_citations(text: str, known: Collection[str]) -> Iterator[TextProblem]:
    """Yield citations of sources that the site does not have."""
    for citation in find_citations(text):
        for cited in citation.sources:
            if cited.key not in known:
                close = get_close_matches(cited.key, known, n=1)
                hint = f"did you mean `{close[0]}`?" if close else "write `\\[@` if it is none"
                message = f"no source `{cited.key}` in the sources file"
                yield TextProblem(citation.start, "unknown-source", message, hint)
