"""What every kind of question has, and what its place in the world is."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from itembank.model.parts import MarkdownText, Part, Slug, SourceRef


@dataclass(frozen=True, slots=True)
class ItemText:
    """A Markdown text: `name` as the page knows it, `location` in the question file."""

    name: str
    location: tuple[str | int, ...]
    text: str


class LintIgnore(Part):
    """A rule of `itembank lint` that this question breaks on purpose, and why."""

    rule: Annotated[str, Field(min_length=1)]
    reason: MarkdownText


class ItemBase(Part):
    """What every kind of question has."""

    id: Slug
    """Stable name: the page's address, and the name under which progress is stored."""
    title: Annotated[str, Field(min_length=1, max_length=120)]
    """Title of the page, plain text."""
    stem: MarkdownText
    """Scenario and question; the last paragraph is the question itself. No headings."""
    hints: Annotated[tuple[MarkdownText, ...], Field(strict=False, max_length=5)] = ()
    """What a reader may open before Submit, one after the other; attempts say how many were."""
    short_explanation: MarkdownText | None = None
    """Shown beside the figure after Submit."""
    figure: Slug | None = None
    """Id of a figure of the figure folder."""
    explanation: MarkdownText
    """Full explanation, shown below the figure."""
    objectives: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Learning objectives that the question covers."""
    exam_domains: dict[str, str] = Field(default_factory=dict)
    """Domain of each certification that the question belongs to."""
    difficulty: Annotated[int, Field(ge=1, le=3)] | None = None
    """1 recall, 2 application, 3 judgement."""
    tags: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Tags for Material's tags plugin."""
    sources: Annotated[tuple[SourceRef, ...], Field(min_length=1, strict=False)]
    """What supports the key."""
    reviewed: datetime.date
    """Day on which somebody last checked key, numbers and sources."""
    revision: Annotated[int, Field(ge=1)] = 1
    """Raised by the author when the meaning changes."""
    lint_ignore: Annotated[tuple[LintIgnore, ...], Field(strict=False)] = ()
    """Warnings of `itembank lint` to keep silent for this question, each with a reason."""

    def own_texts(self) -> Iterator[ItemText]:
        """Yield the Markdown texts that this kind of question has beyond the common ones."""
        raise TypeError(f"{type(self).__name__} is no kind of question")

    def entry_ids(self) -> tuple[str, ...]:
        """Return the ids that a text may refer to as `[](option:ID)`, in the author's order."""
        return ()

    def texts(self) -> Iterator[ItemText]:
        """Yield every Markdown text of the question."""
        yield ItemText("stem", ("stem",), self.stem)
        yield from self.own_texts()
        for index, hint in enumerate(self.hints):
            yield ItemText(f"hint:{index}", ("hints", index), hint)
        if self.short_explanation is not None:
            yield ItemText("short", ("short_explanation",), self.short_explanation)
        yield ItemText("explanation", ("explanation",), self.explanation)

    def decisive(self) -> dict[str, Any]:
        """Return what decides a grade, as JSON data: kind, ids and key, never texts."""
        raise TypeError(f"{type(self).__name__} is no kind of question")

    @property
    def content_hash(self) -> str:
        """Twelve hex digits over `decisive`.

        A changed hash tells the browser that a stored attempt belongs to another question.
        """
        canonical = json.dumps(self.decisive(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:12]
