"""Published runs that pages and questions quote, from content/published-runs.yml."""

from __future__ import annotations

from course.values.content import content
from course.values.quantities import number
from itembank.values import Quantity


def published(series: str, at: int) -> Quantity:
    """Return what was measured in `series` where the varied quantity was `at`.

    A plain number: the series says in what unit. Raises LookupError for what was not published.
    """
    found = _series().get(series)
    if found is None:
        raise LookupError(f"no published series {series!r}; there are {', '.join(_series())}")
    if int(at) not in found:
        known = ", ".join(str(key) for key in found)
        raise LookupError(f"{series} was not published at {at}; there are {known}")
    return number(found[int(at)])


def _series() -> dict[str, dict[int, float]]:
    series = content("published-runs")["series"]
    return {name: each["points"] for name, each in series.items()}
