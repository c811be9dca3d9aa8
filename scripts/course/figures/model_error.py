"""How wrong the model is: its error on every published set, beside the simplest rival."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from course.figures.canvas import Canvas
from course.figures.parts import heading, heading_height, key, value
from course.figures.registry import Plan
from course.figures.scales import LinearScale
from course.figures.style import TYPE, WIDTH_PX, Layout, Scheme
from course.figures.words import Source, Table, Words, significant
from scalemodel.load import catalog
from scalemodel.measurements import csv_files
from scalemodel.validate import NULL_MFU, score_steps

ID = "model-error"
GROUPS = {"check": "never used for fitting", "fit": "constants were fitted on these"}


@dataclass(frozen=True)
class Score:
    """One set: mean absolute errors of step time as shares, of the model and of the null model."""

    name: str
    use: str
    rows: int
    error: float
    null: float


def plan(content: Path) -> Plan:
    """The figure from the measurements under `content`."""
    rows = scores(content)
    text = words(rows, catalog(content).sources)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, scheme, layout))


def scores(content: Path) -> tuple[Score, ...]:
    """Every set of published step times, smallest error first in each group."""
    paths = csv_files([str(content / "measurements")])
    found = []
    for scored in score_steps(paths, catalog(content)):
        if not scored.rows:
            continue
        nulls = [abs(r.null / r.published - 1) for r in scored.rows if r.null is not None]
        errors = [abs(r.error) for r in scored.rows]
        found.append(Score(scored.name, scored.use, len(errors), mean(errors), mean(nulls)))
    return tuple(sorted(found, key=lambda score: (score.use != "check", score.error)))


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Score], known: Collection[str]) -> Words:
    """Title, alt text, caption, sources and table."""
    unseen = [row for row in rows if row.use == "check"]
    model, null = pooled(unseen)
    title = (
        f"On runs it was not fitted on, the model is off by {_pct(model)};"
        f" “always {100 * NULL_MFU:.0f} % MFU” by {_pct(null)}"
    )
    parts = "; ".join(
        f"{row.name}, {row.rows:,} rows: {_pct(row.error)} against {_pct(row.null)}" for row in rows
    )
    alt = (
        "Mean error of predicted step time for each set of published runs, the model against the"
        f" null model that takes MFU to be {100 * NULL_MFU:.0f} % always. Sets not used for fitting"
        f" first, then those used. {parts}."
    )
    caption = (
        "Mean of |predicted / published - 1| over the rows of a set. The null model is hard to beat"
        f" on some sets because vendors publish their good runs, which lie near"
        f" {100 * NULL_MFU:.0f} %. Of the largest set a sample of at most 240 rows was used for"
        " fitting. `scalemodel validate` prints the same numbers; sources of the rows stand in the"
        " first line of each file in `content/measurements`."
    )
    return Words(ID, title, alt, caption, sources(rows, known), table(rows))


def sources(rows: Sequence[Score], known: Collection[str]) -> tuple[Source, ...]:
    """The source of each set: sets are named after the key of theirs."""
    sets: dict[str, list[str]] = {}
    for row in rows:
        for key_ in sorted(known, key=len, reverse=True):
            if row.name.startswith(key_):
                sets.setdefault(key_, []).append(row.name)
                break
    return tuple(
        Source(ref, "step times of the sets " + ", ".join(names)) for ref, names in sets.items()
    )


def pooled(rows: Sequence[Score]) -> tuple[float, float]:
    """Errors of model and null model over all rows of all sets together."""
    total = sum(row.rows for row in rows)
    return (
        sum(row.error * row.rows for row in rows) / total,
        sum(row.null * row.rows for row in rows) / total,
    )


def table(rows: Sequence[Score]) -> Table:
    """Errors by set."""
    return Table(
        ("Set", "Use", "Rows", "Model, mean error, %", "Null model, mean error, %"),
        tuple(
            (
                row.name,
                row.use,
                f"{row.rows:,}",
                significant(100 * row.error),
                significant(100 * row.null),
            )
            for row in rows
        ),
    )


def _pct(share: float) -> str:
    return f"{significant(100 * share, 2)} %"


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Score], title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """Two marks for each set on a scale from zero."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    side = 16.0 if wide else 12.0
    subtitle = "Mean error of the predicted step time, by set of published training runs."
    pitch, band = (30.0 if wide else 50.0), 32.0
    head = heading_height(title, subtitle, layout, width) + 30
    top = head + 10
    groups = [use for use in GROUPS if any(row.use == use for row in rows)]
    bottom = top + pitch * len(rows) + band * len(groups)
    canvas = Canvas(width, bottom + 10, scheme)
    ink = canvas.palette
    heading(canvas, title, subtitle, layout)
    signs = [(value("model"), "model"), (_ruler, f"always {100 * NULL_MFU:.0f} % MFU")]
    key(canvas, side, head, signs)
    right = width - side
    worst = max(max(row.error, row.null) for row in rows)
    scale = LinearScale(0, worst, 316 if wide else side + 2, right - 112)
    y = top
    for use in groups:
        canvas.text(side, y + 22, GROUPS[use], weight="bold")
        for x, words_ in ((right - 54, "model"), (right, f"{100 * NULL_MFU:.0f} %")):
            canvas.text(x, y + 22, words_, size=TYPE.small, colour=ink.muted, ha="right")
        y += band
        for row in rows:
            if row.use != use:
                continue
            canvas.line((side, right), (y, y), ink.line)
            name = f"{row.name}, {row.rows:,} rows"
            canvas.text(side, y + (20 if wide else 18), name, size=TYPE.small)
            _pair(canvas, y + (16 if wide else 35), right, row, scale)
            y += pitch
    canvas.line((side, right), (bottom, bottom), ink.line)
    return canvas


def _pair(canvas: Canvas, y: float, right: float, row: Score, scale: LinearScale) -> None:
    ink = canvas.palette
    model, null = scale(row.error), scale(row.null)
    canvas.line((scale(0), scale(0)), (y - 7, y + 7), ink.soft)
    canvas.line((scale(0), max(model, null)), (y, y), ink.line)
    canvas.line((null, null), (y - 7, y + 7), ink.muted, 2.4)
    canvas.mark(model, y, "rdma", "model")
    canvas.text(
        right - 54, y, _pct(row.error), weight="bold", colour=ink.rdma, ha="right", va="center"
    )
    canvas.text(right, y, _pct(row.null), colour=ink.muted, ha="right", va="center")


def _ruler(canvas: Canvas, x: float, y: float) -> float:
    canvas.line((x + 2, x + 2), (y - 6, y + 6), canvas.palette.muted, 2.4)
    return x + 4
