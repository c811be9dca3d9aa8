"""The settings that browser code needs, as a line at the head of the core script.

There they reach every page of a site, whichever host writes it, without a request or a mark more.
"""

from __future__ import annotations

import json
from typing import Any

from itembank.model import Settings


def browser_settings(settings: Settings) -> str:
    """Return the line; empty where nothing differs from what the script assumes."""
    differing: dict[str, Any] = settings.practice.model_dump(
        exclude_defaults=True, exclude={"pages"}
    )
    if settings.storage_key is not None:
        differing["key"] = settings.storage_key
    if settings.xapi is not None:
        differing["xapi"] = settings.xapi.endpoint
    if not differing:
        return ""
    return f"globalThis.itembankSettings={json.dumps(differing, separators=(',', ':'))};\n"
