"""`itembank.yml` -> settings."""

from __future__ import annotations

from pathlib import Path

from itembank.load.validation import validate
from itembank.load.yaml_document import load_or_report
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
    return validate(Settings, document, findings)
