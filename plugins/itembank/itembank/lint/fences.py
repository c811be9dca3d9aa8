"""Where fenced code stands in Markdown, as pymdownx.superfences and fenced_code read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_OPENING = re.compile(r"^(?P<prefix>[ \t>]*)(?P<fence>(?P<mark>[`~])(?P=mark){2,})(?P<info>.*)$")


@dataclass(frozen=True, slots=True)
class Fences:
    """Numbers of lines, from 0: `code` with the fences themselves, and openings left `open`."""

    code: frozenset[int]
    open: tuple[int, ...]


def find_fences(lines: Sequence[str]) -> Fences:
    """Return where fenced code stands; a fence ends with the same marks at the same indent."""
    code: set[int] = set()
    still_open: list[int] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        opening = _OPENING.match(line) if "```" in line or "~~~" in line else None
        if opening is None or opening["mark"] in opening["info"]:
            index += 1
        elif (end := _end(lines, index, opening)) is None:
            still_open.append(index)
            index += 1
        else:
            code.update(range(index, end + 1))
            index = end + 1
    return Fences(frozenset(code), tuple(still_open))


def _end(lines: Sequence[str], first: int, opening: re.Match[str]) -> int | None:
    indent = len(opening["prefix"])
    for index in range(first + 1, len(lines)):
        line = lines[index]
        if line[:indent].strip(" \t>"):
            return None  # text further left ends the block that the fence stands in
        if line[indent:].rstrip() == opening["fence"]:
            return index
    return None
