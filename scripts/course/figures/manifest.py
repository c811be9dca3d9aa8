"""Writes one figure's folder: pictures, data.csv and figure.yml, whole or not at all.

The bytes depend on nothing but what was drawn: no dates, no version, no random ids, no hash order.
A folder is filled under another name and then renamed, so whoever reads `<out>/<id>` finds a whole
figure, an older whole figure, or none.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.figures.style import LAYOUTS, SCHEMES, Layout, Scheme
from course.figures.words import Table, Words

STAMP = ".stamp.json"
PARTIAL = ".partial-"


@dataclass(frozen=True)
class Picture:
    """One drawing of a figure: `svg` is its text, `width` and `height` are CSS pixels."""

    scheme: Scheme
    layout: Layout
    width: int
    height: int
    svg: str

    @property
    def file(self) -> str:
        """Name of the file in the figure's folder."""
        return f"{self.scheme}-{self.layout}.svg"


def write(out: Path, words: Words, pictures: Iterable[Picture], inputs: str = "") -> dict[str, int]:
    """Put figure `words.id` into `out`; the sizes in bytes of the files written.

    `inputs` is the builder's mark of what the figure was made from.
    Raises OSError when the folder cannot be written.
    """
    drawn = sorted(pictures, key=lambda p: (LAYOUTS.index(p.layout), SCHEMES.index(p.scheme)))
    files: dict[str, bytes] = {picture.file: picture.svg.encode() for picture in drawn}
    files["data.csv"] = csv_text(words.table).encode()
    files["figure.yml"] = yaml_text(words, drawn, inputs).encode()
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    stamp = {"inputs": inputs, "files": digests}
    files[STAMP] = (json.dumps(stamp, indent=1, sort_keys=True) + "\n").encode()

    out.mkdir(parents=True, exist_ok=True)
    partial = Path(tempfile.mkdtemp(prefix=f"{PARTIAL}{words.id}-", dir=out))
    try:
        partial.chmod(0o755)
        for name, content in files.items():
            (partial / name).write_bytes(content)
        _publish(partial, out / words.id)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return {name: len(content) for name, content in files.items()}


def _publish(partial: Path, folder: Path) -> None:
    """Rename `partial` to `folder`, moving an older one aside; another run may do so as well."""
    for _ in range(100):
        try:
            partial.rename(folder)
            return
        except OSError:
            if not folder.exists():
                continue
        aside = Path(tempfile.mkdtemp(prefix=f"{PARTIAL}old-", dir=folder.parent))
        with suppress(FileNotFoundError):
            folder.rename(aside / folder.name)
        shutil.rmtree(aside, ignore_errors=True)
    raise OSError(f"{folder} could not be replaced: something keeps writing it")


def is_fresh(out: Path, figure_id: str, inputs: str) -> bool:
    """Whether `out` holds the whole figure, unharmed, made from exactly these inputs."""
    folder = out / figure_id
    try:
        stamp: Any = json.loads((folder / STAMP).read_bytes())
        if stamp["inputs"] != inputs:
            return False
        recorded: Mapping[str, str] = stamp["files"]
        return bool(recorded) and all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
            for name, digest in recorded.items()
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def sweep(out: Path, older_than: float) -> None:
    """Delete what killed runs left behind: partial folders last touched before `older_than`."""
    for folder in out.glob(f"{PARTIAL}*"):
        try:
            if folder.stat().st_mtime < older_than:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def csv_text(table: Table) -> str:
    """The table as CSV (RFC 4180 quoting, one newline a row)."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return buffer.getvalue()


def yaml_text(words: Words, pictures: Iterable[Picture], inputs: str) -> str:
    """figure.yml.  Every text is double-quoted JSON, which YAML reads as is."""
    lines = [
        f"id: {words.id}",
        f"title: {_quoted(words.title)}",
        f"alt: {_quoted(words.alt)}",
        f"caption: {_quoted(words.caption)}",
        "sources:" if words.sources else "sources: []",
        *(f"  - {{ref: {_quoted(s.ref)}, at: {_quoted(s.at)}}}" for s in words.sources),
        "images:",
        *(
            f"  - {{file: {p.file}, scheme: {p.scheme}, layout: {p.layout},"
            f" width: {p.width}, height: {p.height}}}"
            for p in pictures
        ),
        "data: data.csv",
    ]
    if inputs:
        lines.append(f"inputs_hash: {_quoted(inputs)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
