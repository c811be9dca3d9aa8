"""The page of sources: content/sources.yml as tables."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

from course.values.content import content
from course.values.quantities import facts
from scalemodel.tables import markdown_table

READ = {
    "full": "whole",
    "excerpt": "passages",
    "transcribed": "where it is quoted",
    "none": "not read",
}
"""How far somebody read a source, by the words of `checked`."""
COLUMNS = ["source", "read", "questions"]


def sources_table(kind: str) -> str:
    """Return the sources of one `kind` by title: link, how far they were read, who cites them.

    Raises ValueError for a kind that no source has.
    """
    found = [(key, source) for key, source in _sources().items() if source["kind"] == kind]
    if not found:
        raise ValueError(f"no source is of kind {kind!r}")
    cited = _citations()
    rows = [
        [_link(source), READ[source["checked"]], cited[key] or "–"]
        for key, source in sorted(found, key=lambda each: str(each[1]["title"]).casefold())
    ]
    return markdown_table(COLUMNS, rows)


def sources_count() -> int:
    """Return how many sources there are."""
    return len(_sources())


def _link(source: dict[str, Any]) -> str:
    title = str(source["title"]).replace("|", "\\|")
    return f"[{title}]({source['url']})" if source.get("url") else title


def _sources() -> dict[str, dict[str, Any]]:
    loaded: dict[str, dict[str, Any]] = content("sources")["sources"]
    return loaded


@cache
def _citations() -> Counter[str]:
    """Number of questions that cite each key."""
    files = (facts().root / "questions").rglob("*.yml")
    return Counter(
        key
        for file in files
        for key in set(re.findall(r"\bref: ([\w-]+)", file.read_text(encoding="utf-8")))
    )
