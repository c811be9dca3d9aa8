"""A plot on a canvas: two scales, quiet grid lines, labels on the series themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from course.figures.canvas import Canvas, Horizontal
from course.figures.lettering import Weight
from course.figures.scales import LogScale, Scale
from course.figures.style import TYPE

Point = tuple[float, float]
Tick = tuple[float, str]


@dataclass(frozen=True)
class Plot:
    """Values run right on `x` and up on `y`; both scales end in pixels of `canvas`."""

    canvas: Canvas
    x: Scale
    y: Scale

    @property
    def left(self) -> float:
        """Pixel of the left edge."""
        return self.x.start

    @property
    def right(self) -> float:
        """Pixel of the right edge."""
        return self.x.end

    @property
    def top(self) -> float:
        """Pixel of the upper edge."""
        return self.y.end

    @property
    def bottom(self) -> float:
        """Pixel of the lower edge."""
        return self.y.start

    def rows(self, ticks: Sequence[Tick]) -> None:
        """Horizontal grid lines with their labels at the left."""
        ink = self.canvas.palette
        for value, words in ticks:
            y = self.y(value)
            self.canvas.line((self.left, self.right), (y, y), ink.line, z=0.8)
            self.canvas.text(
                self.left - 8,
                y,
                words,
                size=TYPE.small,
                colour=ink.muted,
                ha="right",
                va="center",
                tick=True,
            )

    def columns(self, ticks: Sequence[Tick], title: str) -> None:
        """The lower edge with tick labels below it, and what they count in the next line."""
        ink = self.canvas.palette
        self.canvas.line((self.left, self.right), (self.bottom, self.bottom), ink.soft, z=0.9)
        for value, words in ticks:
            x = self.x(value)
            self.canvas.line((x, x), (self.bottom, self.bottom + 4), ink.soft, z=0.9)
            self.canvas.text(
                x,
                self.bottom + 18,
                words,
                size=TYPE.small,
                colour=ink.muted,
                ha="center",
                tick=True,
            )
        middle = (self.left + self.right) / 2
        self.canvas.text(
            middle, self.bottom + 36, title, size=TYPE.small, colour=ink.muted, ha="center"
        )

    def curve(
        self, points: Sequence[Point], colour: str, width: float = 1.8, *, dashed: bool = False
    ) -> None:
        """A line through values."""
        xs = [self.x(x) for x, _ in points]
        ys = [self.y(y) for _, y in points]
        self.canvas.line(xs, ys, colour, width, dashed=dashed, z=2.5)

    def traced(
        self,
        function: Callable[[float], float],
        low: float,
        high: float,
        colour: str,
        width: float = 1.8,
        *,
        steps: int = 60,
    ) -> None:
        """A line along `function` from `low` to `high`, smooth on this plot's scale."""
        self.curve([(x, function(x)) for x in between(low, high, steps, self.x)], colour, width)

    def write(
        self,
        x: float,
        y: float,
        words: str,
        colour: str,
        *,
        dx: float = 0.0,
        dy: float = 0.0,
        ha: Horizontal = "left",
        weight: Weight = "regular",
        size: float = TYPE.small,
    ) -> None:
        """A label at a value, moved by pixels."""
        self.canvas.text(
            self.x(x) + dx,
            self.y(y) + dy,
            words,
            size=size,
            colour=colour,
            ha=ha,
            va="center",
            weight=weight,
        )


def between(low: float, high: float, steps: int, scale: Scale) -> list[float]:
    """`steps` + 1 values from `low` to `high`, even on `scale`."""
    if isinstance(scale, LogScale):
        return [float(low * (high / low) ** (step / steps)) for step in range(steps + 1)]
    return [low + (high - low) * step / steps for step in range(steps + 1)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Pixel positions as near to `wanted` as possible, at least `gap` apart, within bounds.

    Used to place the labels of lines that end close to each other.  Order is kept.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [min(max(wanted[index], low), high) for index in order]
    for _ in range(200):
        moved = False
        for first in range(len(placed) - 1):
            short = gap - (placed[first + 1] - placed[first])
            if short > 1e-6:
                placed[first] -= short / 2
                placed[first + 1] += short / 2
                moved = True
        shift = max(0.0, low - placed[0]) - max(0.0, placed[-1] - high) if placed else 0.0
        placed = [position + shift for position in placed]
        if not moved:
            break
    back = dict(zip(order, placed, strict=True))
    return [back[index] for index in range(len(wanted))]
