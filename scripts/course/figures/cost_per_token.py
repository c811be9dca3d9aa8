"""What a token costs against the number of nodes: efficiency and failures together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from course import example
from course.figures.canvas import Canvas
from course.figures.chart import Plot, spread
from course.figures.failures import CHECKPOINTS, RATE, RESTART
from course.figures.parts import heading, heading_height
from course.figures.registry import Plan
from course.figures.scales import LogScale
from course.figures.scaling import shade
from course.figures.style import TYPE, WIDTH_PX, Layout, Scheme
from course.figures.sweeps import NODES, Curve, curves
from course.figures.words import Source, Table, Words, significant
from scalemodel.load import catalog
from scalemodel.reliability import FAILURES_PER_NODE_DAY, goodput, mtbf

ID = "cost-per-token"
CHECKPOINT = CHECKPOINTS[1]
SUBTITLE = "GPU time for one token, relative to one node, failures included."


@dataclass(frozen=True)
class Price:
    """One fabric: GPU time of a token by number of nodes, one node being 1."""

    curve: Curve
    relative: tuple[float, ...]


def plan(content: Path) -> Plan:
    """The figure from the facts under `content`."""
    rows = tuple(_price(curve) for curve in curves(content, strong=False))
    text = words(rows, content)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def _price(curve: Curve) -> Price:
    """GPU seconds of a token are 1 / (throughput of a GPU x goodput)."""
    costs = [
        1 / (row.efficiency * goodput(_mtbf(nodes), CHECKPOINT, RESTART).share)
        for nodes, row in zip(NODES, curve.rows, strict=True)
    ]
    return Price(curve, tuple(cost / costs[0] for cost in costs))


def _mtbf(nodes: int) -> float:
    return mtbf(nodes, FAILURES_PER_NODE_DAY[RATE])


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Price], content: Path) -> Words:
    """Title, alt text, caption, sources and table."""
    best, worst = rows[0], rows[-1]
    title = (
        f"With a NIC for each GPU, a token on {NODES[-1]} nodes costs {_times(best)} times as much;"
        f" over one TCP link, {_times(worst)}"
    )
    ends = ", ".join(f"{_times(row)} times on {row.curve.name}" for row in rows)
    alt = (
        "Curves of the GPU time for one token against 1 to 64 nodes, relative to one node, one for"
        f" each fabric, both axes logarithmic. At {NODES[-1]} nodes: {ends}. Most of the rise comes"
        " with the first few nodes."
    )
    facts = catalog(content)
    model, node = facts.transformers[example.MODEL], facts.nodes[example.NODE]
    caption = (
        f"Model: weak scaling of {model.name} on {node.gpu.name} with"
        f" {example.TOKENS_PER_GPU:,} tokens on each GPU, plain data parallelism, times the time"
        f" lost to failures ({1000 * FAILURES_PER_NODE_DAY[RATE]:g} per 1,000 node-days,"
        f" checkpoints of {CHECKPOINT:g} s, restarts of {RESTART / 60:g} min). Multiply by what"
        " your GPU hour costs. The price of the network itself is not in it."
    )
    sources = (
        Source("meta-rsc", "failure rate of RSC-1 per 1,000 node-days"),
        *(Source(ref, f"{node.name}: NVLink and NICs") for ref in node.source),
        *(Source(ref, f"{model.name}: dimensions") for ref in model.source),
    )
    return Words(ID, title, alt, caption, sources, table(rows))


def _times(row: Price) -> str:
    return significant(row.relative[-1], 3 if row.relative[-1] < 2 else 2)


def table(rows: Sequence[Price]) -> Table:
    """Relative cost by nodes and fabric."""
    columns = ("Nodes", "Goodput, %", *(f"{r.curve.name}: cost, one node = 1" for r in rows))
    body = tuple(
        (
            str(nodes),
            significant(100 * goodput(_mtbf(nodes), CHECKPOINT, RESTART).share),
            *(significant(row.relative[number]) for row in rows),
        )
        for number, nodes in enumerate(NODES)
    )
    return Table(columns, body)


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Price], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """A curve for each fabric."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    head = heading_height(title, SUBTITLE, layout, width)
    top, height = head + 28, 260.0
    canvas = Canvas(width, top + height + 50, scheme)
    heading(canvas, title, SUBTITLE, layout)
    highest = max(max(row.relative) for row in rows)
    plot = Plot(
        canvas,
        LogScale(NODES[0], NODES[-1], 56 if wide else 44, width - (192 if wide else 138)),
        LogScale(0.95, highest * 1.15, top + height, top),
    )
    ticks = [tick for tick in (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0) if tick < plot.y.high]
    plot.rows([(tick, f"{tick:g} ×") for tick in ticks])
    plot.columns([(n, str(n)) for n in NODES], "nodes")
    ends = [plot.y(row.relative[-1]) for row in rows]
    places = spread(ends, 16, plot.top, plot.bottom)
    colours = [shade(canvas, row.curve, number) for number, row in enumerate(rows)]
    canvas.tell_apart(*zip(colours, (row.curve.family for row in rows), strict=True))
    for row, end, place, colour in zip(rows, ends, places, colours, strict=True):
        points = list(zip(NODES, row.relative, strict=True))
        plot.curve([(float(n), cost) for n, cost in points], colour, 2.2)
        for nodes, cost in points:
            canvas.mark(plot.x(nodes), plot.y(cost), row.curve.family, "model", size=6,
                        colour=colour)  # fmt: skip
        canvas.line((plot.right + 6, plot.right + 14), (end, place), colour)
        name = row.curve.name if wide else row.curve.short
        note = f"{_times(row)} ×  {name}"
        canvas.text(plot.right + 18, place, note, size=TYPE.small, colour=colour, va="center")
    return canvas
