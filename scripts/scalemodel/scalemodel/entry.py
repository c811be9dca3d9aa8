"""Checked access to one mapping of a data file; every error says which file and key."""

from math import inf
from pathlib import Path
from typing import Any, TypeVar

from scalemodel.errors import ScaleModelError

T = TypeVar("T")


class Entry:
    """One mapping of a YAML file, with enough context to say where a mistake is."""

    def __init__(self, path: Path, key: str, raw: Any) -> None:
        self.path, self.key, self.raw, self.used = path, key, raw, set[str]()
        if not isinstance(raw, dict):
            raise self.error("", "expected a mapping of keys to values")

    def error(self, field: str, problem: str) -> ScaleModelError:
        """An error located at `field` of this entry."""
        where = f"{self.key}.{field}" if field else self.key
        return ScaleModelError(f"{self.path.name}: {where}: {problem}")

    def optional(self, field: str, kind: type[T]) -> T | None:
        """A value of `kind`, or None where the key is missing or null."""
        self.used.add(field)
        value = self.raw.get(field)
        if value is None:
            return None
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(field, f"expected {kind.__name__}, got {value!r}")
        return value

    def default(self, field: str, default: T) -> T:
        """A value of the default's type, or the default where the key is missing or null."""
        value = self.optional(field, type(default))
        return default if value is None else value

    def get(self, field: str, kind: type[T]) -> T:
        """A value of `kind` that must be there."""
        value = self.optional(field, kind)
        if value is None:
            raise self.error(field, f"missing (expected {kind.__name__})")
        return value

    def positive(self, field: str) -> float:
        """A number above zero."""
        value = self.get(field, float)
        if not 0 < value < inf:
            raise self.error(field, f"must be above 0, got {value:g} (unknown is null)")
        return value

    def names(self, field: str) -> tuple[str, ...]:
        """A non-empty list of strings."""
        value = self.get(field, list)
        if not value or not all(isinstance(item, str) for item in value):
            raise self.error(field, "expected a non-empty list of source keys")
        return tuple(value)

    def finish(self, *ignored: str) -> None:
        """Refuse keys that nobody read: a misspelt key is a lost fact."""
        extra = set(self.raw) - self.used - set(ignored) - {"name", "note", "notes"}
        if extra:
            raise self.error(
                sorted(extra)[0], f"unknown key (known: {', '.join(sorted(self.used))})"
            )
