"""Annotations for GitHub Actions: workflow commands that mark a line of a changed file."""

from __future__ import annotations

from collections.abc import Sequence

from itembank.model import Diagnostic

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def github_report(findings: Sequence[Diagnostic]) -> str:
    """Return one workflow command a finding."""
    return "".join(f"{_command(found)}\n" for found in findings)


def _command(found: Diagnostic) -> str:
    at = found.position
    properties = {
        "file": at.path,
        "line": str(at.line),
        "col": str(at.column),
        "title": f"itembank: {found.rule}",
    }
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    message = found.message + (f" ({found.hint})" if found.hint else "")
    return f"::{_COMMANDS[found.severity]} {listed}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
