"""Read one YAML file into plain data and remember where every value stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from itembank.load.pitfalls import find_pitfalls
from itembank.load.positions import Location, Start, Starts, find_starts
from itembank.load.syntax import QUOTE, explain
from itembank.model import Findings, Position

MAX_BYTES = 512 * 1024
MAX_NODES = 20_000
SAFE_DEPTH = 1_000
MAX_DEPTH = 24

_TEXT_TAGS = tuple(f"tag:yaml.org,2002:{name}" for name in ("str", "value", "merge"))
_STANDARD_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "bool", "int", "float", "null", "timestamp", "map", "seq", "merge", "value")
)

_SCALAR_WORDS = {
    f"tag:yaml.org,2002:{name}": words
    for name, words in {
        "bool": "true or false",
        "int": "a whole number",
        "float": "a number",
        "timestamp": "a date",
    }.items()
}
MAX_SHOWN = 60
"""Characters of a value that its message repeats."""

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class DocumentError(Exception):
    """The file is no YAML that this project accepts; carries the finding in words."""

    def __init__(self, position: Position, rule: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.position, self.rule, self.message, self.hint = position, rule, message, hint


@dataclass(slots=True)
class YamlDocument:
    """Plain data of a file, with positions for values, keys and places inside texts."""

    path: str
    source: str
    data: Any = None
    _starts: Starts | None = None

    @property
    def lines(self) -> list[str]:
        """The file's lines, as YAML counts them."""
        return self.source.splitlines()

    def position(self, location: Iterable[str | int] = ()) -> Position:
        """Return where the value at `location` starts, or its nearest ancestor that exists."""
        return self._at(self._found().nearest(tuple(location)))

    def key_position(self, location: Iterable[str | int]) -> Position:
        """Return where the key of `location` stands, or the nearest ancestor's value."""
        where = tuple(location)
        starts = self._found()
        return self._at(starts.keys.get(where) or starts.nearest(where))

    def text_position(self, location: Iterable[str | int], offset: int) -> Position:
        """Return where the character number `offset` of the text at `location` stands.

        Exact for block texts and one-line texts; a folded text points to its first line.
        """
        where = tuple(location)
        start, text = self._found().values.get(where), self.text(where)
        if start is None or text is None:
            return self.position(where)
        lines = self.lines
        before = text[:offset]
        row, column = before.count("\n"), offset - (before.rfind("\n") + 1)
        if not start.block:
            line_text = lines[start.line]
            first = start.column + (line_text[start.column : start.column + 1] in ("'", '"'))
            inside = first + column if first + column <= len(line_text) else start.column
            return Position(self.path, start.line + 1, inside + 1)
        text_line = text.split("\n")[row]
        line = start.line + 1 + row
        indent = lines[line].find(text_line) if line < len(lines) else -1
        if indent < 0:
            return Position(self.path, start.line + 2)
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

    def _found(self) -> Starts:
        if self._starts is None:
            self._starts = find_starts(self.source, _Loader)
        return self._starts

    def _at(self, start: Start | None) -> Position:
        return Position(self.path, *((start.line + 1, start.column + 1) if start else ()))


def read_document(file: Path, shown_as: str) -> YamlDocument:
    """Read `file` and return its data with positions; `shown_as` is its path in messages.

    Raises DocumentError for unreadable, oversized, malformed, ambiguous or too deeply nested YAML.
    """
    text = read_text(file, shown_as)
    try:
        if _may_be_deep(text):
            _refuse_depth(text, shown_as)
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            data = None if node is None else _Reader(loader, shown_as).read(node)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, shown_as) from error
    except yaml.reader.ReaderError as error:
        raise _unprintable(error, text, shown_as) from error
    except yaml.YAMLError as error:
        raise DocumentError(Position(shown_as), "yaml", str(error)) from error
    except RecursionError as error:
        raise DocumentError(Position(shown_as), "yaml-depth", "nested too deeply") from error
    return YamlDocument(shown_as, text, data)


def load_or_report(file: Path, shown_as: str, findings: Findings) -> YamlDocument | None:
    """Return the document, or None after recording why there is none.

    What YAML reads otherwise than it was meant is recorded too.
    """
    try:
        document = read_document(file, shown_as)
    except DocumentError as error:
        findings.error(error.position, error.rule, error.message, error.hint)
        return None
    for pitfall in find_pitfalls(document.source, _Loader):
        at = Position(shown_as, pitfall.start.line + 1, pitfall.start.column + 1)
        findings.error(at, "yaml", pitfall.message, pitfall.hint)
    return document


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


def _may_be_deep(text: str) -> bool:
    """Whether brackets and indentation could nest so deeply that composing overflows the stack."""
    brackets = text.count("[") + text.count("{")
    lines = text.splitlines()
    if brackets + max(map(len, lines), default=0) <= SAFE_DEPTH:
        return False
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


def _syntax_error(error: yaml.MarkedYAMLError, text: str, shown_as: str) -> DocumentError:
    mark = error.problem_mark or error.context_mark
    lines = text.splitlines()
    line = lines[mark.line] if mark and mark.line < len(lines) else ""
    if mark and mark.line >= len(lines) > 0:  # something is missing at the end of the file
        position = Position(shown_as, len(lines), len(lines[-1]) + 1)
    else:
        position = Position(shown_as, *((mark.line + 1, mark.column + 1) if mark else ()))
    if "maximum nesting depth" in (error.problem or ""):
        return DocumentError(position, "yaml-depth", "nested too deeply")
    return DocumentError(position, "yaml", *explain(error, line))


class _Reader:
    """Turns composed nodes into data; one instance a document."""

    def __init__(self, loader: Any, path: str) -> None:
        self._loader, self._path, self._count = loader, path, 0

    def read(self, node: yaml.Node, depth: int = 0) -> Any:
        self._count += 1
        if self._count > MAX_NODES:
            message = f"more than {MAX_NODES:,} values"
            raise DocumentError(self._at(node), "yaml-size", message)
        if depth > MAX_DEPTH:
            message = f"nested deeper than {MAX_DEPTH} levels"
            raise DocumentError(self._at(node), "yaml-depth", message)
        tag = node.tag
        if tag not in _STANDARD_TAGS:
            message = f"the tag `{tag}` is not allowed"
            raise DocumentError(self._at(node), "yaml", message, QUOTE)
        if isinstance(node, yaml.ScalarNode):
            return node.value if tag in _TEXT_TAGS else self._construct(node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, depth)
        return [self.read(entry, depth + 1) for entry in node.value]

    def _construct(self, node: yaml.ScalarNode) -> Any:
        try:
            return self._loader.construct_object(node)
        except (ValueError, LookupError, AttributeError) as error:  # all that PyYAML lets through
            value = node.value if len(node.value) <= MAX_SHOWN else f"{node.value[:MAX_SHOWN]}…"
            message = f"`{value}` cannot be read as {_SCALAR_WORDS[node.tag]}"
            raise DocumentError(self._at(node), "yaml", message, QUOTE) from error

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise DocumentError(
                    self._at(key_node),
                    "yaml",
                    "a mapping or list stands where a key is expected",
                    "put a text that starts with `{` or `[` in 'single quotes', or below `|`",
                )
            key = key_node.value
            if key in result:
                first = next(self._at(other) for other, _ in node.value if other.value == key)
                message = f"`{key}` is already given in line {first.line}"
                raise DocumentError(self._at(key_node), "duplicate-key", message)
            result[key] = self.read(value_node, depth + 1)
        return result

    def _at(self, node: yaml.Node) -> Position:
        mark = node.start_mark
        return Position(self._path, mark.line + 1, mark.column + 1)
