"""The picture: one row a fabric, read from left to right.

How eight GPUs reach the link, what an all-reduce gets of its line rate, one step on a time axis
with the GPUs above and the wire below, and the share of the step in which the GPUs compute.
"""

from __future__ import annotations

from collections.abc import Sequence

from course.figures.canvas import Canvas, Horizontal
from course.figures.interconnects.rows import Fabric, gb, ms
from course.figures.lettering import Weight, text_width, wrapped
from course.figures.parts import Symbol, hatching, heading, heading_height, key, swatch, value
from course.figures.scales import LinearScale, LogScale
from course.figures.style import TYPE, WIDTH_PX, Layout, Scheme, mix
from course.figures.words import percent

Number = tuple[str, Weight, float, str]
"""Words, weight, size and colour."""

FOOTNOTE = "Best: gradients travel during the backward pass. Worst: only after it."


def draw(
    rows: Sequence[Fabric], title: str, subtitle: str, scheme: Scheme, layout: Layout
) -> Canvas:
    """The table-chart of `rows` for a page's column or a phone."""
    return (
        _wide(rows, title, subtitle, scheme)
        if layout == "wide"
        else _narrow(rows, title, subtitle, scheme)
    )


def _wide(rows: Sequence[Fabric], title: str, subtitle: str, scheme: Scheme) -> Canvas:
    width = WIDTH_PX["wide"]
    pitch = 70.0
    head = heading_height(title, subtitle, "wide", width) + 34
    top = head + 34
    bottom = top + pitch * len(rows)
    canvas = Canvas(width, bottom + 32, scheme)
    heading(canvas, title, subtitle, "wide")
    ink = canvas.palette
    left, right = 16.0, width - 16.0
    rate_x, step_x, busy_x = 264.0, 470.0, 662.0
    rate = LogScale(_slowest(rows), _fastest(rows), rate_x + 38, step_x - 52)
    time = LinearScale(0, max(row.step for row in rows), step_x, busy_x - 14)

    canvas.text(left, head, "How the gradients travel", weight="bold")
    canvas.text(rate_x, head, "All-reduce, GB/s one way", weight="bold")
    canvas.text(step_x, head, "One step, best case", weight="bold")
    canvas.text(right, head, "GPUs busy", weight="bold", ha="right")
    under = head + 18
    canvas.text(left, under, "from the eight GPUs of a node", size=TYPE.small, colour=ink.muted)
    key(canvas, rate_x, under, _rate_key())
    key(canvas, step_x, under, _step_key(canvas))
    canvas.text(right, under, "best case", size=TYPE.small, colour=ink.muted, ha="right")

    for number, row in enumerate(rows):
        y = top + pitch * number
        canvas.line((left, right), (y, y), ink.line)
        _wiring(canvas, left, y + 12, row)
        _name(canvas, left + 64, y + 23, row)
        _rates(canvas, y + 30, row, rate)
        _lanes(canvas, y + 15, row, time, busy_x - 6)
        _busy(canvas, busy_x, right, y + 30, row)
    canvas.line((left, right), (bottom, bottom), ink.line)
    canvas.text(left, bottom + 21, FOOTNOTE, size=TYPE.small, colour=ink.muted)
    return canvas


def _narrow(rows: Sequence[Fabric], title: str, subtitle: str, scheme: Scheme) -> Canvas:
    width = WIDTH_PX["narrow"]
    head = heading_height(title, subtitle, "narrow", width) + 28
    top = head + 34
    heights = [140.0 if row.measured is None else 154.0 for row in rows]
    bottom = top + sum(heights)
    notes = wrapped(FOOTNOTE, width - 24, TYPE.small)
    canvas = Canvas(width, bottom + 14 + 16 * len(notes), scheme)
    heading(canvas, title, subtitle, "narrow")
    ink = canvas.palette
    left, right = 12.0, width - 12.0
    rate = LogScale(_slowest(rows), _fastest(rows), left + 40, right - 40)
    time = LinearScale(0, max(row.step for row in rows), left, right - 2)
    key(canvas, left, head, _rate_key())
    canvas.text(right, head, "GB/s one way", size=TYPE.small, colour=ink.muted, ha="right")
    key(canvas, left, head + 20, _step_key(canvas))
    canvas.text(right, head + 20, "GPUs busy, best", size=TYPE.small, colour=ink.muted, ha="right")

    y = top
    for row, height in zip(rows, heights, strict=True):
        canvas.line((left, right), (y, y), ink.line)
        _wiring(canvas, left, y + 10, row)
        _name(canvas, left + 64, y + 22, row)
        _busy(canvas, right - 80, right, y + 28, row)
        _rates(canvas, y + 78, row, rate)
        _lanes(canvas, y + height - 46, row, time, right)
        y += height
    canvas.line((left, right), (bottom, bottom), ink.line)
    for number, note in enumerate(notes):
        canvas.text(left, bottom + 20 + 16 * number, note, size=TYPE.small, colour=ink.muted)
    return canvas


def _slowest(rows: Sequence[Fabric]) -> float:
    return min(min(row.modelled, row.line_rate) for row in rows)


def _fastest(rows: Sequence[Fabric]) -> float:
    return max(max(row.modelled, row.line_rate) for row in rows)


def _name(canvas: Canvas, x: float, y: float, row: Fabric) -> None:
    ink = canvas.palette
    canvas.text(x, y, row.name, weight="bold", colour=ink.family(row.family))
    canvas.text(x, y + 17, row.kind, size=TYPE.small, colour=ink.muted)
    canvas.text(x, y + 33, row.share, size=TYPE.small)


def _wiring(canvas: Canvas, x: float, y: float, row: Fabric) -> None:
    """Eight GPUs and how they reach the link, in a box of 56 x 47."""
    ink = canvas.palette
    colour = ink.family(row.family)
    pitch, height = 5.4, 47.0
    middle = y + height / 2
    canvas.plate(x, y, 36, height, ink.panel, 4)
    gpus = [y + 4.6 + pitch * number for number in range(8)]
    for gpu in gpus:
        if row.nics == 0:
            canvas.line((x + 10, x + 27), (gpu, gpu), colour, 2.2)
        elif row.sharers == 1:
            canvas.line((x + 10, x + 56), (gpu, gpu), colour, 1.4)
        else:
            canvas.line((x + 10, x + 17, x + 34), (gpu, gpu, middle), colour, 1.0)
        canvas.bar(x + 6, gpu - 1.8, 4, 3.6, ink.strong, z=3)
    if row.nics == 0:
        canvas.bar(x + 25, gpus[0] - 3, 4, gpus[-1] - gpus[0] + 6, colour)
        return
    exits = gpus if row.sharers == 1 else [middle]
    for exit_y in exits:
        canvas.line((x + 34, x + 56), (exit_y, exit_y), colour, 1.4)
        canvas.bar(x + 33, exit_y - 1.8, 6, 3.6, colour, z=3)


def _rate_key() -> list[tuple[Symbol, str]]:
    return [
        (value("model"), "model"),
        (value("measured"), "measured"),
        (value("specified"), "line rate"),
    ]


def _step_key(canvas: Canvas) -> list[tuple[Symbol, str]]:
    ink = canvas.palette
    return [
        (swatch(ink.strong), "forward"),
        (swatch(ink.soft), "backward"),
        (hatching(ink.soft), "idle"),
    ]


def _rates(canvas: Canvas, y: float, row: Fabric, scale: LogScale) -> None:
    """What an all-reduce gets beside the line rate, on a track that is the same in every row."""
    ink = canvas.palette
    colour = ink.family(row.family)
    values = [row.line_rate, row.modelled, *([row.measured] if row.measured else [])]
    left, right = scale(min(values)) - 9, scale(max(values)) + 8
    canvas.mark(scale(row.line_rate), y, row.family, "specified")
    if row.measured:
        canvas.mark(scale(row.measured), y, row.family, "measured", size=7)
        note = f"{gb(row.measured)} measured"
        canvas.text(
            scale(row.measured), y + 20, note, size=TYPE.small, colour=ink.muted, ha="center"
        )
    canvas.mark(scale(row.modelled), y, row.family, "model")
    gets: Number = (gb(row.modelled), "bold", TYPE.body, colour)
    limit: Number = (gb(row.line_rate), "regular", TYPE.small, ink.muted)
    before, after = (gets, limit) if row.modelled < row.line_rate else (limit, gets)
    first = _number(canvas, left, y, before, "right")
    last = _number(canvas, right, y, after, "left")
    for start, end in ((scale.start - 36, first), (last, scale.end + 36)):
        if end - start > 4:
            canvas.line((start, end), (y, y), ink.line)


def _number(canvas: Canvas, x: float, y: float, style: Number, ha: Horizontal) -> float:
    """Write one number beside a mark; the x where its far side ends."""
    words, weight, size, colour = style
    canvas.text(x, y, words, size=size, weight=weight, colour=colour, ha=ha, va="center")
    reach = text_width(words, size, weight) + 4
    return x + reach if ha == "left" else x - reach


def _lanes(canvas: Canvas, y: float, row: Fabric, scale: LinearScale, limit: float) -> None:
    """Two lanes of one step: what the GPUs do above, what the wire does below.

    Labels beside the bars end before `limit`.
    """
    ink = canvas.palette
    colour = ink.family(row.family)
    height, gap = 16.0, 5.0
    start, turn, end, stop = (scale(t) for t in (0, row.forward, row.compute, row.step))
    middle = y + height / 2
    canvas.bar(start, y, turn - start, height, ink.strong)
    canvas.bar(turn + 1, y, end - turn - 1, height, ink.soft)
    idle = f"idle {ms(row.idle)}"
    room = text_width(idle, TYPE.small) + 14
    spare = stop - end - 1
    if spare > 0:
        frame = canvas.hatched(end + 1, y, spare, height, ink.soft)
    if spare > room + 8:
        centre = (end + stop) / 2
        canvas.plate(centre - room / 2, y + 1, room, height - 2, ink.page, 2).set_zorder(4)
        canvas.text(centre, middle, idle, size=TYPE.small, ha="center", va="center", on=frame)
    else:
        both = f"{ms(row.compute)}, {idle}"
        fits = stop + 6 + text_width(both, TYPE.small) <= limit
        canvas.text(stop + 6, middle, both if fits else idle, size=TYPE.small, va="center")

    lane, begin = y + height + gap, scale(row.step - row.wire)
    bar = canvas.bar(begin, lane, stop - begin, height, colour)
    wire = f"wire {ms(row.wire)}"
    middle = lane + height / 2
    if stop - begin > text_width(wire, TYPE.small) + 20:
        canvas.text(
            stop - 8,
            middle,
            wire,
            size=TYPE.small,
            colour=ink.on_family,
            ha="right",
            va="center",
            on=bar,
            backdrop=colour,
        )
    else:
        canvas.text(stop + 6, middle, wire, size=TYPE.small, colour=colour, va="center")


def _busy(canvas: Canvas, left: float, right: float, y: float, row: Fabric) -> None:
    ink = canvas.palette
    colour = ink.family(row.family)
    best, worst = percent(row.busy_best), percent(row.busy_worst)
    canvas.text(right, y, best, size=TYPE.number, weight="bold", ha="right")
    canvas.text(right, y + 27, f"{worst} at worst", size=TYPE.small, colour=ink.muted, ha="right")
    width = right - left
    canvas.bar(left, y + 8, width, 5, ink.line)
    canvas.bar(left, y + 8, width * row.busy_best, 5, mix(colour, ink.page, 0.5), z=2.1)
    canvas.bar(left, y + 8, width * row.busy_worst, 5, colour, z=2.2)
