"""Plain text -> Markdown that prints it as it stands, whatever extensions a site has on."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#!|&$~^=+:\"']")


def escape(text: str) -> str:
    """Return `text` with every character that could be markup written as an entity."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)
