"""Whether files have changed since they were last looked at."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

Stamp: TypeAlias = tuple[int, int]
Stamps: TypeAlias = Mapping[Path, Stamp]


def stamps(paths: Iterable[Path]) -> Stamps:
    """Return time and size of every file in `paths`, folders included with what they hold."""
    return {file: stamp for path in paths for file, stamp in _stamps(path)}


def _stamps(path: Path) -> Iterator[tuple[Path, Stamp]]:
    if path.is_file():
        yield path, _stamp(path.stat())
    elif path.is_dir():
        yield from _below(path)


def _below(folder: Path) -> Iterator[tuple[Path, Stamp]]:
    """Yield what `folder` holds, in a sorted order; links to folders are not followed."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_file():
            yield folder / entry.name, _stamp(entry.stat())
        elif entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
            yield from _below(folder / entry.name)


def _stamp(status: os.stat_result) -> Stamp:
    return status.st_mtime_ns, status.st_size
