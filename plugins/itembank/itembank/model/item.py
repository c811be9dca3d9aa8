"""The question file, version 1, as one typed model; the JSON Schema is generated from it."""

from __future__ import annotations

import datetime
import hashlib
import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

SLUG_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"

Slug = Annotated[
    str, Field(pattern=SLUG_PATTERN, max_length=80, description="lower-case-words-with-hyphens")
]
MarkdownText = Annotated[str, Field(min_length=1, pattern=r"\S", description="Markdown")]
ScoringPolicy = Literal["all_or_nothing", "net_correct", "each_answer", "coverage", "weights"]


class Part(BaseModel):
    """Base of everything an author writes: immutable, no unknown keys, no silent conversion."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Exactly(Part):
    """The reader must tick exactly this many options."""

    exactly: Annotated[int, Field(ge=1)]


class UpTo(Part):
    """The reader may tick at most this many options."""

    up_to: Annotated[int, Field(ge=1)]


Select = Literal["all", "one"] | Exactly | UpTo


class Option(Part):
    """One answer that the reader can tick: a key if `correct`, else a distractor."""

    id: Slug
    """Stable name; attempts are stored and graded by it. Readers see a letter instead."""
    text: MarkdownText
    """What the reader reads."""
    correct: bool
    """Whether ticking it is right."""
    rationale: MarkdownText
    """Why it is right or wrong; refer to other options as `[](option:their-id)`."""
    misconception: str | None = None
    """Tag of the misconception that makes a distractor attractive."""
    weight: Annotated[float, Field(ge=-1, le=1)] | None = None
    """Its share of the score under `scoring: weights`; keys add up to 1."""


class SourceRef(Part):
    """What supports the key, and where in it."""

    ref: str | None = None
    """Key of the site's sources file."""
    url: str | None = None
    """Address, when the source is in no sources file."""
    title: str | None = None
    """Title to print for `url`."""
    at: str | None = None
    """Place in the source: table, section, equation."""

    @model_validator(mode="after")
    def _names_one_source(self) -> Self:
        if (self.ref is None) == (self.url is None):
            raise ValueError("a source needs either `ref` or `url`")
        return self


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
    short_explanation: MarkdownText | None = None
    """Shown beside the figure after Submit."""
    figure: Slug | None = None
    """Id of a figure of the figure folder."""
    explanation: MarkdownText
    """Full explanation, shown below the figure."""
    objectives: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Learning objectives that the question covers."""
    exam_domains: dict[str, str] = {}
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


class ChoiceItem(ItemBase):
    """A stem and options of which the reader ticks all, one, exactly N or up to N."""

    type: Literal["choice"]
    """Kind of question."""
    select: Select = "all"
    """How many options the reader ticks."""
    options: Annotated[tuple[Option, ...], Field(min_length=2, max_length=26, strict=False)]
    """The options in the author's order."""
    scoring: ScoringPolicy | None = None
    """Scoring policy; the site's default when absent."""
    shuffle: bool = True
    """Whether the page may show the options in another order."""

    @property
    def key(self) -> frozenset[str]:
        """Ids of the correct options."""
        return frozenset(option.id for option in self.options if option.correct)

    @property
    def cap(self) -> int | None:
        """Largest number of options that may be ticked; None when there is no limit."""
        match self.select:
            case Exactly(exactly=count) | UpTo(up_to=count):
                return count
            case "one":
                return 1
            case _:
                return None

    @property
    def content_hash(self) -> str:
        """Twelve hex digits over what decides a grade: type, option ids and key; never texts.

        A changed hash tells the browser that a stored attempt belongs to another question.
        """
        decisive = {
            "type": self.type,
            "options": sorted(option.id for option in self.options),
            "key": sorted(self.key),
        }
        canonical = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:12]


Item = ChoiceItem


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a question file, version 1."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "itembank question, version 1",
        **ChoiceItem.model_json_schema(),
    }
