"""Numbers that are computed, not typed: quantities, units, and `{{= }}` in texts."""

from itembank.values.expression import NO_NAMES, ExpressionError, Functions, Names, evaluate
from itembank.values.quantity import Quantity, QuantityError
from itembank.values.solution import Solution, SolutionError, solve
from itembank.values.spellings import spellings
from itembank.values.template import Evaluator, TemplateError, expand, varying
from itembank.values.units import Unit, format_number, format_quantity, parse_unit

__all__ = [
    "NO_NAMES",
    "Evaluator",
    "ExpressionError",
    "Functions",
    "Names",
    "Quantity",
    "QuantityError",
    "Solution",
    "SolutionError",
    "TemplateError",
    "Unit",
    "evaluate",
    "expand",
    "format_number",
    "format_quantity",
    "parse_unit",
    "solve",
    "spellings",
    "varying",
]
