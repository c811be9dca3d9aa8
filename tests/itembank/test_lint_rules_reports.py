"""Findings in the formats that people and programs read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from itembank.lint import RULES, chosen_rules
from itembank.lint.reference import rules_reference
from itembank.lint.reports import REPORTS
from itembank.model import Diagnostic, Position

PAGE = Path(__file__).parents[2] / "docs/authors/lint.md"

FOUND = [
    Diagnostic(
        Position("a b/ü.yml", 3, 5), "error", "letter-reference", "“A”, 100 %\nnext", "by id"
    ),
    Diagnostic(Position("q.yml", 7, 1), "warning", "key-longest", "too long", "cut"),
    Diagnostic(Position("q.yml", 8, 2), "info", "clang-cue", "comes back"),
    Diagnostic(Position("q.yml", 9, 1), "error", "heading", "a heading"),
]


def test_text_is_one_line_a_finding() -> None:
    lines = REPORTS["text"](FOUND).splitlines()
    assert lines[0] == "a b/ü.yml:3:5: error[letter-reference]: “A”, 100 % next (by id)"
    assert len(lines) == len(FOUND)


def test_json_has_every_field_and_the_counts() -> None:
    report = json.loads(REPORTS["json"](FOUND))
    assert report["counts"] == {"error": 2, "warning": 1, "info": 1}
    assert report["findings"][1] == {
        "path": "q.yml",
        "line": 7,
        "column": 1,
        "severity": "warning",
        "rule": "key-longest",
        "message": "too long",
        "hint": "cut",
    }


def test_github_commands_escape_what_would_end_them() -> None:
    lines = REPORTS["github"](FOUND).splitlines()
    assert lines[0] == (
        "::error file=a b/ü.yml,line=3,col=5,title=itembank%3A letter-reference"
        "::“A”, 100 %25%0Anext (by id)"
    )
    assert [line.split(" ")[0] for line in lines] == ["::error", "::warning", "::notice", "::error"]


def test_sarif_points_from_results_to_rules_and_files() -> None:
    log = json.loads(REPORTS["sarif"](FOUND))
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    rules: list[dict[str, Any]] = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {found.rule for found in FOUND}
    assert all(rule["shortDescription"]["text"] for rule in rules)
    for result, found in zip(run["results"], FOUND, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == found.rule
        assert result["message"]["text"].startswith(found.message)
        [place] = result["locations"]
        region = place["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) == (
            found.position.line,
            found.position.column,
        )
    assert [result["level"] for result in run["results"]] == ["error", "warning", "note", "error"]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "a%20b/%C3%BC.yml"


@pytest.mark.parametrize("name", ["json", "sarif"])
def test_no_findings_are_a_report_too(name: str) -> None:
    assert json.loads(REPORTS[name]([]))


def test_the_reference_page_holds_what_the_rules_say() -> None:
    assert rules_reference() in PAGE.read_text(encoding="utf-8"), (
        "put the output of `itembank lint --rules` below the page's heading `The rules`"
    )


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_explains_itself(rule: Any) -> None:
    assert rule.summary.endswith(".")
    assert rule.why.endswith(".")
    assert rule.fix
    assert not rule.fix.endswith(".")


def test_unknown_rules_are_refused_with_a_suggestion() -> None:
    with pytest.raises(LookupError, match="did you mean `key-longest`"):
        chosen_rules(["key-longets"])
