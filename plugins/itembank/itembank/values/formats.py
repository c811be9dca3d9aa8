"""How a value is to be printed: what stands behind `|` in `{{= value | GB/s, 2 digits }}`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from itembank.values.quantity import QuantityError

MAX_DIGITS = 9
_WORD = re.compile(r"(?P<digits>\d+)\s*digits?(?!\w)|(?P<word>[^\s,]+)")


@dataclass(frozen=True, slots=True)
class Format:
    """A unit (`x` and `%` among them), significant digits, and whether the number stands alone."""

    unit: str | None = None
    digits: int | None = None
    bare: bool = False


def parse_format(text: str) -> Format:
    """Return the format; unit, `2 digits` and `bare` may stand in any order.

    Raises QuantityError, with what would be right, for anything else.
    """
    units: list[str] = []
    digits: list[int] = []
    bare = 0
    for match in _WORD.finditer(text):
        if match["digits"]:
            digits.append(int(match["digits"]))
        elif match["word"] == "bare":
            bare += 1
        else:
            units.append(match["word"])
    if why := _objection(units, digits, bare):
        raise QuantityError(f"`| {text}` is no format: {why}")
    return Format(units[0] if units else None, digits[0] if digits else None, bare > 0)


def _objection(units: list[str], digits: list[int], bare: int) -> str:
    if len(digits) > 1 or bare > 1:
        return "something is said twice"
    if digits and not 1 <= digits[0] <= MAX_DIGITS:
        return f"a number has 1 to {MAX_DIGITS} digits"
    for unit in units:
        if re.fullmatch(r"[.:]?\d+[a-z]?|digits?", unit):
            return "write `2 digits` for two significant digits"
    if len(units) > 1:
        shown = " and ".join(f"`{unit}`" for unit in units)
        return f"one unit, not {shown}; beside it `2 digits` and `bare`"
    return ""
