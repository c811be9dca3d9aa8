"""Numbers that are computed, not typed: quantities, units, and `{{= }}` in texts."""

from itembank.values.expression import ExpressionError, Functions, evaluate
from itembank.values.quantity import Quantity, QuantityError
from itembank.values.template import Evaluator, TemplateError, expand
from itembank.values.units import Unit, format_number, format_quantity, parse_unit

__all__ = [
    "Evaluator",
    "ExpressionError",
    "Functions",
    "Quantity",
    "QuantityError",
    "TemplateError",
    "Unit",
    "evaluate",
    "expand",
    "format_number",
    "format_quantity",
    "parse_unit",
]
