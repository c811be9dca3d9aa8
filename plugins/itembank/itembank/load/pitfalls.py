"""Valid YAML that says something else than its author meant: cut texts, lost words, odd numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from itembank.load.positions import Start

TEXT_KEYS = frozenset(
    "stem text rationale explanation short_explanation hints title caption alt description at "
    "reason objectives misconception".split()
)
"""Keys of texts: behind one of their plain values a comment is a text that was cut."""

_MAY_BE = re.compile(
    r"\S[ \t]+#|(?:^|[:\-,\[{])[ \t]+[&!]"
    r"|[:\-,\[][ \t]*[-+]?(?:0[0-7_]+|[1-9][\d_]*:[0-5]?\d)(?![\w.-])",
    re.MULTILINE,
)
_OCTAL = re.compile(r"[-+]?0[0-7_]+$")
_BASE_60 = re.compile(r"[-+]?[1-9][\d_]*(?::[0-5]?\d)+$")


@dataclass(frozen=True, slots=True)
class Pitfall:
    """What was lost or changed, where, and how to keep it."""

    start: Start
    message: str
    hint: str


def find_pitfalls(source: str, loader_class: Any) -> Iterator[Pitfall]:
    """Yield the pitfalls of a YAML text that can be read."""
    if _MAY_BE.search(source) is None:
        return
    lines = source.splitlines()
    tokens = list(yaml.scan(source, loader_class))
    used = {token.value for token in tokens if isinstance(token, yaml.AliasToken)}
    key = ""
    before: yaml.Token | None = None
    for token in tokens:
        if isinstance(token, yaml.ScalarToken) and token.plain:
            if isinstance(before, yaml.KeyToken):
                key = token.value
            else:
                yield from _plain_value(token, key, lines)
                if isinstance(before, yaml.AnchorToken) and before.value not in used:
                    yield _lost(f"&{before.value}", "a name", before, token)
                if isinstance(before, yaml.TagToken) and before.value == (None, "!"):
                    yield _lost("!", "a tag", before, token)
        before = token


def _plain_value(token: yaml.ScalarToken, key: str, lines: list[str]) -> Iterator[Pitfall]:
    value, mark, end = token.value, token.start_mark, token.end_mark
    rest = lines[end.line][end.column :] if end.line < len(lines) else ""
    comment = re.match(r"\s+#", rest)
    if key in TEXT_KEYS:
        if comment:
            at = Start(end.line, end.column + comment.end() - 1)
            hint = "put the text in 'single quotes' or below `|`, or the comment above it"
            yield Pitfall(at, f"`{key}` ends before this ` #`: the rest is a comment", hint)
    elif _OCTAL.match(value):
        number = int(value.replace("_", ""), 8)
        hint = f"write {value.lstrip('0') or 0}, or '{value}' in quotes for the text"
        yield Pitfall(_start(mark), f"YAML takes `{value}` for the octal number {number}", hint)
    elif _BASE_60.match(value):
        number = 0
        for part in value.replace("_", "").lstrip("-+").split(":"):
            number = number * 60 + int(part)
        hint = f"put it in quotes: '{value}'"
        yield Pitfall(_start(mark), f"YAML takes `{value}` for {number}, to the base 60", hint)


def _lost(written: str, what: str, mark: yaml.Token, token: yaml.ScalarToken) -> Pitfall:
    message = f"YAML takes `{written}` for {what} and leaves it out of the text"
    hint = f"put the text in 'single quotes': '{written} {' '.join(token.value.split()[:1])} …'"
    return Pitfall(_start(mark.start_mark), message, hint)


def _start(mark: yaml.Mark) -> Start:
    return Start(mark.line, mark.column)
