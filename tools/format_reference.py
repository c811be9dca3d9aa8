"""Write the reference of what authors write, and its JSON Schemas, from the typed model.

    python tools/format_reference.py [--check]

`--check` writes nothing and fails when the files are not what the model says.
"""

from __future__ import annotations

import argparse
import json
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from itembank.model import (
    SCHEMAS,
    ChoiceItem,
    FigureManifest,
    LintIgnore,
    NumericItem,
    Option,
    OrderItem,
    Settings,
    Slip,
    SourceRef,
    Step,
)
from itembank.model.exam import Exam, ExamDomain
from itembank.model.figure import FigureImage
from itembank.model.item import ItemBase
from itembank.model.settings import (
    BankSettings,
    BeforeBuild,
    PracticeSettings,
    ScoringSettings,
    ValuesSettings,
    XapiSettings,
)
from itembank.model.topic import TopicFile

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs/authors/reference.md"
FOLDER = ROOT / "docs/schemas"

HEAD = """\
# Reference: the question file and the settings

Format version 1. This page and the JSON Schemas of [questions](../schemas/question-1.json),
[topics](../schemas/topic-1.json), [settings](../schemas/settings-1.json),
[figures](../schemas/figure-1.json) and [exams](../schemas/exam-1.json) are generated from the code
that reads the files, so they cannot disagree with it. Unknown keys are errors.
"""
SECTIONS: tuple[tuple[str, tuple[tuple[str, type[BaseModel]], ...]], ...] = (
    ("Every question", (("", ItemBase), ("An entry of `sources`", SourceRef))),
    ("`type: choice`", (("", ChoiceItem), ("An entry of `options`", Option))),
    ("`type: numeric`", (("", NumericItem), ("An entry of `slips`", Slip))),
    ("`type: order`", (("", OrderItem), ("An entry of `steps`", Step))),
    ("Keeping a warning silent", (("An entry of `lint_ignore`", LintIgnore),)),
    ("A topic: `topic.yml`", (("", TopicFile),)),
    (
        "Settings: `itembank.yml`",
        (
            ("", Settings),
            ("An entry of `banks`", BankSettings),
            ("`values`", ValuesSettings),
            ("`before_build`", BeforeBuild),
            ("`scoring`", ScoringSettings),
            ("`practice`", PracticeSettings),
            ("`xapi`", XapiSettings),
        ),
    ),
    (
        "Figure manifest: `figure.yml`",
        (("", FigureManifest), ("An entry of `images`", FigureImage)),
    ),
    ("Practice exam", (("", Exam), ("An entry of `domains`", ExamDomain))),
)
WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def reference() -> str:
    """Return the page."""
    lines = [HEAD]
    for title, parts in SECTIONS:
        lines += [f"## {title}", ""]
        for subtitle, model in parts:
            lines += [*([f"### {subtitle}", ""] if subtitle else []), *_table(model), ""]
    return "\n".join(lines)


def schemas() -> Iterator[tuple[Path, str]]:
    """Yield the files of the JSON Schemas, with what they hold."""
    for name, schema in SCHEMAS.items():
        text = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
        yield FOLDER / f"{name}-1.json", text


def _table(model: type[BaseModel]) -> Iterator[str]:
    is_kind = issubclass(model, ItemBase) and model is not ItemBase
    inherited = ItemBase.model_fields if is_kind else {}
    yield "| key | value | if absent | meaning |"
    yield "|---|---|---|---|"
    for name, field in model.model_fields.items():
        if name not in inherited:
            meaning = (field.description or "").replace("|", r"\|").replace("\n", " ")
            yield f"| `{name}` | {_kind(field.annotation)} | {_default(field)} | {meaning} |"


def _kind(annotation: Any) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _kind(arguments[0])
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin in (typing.Union, types.UnionType):
        kinds = (_kind(argument) for argument in arguments if argument is not type(None))
        return " or ".join(dict.fromkeys(kinds))
    if origin is tuple:
        return f"list of {_kind(arguments[0])}"
    if origin is dict:
        return f"mapping to {_kind(arguments[1])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        keys = ", ".join(f"`{name}`" for name in annotation.model_fields)
        return f"mapping with {keys}" if len(annotation.model_fields) == 1 else "mapping"
    return WORDS.get(annotation, getattr(annotation, "__name__", str(annotation)))


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if value is None or value == () or value == {}:
        return "–"
    if isinstance(value, BaseModel) or (isinstance(value, tuple) and value):
        return "see below"
    return f"`{json.dumps(value)}`".replace('"', "")


def main() -> int:
    """Write or check the files; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = []
    for path, text in ((REFERENCE, reference()), *schemas()):
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path.relative_to(ROOT)))
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if stale and check:
        print(f"not what the model says: {', '.join(stale)}; run tools/format_reference.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
