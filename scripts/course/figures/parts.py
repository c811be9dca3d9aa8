"""Pieces that many figures share: the heading and the key line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from course.figures.canvas import Canvas
from course.figures.lettering import text_width, wrapped
from course.figures.style import TYPE, Layout, Origin

Symbol = Callable[[Canvas, float, float], float]
"""Draws a sign from its left end and middle height; the x where it ends."""

SWATCH_WIDTH = 14.0
MARK_WIDTH = 9.0


def margin(layout: Layout) -> float:
    """Free space at both sides, CSS pixels."""
    return 16.0 if layout == "wide" else 12.0


def heading(canvas: Canvas, title: str, subtitle: str, layout: Layout) -> float:
    """Write the claim and, smaller, what is shown; the y where the picture may begin."""
    left = margin(layout)
    width = canvas.width - 2 * left
    size = TYPE.title if layout == "wide" else TYPE.title - 3
    y = 10.0
    for line in wrapped(title, width, size, "bold"):
        y += round(size * 1.3)
        canvas.text(left, y, line, size=size, weight="bold")
    y += 6
    for line in wrapped(subtitle, width, TYPE.body):
        y += 18
        canvas.text(left, y, line, colour=canvas.palette.muted)
    return y


def heading_height(title: str, subtitle: str, layout: Layout, width: float) -> float:
    """The y that `heading` will return."""
    inner = width - 2 * margin(layout)
    size = TYPE.title if layout == "wide" else TYPE.title - 3
    lines = len(wrapped(title, inner, size, "bold"))
    return 16 + lines * round(size * 1.3) + 18 * len(wrapped(subtitle, inner, TYPE.body))


def key(canvas: Canvas, x: float, y: float, items: Sequence[tuple[Symbol, str]]) -> float:
    """Signs with their meaning in one line whose baseline is `y`; the x where it ends."""
    for symbol, words in items:
        x = symbol(canvas, x, y - 4) + 4
        canvas.text(x, y, words, size=TYPE.small, colour=canvas.palette.muted)
        x += text_width(words, TYPE.small) + 9
    return x - 9


def swatch(colour: str) -> Symbol:
    """A filled piece of bar."""

    def draw(canvas: Canvas, x: float, y: float) -> float:
        canvas.bar(x, y - 5, SWATCH_WIDTH, 10, colour)
        return x + SWATCH_WIDTH

    return draw


def hatching(colour: str) -> Symbol:
    """A hatched piece of bar."""

    def draw(canvas: Canvas, x: float, y: float) -> float:
        canvas.hatched(x, y - 5, SWATCH_WIDTH, 10, colour)
        return x + SWATCH_WIDTH

    return draw


def value(origin: Origin) -> Symbol:
    """The mark of a measured, modelled or specified value, without a family."""

    def draw(canvas: Canvas, x: float, y: float) -> float:
        width = 4.0 if origin == "specified" else MARK_WIDTH
        canvas.mark(x + width / 2, y, "rdma", origin, colour=canvas.palette.muted)
        return x + width

    return draw
