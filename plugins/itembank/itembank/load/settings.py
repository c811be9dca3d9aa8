"""`itembank.yml` -> settings."""

from __future__ import annotations

from pathlib import Path

from itembank.load.validation import validate
from itembank.load.yaml_document import YamlDocument, load_or_report
from itembank.model import Findings, Settings

SETTINGS_FILE = "itembank.yml"


def load_settings(root: Path, findings: Findings) -> Settings | None:
    """Read the settings of the site at `root`; the defaults when there is no file.

    Returns None after recording the mistakes of a file that is not valid.
    """
    file = root / SETTINGS_FILE
    if not file.exists():
        return Settings()
    document = load_or_report(file, SETTINGS_FILE, findings)
    if document is None:
        return None
    if document.data is None:
        return Settings()
    settings = validate(Settings, document, findings)
    if settings is not None:
        _check_folders(settings, root, document, findings)
    return settings


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
