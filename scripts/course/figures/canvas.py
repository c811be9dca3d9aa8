"""A sheet to draw on: matplotlib in CSS pixels from the top left, in one scheme.

Whatever is drawn through `Canvas` is remembered with its role, so that `checks` can tell text
from marks and knows on which colour a text stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch, Rectangle
from matplotlib.text import Text

from course.figures.lettering import Weight, font
from course.figures.style import PALETTES, PT_PER_PX, SHAPES, TYPE, Family, Origin, Palette, Scheme

P = TypeVar("P", bound=Artist)
Horizontal = Literal["left", "center", "right"]
Vertical = Literal["baseline", "center", "top", "bottom"]


@dataclass(frozen=True)
class Label:
    """A text as drawn: `backdrop` is the colour behind it, `inside` the mark it stands on.

    A `tick` only names a place on an axis; its number is no statement of the figure.
    """

    artist: Text
    backdrop: str
    inside: Artist | None = None
    tick: bool = False


@dataclass
class Canvas:
    """`width` x `height` CSS pixels in `scheme`.  Coordinates run right and down."""

    width: float
    height: float
    scheme: Scheme
    labels: list[Label] = field(default_factory=list)
    marks: list[Artist] = field(default_factory=list)
    told_apart: list[tuple[tuple[str, str], ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = (self.width / 96, self.height / 96)
        self.figure = Figure(figsize=size, dpi=96, facecolor=self.palette.page)
        self.sheet: Axes = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.sheet.set_xlim(0, self.width)
        self.sheet.set_ylim(self.height, 0)
        self.sheet.set_axis_off()

    @property
    def palette(self) -> Palette:
        """Colours of this sheet's scheme."""
        return PALETTES[self.scheme]

    def tell_apart(self, *series: tuple[str, str]) -> None:
        """Note that a reader must tell these series apart, each a colour and a shape or pattern."""
        self.told_apart.append(series)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = TYPE.body,
        colour: str | None = None,
        weight: Weight = "regular",
        ha: Horizontal = "left",
        va: Vertical = "baseline",
        on: Artist | None = None,
        backdrop: str | None = None,
        tick: bool = False,
    ) -> Text:
        """Write `words`.  `on` is the mark the text stands on, `backdrop` that mark's colour."""
        artist = self.sheet.text(
            x,
            y,
            words,
            fontproperties=font(weight, size),
            color=colour or self.palette.ink,
            ha=ha,
            va=va,
            zorder=5,
            parse_math=False,
        )
        self.labels.append(Label(artist, backdrop or self.palette.page, on, tick))
        return artist

    def bar(
        self, x: float, y: float, width: float, height: float, colour: str, *, z: float = 2
    ) -> Rectangle:
        """A filled rectangle, a mark."""
        patch = Rectangle((x, y), width, height, facecolor=colour, linewidth=0, zorder=z)
        return self._mark(patch)

    def hatched(
        self, x: float, y: float, width: float, height: float, colour: str, step: float = 5.0
    ) -> Rectangle:
        """A rectangle of thin diagonal strokes on the page: time in which nothing is done."""
        frame = Rectangle(
            (x, y), width, height, facecolor=self.palette.page, edgecolor=colour, linewidth=0.6
        )
        self._mark(frame)
        offset = step
        while offset < width + height:
            start, end = max(0.0, offset - height), min(width, offset)
            xs, ys = (x + start, x + end), (y + offset - start, y + offset - end)
            stroke = Line2D(xs, ys, color=colour, linewidth=0.6, solid_capstyle="butt", zorder=2)
            self.sheet.add_line(stroke)
            offset += step
        return frame

    def plate(
        self, x: float, y: float, width: float, height: float, colour: str, radius: float = 4.0
    ) -> FancyBboxPatch:
        """A quiet rounded ground under other things; text may stand on it freely."""
        patch = FancyBboxPatch(
            (x + radius, y + radius),
            width - 2 * radius,
            height - 2 * radius,
            boxstyle=f"round,pad={radius},rounding_size={radius}",
            facecolor=colour,
            linewidth=0,
            zorder=0.5,
        )
        self.sheet.add_patch(patch)
        return patch

    def line(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        colour: str,
        width: float = 1.0,
        *,
        dashed: bool = False,
        z: float = 1.5,
    ) -> Line2D:
        """A stroke through points, `width` in CSS pixels."""
        stroke = Line2D(
            xs,
            ys,
            color=colour,
            linewidth=width * PT_PER_PX,
            linestyle=(0, (3, 2)) if dashed else "-",
            solid_capstyle="butt",
            zorder=z,
        )
        self.sheet.add_line(stroke)
        self.marks.append(stroke)
        return stroke

    def mark(
        self,
        x: float,
        y: float,
        family: Family,
        origin: Origin,
        *,
        size: float = 9.0,
        colour: str | None = None,
    ) -> Line2D:
        """One value: its family's shape and colour, drawn as its origin demands.

        A measured value lies on top of a modelled one and is smaller, so that both show where
        they agree.
        """
        colour = colour or self.palette.family(family)
        if origin == "specified":
            return self.line((x, x), (y - size * 0.8, y + size * 0.8), colour, 2.0, z=3)
        filled = origin == "measured"
        point = Line2D(
            [x],
            [y],
            linestyle="none",
            marker=SHAPES[family],
            markersize=(0.65 if filled else 1.0) * size * PT_PER_PX,
            markerfacecolor=colour if filled else "none",
            markeredgecolor=colour,
            markeredgewidth=0.0 if filled else 1.2,
            zorder=5 if filled else 4,
        )
        self.sheet.add_line(point)
        self.marks.append(point)
        return point

    def _mark(self, patch: P) -> P:
        self.sheet.add_artist(patch)
        self.marks.append(patch)
        return patch
