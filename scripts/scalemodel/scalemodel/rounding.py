"""The one place where numbers are rounded for people."""

DIGITS = 4


def significant(value: object, digits: int = DIGITS) -> object:
    """`value` with floats rounded to `digits` significant digits; anything else unchanged."""
    if not isinstance(value, float) or value != value or value in (float("inf"), float("-inf")):
        return value
    rounded = float(f"{value:.{digits}g}")
    return int(rounded) if rounded.is_integer() else rounded
