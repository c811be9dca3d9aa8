"""The sources file -> citable sources by key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from itembank.load.yaml_document import load_or_report
from itembank.model import Findings, Source
from itembank.model.parts import ADDRESS_PATTERN


def load_sources(file: Path, shown_as: str, findings: Findings) -> dict[str, Source] | None:
    """Read a mapping `sources: {key: {title, url, ...}}`; further keys are for other readers.

    Returns None after recording that there is no such mapping; of a file that does not exist the
    settings tell.
    """
    if not file.exists():
        return None
    document = load_or_report(file, shown_as, findings)
    if document is None:
        return None
    entries: Any = document.data.get("sources") if isinstance(document.data, dict) else None
    if not isinstance(entries, dict):
        findings.error(document.position(), "sources", "expected a mapping below `sources:`")
        return None
    sources: dict[str, Source] = {}
    for key, entry in entries.items():
        at = document.key_position(("sources", key))
        title = entry.get("title") if isinstance(entry, dict) else None
        url = entry.get("url", "") if isinstance(entry, dict) else ""
        if not isinstance(title, str):
            findings.error(at, "sources", f"source `{key}` has no `title`")
            title = key
        if url and not (isinstance(url, str) and re.search(ADDRESS_PATTERN, url)):
            message = f"`url` of source `{key}` must be an address as https://example.org/page"
            findings.error(at, "sources", message)
            url = ""
        sources[key] = Source(key, title, url or "")
    return sources
