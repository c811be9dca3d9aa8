"""Check plain data against the typed model, and say each mistake at its line."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from itembank.load.positions import Location
from itembank.load.yaml_document import YamlDocument
from itembank.model import Findings, Position
from itembank.model.figure import CSV_PATTERN, FILE_PATTERN
from itembank.model.parts import ADDRESS_PATTERN, SLUG_PATTERN
from itembank.model.settings import MODULE_PATTERN, URL_PATTERN

Model = TypeVar("Model", bound=BaseModel)

_TYPE_WORDS = {
    "string_type": "a text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "float_type": "a number",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "date_type": "a date as 2026-12-31",
}
_PATTERN_WORDS = {
    ADDRESS_PATTERN: "an address as https://example.org/page",
    URL_PATTERN: "folder names with `/` between them, as in `questions`",
    MODULE_PATTERN: "the name of a module, as in `course.values`",
    FILE_PATTERN: "the name of a file beside the manifest",
    CSV_PATTERN: "the name of a `.csv` file beside the manifest",
}
_LIMIT_WORDS = {
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_too_long": "is longer than {max_length} characters",
    "too_long": "has more than {max_length} entries",
}


def validate(model: type[Model], document: YamlDocument, findings: Findings) -> Model | None:
    """Return the document as `model`, or None after recording every mistake in it."""
    if not isinstance(document.data, dict):
        findings.error(
            document.position(),
            "not-a-mapping",
            "the file is empty" if document.data is None else "expected `key: value` lines",
        )
        return None
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        for location, kind, context, message in _distinct(error, document.data):
            _report(model, location, kind, context, message, document, findings)
        return None


def _distinct(
    error: ValidationError, data: Any
) -> list[tuple[Location, str, Mapping[str, Any], str]]:
    """Return one entry for each mistake; a union's alternatives count as one."""
    found: dict[tuple[Location, str], tuple[Location, str, Mapping[str, Any], str]] = {}
    for entry in error.errors(include_url=False, include_input=False):
        location = _inside(entry["loc"], data)
        kind, context = entry["type"], entry.get("ctx", {})
        if location[:1] == ("select",):
            location, kind = ("select",), "select"
        if kind == "too_short" and _length(data, location) >= context["min_length"]:
            continue  # a follow-up: entries were there, but each has its own mistake
        found.setdefault((location, kind), (location, kind, context, entry["msg"]))
    return list(found.values())


def _inside(location: tuple[str | int, ...], data: Any) -> Location:
    """Cut what pydantic appends to name the alternative of a union that failed."""
    kept: list[str | int] = []
    for index, step in enumerate(location):
        last = index == len(location) - 1
        if isinstance(data, dict) and (step in data or last):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            break
        kept.append(step)
    return tuple(kept)


def _length(data: Any, location: Location) -> int:
    for step in location:
        data = data[step]
    return len(data) if isinstance(data, list) else 0


def _report(
    model: type[BaseModel],
    location: Location,
    kind: str,
    context: Mapping[str, Any],
    message: str,
    document: YamlDocument,
    findings: Findings,
) -> None:
    name = _name(location)
    at = document.position(location)
    match kind:
        case "missing":
            owner = location[:-1]
            at = document.key_position(owner) if owner else document.position()
            findings.error(at, "missing-field", f"{name} is missing{_of(owner)}")
        case "extra_forbidden":
            findings.error(
                document.key_position(location),
                "unknown-key",
                f"unknown key {name}",
                _suggest(str(location[-1]), _fields(model, location[:-1])),
            )
        case "select":
            findings.error(
                at,
                "select",
                "`select` must be `all`, `one`, `{exactly: N}` or `{up_to: N}`",
            )
        case "string_pattern_mismatch" if context["pattern"] == SLUG_PATTERN:
            findings.error(
                at,
                "bad-id",
                f"{name} may hold lower-case letters, digits and single hyphens only",
                "like `from-one-node-to-many`",
            )
        case "string_pattern_mismatch" if context["pattern"] == r"\S":
            findings.error(at, "empty-text", f"{name} is empty")
        case "string_pattern_mismatch":
            words = _PATTERN_WORDS.get(context["pattern"], f"match {context['pattern']}")
            findings.error(at, "bad-value", f"{name} must be {words}")
        case "string_too_short":
            findings.error(at, "empty-text", f"{name} is empty")
        case "literal_error" if location == ("type",):
            pass  # the loader names the kinds of question
        case "literal_error":
            findings.error(at, "bad-value", f"{name} must be {context['expected']}")
        case "value_error":
            findings.error(at, "bad-value", str(context.get("error", message)))
        case "too_short":
            least = context["min_length"]
            entries = "entry" if least == 1 else "entries"
            findings.error(at, "too-few", f"{name} needs at least {least} {entries}")
        case "string_type" if document.value(location) is None:
            findings.error(at, "empty-text", f"{name} is empty", _behind(at, document))
        case _ if kind in _TYPE_WORDS:
            hint = _as_read(kind, document.value(location))
            findings.error(at, "wrong-type", f"{name} must be {_TYPE_WORDS[kind]}", hint)
        case _ if kind in _LIMIT_WORDS:
            limit = _LIMIT_WORDS[kind].format(**context)
            findings.error(at, "bad-value", f"{name} {limit}")
        case _:
            findings.error(at, "bad-value", f"{name}: {message[:1].lower()}{message[1:]}")


def _name(location: Location) -> str:
    if not location:
        return "the file"
    if isinstance(location[-1], int):
        return f"entry {location[-1] + 1} of `{location[-2]}`"
    return f"`{location[-1]}`"


def _of(owner: Location) -> str:
    if not owner:
        return ""
    if isinstance(owner[-1], int):
        return f" in entry {owner[-1] + 1} of `{owner[-2]}`"
    return f" in `{owner[-1]}`"


def _as_read(kind: str, value: Any) -> str:
    """Return how YAML has read `value`, where that is not what its author sees."""
    if kind == "string_type":
        if isinstance(value, dict):
            return "a text with a colon and a space needs quotes"
        if isinstance(value, list):
            return "put it in quotes"
        word = {bool: "true or false", int: "a number", float: "a number"}.get(
            type(value), "a date"
        )
        return f"YAML takes it for {word}: put it in quotes"
    if kind in ("float_type", "int_type") and isinstance(value, str):
        try:
            return f"YAML takes `{value}` for a text: write {float(value):g}"
        except ValueError:
            return ""
    return ""


def _behind(at: Position, document: YamlDocument) -> str:
    """Return why a text is empty although something stands in its line."""
    line = document.lines[at.line - 1] if at.line <= len(document.lines) else ""
    rest = line[at.column - 1 :].strip()
    if rest.startswith("#"):
        return "YAML takes a text that starts with `#` for a comment: put it in quotes"
    return f"YAML takes `{rest}` for nothing: put it in quotes" if rest else ""


def _suggest(name: str, known: list[str]) -> str:
    if close := difflib.get_close_matches(name, known, n=1, cutoff=0.6):
        return f"did you mean `{close[0]}`?"
    return f"known keys: {', '.join(known)}" if known else ""


def _fields(model: type[BaseModel], location: Location) -> list[str]:
    """Return the keys that the model allows in the mapping at `location`."""
    current: type[BaseModel] | None = model
    for step in location:
        if isinstance(step, int) or current is None:
            continue
        annotation = current.model_fields[step].annotation if step in current.model_fields else None
        current = next(_models_in(annotation), None)
    return list(current.model_fields) if current else []


def _models_in(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in getattr(annotation, "__args__", ()):
        yield from _models_in(argument)
