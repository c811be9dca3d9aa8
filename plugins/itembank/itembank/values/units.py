"""Units by their usual spelling: `GB/s`, `Gb/s`, `GiB`, `ms`, `TFLOP/s`, `W`, `USD/h`."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass

from itembank.values.quantity import DIMENSIONLESS, Dimensions, Quantity, QuantityError

NO_BREAK_SPACE = "\u00a0"
DEFAULT_DIGITS = 3
EXACT_BELOW = 1e7

_DECIMAL = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
_BINARY = {"Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40}
_SMALL = {"m": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "n": 1e-9}  # micro sign, Greek mu
_BITS_PER_BYTE = 8

_PLAIN: dict[str, tuple[float, str]] = {
    "min": (60.0, "s"),
    "h": (3600.0, "s"),
    "d": (86400.0, "s"),
    "seconds": (1.0, "s"),
    "minutes": (60.0, "s"),
    "hours": (3600.0, "s"),
    "days": (86400.0, "s"),
    "Wh": (3600.0, "J"),
    "kWh": (3.6e6, "J"),
}
_BASES = {"B": "B", "b": "B", "FLOP": "FLOP", "s": "s", "W": "W", "J": "J", "USD": "USD"}
COUNTS = ("token", "sample", "step", "GPU", "node", "failure", "parameter", "epoch")
_SYMBOLS = (
    *_PLAIN,
    *(p + b for b in ("B", "b", "FLOP", "W", "J", "USD") for p in ("", *_DECIMAL)),
    *(p + "B" for p in _BINARY),
    *(p + "s" for p in ("", "m", "µ", "n")),
    *COUNTS,
)
_OTHER_SPELLINGS = (
    (r"(?<=b)ps$", "/s"),
    (r"flops?(?:/s|ps)?$", "FLOP/s"),
    (r"(?<=.)bits?(?=/|$)", "b"),
    (r"(?<=.)bytes?(?=/|$)", "B"),
    (r"\bsec(?:ond)?\b", "s"),
    (r"\bhrs?\b|\bhour\b", "h"),
    (r"\bday\b", "days"),
    (r"\$", "USD"),
)
_MICRO = re.compile(r"(?<![a-zA-Z])[uμ](?=s\b)")


@dataclass(frozen=True, slots=True)
class Unit:
    """`symbol` as it is printed; one of it is `scale` base units of `dimensions`."""

    symbol: str
    scale: float
    dimensions: Dimensions


def parse_unit(text: str) -> Unit:
    """Return the unit spelled `text`, at most one slash deep.

    Raises QuantityError, with the spellings that would be right, when there is no such unit.
    """
    scale, powers = 1.0, dict[str, int]()
    parts = text.split("/")
    if len(parts) > 2:
        raise QuantityError(f"unit `{text}` has more than one slash")
    for index, part in enumerate(parts):
        part_scale, base = _factor(part.strip(), text)
        scale = scale * part_scale if index == 0 else scale / part_scale
        powers[base] = powers.get(base, 0) + (1 if index == 0 else -1)
    return Unit(_MICRO.sub("µ", text), scale, tuple(sorted((b, p) for b, p in powers.items() if p)))


def format_quantity(quantity: Quantity, unit: str | None, digits: int | None = None) -> str:
    """Return `quantity` as text with its unit and qualifier, rounded to significant digits.

    `unit` may also be `x` (a ratio, `9.0x`) or `%`; None prints a plain number.
    Raises QuantityError when the quantity is not of that unit.
    """
    if unit in (None, "x", "%"):
        if quantity.dimensions != DIMENSIONLESS:
            message = f"the value has a unit: name the one to print, as in `| {quantity.measure()}`"
            raise QuantityError(message)
        factor, suffix = (100, f"{NO_BREAK_SPACE}%") if unit == "%" else (1, "")
        return format_number(quantity.value * factor, digits) + ("×" if unit == "x" else suffix)
    assert unit is not None
    parsed = parse_unit(unit)
    if parsed.dimensions != quantity.dimensions:
        measure = quantity.measure()
        raise QuantityError(f"the value is not measured in `{unit}`, it is {_article(measure)}")
    number = format_number(quantity.value / parsed.scale, digits)
    words = [number, parsed.symbol, *quantity.qualifier.split()]
    return NO_BREAK_SPACE.join(words[:2]) + "".join(f" {word}" for word in words[2:])


def format_number(value: float, digits: int | None = None) -> str:
    """Return `value` without exponent, thousands separated, rounded to significant digits.

    Without `digits` a whole number is printed as it is, and any other with three digits.
    Raises QuantityError when it is not finite.
    """
    if not math.isfinite(value):
        raise QuantityError("in that unit the number is too large to be printed")
    if digits is None and abs(value) < EXACT_BELOW and value == int(value):
        return f"{int(value):,}"
    significant = digits or DEFAULT_DIGITS
    rounded = float(f"{value:.{significant - 1}e}")
    if rounded == 0:
        return "0"
    if math.isinf(rounded):  # the largest floats, rounded up
        return f"{value:,.0f}"
    decimals = max(0, significant - 1 - math.floor(math.log10(abs(rounded))))
    text = f"{rounded:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _factor(part: str, whole: str) -> tuple[float, str]:
    if part in _PLAIN:
        return _PLAIN[part]
    for count in COUNTS:
        if part in (count, f"{count}s"):
            return 1.0, count
    for base, symbol in _BASES.items():
        if not part.endswith(base):
            continue
        prefix = part[: -len(base)]
        bits = 1 / _BITS_PER_BYTE if base == "b" else 1.0
        if prefix == "":
            return bits, symbol
        if prefix in _BINARY and symbol == "B":
            return _BINARY[prefix] * bits, symbol
        if prefix in _DECIMAL and symbol != "s":
            return _DECIMAL[prefix] * bits, symbol
        if prefix in _SMALL and symbol in ("s", "W", "J"):
            return _SMALL[prefix], symbol
    if close := _meant(whole):
        raise QuantityError(f"unknown unit `{whole}`; did you mean {' or '.join(close)}?")
    raise QuantityError(
        f"unknown unit `{whole}`; known: B, b, s, FLOP, W, J, USD with prefixes, kWh, min, h, d, "
        f"{', '.join(COUNTS)}, and one slash between two of them"
    )


def _meant(text: str) -> list[str]:
    """Return units that are spelled like `text` but for case and usual other spellings."""
    for pattern, usual in _OTHER_SPELLINGS:
        text = re.sub(pattern, usual, text, flags=re.IGNORECASE)
    choices = [
        [part] if part in _SYMBOLS else [s for s in _SYMBOLS if s.casefold() == part.casefold()]
        for part in text.split("/")
    ]
    return [f"`{'/'.join(parts)}`" for parts in itertools.product(*choices)][:4]


def _article(measure: str) -> str:
    return measure if measure.startswith("a ") else f"in {measure}"
