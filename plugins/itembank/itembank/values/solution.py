"""The numbers of a numeric item: what is right, and what slips lead to, for each variant."""

from __future__ import annotations

from dataclasses import dataclass

from itembank.model import NumericItem
from itembank.values.expression import ExpressionError
from itembank.values.quantity import Quantity, QuantityError
from itembank.values.template import Evaluator
from itembank.values.units import format_quantity, parse_unit

_RATIOS = {"x": 1.0, "%": 0.01}


@dataclass(frozen=True, slots=True)
class Solution:
    """One variant: values in the unit that the item asks for, and how they are printed."""

    answer: float
    printed: str
    slips: tuple[tuple[float, str], ...]
    """Value and printed form of each slip, in the item's order."""


@dataclass(frozen=True, slots=True)
class SolutionError(Exception):
    """A value cannot be computed; `location` in the question file, and why."""

    location: tuple[str | int, ...]
    message: str


def solve(item: NumericItem, evaluator: Evaluator) -> tuple[Solution, ...]:
    """Return the solution of every variant.

    Raises SolutionError when the unit is none, an expression fails, has another unit than asked,
    or a slip leads to the right answer.
    """
    if item.unit not in _RATIOS:
        try:
            parse_unit(item.unit)
        except QuantityError as error:
            raise SolutionError(("unit",), str(error)) from error
    return tuple(_solve(item, evaluator, dict(givens)) for givens in item.givens())


def _solve(
    item: NumericItem, evaluator: Evaluator, names: dict[str, Quantity | int | float | str]
) -> Solution:
    answer, value, printed = _compute(item, evaluator, item.answer, names, ("answer",))
    slips: list[tuple[float, str]] = []
    for index, slip in enumerate(item.slips):
        location = ("slips", index, "value")
        _, wrong, words = _compute(
            item, evaluator, slip.value, {**names, "answer": answer}, location
        )
        if abs(wrong - value) <= item.tolerance * abs(value):
            raise SolutionError(location, f"slip `{slip.id}` leads to the right answer {printed}")
        slips.append((wrong, words))
    return Solution(value, printed, tuple(slips))


def _compute(
    item: NumericItem,
    evaluator: Evaluator,
    expression: str,
    names: dict[str, Quantity | int | float | str],
    location: tuple[str | int, ...],
) -> tuple[Quantity, float, str]:
    try:
        quantity = evaluator.quantity(expression, names)
        printed = format_quantity(quantity, item.unit)
        scale = _RATIOS.get(item.unit) or parse_unit(item.unit).scale
    except (ExpressionError, QuantityError) as error:
        raise SolutionError(location, f"`{expression}`: {error}") from error
    return quantity, quantity.value / scale, printed
