"""What YAML reads otherwise than an author means: each said at its place, with what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from itembank.load import load_question
from itembank.model import Findings

from .test_validation import VALID

QUOTE = "(put the text in 'single quotes', or below `|`)"
TEXT = "text: Almost twice the buffer."

# what the author writes for the text of the first option, in line 11 -> what is said
TEXTS = {
    "C # is a language": "13: error[yaml]: `text` ends before this ` #`: the rest is a comment "
    "(put the text in 'single quotes' or below `|`, or the comment above it)",
    "It is issue #1": "23: error[yaml]: `text` ends before this ` #`: the rest is a comment "
    "(put the text in 'single quotes' or below `|`, or the comment above it)",
    "#1 of all": "10: error[empty-text]: `text` is empty "
    "(YAML takes a text that starts with `#` for a comment: put it in quotes)",
    "one: two": "14: error[yaml]: a colon and a space in the middle of a text "
    "(put a text that contains a colon in quotes, or below `|`)",
    "*bold* words": "16: error[yaml]: a text cannot start with `*`: YAML takes it for a reference "
    + QUOTE,
    "**bold** words": "12: error[yaml]: a text cannot start with `*`: YAML takes it for a "
    "reference " + QUOTE,
    "& up": "12: error[yaml]: a text cannot start with `&`: YAML takes it for a name " + QUOTE,
    "&Vec is one": "11: error[yaml]: YAML takes `&Vec` for a name and leaves it out of the text "
    "(put the text in 'single quotes': '&Vec is …')",
    "! important": "11: error[yaml]: YAML takes `!` for a tag and leaves it out of the text "
    "(put the text in 'single quotes': '! important …')",
    "!important": "11: error[yaml]: the tag `!important` is not allowed " + QUOTE,
    "@home": "11: error[yaml]: a text cannot start with `@`: YAML keeps it for itself " + QUOTE,
    "`code` first": "11: error[yaml]: a text cannot start with a backtick: YAML keeps it for "
    "itself " + QUOTE,
    "%d": "11: error[yaml]: a text cannot start with `%`: YAML keeps it for itself " + QUOTE,
    "{{= 1 }} GB": "20: error[yaml]: a text cannot start with `{`: YAML takes it for a mapping "
    + QUOTE,
    "[a](b.md) c": "14: error[yaml]: a text cannot start with `[`: YAML takes it for a list "
    + QUOTE,
    '"quoted" words': "20: error[yaml]: a text goes on behind its closing quote "
    "(write a quote inside twice ('it''s'), or put the text below `|`)",
    "'it's'": "15: error[yaml]: a text goes on behind its closing quote "
    "(write a quote inside twice ('it''s'), or put the text below `|`)",
    '"C:\\path"': "14: error[yaml]: a backslash in double quotes that YAML does not know "
    "(in 'single quotes' a backslash is a backslash)",
    "- dash": "11: error[yaml]: a text cannot start with `- `: YAML takes it for an entry of a "
    "list " + QUOTE,
    "| pipe": "13: error[yaml]: behind `|` the text starts in the next line " + QUOTE,
    "off": "11: error[wrong-type]: `text` must be a text "
    "(YAML takes it for true or false: put it in quotes)",
    "2026-12-01": "11: error[wrong-type]: `text` must be a text "
    "(YAML takes it for a date: put it in quotes)",
    "010": "11: error[wrong-type]: `text` must be a text "
    "(YAML takes it for a number: put it in quotes)",
    "null": "11: error[empty-text]: `text` is empty "
    "(YAML takes `null` for nothing: put it in quotes)",
}

# name: (what stands in the valid file, what the author wrote instead, what is said)
OTHERS = {
    "an octal number": (
        "select: all",
        "revision: 010",
        "8:11: error[yaml]: YAML takes `010` for the octal number 8 "
        "(write 10, or '010' in quotes for the text)",
    ),
    "a number to the base 60": (
        "select: all",
        "revision: 1:30",
        "8:11: error[yaml]: YAML takes `1:30` for 90, to the base 60 (put it in quotes: '1:30')",
    ),
    "a second document": (
        "reviewed: 2026-12-01\n",
        "reviewed: 2026-12-01\n---\nid: b\n",
        "23:1: error[yaml]: a second document begins here "
        "(a file holds one; give the other its own)",
    ),
    "a country": (
        "select: all",
        "tags: [se, no]",
        "8:12: error[wrong-type]: entry 2 of `tags` must be a text "
        "(YAML takes it for true or false: put it in quotes)",
    ),
    "a text with a colon in a list": (
        "select: all",
        "objectives:\n  - Learn: rings",
        "9:5: error[wrong-type]: entry 1 of `objectives` must be a text "
        "(a text with a colon and a space needs quotes)",
    ),
    "a cut text in a list": (
        "select: all",
        "objectives:\n  - Read C # and F # code",
        "9:12: error[yaml]: `objectives` ends before this ` #`: the rest is a comment "
        "(put the text in 'single quotes' or below `|`, or the comment above it)",
    ),
}


def said(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "q.yml"
    file.write_text(text)
    findings = Findings()
    load_question(file, "q.yml", findings)
    return [str(found).removeprefix("q.yml:") for found in findings]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_that_is_not_what_it_seems(tmp_path: Path, text: str) -> None:
    assert said(tmp_path, VALID.replace(TEXT, f"text: {text}")) == [f"11:{TEXTS[text]}"]


@pytest.mark.parametrize("name", OTHERS)
def test_other_values(tmp_path: Path, name: str) -> None:
    old, new, words = OTHERS[name]
    assert said(tmp_path, VALID.replace(old, new, 1)) == [words]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TEXT, "text: 'C # and F # in quotes'"),
        (TEXT, "text: |\n      C # and F # below\n      ! & * @ % 010"),
        (TEXT, "text: C#1 and a#b"),
        (TEXT, "text: 'quoted'   # a comment behind quotes"),
        ("correct: true", "correct: true   # because of the ring"),
        ("select: all", "select: all  # of them\n# a comment of its own"),
        ("select: all", "difficulty: 1 # easy"),
        ("select: all", "tags: [a010b, '010', x-010, 1e5-0]"),
        ("select: all", "tags: &shared [a, b]\nobjectives: *shared"),
        ("id: ring", "id: ring   # never change it"),
        (TEXT, "text: Five & six, 5 % off! *really*"),
    ],
)
def test_what_is_meant_is_left_alone(tmp_path: Path, old: str, new: str) -> None:
    assert said(tmp_path, VALID.replace(old, new, 1)) == []
