"""Where values and keys of a YAML text stand; asked for only when there is a mistake to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

Location: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """Start of a value or key (from 0), and whether it is a block text (`|` or `>`)."""

    line: int
    column: int
    block: bool = False


@dataclass(frozen=True, slots=True)
class Starts:
    """Every value and every key of a document by its location."""

    values: Mapping[Location, Start]
    keys: Mapping[Location, Start]

    def nearest(self, location: Location) -> Start | None:
        """Return where the value at `location` starts, or its nearest ancestor that exists."""
        lengths = range(len(location), -1, -1)
        found = (self.values.get(location[:length]) for length in lengths)
        return next((start for start in found if start is not None), None)


def find_starts(text: str, loader_class: Any) -> Starts:
    """Return where everything in `text` stands, which has been read without a mistake."""
    values: dict[Location, Start] = {}
    keys: dict[Location, Start] = {}

    def visit(node: yaml.Node, location: Location) -> None:
        mark = node.start_mark
        block = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
        values[location] = Start(mark.line, mark.column, block)
        if isinstance(node, yaml.SequenceNode):
            for index, entry in enumerate(node.value):
                visit(entry, (*location, index))
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = (*location, key.value)
                keys[inner] = Start(key.start_mark.line, key.start_mark.column)
                visit(value, inner)

    root = yaml.compose(text, loader_class)
    if root is not None:
        visit(root, ())
    return Starts(values, keys)
