"""From values to pixels."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10


@dataclass(frozen=True)
class LogScale:
    """Maps values from `low` to `high` onto pixels from `start` to `end`, logarithmically."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The pixel of `value`."""
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + share * (self.end - self.start)


@dataclass(frozen=True)
class LinearScale:
    """Maps values from `low` to `high` onto pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The pixel of `value`."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


Scale = LinearScale | LogScale
