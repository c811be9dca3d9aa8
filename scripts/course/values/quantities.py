"""Numbers of the cost model -> quantities that print their unit and direction."""

from __future__ import annotations

from functools import cache

from itembank.values import Quantity
from scalemodel.load import Catalog, catalog

PER_DIRECTION = "per direction"
BOTH_DIRECTIONS = "both directions"


def number(value: float) -> Quantity:
    """Return a plain number, a ratio or a share."""
    return Quantity(value)


def plain(value: Quantity | float) -> float:
    """Return a value without its unit, in base units: the cost model's own currency."""
    return value.value if isinstance(value, Quantity) else float(value)


def in_bytes(value: float) -> Quantity:
    """Return an amount of data or memory, from bytes."""
    return Quantity(value, (("B", 1),))


def seconds(value: float) -> Quantity:
    """Return a time, from seconds."""
    return Quantity(value, (("s", 1),))


def rate(value: float, direction: str = "") -> Quantity:
    """Return a bandwidth, from bytes/s; `direction` says what it counts."""
    return Quantity(value, (("B", 1), ("s", -1)), direction)


def counted(what: str, per_second: float) -> Quantity:
    """Return how many `what`, such as tokens, go by in a second."""
    return Quantity(per_second, (("s", -1), (what, 1)))


def flops(value: float) -> Quantity:
    """Return a speed of computation, from FLOP/s."""
    return Quantity(value, (("FLOP", 1), ("s", -1)))


@cache
def facts() -> Catalog:
    """Return the facts below content/, read once a build."""
    return catalog()
