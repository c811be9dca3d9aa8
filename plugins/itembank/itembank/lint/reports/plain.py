"""One finding a line for people, and JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from itembank.model import Diagnostic


def text_report(findings: Sequence[Diagnostic]) -> str:
    """Return `file:line:column: severity[rule]: message (hint)`, one finding a line."""
    return "".join(f"{found}\n" for found in findings)


def json_report(findings: Sequence[Diagnostic]) -> str:
    """Return `{version, findings: [...], counts: {...}}`; lines and columns count from 1."""
    counts = Counter(found.severity for found in findings)
    document = {
        "version": 1,
        "findings": [
            {
                "path": found.position.path,
                "line": found.position.line,
                "column": found.position.column,
                "severity": found.severity,
                "rule": found.rule,
                "message": found.message,
                "hint": found.hint,
            }
            for found in findings
        ],
        "counts": {name: counts[name] for name in ("error", "warning", "info")},
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
