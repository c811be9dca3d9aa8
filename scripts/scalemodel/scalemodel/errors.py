"""Errors for people: one sentence that says what is wrong where, and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches


class ScaleModelError(Exception):
    """Bad input or a missing fact. The message is meant to be printed as it is."""


class UnknownFact(ScaleModelError):
    """A number is needed that no source gives (`null` in the data)."""


def unknown_name(kind: str, name: str, known: Iterable[str]) -> ScaleModelError:
    """An error for a name that is not in a catalog, with the nearest names as a hint."""
    names = sorted(known)
    near = get_close_matches(name, names, n=3, cutoff=0.5) or names
    return ScaleModelError(f"unknown {kind} {name!r} (known: {', '.join(near)})")
