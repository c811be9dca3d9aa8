"""How much slower is leaving the node?  One question, seven answers, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.measured import GIB, MIB, SCAN_SOURCE, Scan, scan, size_name
from course.figures.parts import Symbol, heading, heading_height, key, value
from course.figures.registry import Plan
from course.figures.scales import LogScale
from course.figures.style import TYPE, WIDTH_PX, Family, Layout, Origin, Scheme
from course.figures.words import Source, Table, Words, significant
from scalemodel.collectives import Group, collective
from scalemodel.load import catalog
from scalemodel.measurements import CollectiveRow

ID = "which-ratio"
NODES = 8
SUBTITLE = "Bandwidth of an H100 in its node and across nodes, GB/s one way, and their ratio."


@dataclass(frozen=True)
class End:
    """One side of a comparison: bytes/s and where the number comes from."""

    rate: float
    origin: Origin


@dataclass(frozen=True)
class Ratio:
    """One way to answer the question."""

    name: str
    detail: str
    inside: End
    between: End

    @property
    def factor(self) -> float:
        """How many times slower the way between nodes is."""
        return self.inside.rate / self.between.rate


def plan(content: Path) -> Plan:
    """The figure from the facts and measurements under `content`."""
    rows, sources = ratios(content)
    text = words(rows, sources)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def ratios(content: Path) -> tuple[tuple[Ratio, ...], tuple[Source, ...]]:
    """The comparisons, largest factor first, and their sources."""
    data, facts = scan(content), catalog(content)
    nvlink, port = facts.links[data.node.gpu.scale_up_link], facts.links["ib-ndr"]
    both = nvlink.both_directions or 2 * nvlink.per_direction
    pair = collective("send_recv", 8 * GIB, Group(2, 2), data.node)
    rows = [
        Ratio(
            "Datasheets, mixed",
            "both directions against one",
            End(both, "specified"),
            End(port.per_direction, "specified"),
        ),
        Ratio(
            "Datasheets, like for like",
            f"{nvlink.name} against a 400 Gb/s NIC",
            End(nvlink.per_direction, "specified"),
            End(port.per_direction, "specified"),
        ),
        Ratio(
            f"Send and receive, {size_name(8 * GIB)}",
            "one GPU to one other, 2 nodes",
            End(pair.bus_bandwidth, "model"),
            _measured(data, "send_recv", 2, 8 * GIB),
        ),
        *(
            Ratio(
                f"{name}, {size_name(size)}",
                detail,
                _measured(data, op, 1, size),
                _measured(data, op, NODES, size),
            )
            for name, op, size, detail in (
                ("All-to-all", "all_to_all", 8 * GIB, f"1 node against {NODES}"),
                ("All-reduce", "all_reduce", 1 * MIB, f"1 node against {NODES}"),
                ("All-reduce", "all_reduce", 32 * MIB, "about one bucket of gradients"),
                ("All-reduce", "all_reduce", 8 * GIB, "all gradients of a large model"),
            )
        ),
    ]
    sources = [
        *(Source(ref, f"{nvlink.name}, both directions and one") for ref in nvlink.source),
        *(Source(ref, f"{port.name}, one port") for ref in port.source if ref != "computed"),
        SCAN_SOURCE,
    ]
    return tuple(sorted(rows, key=lambda row: -row.factor)), tuple(sources)


def _measured(data: Scan, op: str, nodes: int, size: int) -> End:
    return End(_bus_bandwidth(data.at(op, nodes, size), op), "measured")


def _bus_bandwidth(row: CollectiveRow, op: str) -> float:
    ranks = row.group.size
    factor = {"all_reduce": 2 * (ranks - 1) / ranks, "all_to_all": (ranks - 1) / ranks}.get(op, 1.0)
    return row.size_bytes / row.time * factor


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Ratio], sources: tuple[Source, ...]) -> Words:
    """Title, alt text, caption, sources and table."""
    title = (
        "Depending on what you compare, leaving the node costs"
        f" a factor of {times(rows[-1])} to {times(rows[0])}"
    )
    return Words(ID, title, alt(rows), CAPTION, sources, table(rows))


CAPTION = (
    "Squares: inside a node, over NVLink. Circles: between nodes. Ticks are datasheet values,"
    " filled marks published measurements on H100 nodes with 3,200 Gb/s of EFA each (bus bandwidth"
    " of nccl-tests), the outlined mark is the cost model. All values count one direction, except"
    " the first NVLink value, which counts both: datasheets print it that way. Logarithmic scale."
    " An all-reduce inside the node beats NVLink's rate of one direction because the switch adds"
    " up the data itself; across nodes all eight GPUs use their NICs at once."
)


def times(row: Ratio) -> str:
    """The factor with two digits."""
    return significant(row.factor, 2)


def _gb(end: End) -> str:
    text = significant(end.rate / 1e9)
    return text.rstrip("0").rstrip(".") if "." in text else text


def alt(rows: Sequence[Ratio]) -> str:
    """What the picture says."""
    lines = " ".join(
        f"{row.name} ({row.detail}): {_gb(row.inside)} against {_gb(row.between)} GB/s,"
        f" {times(row)} times."
        for row in rows
    )
    return (
        "Seven comparisons of bandwidth inside a node with bandwidth between nodes, sorted by"
        f" their ratio, which falls from {times(rows[0])} to {times(rows[-1])}. {lines}"
    )


def table(rows: Sequence[Ratio]) -> Table:
    """Both ends of every comparison, in GB/s, with their origin."""
    return Table(
        (
            "Comparison",
            "What",
            "Inside the node, GB/s per direction",
            "Origin",
            "Between nodes, GB/s per direction",
            "Origin (between)",
            "Ratio",
        ),
        tuple(
            (
                row.name,
                row.detail,
                _gb(row.inside) + (" (both directions)" if "both" in row.detail else ""),
                row.inside.origin,
                _gb(row.between),
                row.between.origin,
                times(row),
            )
            for row in rows
        ),
    )


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Ratio], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """A dumbbell for each comparison."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    side = 16.0 if wide else 12.0
    pitch = 44.0 if wide else 72.0
    head = heading_height(title, SUBTITLE, layout, width) + 30
    top = head + (16 if wide else 34)
    bottom = top + pitch * len(rows)
    canvas = Canvas(width, bottom + 14, scheme)
    ink = canvas.palette
    heading(canvas, title, SUBTITLE, layout)
    right = width - side
    end = key(
        canvas, side, head, [(_sign("nvlink"), "in the node"), (_sign("rdma"), "between nodes")]
    )
    origins: list[tuple[Symbol, str]] = [
        (value("measured"), "measured"),
        (value("model"), "model"),
        (value("specified"), "datasheet"),
    ]
    if wide:
        key(canvas, end + 24, head, origins)
    else:
        key(canvas, side, head + 19, origins)
    low = min(row.between.rate for row in rows)
    high = max(row.inside.rate for row in rows)
    scale = (
        LogScale(low, high, 286, right - 130)
        if wide
        else LogScale(low, high, side + 36, right - 36)
    )
    for number, row in enumerate(rows):
        y = top + pitch * number
        canvas.line((side, right), (y, y), ink.line)
        canvas.text(side, y + 19, row.name, weight="bold")
        canvas.text(side, y + 35, row.detail, size=TYPE.small, colour=ink.muted)
        middle = y + (22 if wide else 56)
        _dumbbell(canvas, middle, row, scale)
        canvas.text(
            right,
            y + (29 if wide else 28),
            f"{times(row)} ×",
            size=TYPE.number,
            weight="bold",
            ha="right",
        )
    canvas.line((side, right), (bottom, bottom), ink.line)
    return canvas


def _dumbbell(canvas: Canvas, y: float, row: Ratio, scale: LogScale) -> None:
    ink = canvas.palette
    near, far = scale(row.between.rate), scale(row.inside.rate)
    canvas.line((near + 7, far - 7), (y, y), ink.soft, 2.0)
    canvas.mark(near, y, "rdma", row.between.origin)
    canvas.mark(far, y, "nvlink", row.inside.origin)
    canvas.text(near - 9, y, _gb(row.between), colour=ink.rdma, ha="right", va="center")
    canvas.text(far + 9, y, _gb(row.inside), colour=ink.nvlink, va="center")


def _sign(family: Family) -> Symbol:
    def sign(canvas: Canvas, x: float, y: float) -> float:
        canvas.mark(x + 4.5, y, family, "model")
        return x + 9

    return sign
