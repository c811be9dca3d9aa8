"""What is wrong with a drawing, in words: overlaps, cut or small text, weak or like colours.

Every check returns findings, an empty list when all is well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.path import Path as Outline
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox

from course.figures.canvas import Canvas
from course.figures.colour import contrast, eye_distance
from course.figures.style import (
    COLUMN_PX,
    LAYOUTS,
    MIN_TEXT_PT,
    PT_PER_PX,
    WIDTH_PX,
)
from course.figures.words import Words

TOUCH_PX = 0.75
"""Overlaps thinner than this do not count: glyph boxes are a little larger than their ink."""


def problems(canvas: Canvas) -> list[str]:
    """All findings about one drawing."""
    checks: tuple[Callable[[Canvas], list[str]], ...] = (
        text_on_text,
        text_on_marks,
        text_off_canvas,
        small_text,
        weak_contrast,
        confusable_series,
    )
    return [finding for check in checks for finding in check(canvas)]


def text_on_text(canvas: Canvas) -> list[str]:
    """Pairs of texts whose boxes overlap."""
    return [
        f"text {_name(one)} overlaps text {_name(other)}"
        for (one, first), (other, second) in combinations(_boxes(canvas), 2)
        if _overlap(first, second)
    ]


def text_on_marks(canvas: Canvas) -> list[str]:
    """Texts over a bar, line, marker or axis; a text placed `on` a bar must lie inside it."""
    found = []
    marks = [(mark, list(_shapes(mark))) for mark in canvas.marks]
    inside = {label.artist: label.inside for label in canvas.labels}
    for text, outer in _boxes(canvas):
        box = _shrunk(outer)
        for mark, shapes in marks:
            if mark is inside[text]:
                ground = mark.get_window_extent(_renderer(canvas))
                if not (ground.x0 <= box.x0 and box.x1 <= ground.x1):
                    found.append(f"text {_name(text)} sticks out of the mark it stands on")
            elif any(
                near.overlaps(box) and outline.intersects_bbox(box, filled)
                for outline, near, filled in shapes
            ):
                found.append(f"text {_name(text)} overlaps {_kind(mark)}")
    return found


def text_off_canvas(canvas: Canvas) -> list[str]:
    """Texts that reach over the edge of the picture."""
    return [
        f"text {_name(text)} is cut off"
        for text, box in _boxes(canvas)
        if min(box.x0, box.y0) < 0 or box.x1 > canvas.width or box.y1 > canvas.height
    ]


def small_text(canvas: Canvas) -> list[str]:
    """Texts smaller than 8 pt in the narrowest column that shows the picture."""
    shown = {WIDTH_PX[layout]: COLUMN_PX[layout] / WIDTH_PX[layout] for layout in LAYOUTS}
    scale = shown.get(round(canvas.width), 1.0)
    sizes = ((text, scale * float(text.get_fontsize())) for text in _texts(canvas))
    return [
        f"text {_name(text)} is {size:.2f} pt, less than {MIN_TEXT_PT:g}"
        for text, size in sizes
        if size < MIN_TEXT_PT
    ]


def weak_contrast(canvas: Canvas) -> list[str]:
    """Texts below WCAG 2 AA (4.5 : 1) on the colour they stand on."""
    found = []
    for label in canvas.labels:
        text = label.artist
        ratio = contrast(str(text.get_color()), label.backdrop)
        if ratio < 4.5:
            found.append(f"text {_name(text)} has a contrast of {ratio:.2f} : 1, less than 4.5")
    return found


def confusable_series(canvas: Canvas, least: float = 0.06) -> list[str]:
    """Series of one shape whose colours are closer than `least` (OKLab) to some eye."""
    return [
        f"{one} and {other} are {eye_distance(one, other):.3f} apart, less than {least:g}"
        for series in canvas.told_apart
        for (one, shape), (other, other_shape) in combinations(series, 2)
        if shape == other_shape and eye_distance(one, other) < least
    ]


def unexplained_numbers(canvas: Canvas, words: Words) -> list[str]:
    """Numbers written in the picture that stand in no title, alt, caption or table."""
    cells = [cell for row in words.table.rows for cell in row]
    known = set(
        _numbers(" ".join((words.title, words.alt, words.caption, *words.table.columns, *cells)))
    )
    drawn = _numbers(" ".join(label.artist.get_text() for label in canvas.labels if not label.tick))
    return [
        f"{number} is drawn but stands in no words"
        for number in dict.fromkeys(drawn)
        if number not in known
    ]


# -- geometry, in CSS pixels -----------------------------------------------------------------------


def _renderer(canvas: Canvas) -> RendererAgg:
    surface: Any = canvas.figure.canvas
    if not isinstance(surface, FigureCanvasAgg):
        surface = FigureCanvasAgg(canvas.figure)
        surface.draw()
    renderer: RendererAgg = surface.get_renderer()
    return renderer


def _texts(canvas: Canvas) -> list[Text]:
    return [label.artist for label in canvas.labels]


def _boxes(canvas: Canvas) -> list[tuple[Text, Bbox]]:
    renderer = _renderer(canvas)
    return [(text, text.get_window_extent(renderer)) for text in _texts(canvas)]


def _shrunk(box: Bbox) -> Bbox:
    return Bbox.from_extents(
        box.x0 + TOUCH_PX, box.y0 + TOUCH_PX, box.x1 - TOUCH_PX, box.y1 - TOUCH_PX
    )


def _overlap(one: Bbox, other: Bbox) -> bool:
    wide = float(min(one.x1, other.x1) - max(one.x0, other.x0))
    high = float(min(one.y1, other.y1) - max(one.y0, other.y0))
    return wide > TOUCH_PX and high > TOUCH_PX


def _shapes(mark: Artist) -> Iterator[tuple[Outline, Bbox, bool]]:
    """Outlines of a mark in pixels, the box around each, and whether it is filled."""
    for outline, filled in _outlines(mark):
        box = outline.get_extents()
        yield outline, Bbox.from_extents(box.x0 - 1, box.y0 - 1, box.x1 + 1, box.y1 + 1), filled


def _outlines(mark: Artist) -> Iterator[tuple[Outline, bool]]:
    if isinstance(mark, Line2D):
        points = mark.get_transform().transform_path(mark.get_path())
        if mark.get_linestyle() not in ("none", "None"):
            yield points, False
        if mark.get_marker() not in ("", "none", "None", None):
            half = mark.get_markersize() / PT_PER_PX / 2
            for x, y in np.asarray(points.vertices, dtype=float):
                yield Outline.unit_rectangle().transformed(_square(x, y, half)), True
    elif isinstance(mark, Patch):
        yield mark.get_transform().transform_path(mark.get_path()), bool(mark.get_fill())


def _square(x: float, y: float, half: float) -> Affine2D:
    return Affine2D().scale(2 * half).translate(x - half, y - half)


def _name(text: Text) -> str:
    return repr(text.get_text())


def _kind(mark: Artist) -> str:
    return {"Line2D": "a line or marker", "Rectangle": "a bar", "Spine": "an axis"}.get(
        type(mark).__name__, "a mark"
    )


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d(?:[\d,]*\d)?(?:\.\d+)?", text)
