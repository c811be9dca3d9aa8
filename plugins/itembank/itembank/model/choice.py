"""Choice: a stem and options to tick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from itembank.model.item import ItemBase, ItemText
from itembank.model.parts import MarkdownText, Part, Slug

ScoringPolicy = Literal["all_or_nothing", "net_correct", "each_answer", "coverage", "weights"]


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

    def own_texts(self) -> Iterator[ItemText]:
        """Yield text and rationale of each option."""
        for index, option in enumerate(self.options):
            yield ItemText(f"option:{option.id}", ("options", index, "text"), option.text)
            yield ItemText(
                f"rationale:{option.id}", ("options", index, "rationale"), option.rationale
            )

    def entry_ids(self) -> tuple[str, ...]:
        """Return the option ids."""
        return tuple(option.id for option in self.options)

    def decisive(self) -> dict[str, Any]:
        """Return kind, option ids and key."""
        return {
            "type": self.type,
            "options": sorted(option.id for option in self.options),
            "key": sorted(self.key),
        }
