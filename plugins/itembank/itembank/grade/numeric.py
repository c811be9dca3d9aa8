"""Grading a typed number: reading it as people write it, and telling slips from guesses.

The reference that the browser's code must equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_NUMBER = re.compile(
    r"^\s*(?P<sign>[-+−]?)\s*(?P<digits>\d[\d.,'\u00a0\u202f ]*|[.,]\d+)"
    r"(?:\s*(?:[eE]|(?:[x×*]\s*10\s*\^?))\s*(?P<exponent>[-+−]?\s*\d+))?"
    r"\s*(?P<unit>[^\d].*)?$",
    re.DOTALL,
)
_SPACES = re.compile(r"['\u00a0\u202f ]")
MAX_EXPONENT = 300

NumericVerdict = Literal["correct", "slip", "wrong", "unreadable", "unknown-unit"]


@dataclass(frozen=True, slots=True)
class NumericResult:
    """What became of a typed response; `slip` is the number of the slip that it matches."""

    verdict: NumericVerdict
    value: float | None = None
    """The response in the unit that is asked for."""
    slip: int | None = None


def read_number(text: str) -> tuple[float, str] | None:
    """Return number and unit of a response such as `1,234.5 ms`; None when there is no number.

    Where both `.` and `,` stand, the last one is the decimal sign. A comma alone groups thousands
    when exactly three digits follow each, and is a decimal sign otherwise; a point alone is one.
    """
    match = _NUMBER.match(text)
    if match is None:
        return None
    plain = _plain_digits(_SPACES.sub("", match["digits"]))
    exponent = re.sub(r"\s", "", match["exponent"] or "0").replace("−", "-")
    if plain is None or abs(int(exponent)) > MAX_EXPONENT:
        return None
    sign = -1.0 if match["sign"] in ("-", "−") else 1.0
    return sign * float(f"{plain}e{exponent}"), " ".join((match["unit"] or "").split())


def grade_numeric(
    response: str,
    answer: float,
    slips: Sequence[float],
    units: Mapping[str, float],
    tolerance: float,
) -> NumericResult:
    """Grade `response` against `answer`, both in the unit that is asked for.

    `units` maps each accepted spelling to its size in that unit; no unit means that unit.
    """
    read = read_number(response)
    if read is None:
        return NumericResult("unreadable")
    number, unit = read
    size = 1.0 if unit == "" else _size(unit, units)
    if size is None:
        return NumericResult("unknown-unit")
    value = number * size
    if _close(value, answer, tolerance):
        return NumericResult("correct", value)
    for index, slip in enumerate(slips):
        if _close(value, slip, tolerance):
            return NumericResult("slip", value, index)
    return NumericResult("wrong", value)


def _size(unit: str, units: Mapping[str, float]) -> float | None:
    return units.get(unit) or units.get(unit.replace(" ", ""))


def _close(value: float, target: float, tolerance: float) -> bool:
    return abs(value - target) <= tolerance * abs(target)


def _plain_digits(digits: str) -> str | None:
    digits = digits.rstrip(".,")
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return digits
    mark, other = digits[last], "," if digits[last] == "." else "."
    if other in digits:
        whole, decimals = digits[:last], digits[last + 1 :]
        if mark in whole:
            return None
        return f"{whole.replace(other, '')}.{decimals}"
    if digits.count(mark) > 1 or (mark == "," and re.fullmatch(r"[1-9]\d{0,2},\d{3}", digits)):
        groups = digits.split(mark)
        if len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:]):
            return None
        return "".join(groups)
    return digits.replace(mark, ".")
