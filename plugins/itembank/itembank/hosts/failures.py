"""Where code of the site has failed: file and line, as its author would look for them."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path

_FRAME = re.compile(r'^  File "(?P<file>[^"]+)", line (?P<line>\d+)', re.MULTILINE)

Line = tuple[Path, int]


def describe(error: BaseException, root: Path) -> str:
    """Return kind and message of `error`, and the last line of code below `root` that led to it."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    message = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return _with_last(message, _lines(error, root), root)


def describe_output(message: str, printed: str, root: Path) -> str:
    """Return `message` with the last line below `root` of a traceback in what was `printed`."""
    found = ((m["file"], int(m["line"])) for m in _FRAME.finditer(printed))
    return _with_last(message, list(_own(found, root)), root)


def code_of(error: BaseException, root: Path) -> set[Path]:
    """Return the files below `root` that led to `error`."""
    return {file for file, _ in _lines(error, root)}


def _lines(error: BaseException, root: Path) -> list[Line]:
    frames = traceback.extract_tb(error.__traceback__)
    found = [(frame.filename, frame.lineno or 1) for frame in frames]
    if isinstance(error, SyntaxError) and error.filename:
        found.append((error.filename, error.lineno or 1))
    return list(_own(found, root))


def _own(found: Iterable[tuple[str, int]], root: Path) -> Iterator[Line]:
    """Yield the lines that stand in the site's own code."""
    for name, line in found:
        file = (root / name).resolve()
        if (
            file.is_file()
            and "site-packages" not in file.parts
            and file.is_relative_to(root.resolve())
        ):
            yield file, line


def _with_last(message: str, lines: list[Line], root: Path) -> str:
    if not lines:
        return message
    file, line = lines[-1]
    return f"{message} ({file.relative_to(root.resolve()).as_posix()}, line {line})"
