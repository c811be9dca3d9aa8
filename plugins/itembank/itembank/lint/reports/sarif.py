"""SARIF 2.1.0, which code-scanning services and editors read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from itembank import __version__
from itembank.lint.rule import RULES
from itembank.lint.run import ABOUT_IGNORING
from itembank.model import Diagnostic

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif_report(findings: Sequence[Diagnostic]) -> str:
    """Return a SARIF log with one run; rules that found something come with their reasons."""
    rules = sorted({found.rule for found in findings})
    run = {
        "tool": {
            "driver": {
                "name": "itembank",
                "semanticVersion": __version__,
                "rules": [_rule(name) for name in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, rules.index(found.rule)) for found in findings],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(name: str) -> dict[str, Any]:
    rule = RULES.get(name)
    if rule is None:
        text = ABOUT_IGNORING.get(name, "The question file or page breaks the format.")
        return {"id": name, "shortDescription": {"text": text}}
    return {
        "id": name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"To mend it: {rule.fix}."},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(found: Diagnostic, index: int) -> dict[str, Any]:
    at = found.position
    text = found.message + (f" ({found.hint})" if found.hint else "")
    return {
        "ruleId": found.rule,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(at.path)},
                    "region": {"startLine": at.line, "startColumn": at.column},
                }
            }
        ],
    }
