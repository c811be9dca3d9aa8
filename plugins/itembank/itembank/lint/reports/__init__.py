"""Findings as text, JSON, SARIF or GitHub annotations; pure functions of the findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from itembank.lint.reports.github import github_report
from itembank.lint.reports.plain import json_report, text_report
from itembank.lint.reports.sarif import sarif_report
from itembank.model import Diagnostic

Report = Callable[[Sequence[Diagnostic]], str]

REPORTS: Mapping[str, Report] = {
    "text": text_report,
    "json": json_report,
    "sarif": sarif_report,
    "github": github_report,
}

__all__ = ["REPORTS", "Report", "github_report", "json_report", "sarif_report", "text_report"]
