"""Scaling efficiency against nodes, weak and strong, by fabric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from course import example
from course.figures.canvas import Canvas
from course.figures.chart import Plot, spread
from course.figures.lettering import text_width
from course.figures.parts import heading, heading_height, key, margin, value
from course.figures.registry import Plan
from course.figures.scales import LinearScale, LogScale
from course.figures.style import TYPE, WIDTH_PX, Layout, Scheme, mix
from course.figures.sweeps import NODES, Curve, Point, curves, published
from course.figures.words import Source, Table, Words, listed, percent, significant
from scalemodel.load import catalog

ID = "scaling"
KINDS = (
    ("more nodes, larger batch", "weak scaling"),
    ("more nodes, same batch", "strong scaling"),
)


def plan(content: Path) -> Plan:
    """The figure from the facts under `content`."""
    both = (curves(content, strong=False), curves(content, strong=True))
    points = published(content)
    text = words(both, points, content)
    return Plan(text, lambda scheme, layout: draw(both, points, text.title, scheme, layout))


# -- words -----------------------------------------------------------------------------------------


def words(both: Sequence[Sequence[Curve]], points: Sequence[Point], content: Path) -> Words:
    """Title, alt text, caption, sources and table."""
    weak = both[0]
    title = (
        f"With a NIC for each GPU, {NODES[-1]} nodes keep {_last(weak[0])} of the speed of one;"
        f" over one TCP link, {_last(weak[-1])}"
    )
    parts = []
    for (kind, name), group in zip(KINDS, both, strict=True):
        ends = ", ".join(f"{_last(curve)} on {curve.name}" for curve in group)
        parts.append(f"{name.capitalize()} ({kind}): {ends}.")
    alt = (
        "Two panels of throughput per GPU relative to one node, against 1 to 64 nodes, one curve"
        f" for each fabric. At {NODES[-1]} nodes: {' '.join(parts)} The weak curves fall over the"
        " first few nodes, then stay nearly level; the strong ones keep falling. Published points"
        f" of a 7B model lie near the uppermost weak curve: {_measured(points)}."
    )
    facts = catalog(content)
    model, node = facts.transformers[example.MODEL], facts.nodes[example.NODE]
    caption = (
        f"Model: {model.name}, plain data parallelism on {node.gpu.name}, gradients in two bytes,"
        " exchanged behind the backward pass. Weak scaling:"
        f" {example.TOKENS_PER_GPU:,} tokens on each GPU. Strong scaling: the global batch of"
        f" {NODES[-1]} nodes at every size, so small clusters accumulate gradients over several"
        " micro-batches and exchange them once. Filled marks are published runs of another job, a"
        " 7B model with FSDP on H100 nodes with InfiniBand and the same batch on each GPU. A larger"
        " batch is not free: see the critical batch size."
    )
    sources = (
        *(Source(ref, f"{node.name}: NVLink and NICs") for ref in node.source),
        *(Source(ref, f"{model.name}: dimensions") for ref in model.source),
        Source("llm-foundry", "benchmark tables of H100, 7B model"),
    )
    return Words(ID, title, alt, caption, sources, table(both, points))


def _last(curve: Curve) -> str:
    return percent(curve.rows[-1].efficiency)


def _measured(points: Sequence[Point]) -> str:
    return listed([f"{percent(p.efficiency)} on {p.nodes} nodes" for p in points if p.nodes > 1])


def table(both: Sequence[Sequence[Curve]], points: Sequence[Point]) -> Table:
    """Efficiency and MFU by nodes and fabric."""
    columns = ["Scaling", "Nodes", "GPUs"]
    for curve in both[0]:
        columns += [f"{curve.name}: efficiency, %", f"{curve.name}: MFU, %"]
    columns.append("7B model with FSDP, InfiniBand: efficiency, %, measured")
    measured = {point.nodes: significant(100 * point.efficiency) for point in points}
    body = []
    for (_, name), group in zip(KINDS, both, strict=True):
        for number, nodes in enumerate(NODES):
            cells = [name, str(nodes), str(group[0].rows[number].gpus)]
            for curve in group:
                row = curve.rows[number]
                cells += [significant(100 * row.efficiency), significant(100 * row.step.mfu)]
            cells.append(measured.get(nodes, "–") if group is both[0] else "–")
            body.append(tuple(cells))
    return Table(tuple(columns), tuple(body))


# -- drawing ---------------------------------------------------------------------------------------


def draw(
    both: Sequence[Sequence[Curve]],
    points: Sequence[Point],
    title: str,
    scheme: Scheme,
    layout: Layout,
) -> Canvas:
    """Two small plots with the same scales."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    subtitle = "Throughput of a GPU relative to one node; fabrics as NICs of a node × Gb/s."
    head = heading_height(title, subtitle, layout, width)
    top, height = head + 78, 220.0 if wide else 190.0
    step = height + 110
    canvas = Canvas(width, top + height + 50 + (0 if wide else step), scheme)
    heading(canvas, title, subtitle, layout)
    signs = [(value("model"), "model"), (value("measured"), "measured: 7B model, FSDP")]
    key(canvas, margin(layout), head + 24, signs)
    panels = [(56.0, 252.0), (430.0, 626.0)] if wide else [(48.0, 226.0), (48.0, 226.0)]
    for number, (group, (start, end)) in enumerate(zip(both, panels, strict=True)):
        above = top + (0 if wide else step * number)
        plot = Plot(
            canvas,
            LogScale(NODES[0], NODES[-1], start, end),
            LinearScale(0, 1, above + height, above),
        )
        kind, name = KINDS[number]
        canvas.text(start, above - 18, f"{name}: ", weight="bold")
        canvas.text(
            start + text_width(f"{name}: ", weight="bold") + 6,
            above - 18,
            kind,
            size=TYPE.small,
            colour=canvas.palette.muted,
        )
        _panel(plot, group, wide)
        for point in points if group is both[0] else ():
            x, y = plot.x(point.nodes), plot.y(point.efficiency)
            canvas.mark(x, y, "rdma", "measured", size=10, colour=canvas.palette.ink)
    return canvas


def _panel(plot: Plot, group: Sequence[Curve], wide: bool) -> None:
    canvas = plot.canvas
    plot.rows([(share / 4, f"{25 * share} %") for share in range(5)])
    plot.columns([(nodes, str(nodes)) for nodes in NODES[:: 1 if wide else 2]], "nodes")
    ends = [plot.y(curve.rows[-1].efficiency) for curve in group]
    places = spread(ends, 15, plot.top, plot.bottom - 4)
    colours = [shade(canvas, curve, number) for number, curve in enumerate(group)]
    canvas.tell_apart(*zip(colours, (curve.family for curve in group), strict=True))
    for curve, end, place, colour in zip(group, ends, places, colours, strict=True):
        points = [(n, r.efficiency) for n, r in zip(NODES, curve.rows, strict=True)]
        plot.curve(points, colour, 2.0)
        for nodes, efficiency in points:
            canvas.mark(plot.x(nodes), plot.y(efficiency), curve.family, "model", size=6,
                        colour=colour)  # fmt: skip
        canvas.line((plot.right + 5, plot.right + 14), (end, place), colour)
        share = percent(curve.rows[-1].efficiency)
        note = f"{share}  {curve.short}"
        canvas.text(plot.right + 18, place, note, size=TYPE.small, colour=colour, va="center")


def shade(canvas: Canvas, curve: Curve, number: int) -> str:
    """TCP in its colour; RDMA fabrics from the darkest to the family's own."""
    ink = canvas.palette
    if curve.family == "tcp":
        return ink.tcp
    return mix(ink.ink, ink.rdma, (0.9, 0.45, 0.0)[min(number, 2)])
