"""One look for every figure: two palettes, one type scale, one mark for each meaning.

Two rules hold in every picture.  A *family* of links has a colour and a shape: NVLink is a square,
RDMA a circle, TCP a triangle, memory and PCIe a diamond.  The *origin* of a value shows in how that
shape is drawn: measured values are filled, values from the model are outlined (or a plain line),
specified values are a tick.  Colours start from Okabe and Ito's set (jfly.uni-koeln.de/color),
darkened or lightened until each one reaches WCAG AA as text on its page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scheme = Literal["light", "dark"]
Layout = Literal["wide", "narrow"]
Family = Literal["nvlink", "rdma", "tcp", "local"]
Origin = Literal["measured", "model", "specified"]

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LAYOUTS: tuple[Layout, ...] = ("wide", "narrow")

WIDTH_PX: dict[Layout, int] = {"wide": 760, "narrow": 360}
"""CSS pixels: the text column of the site, and a phone."""

SHAPES: dict[Family, str] = {"nvlink": "s", "rdma": "o", "tcp": "^", "local": "D"}
"""matplotlib's marker for each family of links."""

COLUMN_PX: dict[Layout, int] = {"wide": 688, "narrow": 358}
"""CSS pixels they are shown in at least: Material's column between two side bars, a phone."""

PT_PER_PX = 0.75
MIN_TEXT_PT = 8.0


@dataclass(frozen=True)
class Type:
    """Text sizes in CSS pixels."""

    title: float = 19.0
    number: float = 19.0
    body: float = 12.5
    small: float = 11.8


TYPE = Type()


@dataclass(frozen=True)
class Palette:
    """Colours of one scheme as #rrggbb.  `ink`, `muted` and the families are safe as text."""

    page: str
    panel: str
    ink: str
    muted: str
    line: str
    strong: str
    soft: str
    nvlink: str
    rdma: str
    tcp: str
    on_family: str
    alert: str
    series: tuple[str, ...]

    def family(self, family: Family) -> str:
        """Colour of a family of links."""
        colours = {"nvlink": self.nvlink, "rdma": self.rdma, "tcp": self.tcp, "local": self.strong}
        return colours[family]


PALETTES: dict[Scheme, Palette] = {
    "light": Palette(
        page="#ffffff",
        panel="#f3f4f7",
        ink="#1b1b1f",
        muted="#5a5f6b",
        line="#d5d8df",
        strong="#4a5060",
        soft="#8d94a5",
        nvlink="#007a5a",
        rdma="#0072b2",
        tcp="#b84a00",
        on_family="#ffffff",
        alert="#b3261e",
        series=("#0072b2", "#b84a00", "#007a5a", "#a6387a", "#6b5b00", "#4a5060"),
    ),
    "dark": Palette(
        page="#1e2129",
        panel="#282c37",
        ink="#f1f3f5",
        muted="#b3b9c6",
        line="#414756",
        strong="#c3c9d6",
        soft="#858da0",
        nvlink="#2fc79b",
        rdma="#56b4e9",
        tcp="#f0a33a",
        on_family="#14161c",
        alert="#ff8f80",
        series=("#56b4e9", "#f0a33a", "#2fc79b", "#e39ac4", "#e6d84a", "#c3c9d6"),
    ),
}


def mix(first: str, second: str, share: float) -> str:
    """Colour that is `share` (0 to 1) of `first` and the rest of `second`, channel by channel."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    return "#" + "".join(f"{round(255 * (share * a + (1 - share) * b)):02x}" for a, b in pairs)


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1, of a colour written #rrggbb."""
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)
