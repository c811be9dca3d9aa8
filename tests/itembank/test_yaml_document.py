"""YAML in, data with positions out; whatever a file holds, the answer is words."""

from __future__ import annotations

from pathlib import Path

import pytest

from itembank.lint import check_questions
from itembank.load import yaml_document
from itembank.load.items import load_question
from itembank.load.positions import Location
from itembank.load.yaml_document import (
    MAX_BYTES,
    DocumentError,
    YamlDocument,
    read_document,
)
from itembank.model import Findings
from itembank.values import Evaluator

from .conftest import SiteFolder


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str | bytes) -> YamlDocument:
        file = tmp_path / "q.yml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_document(file, "q.yml")

    return read


@pytest.fixture
def refuse(read):
    """Read what must be refused; return `line:column`, rule, and message with hint."""

    def refuse(text: str | bytes) -> tuple[str, str, str]:
        with pytest.raises(DocumentError) as caught:
            read(text)
        error = caught.value
        where = f"{error.position.line}:{error.position.column}"
        return where, error.rule, f"{error.message} ({error.hint})"

    return refuse


SOURCE = """\
plain: one two three
single: 'one two three'
double: "one two three"
literal: |
  first line
    second line, indented
folded: >
  one
  two
list:
- text: |2
    kept indent
    here
- {inline: flow text}
deep:
    stripped: |-
        far away
"""


@pytest.mark.parametrize(
    ("location", "word"),
    [
        (("plain",), "two"),
        (("single",), "three"),
        (("double",), "one"),
        (("literal",), "first"),
        (("literal",), "line"),
        (("literal",), "second"),
        (("literal",), "indented"),
        (("list", 0, "text"), "kept"),
        (("list", 0, "text"), "here"),
        (("list", 1, "inline"), "text"),
        (("deep", "stripped"), "away"),
    ],
)
def test_a_word_of_a_text_is_found_where_it_stands(read, location: Location, word: str) -> None:
    document = read(SOURCE)
    text = document.data
    for step in location:
        text = text[step]
    at = document.text_position(location, text.index(word))
    shown = SOURCE.splitlines()[at.line - 1][at.column - 1 :]
    assert shown.startswith(word)


def test_a_folded_text_points_into_itself(read) -> None:
    at = read(SOURCE).text_position(("folded",), 4)
    assert SOURCE.splitlines()[at.line - 1].strip() in ("one", "two")


@pytest.mark.parametrize(
    "source",
    [
        'text: "say \\"no\\" to it"\n',
        "text: 'it''s a trap'\n",
        "text: one\n  two three\n",
        "text: |\n\n\n  after empty lines\n",
        "text: |\n  same\n  same\n  same\n",
        "text: | # comment\n  word\n",
        "text: &anchor |\n  word\n",
        "text: !!str word\n",
        "text: |+\n  word\n\n",
        'text: ""\n',
    ],
)
def test_every_character_of_a_text_points_into_the_file(read, source: str) -> None:
    document = read(source)
    lines = source.splitlines()
    text = document.data["text"]
    for offset in range(len(text) + 1):
        at = document.text_position(("text",), offset)
        assert 1 <= at.line <= len(lines)
        assert 1 <= at.column <= len(lines[at.line - 1]) + 1


@pytest.mark.parametrize("source", ["text: &anchor |\n  word\n", "text: !!str |\n  word\n"])
def test_a_block_text_behind_a_tag_or_an_anchor(read, source: str) -> None:
    at = read(source).text_position(("text",), 0)
    assert (at.line, at.column) == (2, 3)


def test_keys_and_values_have_their_own_positions(read) -> None:
    document = read("a:\n  - key: value\n    other: 2\n")
    assert str(document.key_position(("a", 0, "other"))).count("3") >= 1
    key, value = (
        document.key_position(("a", 0, "other")),
        document.position(("a", 0, "other")),
    )
    assert (key.line, key.column) == (3, 5)
    assert (value.line, value.column) == (3, 12)


def test_what_is_missing_is_placed_at_its_nearest_ancestor(read) -> None:
    at = read("a:\n  - key: value\n").position(("a", 0, "missing", "deeper"))
    assert (at.line, at.column) == (2, 5)


def test_line_ends_of_windows_and_a_byte_order_mark(read) -> None:
    document = read(b"\xef\xbb\xbfid: x\r\ntext: |\r\n  one\r\n  two\r\n")
    assert document.data == {"id": "x", "text": "one\ntwo\n"}
    at = document.text_position(("text",), 4)
    assert (at.line, at.column) == (4, 3)
    assert document.key_position(("id",)).column == 1


@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_lines_are_counted_as_yaml_counts_them(read, separator: str) -> None:
    document = read(f'a: "x{separator}y"\ntext: |\n  word\n')
    at = document.text_position(("text",), 0)
    assert document.lines[at.line - 1][at.column - 1 :] == "word"


def test_a_key_given_twice(refuse) -> None:
    where, rule, words = refuse("id: a\ntitle: b\nid: c\n")
    assert (where, rule) == ("3:1", "duplicate-key")
    assert "line 1" in words


def test_a_key_given_twice_in_an_option(refuse) -> None:
    where, rule, _ = refuse("options:\n  - id: a\n    text: b\n    text: c\n")
    assert (where, rule) == ("4:5", "duplicate-key")


@pytest.mark.parametrize("source", ["a: 1\n\tb: 2\n", "a:\n\tb: 2\n", "a:\n  - x\n\t- y\n"])
def test_a_tab_is_called_a_tab(refuse, source: str) -> None:
    where, rule, words = refuse(source)
    assert rule == "yaml"
    assert "tab" in words
    assert source.splitlines()[int(where.split(":")[0]) - 1].startswith("\t")


def test_a_colon_in_a_text_gets_the_hint_to_quote(refuse) -> None:
    where, rule, words = refuse("title: Speed: what is it?\n")
    assert rule == "yaml"
    assert where.startswith("1:")
    assert "quotes" in words


@pytest.mark.parametrize(
    "source",
    [
        "text: {{= x }}\n",
        "text: [a, b\n",
        "text: 'open\n",
        'text: "bad \\q escape"\n',
        "text: `code`\n",
        "text: @handle\n",
        "text: %x\n",
        "- a\nb: c\n",
        "a: b\n c: d\n",
        "text: *nothing\n",
        "a: !!python/object/apply:os.system [ls]\n",
        "? [a, b]\n: c\n",
        "a: 1\n---\nb: 2\n",
        "a: \x00\n",
        "a: \x07\n",
    ],
)
def test_malformed_yaml_is_one_finding_inside_the_file(refuse, source: str) -> None:
    where, rule, words = refuse(source)
    line = int(where.split(":")[0])
    assert rule.startswith("yaml")
    assert 1 <= line <= source.count("\n") + 1
    assert len(words.splitlines()) == 1


@pytest.mark.parametrize(
    "tag", ["!!python/name:os.system", "!local", "!!set", "!!binary", "!!omap"]
)
def test_only_plain_data_has_a_place(refuse, tag: str) -> None:
    where, _, words = refuse(f"a: 1\nb: {tag} {{x: y}}\n")
    assert where == "2:4"
    assert tag.lstrip("!") in words


def test_emphasis_at_the_start_of_a_text(refuse) -> None:
    where, _, words = refuse("text: *Never* again\n")
    assert where.startswith("1:")
    assert "cannot start with `*`" in words


def test_a_control_character_is_pointed_at(refuse) -> None:
    where, _, words = refuse("a: 1\nb: x\x07\n")
    assert where == "2:5"
    assert "U+0007" in words


def test_a_key_may_not_be_a_template(refuse) -> None:
    _, _, words = refuse("{{= x }}: 1\n")
    assert "quotes" in words


def test_an_alias_is_its_anchor(read) -> None:
    assert read("a: &x [1, 2]\nb: *x\n").data == {"a": [1, 2], "b": [1, 2]}


def test_laughs_by_the_billion_are_cut_short(refuse) -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for previous, name in zip("abcdefghi", "bcdefghij", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{previous}'] * 10)}]")
    _, rule, _ = refuse("\n".join(lines) + "\n")
    assert rule == "yaml-size"


def test_an_alias_inside_its_own_anchor(refuse) -> None:
    _, rule, _ = refuse("a: &a [*a]\n")
    assert rule in ("yaml", "yaml-depth")


@pytest.mark.parametrize("depth", [30, 2_000, 100_000])
def test_deep_nesting_ends_in_words(refuse, depth: int) -> None:
    _, rule, _ = refuse("a: " + "[" * depth + "]" * depth + "\n")
    assert rule == "yaml-depth"


def test_many_brackets_that_do_not_nest_are_fine(read) -> None:
    assert read("a: [" + "[1], " * 2_000 + "]\n").data == {"a": [[1]] * 2_000}


def test_deep_block_nesting_ends_in_words(refuse) -> None:
    source = "".join(f"{' ' * level}a:\n" for level in range(600))
    _, rule, _ = refuse(source)
    assert rule == "yaml-depth"


def test_a_file_has_a_largest_size(refuse) -> None:
    _, rule, words = refuse("a: " + "x" * MAX_BYTES)
    assert rule == "yaml-size"
    assert "split" in words


def test_bytes_that_are_not_utf_8_are_pointed_at(refuse) -> None:
    where, rule, words = refuse("id: x\ntitle: Müller\n".encode("latin-1"))
    assert (where, rule) == ("2:9", "encoding")
    assert "UTF-8" in words


def test_utf_16_is_not_utf_8(refuse) -> None:
    _, rule, _ = refuse("id: x\n".encode("utf-16"))
    assert rule == "encoding"


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "q.yml").mkdir()
    with pytest.raises(DocumentError) as caught:
        read_document(tmp_path / "q.yml", "q.yml")
    assert caught.value.rule == "unreadable"


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("a: no\n", False),
        ("a: 'no'\n", "no"),
        ("a: 0o17\n", "0o17"),
        ("a: 12:30\n", 750),
        ("a: 1_000\n", 1000),
        ("a: ~\n", None),
        ("a:\n", None),
    ],
)
def test_scalars_are_those_of_yaml_1_1(read, source: str, value: object) -> None:
    assert read(source).data == {"a": value}


@pytest.mark.parametrize("source", ["a: 2026-13-45\n", "a: 2026-02-30\n"])
def test_an_impossible_date_is_a_finding(refuse, source: str) -> None:
    where, _, words = refuse(source)
    assert where == "1:4"
    assert "2026" in words


def test_positions_are_worked_out_for_mistakes_only(site: SiteFolder, monkeypatch) -> None:
    """A site of thousands of questions never asks where the texts of the good ones stand."""
    file = site.question()
    with monkeypatch.context() as patched:
        patched.setattr(yaml_document, "find_starts", lambda *_: pytest.fail("asked"))
        findings = Findings()
        question = load_question(file, "q.yml", findings)
        assert question is not None
        check_questions([question], Evaluator({}), findings)
    assert not len(findings)
    assert question.document.position(("stem",)).line > 1
