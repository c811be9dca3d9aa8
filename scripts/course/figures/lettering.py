"""Text before it is drawn: one font family for every machine, widths, and line breaks."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

import matplotlib
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from course.figures.style import PT_PER_PX, TYPE

Weight = Literal["regular", "bold", "oblique"]

_FILES: dict[Weight, str] = {
    "regular": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "oblique": "DejaVuSans-Oblique.ttf",
}
_MEASURE = TextToPath()


@cache
def font(weight: Weight, size_px: float) -> FontProperties:
    """The DejaVu Sans that comes with matplotlib, never the system's: same bytes everywhere."""
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / _FILES[weight]
    return FontProperties(fname=str(path), size=size_px * PT_PER_PX)


@cache
def text_width(words: str, size: float = TYPE.body, weight: Weight = "regular") -> float:
    """Width of `words` in CSS pixels."""
    width, _, _ = _MEASURE.get_text_width_height_descent(words, font(weight, size), ismath=False)
    return float(width) / PT_PER_PX


def wrapped(words: str, width: float, size: float, weight: Weight = "regular") -> list[str]:
    """Lines no wider than `width` CSS pixels, as few as possible and then as even as possible."""
    parts = re.split(" (?![%×])", words)
    lines = _filled(parts, width, size, weight)
    for share in range(20, 0, -1):
        even = _filled(parts, width * (1 - share * 0.04), size, weight)
        if len(even) == len(lines):
            return even
    return lines


def _filled(parts: list[str], width: float, size: float, weight: Weight) -> list[str]:
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]} {part}" if lines else part
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines
