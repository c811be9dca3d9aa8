"""What a figure says beside its picture, and how its numbers are written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """A key of content/sources.yml and the place in that source."""

    ref: str
    at: str


@dataclass(frozen=True)
class Table:
    """The data that was drawn, as printed.  Column titles carry unit and direction."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, 1):
            if len(row) != len(self.columns):
                raise ValueError(
                    f"row {number} has {len(row)} cells for {len(self.columns)} columns"
                )


@dataclass(frozen=True)
class Words:
    """Text of a figure.  `title` is its claim, `alt` says what the picture says."""

    id: str
    title: str
    alt: str
    caption: str
    sources: tuple[Source, ...]
    table: Table


def significant(value: float, digits: int = 3) -> str:
    """`value` with `digits` significant digits, no exponent, thousands separated: 1,194."""
    if value == 0:
        return "0"
    rounded = float(f"{value:.{digits - 1}e}")
    magnitude = int(f"{rounded:e}".partition("e")[2])
    return f"{rounded:,.{max(0, digits - 1 - magnitude)}f}"


def percent(share: float) -> str:
    """A share of one as whole percent: 0.936 is 94 %."""
    return f"{100 * share:.0f} %"


def listed(parts: list[str]) -> str:
    """Parts of a sentence joined by commas and a last "and"."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]
