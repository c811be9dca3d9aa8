"""How wrong the cost model is: its errors against published measurements."""

from __future__ import annotations

from functools import cache

from course.values.quantities import facts, number
from itembank.values import Quantity
from scalemodel.reports import validation_table
from scalemodel.validate import SetScore, score_collectives, score_steps


def accuracy_table(kind: str = "step times") -> str:
    """Return the validation table of `step times` or `collectives`, as Markdown."""
    return validation_table(_scores(kind), markdown=True)


def error(set_name: str, kind: str = "step times") -> Quantity:
    """Return the mean absolute percentage error on one set, as a share.

    `kind`: `step times`, `peak memory` or `collectives`.
    Raises ValueError for an unknown set.
    """
    scores = _scores("step times" if kind == "peak memory" else kind)
    found = next((score for score in scores if score.name == set_name), None)
    if found is None:
        raise ValueError(f"no set {set_name!r}")
    rows = found.memory_rows if kind == "peak memory" else found.rows
    if not rows:
        raise ValueError(f"{set_name} has no rows of {kind}")
    return number(sum(abs(row.error) for row in rows) / len(rows))


@cache
def _scores(kind: str) -> tuple[SetScore, ...]:
    folder = facts().root / "measurements"
    if kind == "collectives":
        return score_collectives(sorted((folder / "collectives").glob("*.csv")), facts())
    if kind != "step times":
        raise ValueError(f"{kind!r} is neither 'step times' nor 'collectives'")
    return score_steps(sorted(folder.glob("*.csv")), facts())
