"""Order: steps to put into sequence."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from itembank.model.item import ItemBase, ItemText
from itembank.model.parts import MarkdownText, Part, Slug

OrderPolicy = Literal["all_or_nothing", "pairs"]


class Step(Part):
    """One step; the author writes the steps in the right order."""

    id: Slug
    """Stable name; attempts are stored and graded by it."""
    text: MarkdownText
    """What the reader puts into its place."""
    rationale: MarkdownText
    """Why it stands where it stands."""


class OrderItem(ItemBase):
    """A stem that asks for a sequence of steps."""

    type: Literal["order"]
    """Kind of question."""
    steps: Annotated[tuple[Step, ...], Field(min_length=3, max_length=12, strict=False)]
    """The steps in the right order; the page shows them in another one."""
    scoring: OrderPolicy | None = None
    """Scoring policy; the site's default when absent."""

    def shown(self) -> tuple[Step, ...]:
        """Return the steps as the page shows them first: a fixed order, never the right one."""

        def rank(step: Step) -> str:
            return hashlib.sha256(f"{self.id}/{step.id}".encode()).hexdigest()

        mixed = tuple(sorted(self.steps, key=rank))
        return mixed if mixed != self.steps else (*mixed[1:], mixed[0])

    def own_texts(self) -> Iterator[ItemText]:
        """Yield text and rationale of each step."""
        for index, step in enumerate(self.steps):
            yield ItemText(f"option:{step.id}", ("steps", index, "text"), step.text)
            yield ItemText(f"rationale:{step.id}", ("steps", index, "rationale"), step.rationale)

    def entry_ids(self) -> tuple[str, ...]:
        """Return the step ids as the page shows them first."""
        return tuple(step.id for step in self.shown())

    def decisive(self) -> dict[str, Any]:
        """Return kind and step ids in the right order."""
        return {"type": self.type, "steps": [step.id for step in self.steps]}
