"""The one place where numbers are rounded for people."""

from typing import Any

DIGITS = 4


def rounded(value: Any, digits: int = DIGITS) -> Any:
    """`value` with every float, also in lists and dictionaries, cut to `digits` significant digits.

    Whole results become integers; integers, text, None and infinities stay as they are.
    """
    if isinstance(value, dict):
        return {key: rounded(item, digits) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item, digits) for item in value]
    if not isinstance(value, float) or value != value or abs(value) == float("inf"):
        return value
    short = float(f"{value:.{digits}g}")
    return int(short) if short.is_integer() else short


def rounded_dict(values: dict[str, Any]) -> dict[str, Any]:
    """`rounded` for a dictionary."""
    return {key: rounded(item) for key, item in values.items()}
