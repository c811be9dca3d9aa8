"""Whatever a file holds, the loader answers with findings that point into it, never with an error.

The files are random bytes, texts made of what means something to YAML, and right files with
something else in one place, in every encoding that an editor might choose.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from itembank.load import load_question, load_settings
from itembank.load.exams import load_exams
from itembank.load.figures import FigureLoader
from itembank.load.sources import load_sources
from itembank.load.topics import load_topics
from itembank.model import Findings, Settings

from .conftest import QUESTION

CHOICE = QUESTION | {"reviewed": datetime.date(2026, 12, 1)}
COMMON = {k: v for k, v in CHOICE.items() if k not in ("type", "options", "select", "scoring")}
RIGHT: dict[str, dict[str, Any]] = {
    "question.yml": CHOICE
    | {
        "select": {"exactly": 1},
        "hints": ["Count."],
        "objectives": ["Rings"],
        "exam_domains": {"nca": "2"},
    },
    "order.yml": COMMON
    | {"type": "order", "steps": [{"id": i, "text": i, "rationale": "r"} for i in "abc"]},
    "numeric.yml": COMMON
    | {
        "type": "numeric",
        "answer": "2 * n",
        "unit": "GB/s",
        "variants": {"n": [1, 2.5]},
        "slips": [{"id": "half", "value": "answer / 2", "rationale": "r"}],
        "rationale": "r",
    },
    "exam.yml": {
        "id": "nca",
        "title": "t",
        "minutes": 60,
        "questions": 50,
        "domains": [{"id": "1", "title": "t", "share": 100}],
        "sources": [{"url": "https://example.org/", "title": "t"}],
    },
    "topic.yml": {"title": "Rings", "description": "d", "order": 1},
    "sources.yml": {"sources": {"ring": {"title": "t", "url": "https://example.org/"}}},
    "itembank.yml": {
        "banks": [{"path": "content", "url": "questions"}],
        "scoring": {"other": "coverage"},
        "values": {"module": "a.b", "path": "code"},
    },
    "figure.yml": {
        "id": "figure",
        "title": "t",
        "alt": "a",
        "caption": "c",
        "images": [{"file": "a.svg", "scheme": "light", "layout": "wide", "width": 1, "height": 1}],
        "data": "data.csv",
    },
}


def load_settings_of(file: Path, findings: Findings) -> Settings | None:
    found = load_settings(file.parent, findings)
    return found.settings if found.complete else None


def load_figure(file: Path, findings: Findings) -> Any:
    (file.parent / "a.svg").write_text("<svg/>")
    return FigureLoader().load(file.parent.parent, "x", findings)[0] or None


def load_item(file: Path, findings: Findings) -> Any:
    question = load_question(file, file.name, findings)
    if question is not None:
        assert all(isinstance(text, str) for _, text in question.texts())
        assert all(isinstance(entry, str) for entry in question.entry_ids)
    return question and question.item


LOADERS: dict[str, Callable[[Path, Findings], Any]] = {
    "exam.yml": lambda file, found: load_exams(file.parent, "x", found).exams or None,
    "topic.yml": lambda file, found: load_topics(file.parent, "x", found) or None,
    "sources.yml": lambda file, found: load_sources(file, file.name, found),
    "itembank.yml": load_settings_of,
    "figure.yml": load_figure,
}


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, bytes], tuple[Any, Findings]]:
    """Load a file of some kind; check what holds for all, and return what came of it."""
    folders = {name: tmp_path_factory.mktemp("kind") / "figure" for name in RIGHT}
    for folder in folders.values():
        folder.mkdir()

    def check(name: str, content: bytes) -> tuple[Any, Findings]:
        file = folders[name] / name
        file.write_bytes(content)
        findings = Findings()
        loaded = LOADERS.get(name, load_item)(file, findings)
        # As YAML counts lines; a file in another encoding has no lines of its own.
        text = content.decode("utf-8", errors="replace").replace("\r\n", "\n")
        lines = sum(text.count(sign) for sign in "\r\n\x85\u2028\u2029") + 1
        for found in findings:
            assert found.message
            assert 1 <= found.position.line <= lines, found
            assert found.position.column >= 1
            assert len(str(found)) < 1500, "nobody reads a message of that length"
        assert loaded is not None or findings.errors or not content.strip(), "nothing was said"
        return loaded, findings

    return check


kinds = st.sampled_from(sorted(RIGHT))
thorough = settings(max_examples=150)
signs = st.sampled_from(
    [
        *": - ? , [ ] { } # & * ! | > ' \" % @ ` ~ = << --- ... \\".split(),
        *("\n", "\r\n", "\r", "\t", " ", "  ", "    ", "\u2028", "\x85", "\ufeff", "\x00", "\x7f"),
        *("!!bool ", "!!int ", "!!float ", "!!timestamp ", "!!null ", "!!str ", "!!binary "),
        *("!!map ", "!!seq ", "!!set ", "!!omap ", "!!python/name:os.system ", "!<x> ", "!e!x "),
        *("%YAML 1.1\n", "%TAG !e! tag:x:\n", "&a ", "*a ", "|2\n", ">-\n", "|+9\n", "- - - "),
        *("0x", "0b2", "0o8", "1:60:60", "-.inf", ".nan", "1e999", "_", "9" * 4400, "0" * 50),
        *("2026-13-01", "2026-12-01T24:61:00Z", "0000-00-00", "2026-12-01T00:00:00+99:00"),
        *("id: ", "type: ", "options:\n", "select: {exactly: ", "reviewed: ", "sources: ", "a: "),
        *("\\x00", "\\ud800", "\\U00110000", "{{= 1 }}", "{{=", "é", "\U0001f600", "\u202e"),
    ]
)
texts = st.lists(st.one_of(signs, st.text(max_size=4)), max_size=14).map("".join)


def encoded(text: str) -> Iterator[bytes]:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32", "latin-1", "cp1252", "utf-7"):
        yield text.encode(encoding, errors="replace")
    yield text.encode("utf-8", errors="surrogatepass")[:-1]


@given(kinds, st.binary(max_size=60))
def test_random_bytes(check, name: str, content: bytes) -> None:
    check(name, content)


@given(kinds, st.text(st.characters(exclude_categories=()), max_size=30))
def test_any_character_of_unicode(check, name: str, text: str) -> None:
    check(name, text.encode("utf-8", errors="surrogatepass"))


@thorough
@given(kinds, texts)
def test_texts_of_signs_that_mean_something(check, name: str, text: str) -> None:
    check(name, text.encode("utf-8", errors="surrogatepass"))


@given(kinds, texts)
def test_every_encoding(check, name: str, text: str) -> None:
    for content in encoded(text):
        check(name, content)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(10**30, 10**40),
    st.floats(),
    st.dates(),
    st.datetimes(),
    st.sampled_from(
        ["", " ", "\n", "ring", "all", "one", "weights", "choice", "{{= 1 }}", "1e999"]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20),
)
keys = st.one_of(
    st.sampled_from(sorted({key for kind in RIGHT.values() for key in kind} | {"id", "text"})),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6),
    st.integers(),
    st.booleans(),
    st.none(),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in `data` with each of its keys."""
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, value in list(steps):
        yield data, step
        if isinstance(value, dict | list):
            yield from places(value)


def dumped(data: Any) -> str:
    return yaml.dump(data, Dumper=Plain, sort_keys=False, allow_unicode=True)


class Plain(yaml.SafeDumper):
    """Writes a value that stands in two places twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


@pytest.mark.parametrize("name", sorted(RIGHT))
def test_the_right_files_are_right(check, name: str) -> None:
    loaded, findings = check(name, dumped(RIGHT[name]).encode())
    if name == "figure.yml":
        assert [found.message for found in findings] == ["no file `data.csv` beside the manifest"]
    elif name == "itembank.yml":
        assert {found.rule for found in findings} == {"missing-folder"}
    else:
        assert loaded is not None
        assert [str(found) for found in findings] == []


@given(kinds, values)
def test_any_structure_in_place_of_a_file(check, name: str, data: Any) -> None:
    check(name, dumped(data).encode())


@thorough
@given(kinds, st.data(), values)
def test_something_else_in_one_place(check, name: str, data: st.DataObject, value: Any) -> None:
    changed = yaml.safe_load(yaml.safe_dump(RIGHT[name]))
    owner, step = data.draw(st.sampled_from(list(places(changed))))
    owner[step] = value
    check(name, dumped(changed).encode())


@thorough
@given(kinds, st.data(), st.one_of(signs, st.text(max_size=3)))
def test_signs_slipped_into_a_right_file(check, name: str, data: st.DataObject, slip: str) -> None:
    source = dumped(RIGHT[name])
    start = data.draw(st.integers(0, len(source)))
    end = min(len(source), start + data.draw(st.integers(0, 20)))
    check(name, (source[:start] + slip + source[end:]).encode("utf-8", errors="surrogatepass"))


@pytest.mark.parametrize(
    "value",
    ["!!bool x", "!!timestamp x", '!!int ""', '!!float ""', "!!int x", "!!float x", "!!int 0b"],
)
def test_a_tag_that_the_text_behind_it_does_not_fit(check, value: str) -> None:
    _, findings = check("question.yml", f"id: ring\ntitle: {value}\n".encode())
    [found] = findings
    assert (found.position.line, found.position.column, found.rule) == (2, 8, "yaml")
    assert "cannot be read as" in found.message
