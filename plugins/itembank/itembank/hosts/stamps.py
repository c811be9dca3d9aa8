"""Whether files have changed since they were last looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

Stamps: TypeAlias = Mapping[Path, tuple[int, int]]


def stamps(paths: Iterable[Path]) -> Stamps:
    """Return time and size of every file in `paths`, folders included with what they hold."""
    return {file: _stamp(file) for path in paths for file in _files(path)}


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    elif path.is_dir():
        for file in sorted(path.rglob("*")):
            if "__pycache__" not in file.parts and file.is_file():
                yield file


def _stamp(file: Path) -> tuple[int, int]:
    status = file.stat()
    return status.st_mtime_ns, status.st_size
