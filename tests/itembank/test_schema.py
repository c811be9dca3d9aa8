"""The published schema: editors check by it, so it must say what the loader says."""

from __future__ import annotations

import datetime
import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from itembank.lint import check_questions
from itembank.load import load_question
from itembank.load.validation import validate
from itembank.model import KINDS, SCHEMAS, Findings
from itembank.values import Evaluator

from .conftest import SiteFolder

OWN_QUESTIONS = sorted((Path(__file__).parents[2] / "content/questions").rglob("*.yml"))
SCHEMA = SCHEMAS["question"]()
FORMATS = Draft202012Validator.FORMAT_CHECKER
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FORMATS)


def as_json(data: Any) -> Any:
    """Return what an editor sees: YAML's dates are texts there."""

    def plain(value: object) -> str:
        assert isinstance(value, datetime.date)
        return value.isoformat()

    return json.loads(json.dumps(data, default=plain))


def mistakes(file: Path) -> list[str]:
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    return [error.message for error in VALIDATOR.iter_errors(as_json(data))]


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


CHOICE: dict[str, Any] = {
    "id": "ring",
    "type": "choice",
    "title": "Ring",
    "stem": "What?",
    "select": "all",
    "options": [
        {"id": "a", "text": "A", "correct": True, "rationale": "Yes", "weight": 1.0},
        {"id": "b", "text": "B", "correct": False, "rationale": "No", "misconception": "m"},
    ],
    "short_explanation": "Short",
    "figure": "links",
    "explanation": "Long",
    "scoring": "net_correct",
    "shuffle": True,
    "objectives": ["o"],
    "exam_domains": {"x": "1"},
    "difficulty": 2,
    "tags": ["t"],
    "sources": [{"ref": "r", "at": "p. 3"}, {"url": "https://example.org", "title": "T"}],
    "reviewed": datetime.date(2026, 12, 1),
    "revision": 1,
    "lint_ignore": [{"rule": "length", "reason": "on purpose"}],
}
_COMMON = {k: v for k, v in CHOICE.items() if k not in ("select", "options", "scoring", "shuffle")}
NUMERIC = _COMMON | {
    "type": "numeric",
    "answer": "2 * n",
    "unit": "GB",
    "tolerance": 0.02,
    "variants": {"n": [1, 2.5, 3]},
    "slips": [{"id": "half", "value": "answer / 2", "rationale": "Half."}],
    "rationale": "Twice.",
}
ORDER = _COMMON | {
    "type": "order",
    "steps": [{"id": i, "text": i, "rationale": "Because."} for i in ("one", "two", "three")],
    "scoring": "pairs",
}
JUNK = [None, True, -1, 2.5, " ", "Two Words", [], [None], {"x": 1}]
GONE = object()


def places(data: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the location of every value in `data`."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    found: list[tuple[str | int, ...]] = []
    for step, value in pairs:
        found.append((*above, step))
        if isinstance(value, dict | list):
            found += places(value, (*above, step))
    return found


def changed(data: Any, place: tuple[str | int, ...], value: object) -> Any:
    """Return a copy of `data` with `value` at `place`."""
    copy = deepcopy(data)
    node = copy
    for step in place[:-1]:
        node = node[step]
    if value is GONE:
        del node[place[-1]]
    else:
        node[place[-1]] = value
    return copy


@pytest.mark.parametrize("good", [CHOICE, NUMERIC, ORDER], ids=lambda data: data["type"])
def test_schema_and_loader_agree_about_any_value_anywhere(tmp_path: Path, good) -> None:
    """Every value of a valid question replaced by every kind of junk: the same verdict twice."""
    file = tmp_path / "q.yml"
    # The schema of this kind alone: jsonschema tries the others too, which takes three times long.
    definition = f"#/$defs/{KINDS[good['type']].__name__}"
    alone = Draft202012Validator(
        {"$defs": SCHEMA["$defs"], "$ref": definition}, format_checker=FORMATS
    )

    def verdicts(data: Any) -> tuple[bool, list[str], bool]:
        file.write_text(yaml.dump(data, Dumper=yaml.CSafeDumper))
        findings = Findings()
        kind = data.get("type")
        model = KINDS.get(kind if isinstance(kind, str) else "", KINDS[good["type"]])
        question = load_question(file, "q.yml", findings)
        assert question is not None
        schema = alone if kind == good["type"] else VALIDATOR
        accepted = validate(model, question.document, Findings()) is not None
        check_questions([question], Evaluator({}), findings)
        said = [str(found) for found in findings]
        return (
            accepted and isinstance(kind, str) and kind in KINDS,
            said,
            schema.is_valid(as_json(data)),
        )

    accepted, said, by_schema = verdicts(good)
    assert (accepted, by_schema) == (True, True)
    differ = []
    for place in places(good):
        for junk in [*JUNK, GONE]:
            accepted, said, by_schema = verdicts(changed(good, place, junk))
            if accepted != by_schema:
                differ.append((place, junk, accepted))
            if not accepted:
                assert said, f"{place} = {junk!r} is refused without a word"
            for line in said:
                assert re.match(r"q\.yml:\d+:\d+: error\[[a-z-]+\]: \S", line)
    assert differ == []


@pytest.mark.parametrize("good", [CHOICE, NUMERIC, ORDER], ids=lambda data: data["type"])
def test_a_misspelt_key_is_found_at_its_own_line(tmp_path: Path, good) -> None:
    for place in places(good):
        if isinstance(place[-1], int) or place[0] in ("exam_domains", "variants"):
            continue
        data = changed(good, place, GONE)
        node = data
        for step in place[:-1]:
            node = node[step]
        node[f"{place[-1]}x"] = None
        file = tmp_path / "q.yml"
        file.write_text(yaml.safe_dump(data))
        findings = Findings()
        load_question(file, "q.yml", findings)
        [found] = [found for found in findings if found.rule == "unknown-key"]
        line = file.read_text().splitlines()[found.position.line - 1]
        assert line[found.position.column - 1 :].startswith(f"{place[-1]}x:")
        assert f"did you mean `{place[-1]}`" in found.hint


# what an author does -> where an editor underlines it, and by which keyword; nothing else
TYPICAL: list[tuple[dict[str, Any], str, str]] = [
    ({"type": "choise"}, "type", "enum"),
    ({"type": None}, "", "required"),
    ({"title": None}, "", "required"),
    ({"titel": "x"}, "", "additionalProperties"),
    ({"id": "Two Words"}, "id", "pattern"),
    ({"stem": ""}, "stem", "pattern"),
    ({"stem": 3}, "stem", "type"),
    ({"difficulty": 4}, "difficulty", "maximum"),
    ({"scoring": "partial"}, "scoring", "enum"),
    ({"shuffle": "yes"}, "shuffle", "type"),
    ({"reviewed": "soon"}, "reviewed", "format"),
    ({"select": "any"}, "select", "anyOf"),
    ({"sources": []}, "sources", "minItems"),
    ({"sources": [{"at": "p. 3"}]}, "sources/0", "required"),
    ({"sources": [{"url": "example.org"}]}, "sources/0/url", "pattern"),
    ({"sources": [{"ref": "a", "url": "https://example.org"}]}, "sources/0/ref", "type"),
    ({"options": {"once": {"correct": "no"}}}, "options/1/correct", "type"),
    ({"options": {"once": {"corect": True}}}, "options/1", "additionalProperties"),
    ({"options": {"once": {"weight": 2}}}, "options/1/weight", "maximum"),
]


@pytest.mark.parametrize(("changes", "place", "keyword"), TYPICAL, ids=str)
def test_an_editor_underlines_one_place(site: SiteFolder, changes, place, keyword) -> None:
    changes = dict(changes)
    file = site.question(changes.pop("id", "ring"), file="ring", **changes)
    data = as_json(yaml.safe_load(file.read_text(encoding="utf-8")))
    found = [
        ("/".join(map(str, error.absolute_path)), error.validator)
        for error in VALIDATOR.iter_errors(data)
    ]
    assert found == [(place, keyword)]


@pytest.mark.parametrize("good", [CHOICE, NUMERIC, ORDER], ids=lambda data: data["type"])
def test_a_mistake_brings_no_word_of_another_kind(good) -> None:
    [error] = VALIDATOR.iter_errors(as_json({**good, "titel": "x"}))
    assert error.validator == "additionalProperties"
    assert "titel" in error.message


OTHER_FILES: list[tuple[str, dict[str, Any], bool]] = [
    ("topic", {"title": "Networks", "description": "Links.", "order": 2}, True),
    ("topic", {"titel": "Networks"}, False),
    ("topic", {"title": "Networks", "order": "2"}, False),
    ("settings", {"banks": [{"path": "content/questions", "url": "quiz"}]}, True),
    ("settings", {"values": {"module": "numbers", "path": "code"}, "language": "de"}, True),
    ("settings", {"values": {"modul": "numbers"}}, False),
    ("settings", {"banks": [{"path": "q", "url": "/quiz/"}]}, False),
    ("figure", {"id": "a", "title": "A", "alt": "A", "caption": "A", "images": []}, False),
]


@pytest.mark.parametrize(("name", "data", "good"), OTHER_FILES, ids=str)
def test_schemas_of_the_other_files(name: str, data: dict[str, Any], good: bool) -> None:
    schema = SCHEMAS[name]()
    Draft202012Validator.check_schema(schema)
    assert Draft202012Validator(schema, format_checker=FORMATS).is_valid(data) is good


@pytest.mark.parametrize("file", [f for f in OWN_QUESTIONS if f.name == "topic.yml"], ids=str)
def test_this_site_s_topics_fit(file: Path) -> None:
    schema = SCHEMAS["topic"]()
    assert Draft202012Validator(schema).is_valid(yaml.safe_load(file.read_text(encoding="utf-8")))
