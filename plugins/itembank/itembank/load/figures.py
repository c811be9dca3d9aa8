"""The figure folder -> figures by id."""

from __future__ import annotations

import csv
from pathlib import Path

from itembank.load.validation import validate
from itembank.load.yaml_document import YamlDocument, load_or_report
from itembank.model import Figure, FigureManifest, Findings

MANIFEST_FILE = "figure.yml"


def load_figures(folder: Path, shown_as: str, findings: Findings) -> dict[str, Figure]:
    """Read every `<id>/figure.yml` below `folder`."""
    figures: dict[str, Figure] = {}
    for file in sorted(folder.glob(f"*/{MANIFEST_FILE}")):
        name = f"{shown_as}/{file.parent.name}/{MANIFEST_FILE}"
        document = load_or_report(file, name, findings)
        manifest = document and validate(FigureManifest, document, findings)
        if document and manifest and _is_complete(manifest, file.parent, document, findings):
            figures[manifest.id] = Figure(
                manifest=manifest, folder=file.parent, table=_table(manifest, file.parent)
            )
    return figures


def _is_complete(
    manifest: FigureManifest, folder: Path, document: YamlDocument, findings: Findings
) -> bool:
    before = len(findings)
    if manifest.id != folder.name:
        at = document.position(("id",))
        findings.error(at, "figure", f"`id: {manifest.id}` stands in folder `{folder.name}`")
    if manifest.image("light", "wide") is None:
        at = document.position(("images",))
        findings.error(at, "figure", "no image with `scheme: light` and `layout: wide`")
    for index, image in enumerate(manifest.images):
        if not (folder / image.file).is_file():
            at = document.position(("images", index, "file"))
            findings.error(at, "figure", f"no file `{image.file}` beside the manifest")
    if manifest.data and not (folder / manifest.data).is_file():
        at = document.position(("data",))
        findings.error(at, "figure", f"no file `{manifest.data}` beside the manifest")
    return len(findings) == before


def _table(manifest: FigureManifest, folder: Path) -> tuple[tuple[str, ...], ...]:
    if manifest.data is None:
        return ()
    with (folder / manifest.data).open(encoding="utf-8", newline="") as file:
        return tuple(tuple(row) for row in csv.reader(file) if row)
