"""The figure folder -> figures by id."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass, field
from pathlib import Path

from itembank.load.positions import Location
from itembank.load.validation import validate
from itembank.load.yaml_document import (
    DocumentError,
    YamlDocument,
    load_or_report,
    read_text,
)
from itembank.model import Diagnostic, Figure, FigureManifest, Findings, Position

MANIFEST_FILE = "figure.yml"

Table = tuple[tuple[str, ...], ...]


_Fingerprint = frozenset[tuple[str, int, int]]
"""Name, time and size of every file in the folder of a figure."""


@dataclass(frozen=True, slots=True)
class _Entry:
    fingerprint: _Fingerprint
    shown_as: str
    figure: Figure | None
    found: tuple[Diagnostic, ...]


@dataclass(slots=True)
class FigureLoader:
    """Loads the figure folder; kept between builds, it reads only figures that have changed."""

    manifests_read: int = 0
    _cache: dict[Path, _Entry] = field(default_factory=dict)

    def load(
        self, folder: Path, shown_as: str, findings: Findings
    ) -> tuple[dict[str, Figure], set[str]]:
        """Read every `<id>/figure.yml` below `folder`.

        Returns the figures by id, and the ids of those that have mistakes.
        """
        figures: dict[str, Figure] = {}
        broken: set[str] = set()
        manifests = sorted(folder.glob(f"*/{MANIFEST_FILE}"))
        self._cache = {
            file: self._entry(file, f"{shown_as}/{file.parent.name}") for file in manifests
        }
        for file, entry in self._cache.items():
            findings.extend(entry.found)
            if entry.figure is None:
                broken.add(file.parent.name)
            else:
                figures[entry.figure.manifest.id] = entry.figure
        return figures, broken

    def _entry(self, file: Path, shown_as: str) -> _Entry:
        fingerprint = _fingerprint(file.parent)
        entry = self._cache.get(file)
        if entry is None or (entry.fingerprint, entry.shown_as) != (fingerprint, shown_as):
            found = Findings()
            figure = _load_figure(file, shown_as, found)
            self.manifests_read += 1
            entry = _Entry(fingerprint, shown_as, figure, tuple(found))
        return entry


def _fingerprint(folder: Path) -> _Fingerprint:
    with os.scandir(folder) as files:
        status = [(file.name, file.stat(follow_symlinks=False)) for file in files]
    return frozenset((name, found.st_mtime_ns, found.st_size) for name, found in status)


def _load_figure(file: Path, shown_as: str, findings: Findings) -> Figure | None:
    document = load_or_report(file, f"{shown_as}/{MANIFEST_FILE}", findings)
    manifest = document and validate(FigureManifest, document, findings)
    if not document or not manifest:
        return None
    before = len(findings)
    _check_files(manifest, file.parent, document, findings)
    table = _table(manifest, file.parent, shown_as, findings)
    if len(findings) > before:
        return None
    return Figure(manifest=manifest, folder=file.parent, table=table)


def _check_files(
    manifest: FigureManifest, folder: Path, document: YamlDocument, findings: Findings
) -> None:
    if manifest.id != folder.name:
        at = document.position(("id",))
        findings.error(at, "figure", f"`id: {manifest.id}` stands in folder `{folder.name}`")
    if manifest.image("light", "wide") is None:
        at = document.position(("images",))
        findings.error(at, "figure", "no image with `scheme: light` and `layout: wide`")
    named: list[tuple[Location, str]] = [
        (("images", index, "file"), image.file) for index, image in enumerate(manifest.images)
    ]
    named += [(("data",), manifest.data)] if manifest.data else []
    for location, name in named:
        file = folder / name
        if not file.is_file():
            at = document.position(location)
            findings.error(at, "figure", f"no file `{name}` beside the manifest")
        elif file.is_symlink():
            at = document.position(location)
            hint = "it could publish any file of the machine that builds the site"
            findings.error(at, "figure", f"`{name}` is a link to another file", hint)


def _table(manifest: FigureManifest, folder: Path, shown_as: str, findings: Findings) -> Table:
    """Return the rows of the data file, recording rows that do not fit under the header."""
    if manifest.data is None or not (folder / manifest.data).is_file():
        return ()
    name = f"{shown_as}/{manifest.data}"
    try:
        text = read_text(folder / manifest.data, name)
    except DocumentError as error:
        findings.error(error.position, error.rule, error.message, error.hint)
        return ()
    reader = csv.reader(text.splitlines(keepends=True))
    rows: list[tuple[str, ...]] = []
    for row in reader:
        if rows and row and len(row) != len(rows[0]):
            cells = f"{len(row)} cell{'s' if len(row) > 1 else ''}"
            message = f"{cells} in a table of {len(rows[0])} columns"
            findings.error(Position(name, reader.line_num), "figure", message)
        elif row:
            rows.append(tuple(row))
    return tuple(rows)
