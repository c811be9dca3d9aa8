"""Failures: time between them and time lost to them, against the number of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.chart import Plot, between
from course.figures.parts import heading, heading_height
from course.figures.registry import Plan
from course.figures.scales import LinearScale, LogScale
from course.figures.style import TYPE, WIDTH_PX, Family, Layout, Scheme
from course.figures.words import Source, Table, Words, significant
from scalemodel.reliability import FAILURES_PER_NODE_DAY, Goodput, goodput, mtbf

ID = "failures"
RATE = "meta-rsc-1"
NODES = (1, 4, 16, 64, 256, 1024, 2048)
CHECKPOINTS = (300.0, 60.0, 10.0)
"""Seconds for which writing a checkpoint stops training."""
RESTART = 600.0
"""Seconds from a failure to the next training step."""
SUBTITLE = "Share of the wall clock lost to failures, by number of nodes of 8 GPUs."


@dataclass(frozen=True)
class Cost:
    """Outcome for one number of nodes with each checkpoint time, at the best interval."""

    nodes: int
    outcomes: dict[float, Goodput]


def plan(content: Path) -> Plan:
    """The figure from the published failure rate."""
    rows = tuple(
        Cost(nodes, {seconds: _outcome(nodes, seconds) for seconds in CHECKPOINTS})
        for nodes in NODES
    )
    text = words(rows)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def _outcome(nodes: int, checkpoint: float) -> Goodput:
    return goodput(mtbf(nodes, FAILURES_PER_NODE_DAY[RATE]), checkpoint, RESTART)


def lost(outcome: Goodput) -> float:
    """Share of the wall clock that does not train."""
    return 1 - outcome.share


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Cost]) -> Words:
    """Title, alt text, caption, source and table."""
    last = rows[-1]
    title = (
        f"On {last.nodes:,} nodes something fails every"
        f" {duration(next(iter(last.outcomes.values())).mtbf)};"
        " quick checkpoints decide what that costs"
    )
    parts = "; ".join(
        f"{_nodes(row.nodes)}, a failure every {duration(row.outcomes[10.0].mtbf)}: "
        + ", ".join(f"{_pct(lost(o))} ({s:g} s)" for s, o in row.outcomes.items())
        for row in rows
    )
    alt = (
        "Curves of the share of time lost to failures against the number of nodes, one curve for"
        " each time that a checkpoint stops training: 300, 60 and 10 seconds. All rise with the"
        f" number of nodes; the slower the checkpoint, the faster. {parts}."
    )
    rate = 1000 * FAILURES_PER_NODE_DAY[RATE]
    caption = (
        f"Model: independent failures at {rate:g} per 1,000 node-days, a published rate of one"
        " cluster of 8-GPU A100 nodes; others differ by a factor of three and more. Lost time is"
        " writing checkpoints, work since the last one, and restarts of"
        f" {RESTART / 60:g} minutes, at the interval that loses least (Young and Daly's"
        " square-root rule). Goodput is what remains; it multiplies MFU."
    )
    sources = (
        Source("meta-rsc", "failure rate of RSC-1 per 1,000 node-days"),
        Source("daly06", "first-order optimum of the checkpoint interval"),
    )
    return Words(ID, title, alt, caption, sources, table(rows))


def table(rows: Sequence[Cost]) -> Table:
    """Interval and lost time by number of nodes."""
    columns = ["Nodes", "Time between failures, h"]
    for seconds in CHECKPOINTS:
        columns += [
            f"Best interval, min (checkpoint {seconds:g} s)",
            f"Time lost, % (checkpoint {seconds:g} s)",
        ]
    body = []
    for row in rows:
        cells = [f"{row.nodes:,}", significant(row.outcomes[10.0].mtbf / 3600)]
        for outcome in row.outcomes.values():
            cells += [significant(outcome.interval / 60), significant(100 * lost(outcome))]
        body.append(tuple(cells))
    return Table(tuple(columns), tuple(body))


def _nodes(nodes: int) -> str:
    return "1 node" if nodes == 1 else f"{nodes:,} nodes"


def _pct(share: float) -> str:
    return f"{significant(100 * share, 2)} %"


def duration(seconds: float) -> str:
    """Seconds in the unit that people would use: 108 min, 14 h, 38 days."""
    hours = seconds / 3600
    if hours < 3:
        return f"{60 * hours:.0f} min"
    return f"{hours:.0f} h" if hours < 72 else f"{hours / 24:.0f} days"


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Cost], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """A curve for each checkpoint time; the time between failures as a second line of the axis."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    head = heading_height(title, SUBTITLE, layout, width)
    top, height = head + 34, 260.0 if wide else 300.0
    canvas = Canvas(width, top + height + 92, scheme)
    ink = canvas.palette
    heading(canvas, title, SUBTITLE, layout)
    worst = max(lost(outcome) for row in rows for outcome in row.outcomes.values())
    plot = Plot(
        canvas,
        LogScale(NODES[0], NODES[-1], 56 if wide else 48, width - (146 if wide else 84)),
        LinearScale(0, max(0.1, round(worst + 0.04, 1)), top + height, top),
    )
    steps = int(plot.y.high * 10 + 0.5)
    plot.rows([(step / 10, f"{10 * step} %") for step in range(steps + 1)])
    shown = NODES if wide else (1, 16, 256, 2048)
    plot.columns([(n, f"{n:,}") for n in shown if n != 1024], "nodes")
    y = plot.bottom + 62
    canvas.text(
        (plot.left + plot.right) / 2, y + 20, "mean time between failures", size=TYPE.small,
        colour=ink.muted, ha="center",
    )  # fmt: skip
    for row in rows:
        if row.nodes in shown and row.nodes != 1024:
            words_ = duration(row.outcomes[10.0].mtbf)
            canvas.text(plot.x(row.nodes), y, words_, size=TYPE.small, ha="center")
    looks: tuple[tuple[str, Family], ...] = (
        (ink.tcp, "tcp"),
        (ink.ink, "local"),
        (ink.rdma, "rdma"),
    )
    canvas.tell_apart(*looks)
    for seconds, (colour, shape) in zip(CHECKPOINTS, looks, strict=True):
        low, high = NODES[0], NODES[-1]
        points = [(n, _lost_at(n, seconds)) for n in between(low, high, 60, plot.x)]
        plot.curve(points, colour, 2.2)
        end = lost(rows[-1].outcomes[seconds])
        canvas.mark(plot.right, plot.y(end), shape, "model", size=7, colour=colour)
        plot.write(high, end, _pct(end), colour, dx=10, dy=-7, weight="bold", size=TYPE.body)
        note = f"checkpoint {seconds:g} s" if wide else f"at {seconds:g} s"
        plot.write(high, end, note, colour, dx=10, dy=8)
    return canvas


def _lost_at(nodes: float, checkpoint: float) -> float:
    mean = mtbf(1, FAILURES_PER_NODE_DAY[RATE]) / nodes
    return lost(goodput(mean, checkpoint, RESTART))
