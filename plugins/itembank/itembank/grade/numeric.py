"""Grading a typed number: reading it as people write it, and telling slips from guesses.

The reference that the browser's code must equal (`browser/src/numeric`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_INVISIBLE = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069]")
_SPACES = re.compile(r"[\s\ufeff]+")
_OTHER_DIGITS = re.compile(r"[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]")
_SUPERSCRIPTS = re.compile(r"[⁺⁻]?[⁰¹²³⁴-⁹]+")
_SAME = str.maketrans({**dict.fromkeys("−–‒－", "-"), **dict.fromkeys("’_`´", "'")} | {
    "٫": ".", "٬": ",", "μ": "µ", "·": "*", "⋅": "*", "×": "x", "✕": "x",
})  # fmt: skip
_PLAIN_SUPERSCRIPTS = str.maketrans("⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "+-0123456789")

_RESPONSE = re.compile(
    r"(?:[~≈=] ?)?(?P<sign>[-+]?) ?(?P<currency>\$?) ?"
    r"(?:10 ?(?:\^|\*\*) ?(?P<power>[-+]?\d{1,4})"
    r"|(?P<digits>\d[\d.,' ]*|[.,]\d+)"
    r"(?: ?(?:[eE]|[x*] ?10 ?(?:\^|\*\*)) ?(?P<exponent>[-+]? ?\d{1,4}))?"
    r") ?(?P<unit>[^\d]*)",
    re.ASCII,
)
_PLAIN = re.compile(r"(?P<whole>\d*)[.,]?(?P<decimals>\d*)", re.ASCII)
_GROUPED = re.compile(
    r"(?P<whole>\d{1,3}(?P<mark>[.,' ])(?:\d{2,3}(?P=mark))*\d{3})"
    r"(?:(?!(?P=mark))[.,](?P<decimals>\d+))?",
    re.ASCII,
)
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}", re.ASCII)

MAX_EXPONENT = 300
SLACK = 1e-9
"""Of the tolerance, so that a response at its very edge does not fail by binary fractions."""

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
    when exactly three digits follow it, and is a decimal sign otherwise; a point alone is one.
    Spaces and apostrophes group too. Powers of ten may be `1.5e3`, `1.5 x 10^3`, `1.5·10³`, `10^3`.
    Minus signs, spaces and digits may be those of other scripts; `$` may stand before the number.
    """
    match = _RESPONSE.fullmatch(_unified(text))
    if match is None:
        return None
    plain = "1" if match["power"] else _without_groups(match["digits"].rstrip(" .,'"))
    exponent = (match["power"] or match["exponent"] or "0").replace(" ", "")
    if plain is None or abs(int(exponent)) > MAX_EXPONENT:
        return None
    number = float(f"{match['sign']}{plain}e{exponent}")
    if not math.isfinite(number):
        return None
    return number, f"{match['currency']} {match['unit']}".lstrip(" ").rstrip(" .,;!")


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
    if not math.isfinite(value):
        return NumericResult("unreadable")
    if _close(value, answer, tolerance):
        return NumericResult("correct", value)
    for index, slip in enumerate(slips):
        if _close(value, slip, tolerance):
            return NumericResult("slip", value, index)
    return NumericResult("wrong", value)


def _size(unit: str, units: Mapping[str, float]) -> float | None:
    """Return the size of `unit`, whatever its spaces, and whatever its case where that is safe.

    `Kw` is `kW`, but `gb/s` says neither bits nor bytes, and a first `m` is never an `M`.
    """
    spelling = unit.replace(" per ", "/").replace(" ", "")
    if unit in units:
        return units[unit]
    if spelling in units:
        return units[spelling]
    sizes = {size for known, size in units.items() if _folded(known) == _folded(spelling)}
    return sizes.pop() if len(sizes) == 1 else None


def _folded(unit: str) -> str:
    return unit[:1] + unit[1:].lower() if unit.startswith("M") else unit.lower()


def _close(value: float, target: float, tolerance: float) -> bool:
    return abs(value - target) <= tolerance * (1 + SLACK) * abs(target)


def _unified(text: str) -> str:
    """Return `text` with one sign for each meaning: spaces, minus, digits, powers of ten."""
    text = _SPACES.sub(" ", _INVISIBLE.sub("", text)).translate(_SAME)
    text = _OTHER_DIGITS.sub(lambda digit: str(ord(digit[0]) & 15), text)
    text = _SUPERSCRIPTS.sub(lambda found: "^" + found[0].translate(_PLAIN_SUPERSCRIPTS), text)
    return text.strip(" ")


def _without_groups(digits: str) -> str | None:
    """Return `digits` with a point for the decimal sign and nothing between thousands."""
    plain = None if _THOUSANDS.fullmatch(digits) else _PLAIN.fullmatch(digits)
    match = plain or _GROUPED.fullmatch(digits)
    if match is None:
        return None
    whole = re.sub(r"[.,' ]", "", match["whole"])
    return f"{whole or 0}.{match['decimals'] or 0}"
