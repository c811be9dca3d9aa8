"""`itembank.yml` -> settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from itembank.load.validation import validate
from itembank.load.yaml_document import YamlDocument, load_or_report
from itembank.model import Findings, Position, Settings

SETTINGS_FILE = "itembank.yml"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """What the file says, and where.

    A file with mistakes gives what is right in it, and is not `complete`: what is missing then may
    be missing because of them. `settings` is None when nothing can be read.
    """

    settings: Settings | None
    document: YamlDocument | None = None
    complete: bool = True

    def position(self, *location: str | int) -> Position:
        """Return where a setting stands, or the nearest that holds it."""
        if self.document is None:
            return Position(SETTINGS_FILE)
        return self.document.key_position(location)


def load_settings(root: Path, findings: Findings) -> SettingsFile:
    """Read the settings of the site at `root`; the defaults when there is no file."""
    file = root / SETTINGS_FILE
    if not file.exists():
        return SettingsFile(Settings())
    document = load_or_report(file, SETTINGS_FILE, findings)
    if document is None:
        return SettingsFile(None, complete=False)
    if document.data is None:
        return SettingsFile(Settings(), document)
    settings = validate(Settings, document, findings)
    complete = settings is not None
    settings = settings or _without_mistakes(document.data)
    if settings is not None:
        _check_folders(settings, root, document, findings)
    return SettingsFile(settings, document, complete)


def _without_mistakes(data: Any) -> Settings | None:
    """Return what is left of `data` without the settings that have mistakes."""
    if not isinstance(data, dict):
        return None
    try:
        return Settings.model_validate(data)
    except ValidationError as error:
        wrong = {entry["loc"][0] for entry in error.errors() if entry["loc"]}
        return Settings.model_validate({k: v for k, v in data.items() if k not in wrong})


def _check_folders(
    settings: Settings, root: Path, document: YamlDocument, findings: Findings
) -> None:
    seen: set[Path] = set()
    for index, bank in enumerate(settings.banks):
        folder = (root / bank.path).resolve()
        at = document.position(("banks", index, "path"))
        if not folder.is_dir():
            message = f"the folder of questions `{bank.path}` does not exist"
            findings.error(at, "missing-folder", message)
        if folder in seen:
            findings.error(at, "duplicate-folder", f"the folder `{bank.path}` is already a bank")
        seen.add(folder)
    if settings.exams and not (root / settings.exams).is_dir():
        at = document.position(("exams",))
        findings.error(at, "missing-folder", f"there is no folder `{settings.exams}`")
    if settings.sources and not (root / settings.sources).is_file():
        at = document.position(("sources",))
        findings.error(at, "missing-file", f"there is no file `{settings.sources}`")
    if settings.figures and not settings.before_build and not (root / settings.figures).is_dir():
        at = document.position(("figures",))
        findings.error(at, "missing-folder", f"there is no folder `{settings.figures}`")
