"""The published schema: editors check by it, so it must say what the loader says."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from itembank.model import json_schema

from .conftest import SiteFolder

OWN_QUESTIONS = sorted((Path(__file__).parents[2] / "content/questions").rglob("*.yml"))
SCHEMA = json_schema()
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


def as_json(file: Path) -> Any:
    """Return what an editor sees: YAML's dates are texts there."""

    def plain(value: object) -> str:
        assert isinstance(value, datetime.date)
        return value.isoformat()

    return json.loads(json.dumps(yaml.safe_load(file.read_text(encoding="utf-8")), default=plain))


def mistakes(file: Path) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(as_json(file))]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    "file", [f for f in OWN_QUESTIONS if f.name != "topic.yml"], ids=lambda file: file.stem
)
def test_this_site_s_questions_fit(file: Path) -> None:
    assert mistakes(file) == []


def test_every_field_is_described() -> None:
    """Editors show the description; a field without one is a field nobody can use."""
    missing = [
        f"{name}.{field}"
        for name, definition in SCHEMA["$defs"].items()
        for field, value in definition.get("properties", {}).items()
        if "description" not in value and field not in ("rule", "reason", "exactly", "up_to", "id")
    ]
    assert missing == []


GOOD: list[dict[str, Any]] = [
    {},
    {"select": "one"},
    {"select": {"exactly": 1}},
    {"select": {"up_to": 2}},
    {"scoring": "each_answer"},
    {"difficulty": 3, "tags": ["a"], "objectives": ["b"], "exam_domains": {"x": "1"}},
    {"shuffle": False, "revision": 7},
    {"short_explanation": "Short."},
    {"options": {"once": {"misconception": "half"}}},
]


@pytest.mark.parametrize("changes", GOOD, ids=str)
def test_what_the_loader_accepts_the_schema_accepts(site: SiteFolder, changes) -> None:
    file = site.question(**changes)
    assert site.lint() == []
    assert mistakes(file) == []


BAD: list[dict[str, Any]] = [
    {"title": None},
    {"id": "Ring"},
    {"type": "choise"},
    {"type": None},
    {"titel": "x"},
    {"stem": ""},
    {"stem": "   "},
    {"stem": 3},
    {"select": "any"},
    {"select": {"exactly": 0}},
    {"select": {"exactly": 1, "up_to": 2}},
    {"options": []},
    {"options": {"once": {"rationale": ""}}},
    {"options": {"once": {"correct": "no"}}},
    {"options": {"once": {"id": "no spaces"}}},
    {"options": {"once": {"weight": 2}}},
    {"options": {"once": {"corect": True}}},
    {"explanation": None},
    {"scoring": "partial"},
    {"shuffle": "yes"},
    {"difficulty": 4},
    {"difficulty": 1.5},
    {"sources": []},
    {"sources": None},
    {"sources": [{"at": "p. 3"}]},
    {"sources": [{"ref": "a", "url": "https://example.org"}]},
    {"sources": ["text"]},
    {"tags": "one"},
    {"exam_domains": {"x": 2}},
    {"revision": 0},
    {"reviewed": None},
    {"reviewed": "soon"},
    {"title": "x" * 121},
]


@pytest.mark.parametrize("changes", BAD, ids=str)
def test_what_the_loader_refuses_the_schema_refuses(site: SiteFolder, changes) -> None:
    changes = dict(changes)
    item_id = changes.pop("id", "ring")
    file = site.question(item_id, file="ring", **changes)
    assert site.lint() != []
    assert mistakes(file) != []
