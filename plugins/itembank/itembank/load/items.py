"""One question file -> one item, with every mistake of the format that the file holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from itembank.load.key import check_key, entries_of
from itembank.load.positions import Location
from itembank.load.validation import validate
from itembank.load.yaml_document import YamlDocument, load_or_report
from itembank.model import KINDS, Findings, Item

_ENTRIES = ("options", "steps", "slips")
_TELLING_FIELDS = {"options": "choice", "steps": "order", "answer": "numeric"}
"""Fields that only one kind of question has."""


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """What a question file holds: a mapping, and an item unless the file has mistakes."""

    document: YamlDocument
    item: Item | None

    @property
    def item_id(self) -> str | None:
        """Id in the file, even if the rest is no valid item."""
        return self.document.text(("id",))

    @property
    def entry_ids(self) -> tuple[str, ...]:
        """Ids that a text may refer to as `[](option:ID)`, as far as there are any."""
        if self.item is not None:
            return self.item.entry_ids()
        return tuple(
            str(entry["id"])
            for field in ("options", "steps")
            for _, entry in entries_of(self.document, field)
            if "id" in entry
        )

    def texts(self) -> Iterator[tuple[Location, str]]:
        """Yield every Markdown text of the file with its location in the document."""
        locations: list[Location] = [("stem",), ("rationale",)]
        for field in _ENTRIES:
            for index, _ in entries_of(self.document, field):
                locations += [(field, index, "text"), (field, index, "rationale")]
        hints = self.document.value(("hints",))
        if isinstance(hints, list):
            locations += [("hints", index) for index in range(len(hints))]
        locations += [("short_explanation",), ("explanation",)]
        for location in locations:
            if (text := self.document.text(location)) is not None:
                yield location, text


def load_question(file: Path, shown_as: str, findings: Findings) -> QuestionFile | None:
    """Read a question file, recording its mistakes; None when it holds no mapping."""
    document = load_or_report(file, shown_as, findings)
    if document is None:
        return None
    before = len(findings)
    item = validate(KINDS[_kind(document, findings)], document, findings)
    if not isinstance(document.data, dict):
        return None
    check_key(document, findings)
    good = cast(Item, item) if len(findings) == before else None
    return QuestionFile(document, good)


def _kind(document: YamlDocument, findings: Findings) -> str:
    """Return the kind of question, recording one that does not exist; then it is a guess."""
    kind = document.value(("type",))
    if isinstance(kind, str) and kind in KINDS:
        return kind
    if isinstance(document.data, dict) and "type" in document.data:
        *names, last = (f"`{name}`" for name in KINDS)
        message = f"`type` must be {', '.join(names)} or {last}"
        findings.error(document.position(("type",)), "bad-value", message)
    guesses = (k for field, k in _TELLING_FIELDS.items() if document.value((field,)) is not None)
    return next(guesses, "choice")


def check_figure(document: YamlDocument, known: Collection[str], findings: Findings) -> None:
    """Record the figure of a question if the site does not have it."""
    figure = document.text(("figure",))
    if figure is not None and figure not in known:
        hint = f"figures: {', '.join(sorted(known))}" if known else "no figure was found"
        at = document.position(("figure",))
        findings.error(at, "missing-figure", f"no figure `{figure}`", hint)


def check_sources(
    document: YamlDocument, known: Collection[str] | None, findings: Findings
) -> None:
    """Record the sources of a question that the sources file does not have.

    `known` is None when the site has no such file.
    """
    for index, source in entries_of(document, "sources"):
        location = ("sources", index, "ref")
        ref = document.text(location)
        if ref is None or "url" in source:
            continue
        at = document.position(location)
        if known is None:
            hint = "set `sources` in itembank.yml, or give `url` instead of `ref`"
            findings.error(at, "unknown-source", "this site has no sources file", hint)
        elif ref not in known:
            findings.error(at, "unknown-source", f"no source `{ref}` in the sources file")
