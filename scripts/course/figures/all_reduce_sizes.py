"""All-reduce time against message size: published points over the lines of the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.chart import Plot, spread
from course.figures.lettering import wrapped
from course.figures.measured import GIB, KIB, MIB, SCAN_SOURCE, Scan, scan, size_name
from course.figures.parts import heading, heading_height, key, value
from course.figures.registry import Plan
from course.figures.scales import LogScale
from course.figures.style import TYPE, WIDTH_PX, Family, Layout, Scheme, mix
from course.figures.words import Table, Words, significant
from scalemodel.collectives import Group, collective

ID = "all-reduce-sizes"
MEASURED_NODES = (1, 2, 8, 15)
MODELLED_NODES = (*MEASURED_NODES, 64)
SIZES = tuple(64 * KIB * 2**step for step in range(18))
SMALL, LARGE = 1 * MIB, 8 * GIB


@dataclass(frozen=True)
class Series:
    """All-reduce on `nodes` nodes: seconds by message size in bytes, from model and publication."""

    nodes: int
    gpus: int
    modelled: dict[int, float]
    measured: dict[int, float]


def plan(content: Path) -> Plan:
    """The figure from the facts and measurements under `content`."""
    data = scan(content)
    rows = tuple(_series(data, nodes) for nodes in MODELLED_NODES)
    text = words(rows)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def _series(data: Scan, nodes: int) -> Series:
    group = Group(nodes * data.node.gpus_per_node, data.node.gpus_per_node)
    return Series(
        nodes,
        group.size,
        {size: collective("all_reduce", size, group, data.node).time for size in SIZES},
        {int(r.size_bytes): r.time for r in data.of("all_reduce", nodes) if r.size_bytes in SIZES},
    )


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Series]) -> Words:
    """Title, alt text, caption, source and table."""
    small, large = _slowdown(rows, SMALL), _slowdown(rows, LARGE)
    title = (
        f"Leaving the node slows a {size_name(SMALL)} all-reduce {small}-fold,"
        f" an {size_name(LARGE)} one {large}-fold"
    )
    return Words(ID, title, alt(rows), caption(rows), (SCAN_SOURCE,), table(rows))


def _slowdown(rows: Sequence[Series], size: int) -> str:
    by_nodes = {row.nodes: row.measured for row in rows}
    return significant(by_nodes[8][size] / by_nodes[1][size], 2)


def alt(rows: Sequence[Series]) -> str:
    """What the picture says."""
    ends = "; ".join(
        f"{_nodes(row)} {time_name(times[SMALL])} and {time_name(times[LARGE])}"
        for row in rows
        for times in [row.measured or row.modelled]
    )
    return (
        "Time of an all-reduce against message size, 64 KiB to 8 GiB, both axes logarithmic."
        " Every line is nearly flat for small messages, where latency decides and more nodes cost"
        " more, and bends into a straight slope for large ones, where bandwidth decides and the"
        " lines of all node counts run close together. Published points lie near the lines."
        f" At 1 MiB and at 8 GiB: {ends}"
        f" (the {rows[-1].nodes} nodes are model only)."
    )


def caption(rows: Sequence[Series]) -> str:
    """Assumptions, and what is model and what is datum."""
    sizes = [row for row in rows if row.measured]
    errors = sorted(
        abs(row.modelled[size] / time - 1) for row in sizes for size, time in row.measured.items()
    )
    middle = errors[len(errors) // 2]
    return (
        "Points are published measurements on nodes of eight H100 GPUs with 3,200 Gb/s of EFA each"
        " (nccl-tests, out of place); lines are the cost model, which is off by"
        f" {100 * middle:.0f} % in the median of these points. 1 and 8 nodes were used for fitting,"
        " 2 and 15 were not."
    )


def table(rows: Sequence[Series]) -> Table:
    """Milliseconds by message size, measured and model for every node count."""
    columns = ["Message"]
    for row in rows:
        if row.measured:
            columns.append(f"{_nodes(row)}, measured, ms")
        columns.append(f"{_nodes(row)}, model, ms")
    body = []
    for size in SIZES:
        cells = [size_name(size)]
        for row in rows:
            if row.measured:
                time = row.measured.get(size)
                cells.append("–" if time is None else significant(1e3 * time))
            cells.append(significant(1e3 * row.modelled[size]))
        body.append(tuple(cells))
    return Table(tuple(columns), tuple(body))


def _nodes(row: Series) -> str:
    return "1 node" if row.nodes == 1 else f"{row.nodes} nodes"


def time_name(seconds: float) -> str:
    """Seconds as people read them: 29 µs, 51 ms."""
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} µs"
    return f"{1e3 * seconds:.0f} ms" if seconds < 1 else f"{seconds:g} s"


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Series], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """The log-log plot."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    subtitle = "Time of one all-reduce over all GPUs, nodes of 8 H100, by message size."
    head = heading_height(title, subtitle, layout, width)
    top, height = head + 44, 300.0 if wide else 330.0
    canvas = Canvas(width, top + height + 50, scheme)
    heading(canvas, title, subtitle, layout)
    left = 16.0 if wide else 12.0
    key(canvas, left, head + 24, [(value("measured"), "measured"), (_stroke, "model")])

    plot = Plot(
        canvas,
        LogScale(SIZES[0], SIZES[-1], 70 if wide else 56, width - (96 if wide else 70)),
        LogScale(1e-5, 0.1, top + height, top),
    )
    plot.rows([(t, time_name(t)) for t in (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)])
    ticks = (
        (64 * KIB, 1 * MIB, 16 * MIB, 256 * MIB, 8 * GIB) if wide else (64 * KIB, 8 * MIB, 8 * GIB)
    )
    plot.columns([(size, size_name(size)) for size in ticks], "message size")
    ends = [plot.y(row.modelled[SIZES[-1]]) for row in rows]
    places = spread(ends, 15, top - 14, top + height)
    colours = [_colour(canvas, row, number, len(rows)) for number, row in enumerate(rows)]
    canvas.tell_apart(
        *((colour, "s" if r.nodes == 1 else "o") for r, colour in zip(rows, colours, strict=True))
    )
    for number, (row, place, colour) in enumerate(zip(rows, places, colours, strict=True)):
        plot.curve(list(row.modelled.items()), colour)
        for size, time in row.measured.items():
            family: Family = "nvlink" if row.nodes == 1 else "rdma"
            canvas.mark(plot.x(size), plot.y(time), family, "measured", size=8, colour=colour)
        canvas.line((plot.right, plot.right + 10), (ends[number], place), colour, z=2.4)
        canvas.text(
            plot.right + 13, place, _nodes(row), size=TYPE.small, colour=colour, va="center"
        )
    _regions(plot, wide)
    return canvas


def _regions(plot: Plot, wide: bool) -> None:
    ink = plot.canvas.palette
    low = ["latency decides:", "size hardly matters"]
    high = [
        "bandwidth decides:",
        *wrapped("twice the size, twice the time", 200 if wide else 110, TYPE.small),
    ]
    for number, line in enumerate(low):
        y = plot.y(2.2e-3) + 15 * number
        colour = ink.muted if number else ink.ink
        plot.canvas.text(plot.x(96 * KIB), y, line, size=TYPE.small, colour=colour)
    for number, line in enumerate(high):
        y = plot.y(5e-5) + 15 * number
        colour = ink.muted if number else ink.ink
        plot.canvas.text(plot.right - 6, y, line, size=TYPE.small, colour=colour, ha="right")


def _colour(canvas: Canvas, row: Series, number: int, count: int) -> str:
    ink = canvas.palette
    if row.nodes == 1:
        return ink.nvlink
    share = (number - 1) / max(1, count - 2)
    return mix(ink.ink, ink.rdma, 0.95 * share)


def _stroke(canvas: Canvas, x: float, y: float) -> float:
    canvas.line((x, x + 14), (y, y), canvas.palette.muted, 1.8)
    return x + 14
