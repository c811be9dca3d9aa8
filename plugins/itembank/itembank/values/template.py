r"""`{{= expression | unit }}` in a text -> the value, printed with unit and direction.

Any other braces are text, so LaTeX, shell and f-strings survive. A backslash before the braces
keeps them: `\{{= ... }}` prints as it stands.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from itembank.values.expression import (
    NO_NAMES,
    ExpressionError,
    Functions,
    Names,
    UnknownFunctionError,
    evaluate,
)
from itembank.values.formats import parse_format
from itembank.values.quantity import Quantity, QuantityError
from itembank.values.units import format_quantity

_OPEN = re.compile(r"(\\?)\{\{=")
_CLOSE = "}}"
NOT_COMPUTED = "⚠ (no value)"
"""Stands in a page where a value should, while an author mends the mistake."""
MAX_SHOWN = 80
"""Characters of a failed expression that its message repeats."""


@dataclass(frozen=True, slots=True)
class TemplateError(Exception):
    """A value that cannot be printed: `offset` of its braces in the text, and why."""

    offset: int
    message: str
    hint: str = ""


class Evaluator:
    """Evaluates each expression once; make a new one for every build."""

    def __init__(self, functions: Functions, *, complete: bool = True) -> None:
        self._functions = functions
        self.complete = complete
        """Whether a function that is missing is a mistake of the text that calls it.

        If not, because the site's functions could not be loaded, its value is `NOT_COMPUTED`.
        """
        self._results: dict[tuple[str, tuple[Any, ...]], str | TemplateError] = {}

    def render(self, expression: str, names: Names = NO_NAMES) -> str:
        """Return the printed value of `expression | format`, where `names` are givens.

        Raises TemplateError, with offset 0, when there is none.
        """
        key = (expression, tuple(names.items()))
        if key not in self._results:
            self._results[key] = self._attempt(expression, names)
        result = self._results[key]
        if isinstance(result, TemplateError):
            raise result
        return result

    def quantity(self, expression: str, names: Names = NO_NAMES) -> Quantity:
        """Return the value of `expression` as a quantity.

        Raises ExpressionError when it has none, or is no number.
        """
        value = evaluate(expression, self._functions, names)
        if isinstance(value, Quantity):
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ExpressionError(f"`{expression}` is not a number")
        return Quantity(float(value))

    def _attempt(self, expression: str, names: Names) -> str | TemplateError:
        source, _, wanted = expression.partition("|")
        try:
            return _print(evaluate(source, self._functions, names), wanted.strip())
        except UnknownFunctionError as error:
            if not self.complete:
                return NOT_COMPUTED
            return TemplateError(0, f"`{{{{= {_short(expression)} }}}}`: {error}")
        except (ExpressionError, QuantityError) as error:
            return TemplateError(0, f"`{{{{= {_short(expression)} }}}}`: {error}")


def expand(
    text: str,
    evaluator: Evaluator,
    report: Callable[[TemplateError], None] | None = None,
    givens: Sequence[Names] = (NO_NAMES,),
) -> str:
    """Return `text` with every `{{= }}` replaced by its value.

    `givens` holds the named values of each variant. A value that differs between variants becomes
    a `span` with all of them, of which the first is shown.

    A value that fails is handed to `report` and becomes `NOT_COMPUTED`; without `report` it raises
    TemplateError. Offsets count from the start of `text`.
    """
    if "{{=" not in text:
        return text
    pieces: list[str] = []
    end = 0
    for match in _OPEN.finditer(text):
        if match.start() < end:
            continue
        pieces.append(text[end : match.start()])
        end = match.end()
        if match[1]:
            pieces.append(match[0][1:])
            continue
        line_end = text.find("\n", match.end())
        close = text.find(_CLOSE, match.end(), line_end if line_end >= 0 else None)
        end = close + len(_CLOSE) if close >= 0 else match.end()
        try:
            if close < 0:
                raise TemplateError(0, "`{{=` is not closed by `}}` in the same line")
            pieces.append(_in_variants(text[match.end() : close], evaluator, givens))
        except TemplateError as error:
            located = TemplateError(match.start(), error.message, error.hint)
            if report is None:
                raise located from None
            report(located)
            pieces.append(NOT_COMPUTED)
    pieces.append(text[end:])
    return "".join(pieces)


def _short(expression: str) -> str:
    text = expression.strip()
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _in_variants(expression: str, evaluator: Evaluator, givens: Sequence[Names]) -> str:
    printed = [evaluator.render(expression, names) for names in givens]
    return printed[0] if len(set(printed)) == 1 else varying(printed)


def varying(printed: Sequence[str]) -> str:
    """Return inline HTML that shows the first of `printed` and keeps one for each variant."""
    values = html.escape(json.dumps(printed, ensure_ascii=False))
    return f'<span class="itembank-value" data-values="{values}">{html.escape(printed[0])}</span>'


def _print(value: object, wanted: str) -> str:
    form = parse_format(wanted)
    if isinstance(value, str) and not wanted:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | Quantity):
        raise QuantityError("the value is neither a number nor a text")
    quantity = value if isinstance(value, Quantity) else Quantity(float(value))
    printed = format_quantity(quantity, form.unit, form.digits)
    return re.split(r"[\u00a0 ]", printed)[0] if form.bare else printed
