"""Read one YAML file into plain data and remember where every value stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from itembank.model import Findings, Position

MAX_BYTES = 512 * 1024
MAX_NODES = 20_000
SAFE_DEPTH = 1_000
MAX_DEPTH = 24

_STANDARD_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "bool", "int", "float", "null", "timestamp", "map", "seq", "merge", "value")
)

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Location = tuple[str | int, ...]


class DocumentError(Exception):
    """The file is no YAML that this project accepts; carries the finding in words."""

    def __init__(self, position: Position, rule: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.position, self.rule, self.message, self.hint = position, rule, message, hint


@dataclass(slots=True)
class _Node:
    """Start of a value in the file (from 0) and whether its text is a block (`|` or `>`)."""

    line: int
    column: int
    block: bool = False


@dataclass(slots=True)
class YamlDocument:
    """Plain data of a file, with positions for values, keys and places inside texts."""

    path: str
    lines: list[str]
    data: Any = None
    _values: dict[Location, _Node] = field(default_factory=dict)
    _keys: dict[Location, _Node] = field(default_factory=dict)

    def position(self, location: Iterable[str | int] = ()) -> Position:
        """Return where the value at `location` starts, or its nearest ancestor that exists."""
        return self._nearest(tuple(location), self._values)

    def key_position(self, location: Iterable[str | int]) -> Position:
        """Return where the key of `location` stands, or the nearest ancestor's value."""
        where = tuple(location)
        if (node := self._keys.get(where)) is not None:
            return Position(self.path, node.line + 1, node.column + 1)
        return self.position(where)

    def text_position(self, location: Iterable[str | int], offset: int) -> Position:
        """Return where the character number `offset` of the text at `location` stands.

        Exact for block texts and one-line texts; a folded text points to its first line.
        """
        where = tuple(location)
        node, text = self._values.get(where), self.text(where)
        if node is None or text is None:
            return self.position(where)
        before = text[:offset]
        row, column = before.count("\n"), offset - (before.rfind("\n") + 1)
        if not node.block:
            line_text = self.lines[node.line]
            start = node.column + (line_text[node.column : node.column + 1] in ("'", '"'))
            inside = start + column if start + column <= len(line_text) else node.column
            return Position(self.path, node.line + 1, inside + 1)
        text_line = text.split("\n")[row]
        line = node.line + 1 + row
        indent = self.lines[line].find(text_line) if line < len(self.lines) else -1
        if indent < 0:
            return Position(self.path, node.line + 2)
        return Position(self.path, line + 1, indent + column + 1)

    def text(self, location: Location) -> str | None:
        """Return the text at `location`, or None when there is none."""
        value = self.value(location)
        return value if isinstance(value, str) else None

    def value(self, location: Location) -> Any:
        """Return whatever stands at `location`, or None when there is nothing."""
        value = self.data
        for step in location:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def _nearest(self, location: Location, nodes: dict[Location, _Node]) -> Position:
        for length in range(len(location), -1, -1):
            if (node := nodes.get(location[:length])) is not None:
                return Position(self.path, node.line + 1, node.column + 1)
        return Position(self.path)


def read_document(file: Path, shown_as: str) -> YamlDocument:
    """Read `file` and return its data with positions; `shown_as` is its path in messages.

    Raises DocumentError for unreadable, oversized, malformed, ambiguous or too deeply nested YAML.
    """
    text = read_text(file, shown_as)
    document = YamlDocument(shown_as, text.splitlines())
    try:
        if _may_be_deep(document.lines):
            _refuse_depth(text, shown_as)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is not None:
                document.data = _Reader(loader, document).read(node, ())
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, document) from error
    except yaml.reader.ReaderError as error:
        raise _unprintable(error, text, shown_as) from error
    except yaml.YAMLError as error:
        raise DocumentError(Position(shown_as), "yaml", str(error)) from error
    except RecursionError as error:
        raise DocumentError(Position(shown_as), "yaml-depth", "nested too deeply") from error
    return document


def load_or_report(file: Path, shown_as: str, findings: Findings) -> YamlDocument | None:
    """Return the document, or None after recording why there is none."""
    try:
        return read_document(file, shown_as)
    except DocumentError as error:
        findings.error(error.position, error.rule, error.message, error.hint)
        return None


def read_text(file: Path, shown_as: str) -> str:
    """Return the text of `file`; raises DocumentError when it cannot be read, or is too large."""
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise DocumentError(
            Position(shown_as), "unreadable", error.strerror or "cannot be read"
        ) from error
    if len(raw) > MAX_BYTES:
        message = f"{len(raw):,} bytes are more than the {MAX_BYTES:,} a file may have"
        raise DocumentError(Position(shown_as), "yaml-size", message, "split the file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        raise DocumentError(
            Position(shown_as, line, column), "encoding", "not UTF-8", "save the file as UTF-8"
        ) from error


def _may_be_deep(lines: list[str]) -> bool:
    """Whether brackets and indentation could nest so deeply that composing overflows the stack."""
    brackets = sum(line.count("[") + line.count("{") for line in lines)
    indent = max((len(line) - len(line.lstrip(" -?:")) for line in lines), default=0)
    return brackets + indent > SAFE_DEPTH


def _refuse_depth(text: str, shown_as: str) -> None:
    """Raise DocumentError where nesting passes SAFE_DEPTH; libyaml before 0.2.6 has no limit."""
    depth = 0
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > SAFE_DEPTH:
            mark = event.start_mark
            at = Position(shown_as, *((mark.line + 1, mark.column + 1) if mark else ()))
            raise DocumentError(at, "yaml-depth", "nested too deeply")


def _unprintable(error: yaml.reader.ReaderError, text: str, shown_as: str) -> DocumentError:
    before = text[: error.position]
    position = Position(shown_as, before.count("\n") + 1, len(before) - before.rfind("\n"))
    code = error.character if isinstance(error.character, int) else ord(error.character)
    return DocumentError(position, "yaml", f"the control character U+{code:04X} is not allowed")


def _syntax_error(error: yaml.MarkedYAMLError, document: YamlDocument) -> DocumentError:
    mark = error.problem_mark or error.context_mark
    line = document.lines[mark.line] if mark and mark.line < len(document.lines) else ""
    position = Position(document.path, *((mark.line + 1, mark.column + 1) if mark else ()))
    message = " ".join(part for part in (error.problem, error.context) if part)
    hint = ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        message, hint = "a tab indents this line", "YAML is indented with spaces, never with tabs"
    elif "mapping values are not allowed" in message:
        hint = "put a text that contains a colon in quotes, or below `|`"
    elif "maximum nesting depth" in message:
        return DocumentError(position, "yaml-depth", "nested too deeply")
    elif "alias" in message or "anchor" in message:
        hint = "put a text that starts with `*` or `&` in 'single quotes', or below `|`"
    elif "flow" in message or "found unknown escape" in message or "while scanning" in message:
        hint = "put the text in 'single quotes', or below `|`"
    return DocumentError(position, "yaml", message or "malformed YAML", hint)


class _Reader:
    """Turns composed nodes into data; one instance a document."""

    def __init__(self, loader: Any, document: YamlDocument) -> None:
        self._loader, self._document, self._count = loader, document, 0

    def read(self, node: yaml.Node, location: Location) -> Any:
        self._guard(node, location)
        mark = node.start_mark
        if node.tag not in _STANDARD_TAGS:
            raise DocumentError(self._at(mark), "yaml", f"the tag `{node.tag}` is not allowed")
        block = isinstance(node, yaml.ScalarNode) and node.style in ("|", ">")
        self._document._values[location] = _Node(mark.line, mark.column, block)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, location)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*location, i)) for i, child in enumerate(node.value)]
        try:
            return self._loader.construct_object(node)
        except ValueError as error:
            raise DocumentError(self._at(mark), "yaml", f"{node.value!r}: {error}") from error

    def _mapping(self, node: yaml.MappingNode, location: Location) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            mark = key_node.start_mark
            if not isinstance(key_node, yaml.ScalarNode):
                raise DocumentError(
                    self._at(mark),
                    "yaml",
                    "a mapping or list stands where a key is expected",
                    "put a text that starts with `{` or `[` in 'single quotes', or below `|`",
                )
            key = key_node.value
            if key in result:
                first = self._document.key_position((*location, key))
                raise DocumentError(
                    self._at(mark),
                    "duplicate-key",
                    f"`{key}` is already given in line {first.line}",
                )
            self._document._keys[(*location, key)] = _Node(mark.line, mark.column)
            result[key] = self.read(value_node, (*location, key))
        return result

    def _guard(self, node: yaml.Node, location: Location) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise DocumentError(
                self._at(node.start_mark), "yaml-size", f"more than {MAX_NODES:,} values"
            )
        if len(location) > MAX_DEPTH:
            raise DocumentError(
                self._at(node.start_mark), "yaml-depth", f"nested deeper than {MAX_DEPTH} levels"
            )

    def _at(self, mark: yaml.Mark) -> Position:
        return Position(self._document.path, mark.line + 1, mark.column + 1)
