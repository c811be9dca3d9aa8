"""JSON Schemas of the files that authors write, made for editors: one mistake, one message.

A question is checked by the schema of its `type` alone (`if`/`then`), never by all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

from itembank.model.exam import Exam
from itembank.model.figure import FigureManifest
from itembank.model.kinds import KINDS
from itembank.model.parts import ADDRESS_PATTERN, SLUG_PATTERN
from itembank.model.settings import Settings
from itembank.model.topic import TopicFile

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PATTERN_MESSAGES = {
    SLUG_PATTERN: "lower-case letters, digits and single hyphens only, like `ring-all-reduce`",
    ADDRESS_PATTERN: "an address as https://example.org/page",
    r"\S": "must not be empty",
}
"""What editors say in place of a pattern, where they know the keyword."""
_NOTHING: tuple[Any, ...] = (None, [], {})


def question_schema() -> Schema:
    """Return the JSON Schema of a question file, version 1."""
    inputs = [(name, "validation", TypeAdapter(kind)) for name, kind in KINDS.items()]
    _, joined = TypeAdapter.json_schemas(inputs)  # type: ignore[arg-type]
    definitions = _plain(joined["$defs"])
    by_kind = [
        {
            "if": {"properties": {"type": {"const": name}}, "required": ["type"]},
            "then": {"$ref": f"#/$defs/{kind.__name__}"},
        }
        for name, kind in KINDS.items()
    ]
    return {
        "$schema": _DIALECT,
        "title": "itembank question, version 1",
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": {"enum": [*KINDS], "description": "Kind of question; it decides the rest."}
        },
        "allOf": by_kind,
        "$defs": definitions,
    }


def topic_schema() -> Schema:
    """Return the JSON Schema of a `topic.yml`."""
    return _of_model(TopicFile, "itembank topic, version 1")


def settings_schema() -> Schema:
    """Return the JSON Schema of `itembank.yml`."""
    return _of_model(Settings, "itembank settings, version 1")


def figure_schema() -> Schema:
    """Return the JSON Schema of a `figure.yml`."""
    return _of_model(FigureManifest, "itembank figure, version 1")


def exam_schema() -> Schema:
    """Return the JSON Schema of a practice exam."""
    return _of_model(Exam, "itembank exam, version 1")


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "question": question_schema,
    "topic": topic_schema,
    "settings": settings_schema,
    "figure": figure_schema,
    "exam": exam_schema,
}
"""By what an author calls the file."""


def _of_model(model: type[BaseModel], title: str) -> Schema:
    schema: Schema = _plain(model.model_json_schema())
    return {"$schema": _DIALECT, **schema, "title": title}


def _plain(node: Any) -> Any:
    """Return a schema in which "this, or nothing" is one type, so that editors name what is wrong.

    Titles that only repeat the name of a key, and empty defaults, are left out.
    """
    if isinstance(node, list):
        return [_plain(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    if isinstance(node.get("anyOf"), list):
        node = _merged(node)
    if node.get("pattern") in _PATTERN_MESSAGES:
        node = {**node, "patternErrorMessage": _PATTERN_MESSAGES[node["pattern"]]}
        node.pop("minLength", None)  # the pattern says it already
    return {
        name: {key: _plain(value) for key, value in entry.items()}
        if name in ("properties", "$defs")
        else _plain(entry)
        for name, entry in node.items()
        if not (name == "title" and isinstance(entry, str))
        and not (name == "default" and entry in _NOTHING)
    }


def _merged(node: Schema) -> Schema:
    """Return `node` without its `anyOf` if that says "one type, or null"."""
    real = [entry for entry in node["anyOf"] if entry != {"type": "null"}]
    if len(real) != 1 or "type" not in real[0]:
        return node
    only = {**real[0], "type": [real[0]["type"], "null"]}
    if "enum" in only:
        only["enum"] = [*only["enum"], None]
    return {**{name: entry for name, entry in node.items() if name != "anyOf"}, **only}
