"""The few functions that every expression may call, for plain numbers and for quantities."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from itembank.values.quantity import Quantity, QuantityError, as_quantity
from itembank.values.units import COUNTS

Number = int | float | Quantity


def _rounded(name: str, function: Callable[[float], int]) -> Callable[[Number], Number]:
    def rounded(value: Number) -> Number:
        """Round a plain number or a count; of anything else the unit would decide the result."""
        if not isinstance(value, Quantity):
            return function(value)
        if any(symbol not in COUNTS for symbol, _ in value.dimensions):
            raise QuantityError(
                f"`{name}` of {value.measure()} depends on the unit: divide by one of it first"
            )
        return Quantity(function(value.value), value.dimensions, value.qualifier)

    return rounded


def _plain(name: str, function: Callable[[float], float]) -> Callable[[Number], float]:
    def plain(value: Number) -> float:
        """Apply `function`, which knows no units."""
        quantity = as_quantity(value)
        if quantity.dimensions:
            raise QuantityError(f"`{name}` takes a plain number, not {quantity.measure()}")
        return function(quantity.value)

    return plain


def _extreme(choose: Callable[..., Any]) -> Callable[..., Number]:
    def extreme(*values: Number) -> Number:
        """Return the smallest or largest of values that can be compared."""
        if not any(isinstance(value, Quantity) for value in values):
            return choose(*values)  # type: ignore[no-any-return]
        quantities = [as_quantity(value) for value in values]
        first = quantities[0]
        for other in quantities[1:]:
            if other.dimensions != first.dimensions:
                raise QuantityError(f"cannot compare {other.measure()} with {first.measure()}")
            first - other  # raises where one counts another direction
        return choose(quantities, key=lambda quantity: quantity.value)  # type: ignore[no-any-return]

    return extreme


HELPERS: dict[str, Callable[..., Any]] = {
    "min": _extreme(min),
    "max": _extreme(max),
    "abs": abs,
    "sqrt": _plain("sqrt", math.sqrt),
    "log2": _plain("log2", math.log2),
    "ceil": _rounded("ceil", math.ceil),
    "floor": _rounded("floor", math.floor),
}
