"""A number with its unit and direction, so that unlike things cannot be mixed by accident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Dimensions: TypeAlias = tuple[tuple[str, int], ...]
"""Base symbols with their exponents, sorted: bytes per second is `(("B", 1), ("s", -1))`."""

DIMENSIONLESS: Dimensions = ()


class QuantityError(ValueError):
    """Two quantities do not fit together; the message says why in words."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """`value` in base units (B, s, FLOP, W, ...) of `dimensions`.

    `qualifier` says what the number counts where the unit alone is ambiguous: "per direction",
    "both directions", "per GPU". It is printed, and quantities that differ in it do not mix.
    """

    value: float
    dimensions: Dimensions = DIMENSIONLESS
    qualifier: str = ""

    def measure(self) -> str:
        """Return the base units in which it is measured, as `B/s`, or that it is a plain number."""
        if not self.dimensions:
            return "a plain number"
        over, under = (
            " ".join(
                symbol if power * sign == 1 else f"{symbol}^{power * sign}"
                for symbol, power in self.dimensions
                if power * sign > 0
            )
            for sign in (1, -1)
        )
        return f"{over or 1}/{under}" if under else over

    def __neg__(self) -> Quantity:
        return Quantity(-self.value, self.dimensions, self.qualifier)

    def __abs__(self) -> Quantity:
        return Quantity(abs(self.value), self.dimensions, self.qualifier)

    def __add__(self, other: Quantity | float) -> Quantity:
        right = as_quantity(other)
        if self.dimensions != right.dimensions:
            raise QuantityError(f"cannot add {right.measure()} to {self.measure()}")
        return Quantity(self.value + right.value, self.dimensions, _common(self, right))

    def __radd__(self, other: float) -> Quantity:
        return as_quantity(other) + self

    def __sub__(self, other: Quantity | float) -> Quantity:
        return self + -as_quantity(other)

    def __rsub__(self, other: float) -> Quantity:
        return as_quantity(other) - self

    def __mul__(self, other: Quantity | float) -> Quantity:
        right = as_quantity(other)
        dimensions = _combine(self.dimensions, right.dimensions, 1)
        return Quantity(self.value * right.value, dimensions, _common(self, right))

    def __rmul__(self, other: float) -> Quantity:
        return as_quantity(other) * self

    def __truediv__(self, other: Quantity | float) -> Quantity:
        right = as_quantity(other)
        if right.value == 0:
            raise QuantityError("division by zero")
        dimensions = _combine(self.dimensions, right.dimensions, -1)
        _common(self, right)
        # The direction belongs to what is moved: a ratio, a time or a frequency has none.
        moved = {pair[0] for pair in dimensions if pair[1] > 0} - {"s"}
        kept = self.qualifier if moved or dimensions == self.dimensions else ""
        return Quantity(self.value / right.value, dimensions, "" if right.qualifier else kept)

    def __rtruediv__(self, other: float) -> Quantity:
        return as_quantity(other) / self

    def __pow__(self, exponent: float) -> Quantity:
        if self.dimensions and exponent != int(exponent):
            raise QuantityError(f"cannot raise {self.measure()} to the power {exponent:g}")
        powers = tuple((symbol, power * int(exponent)) for symbol, power in self.dimensions)
        dimensions = tuple(pair for pair in powers if pair[1])
        return Quantity(self.value**exponent, dimensions, self.qualifier if dimensions else "")


def as_quantity(value: Quantity | float) -> Quantity:
    """Return `value` itself, or the quantity without unit of that number."""
    return value if isinstance(value, Quantity) else Quantity(float(value))


def _common(left: Quantity, right: Quantity) -> str:
    if left.qualifier and right.qualifier and left.qualifier != right.qualifier:
        raise QuantityError(f"one number is {left.qualifier}, the other {right.qualifier}")
    return left.qualifier or right.qualifier


def _combine(left: Dimensions, right: Dimensions, sign: int) -> Dimensions:
    powers = dict(left)
    for symbol, power in right:
        powers[symbol] = powers.get(symbol, 0) + sign * power
    return tuple(sorted((symbol, power) for symbol, power in powers.items() if power))
