"""What a larger batch buys: steps fall, samples rise, and they cross at the critical batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.chart import Plot
from course.figures.parts import heading, heading_height
from course.figures.registry import Plan
from course.figures.scales import LogScale
from course.figures.style import TYPE, WIDTH_PX, Layout, Scheme
from course.figures.words import Source, Table, Words, significant
from scalemodel.convergence import BatchCost, batch_cost, speedup

ID = "critical-batch"
BATCHES = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
SUBTITLE = "Steps and samples to the same loss, as multiples of the least possible number."


def plan(content: Path) -> Plan:
    """The figure; it needs no fact but the law itself."""
    rows = tuple(batch_cost(batch, 1.0) for batch in BATCHES)
    text = words(rows)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def words(rows: Sequence[BatchCost]) -> Words:
    """Title, alt text, caption, source and table."""
    title = (
        "A larger batch saves steps only up to the critical batch; beyond, it only costs samples"
    )
    below, above = speedup(1 / 32, 1 / 16, 1.0), speedup(16, 32, 1.0)
    alt = (
        "Two curves against the batch in multiples of the critical batch, both axes logarithmic."
        " Steps fall from"
        f" {_x(rows[0].steps_factor)} at 1/32 of the critical batch to {_x(rows[-1].steps_factor)}"
        f" at 32 times it; samples rise from {_x(rows[0].samples_factor)} to"
        f" {_x(rows[-1].samples_factor)}. They cross at the critical batch, where both are 2 times"
        f" the least possible. Doubling the batch from 1/32 to 1/16 makes training"
        f" {significant(below, 3)} times shorter in steps, doubling it from 16 to 32 only"
        f" {significant(above, 3)} times."
    )
    caption = (
        "S / S_min = 1 + B_c / B and E / E_min = 1 + B / B_c: steps S and samples E to reach a"
        " fixed loss with batch B, where B_c is the critical batch. A law, not a measurement: B_c"
        " grows as training goes on and differs by task, and the curves assume a learning rate"
        " tuned for each batch. Distributing the same batch over more GPUs changes neither curve."
    )
    source = Source("mccandlish", "equation 2.11")
    return Words(ID, title, alt, caption, (source,), table(rows))


def _x(factor: float) -> str:
    return f"{significant(factor, 3)} times"


def table(rows: Sequence[BatchCost]) -> Table:
    """Both factors by batch."""
    columns = ("Batch / critical batch", "Steps / least steps", "Samples / least samples")
    body = tuple(
        (_batch(r.batch), significant(r.steps_factor, 4), significant(r.samples_factor, 4))
        for r in rows
    )
    return Table(columns, body)


def _batch(batch: float) -> str:
    return f"{batch:g}" if batch >= 1 else f"1/{1 / batch:g}"


def draw(rows: Sequence[BatchCost], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """Two curves that cross."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    head = heading_height(title, SUBTITLE, layout, width)
    top, height = head + 30, 290.0 if wide else 310.0
    canvas = Canvas(width, top + height + 50, scheme)
    ink = canvas.palette
    heading(canvas, title, SUBTITLE, layout)
    plot = Plot(
        canvas,
        LogScale(BATCHES[0], BATCHES[-1], 58 if wide else 48, width - (100 if wide else 30)),
        LogScale(1, 76, top + height, top),
    )
    middle = plot.x(1.0)
    canvas.plate(middle, top, plot.right - middle, height, ink.panel, 0.01)
    plot.rows([(t, f"{t} ×") for t in (1, 2, 5, 10, 20)])
    shown = BATCHES[::2] if wide else (1 / 32, 1 / 4, 1, 8, 32)
    shown = tuple(sorted({*shown, 1.0}))
    plot.columns([(b, _batch(b)) for b in shown], "batch, in multiples of the critical batch")
    low, high = BATCHES[0], BATCHES[-1]
    steps, samples = ink.series[0], ink.series[1]
    canvas.tell_apart((steps, "o"), (samples, "s"))
    plot.traced(lambda b: batch_cost(b, 1).steps_factor, low, high, steps, 2.4)
    plot.traced(lambda b: batch_cost(b, 1).samples_factor, low, high, samples, 2.4)
    for row in rows:
        if row.batch in (1 / 32, 1.0, 32.0):
            canvas.mark(plot.x(row.batch), plot.y(row.steps_factor), "rdma", "model", colour=steps)
            canvas.mark(
                plot.x(row.batch), plot.y(row.samples_factor), "nvlink", "model", colour=samples
            )
    x, gap = plot.x(1.0), 15.0
    canvas.line((x, x), (plot.y(5.0) + 6, plot.y(2.0) - 7), ink.soft)
    for number, line in enumerate(("critical batch:", "both are 2 ×")):
        canvas.text(x, plot.y(5.0) - 18 + gap * number, line, size=TYPE.small, ha="center")
    plot.write(1 / 16, 17, "steps", steps, dx=12, weight="bold", size=TYPE.body)
    plot.write(16, 17, "samples", samples, dx=-12, ha="right", weight="bold", size=TYPE.body)
    for middle, lines in (
        ((plot.left + x) / 2, ("twice the batch,", "almost half the steps")),
        ((x + plot.right) / 2, ("twice the batch,", "almost the same steps")),
    ):
        for number, line in enumerate(lines):
            y = plot.top + 16 + gap * number
            canvas.text(middle, y, line, size=TYPE.small, colour=ink.muted, ha="center")
    return canvas
