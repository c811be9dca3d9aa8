"""What is wrong with a source file, said for the person who has to mend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a text file; `path` as the author would type it, `line` and `column` from 1."""

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One finding: where, how bad, which rule, what is wrong, and what would be right."""

    position: Position
    severity: Severity
    rule: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Return `file:line:column: error[rule]: message (hint)`, always one line."""
        where = self.position
        text = (
            f"{where.path}:{where.line}:{where.column}: {self.severity}[{self.rule}]: "
            f"{self.message}" + (f" ({self.hint})" if self.hint else "")
        )
        return " ".join(text.split())


@dataclass(slots=True)
class Findings:
    """Collects diagnostics so that one run reports every mistake, each once."""

    _found: dict[Diagnostic, None] = field(default_factory=dict)

    def error(self, position: Position, rule: str, message: str, hint: str = "") -> None:
        """Record an error at `position`."""
        self._found[Diagnostic(position, "error", rule, message, hint)] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record what another check found."""
        self._found.update(dict.fromkeys(diagnostics))

    def __iter__(self) -> Iterator[Diagnostic]:
        """Iterate over all diagnostics in the order of file, line and column."""
        return iter(sorted(self._found))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that stop a build."""
        return tuple(found for found in self if found.severity == "error")
