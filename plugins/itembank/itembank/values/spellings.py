"""How people write a unit: every accepted spelling, with its size relative to the asked unit."""

from __future__ import annotations

from itembank.values.units import parse_unit

_PREFIXES: dict[str, tuple[str, ...]] = {
    "B": ("", "k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti"),
    "b": ("", "k", "M", "G", "T"),
    "s": ("", "m", "u", "µ", "n"),
    "FLOP": ("", "M", "G", "T", "P", "E"),
    "W": ("", "k", "M"),
    "J": ("", "k", "M", "G"),
    "USD": ("", "k", "M"),
}
_WORDS: dict[str, tuple[str, ...]] = {
    "B": ("byte", "bytes"),
    "b": ("bit", "bits"),
    "s": ("sec", "second", "seconds"),
    "ms": ("msec", "millisecond", "milliseconds"),
    "us": ("usec", "microsecond", "microseconds"),
    "min": ("minute", "minutes"),
    "h": ("hr", "hour", "hours"),
    "d": ("day", "days"),
    "FLOP": ("FLOPs", "flop", "flops"),
    "USD": ("$", "dollars"),
}
_RATIO = {"x": 1.0, "×": 1.0, "times": 1.0, "": 1.0}
_PERCENT = {"%": 1.0, "percent": 1.0, "": 1.0}


def spellings(unit: str) -> dict[str, float]:
    """Return accepted spellings of `unit` and of units like it: one of them is so many of `unit`.

    `GB/s` accepts `GB/s`, `GBps`, `Gbit/s`, `MB/s`, ... but not `gb/s`, which says neither bits
    nor bytes. Raises QuantityError for an unknown unit.
    """
    if unit == "x":
        return dict(_RATIO)
    if unit == "%":
        return dict(_PERCENT)
    asked = parse_unit(unit)
    over, slash, under = unit.partition("/")
    bottoms = (under, *_WORDS.get(under, ())) if slash else ()
    accepted: dict[str, float] = {}
    for symbol, names in _family(over):
        size = parse_unit(symbol + slash + under).scale / asked.scale
        for name in names:
            if not slash:
                accepted[name] = size
                continue
            for bottom in bottoms:
                accepted[f"{name}/{bottom}"] = size
            if under == "s" and name.endswith("FLOP"):
                accepted[f"{name}S"] = size
            elif under == "s" and name.endswith(("B", "b")):
                accepted[f"{name}ps"] = size
    return accepted


def _family(part: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the units measured like `part`, each with its spellings."""
    dimensions = parse_unit(part).dimensions
    family: list[tuple[str, tuple[str, ...]]] = []
    symbols = [prefix + base for base, prefixes in _PREFIXES.items() for prefix in prefixes]
    for symbol in [*symbols, "min", "h", "d", "Wh", "kWh", part]:
        if parse_unit(symbol).dimensions != dimensions:
            continue
        names = [symbol, *_WORDS.get(symbol, ())]
        if symbol.endswith("b") and symbol != "b":
            names.append(f"{symbol}it")
        if symbol.endswith("FLOP"):
            names.append(f"{symbol}s")
        if symbol.startswith("k"):
            names.append(f"K{symbol[1:]}")
        family.append((symbol, tuple(dict.fromkeys(names))))
    return family
