"""Numeric: a quantity to work out, for one or several sets of givens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from itembank.model.item import ItemBase, ItemText
from itembank.model.parts import MarkdownText, Part, Slug

Expression = Annotated[str, Field(min_length=1, pattern=r"\S")]
Given = int | float | str


class Slip(Part):
    """A wrong value that a typical mistake leads to."""

    id: Slug
    value: Expression
    """Expression of the wrong value; may use `answer`, as in `answer * 8`."""
    rationale: MarkdownText
    """What went wrong, and how to do it right."""


class NumericItem(ItemBase):
    """A stem that asks for a number with a unit; the build computes the answer."""

    type: Literal["numeric"]
    """Kind of question."""
    answer: Expression
    """Expression of the right value, over the site's functions and the variants' names."""
    unit: Annotated[str, Field(min_length=1)]
    """Unit that the reader is asked for; other spellings and prefixes are accepted."""
    tolerance: Annotated[float, Field(gt=0, le=0.5)] = 0.02
    """Largest relative difference from the answer that is right."""
    variants: Annotated[
        dict[
            Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")],
            Annotated[tuple[Given, ...], Field(min_length=2, max_length=12, strict=False)],
        ],
        Field(default_factory=dict, max_length=8),
    ]
    """Values of each given; the first values make the first variant, and so on."""
    slips: Annotated[tuple[Slip, ...], Field(max_length=8, strict=False)] = ()
    """Typical mistakes, recognised by the value they lead to."""
    rationale: MarkdownText
    """How the right value comes about."""

    @model_validator(mode="after")
    def _variants_are_complete(self) -> Self:
        lengths = {len(values) for values in self.variants.values()}
        if len(lengths) > 1:
            raise ValueError("every given of `variants` needs the same number of values")
        return self

    def givens(self) -> tuple[Mapping[str, Given], ...]:
        """Return the givens of each variant; one empty mapping when there are none."""
        if not self.variants:
            return ({},)
        columns = zip(*self.variants.values(), strict=True)
        return tuple(dict(zip(self.variants, column, strict=True)) for column in columns)

    def own_texts(self) -> Iterator[ItemText]:
        """Yield the rationale of the answer and of each slip."""
        yield ItemText("rationale", ("rationale",), self.rationale)
        for index, slip in enumerate(self.slips):
            yield ItemText(f"slip:{slip.id}", ("slips", index, "rationale"), slip.rationale)

    def decisive(self) -> dict[str, Any]:
        """Return kind, expressions, unit and givens, never the computed value."""
        return {
            "type": self.type,
            "answer": self.answer,
            "unit": self.unit,
            "variants": {name: list(values) for name, values in self.variants.items()},
        }
