"""How wrong the model is: its predictions beside published measurements, set by set.

Beside every error stands the null model, "MFU is always 40 %": vendors publish their good runs, so
sets near 40 % flatter any model. Errors are |predicted / published - 1| of step time; of time for
collectives; of peak memory where a set publishes it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from scalemodel.collectives import collective
from scalemodel.constants import CONSTANTS, Constants
from scalemodel.errors import ScaleModelError
from scalemodel.load import Catalog, set_uses
from scalemodel.measurements import StepRow, Unusable, read_collectives, read_steps
from scalemodel.memory import memory
from scalemodel.step import predict

NULL_MFU = 0.40
SMALL_MESSAGE = 65536
"""Bytes below which times of collectives are not scored: rounding and clocks dominate."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One row: published and predicted value (seconds, or bytes for memory), null model's value."""

    id: str
    published: float
    predicted: float
    null: float | None = None

    @property
    def error(self) -> float:
        """Signed relative error."""
        return self.predicted / self.published - 1


@dataclass(frozen=True, slots=True)
class SetScore:
    """Errors of one set, as shares. `use`: fit or check (see sets.yml), or new for other files."""

    name: str
    use: str
    rows: tuple[Scored, ...]
    memory_rows: tuple[Scored, ...]
    unusable: tuple[Unusable, ...]

    def as_dict(self) -> dict[str, object]:
        """The score with unit in every key, unrounded."""
        row: dict[str, object] = {"set": self.name, "use": self.use, **_errors(self.rows)}
        nulls = [abs(r.null / r.published - 1) for r in self.rows if r.null is not None]
        row["null_model_mape_percent"] = 100 * mean(nulls) if nulls else None
        row["memory_rows"] = len(self.memory_rows)
        memories = [abs(r.error) for r in self.memory_rows]
        row["memory_mape_percent"] = 100 * mean(memories) if memories else None
        row["skipped"] = [{"id": bad.id, "reason": bad.reason} for bad in self.unusable]
        return row


def _errors(rows: Sequence[Scored]) -> dict[str, object]:
    if not rows:
        return {
            "rows": 0,
            "mape_percent": None,
            "median_absolute_error_percent": None,
            "median_signed_error_percent": None,
            "p90_absolute_error_percent": None,
        }
    absolute = sorted(abs(row.error) for row in rows)
    return {
        "rows": len(rows),
        "mape_percent": 100 * mean(absolute),
        "median_absolute_error_percent": 100 * median(absolute),
        "median_signed_error_percent": 100 * median(row.error for row in rows),
        "p90_absolute_error_percent": 100 * absolute[min(len(rows) - 1, int(0.9 * len(rows)))],
    }


def score_steps(
    paths: Iterable[Path], catalog: Catalog, constants: Constants = CONSTANTS
) -> tuple[SetScore, ...]:
    """Score step times and peak memory of every file. Raises `ScaleModelError` for broken files."""
    uses = set_uses(catalog, "step_times")
    scores = []
    for path in paths:
        rows: list[Scored] = []
        memories: list[Scored] = []
        bad: list[Unusable] = []
        for row in read_steps(path, catalog):
            if isinstance(row, Unusable):
                bad.append(row)
                continue
            try:
                time = predict(row.model, row.layout, row.cluster, constants).time
                rows.append(Scored(row.id, row.step_time, time, null_time(row)))
                if row.peak_memory:
                    need = memory(row.model, row.layout).total
                    memories.append(Scored(row.id, row.peak_memory, need))
            except ScaleModelError as problem:
                bad.append(Unusable(row.id, str(problem)))
        use = uses.get(path.stem, "new")
        scores.append(SetScore(path.stem, use, tuple(rows), tuple(memories), tuple(bad)))
    return tuple(scores)


def null_time(row: StepRow) -> float:
    """Seconds of a step at a constant 40 % MFU."""
    tokens = row.layout.global_batch * row.model.seq
    peak = row.cluster.node.gpu.peak_flops(row.layout.precision) * row.cluster.gpus
    return row.model.flops_per_token * tokens / (NULL_MFU * peak)


def score_collectives(
    paths: Iterable[Path], catalog: Catalog, constants: Constants = CONSTANTS
) -> tuple[SetScore, ...]:
    """Score the times of collectives of 64 KiB and more; smaller ones are listed as skipped."""
    uses, own = set_uses(catalog, "collectives"), constants.collectives
    scores = []
    for path in paths:
        rows: list[Scored] = []
        bad: list[Unusable] = []
        for row in read_collectives(path, catalog):
            if isinstance(row, Unusable):
                bad.append(row)
            elif row.size_bytes < SMALL_MESSAGE:
                bad.append(Unusable(row.id, "below 64 KiB: not scored"))
            else:
                try:
                    cost = collective(row.op, row.size_bytes, row.group, row.node, own)
                    rows.append(Scored(row.id, row.time, cost.time))
                except ScaleModelError as problem:
                    bad.append(Unusable(row.id, str(problem)))
        scores.append(SetScore(path.stem, uses.get(path.stem, "new"), tuple(rows), (), tuple(bad)))
    return tuple(scores)


def overall(scores: Sequence[SetScore], name: str = "all") -> SetScore:
    """All rows together."""
    return SetScore(
        name,
        "",
        tuple(row for score in scores for row in score.rows),
        tuple(row for score in scores for row in score.memory_rows),
        tuple(row for score in scores for row in score.unusable),
    )
