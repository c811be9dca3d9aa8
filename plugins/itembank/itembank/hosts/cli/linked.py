"""The pictures and pages that a previewed question links to, for the preview's own folder."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path

from itembank.hosts.cli.console import note
from itembank.hosts.links import WrittenLink

_BLOCK = re.compile(r"^[ \t>]*/{3,}.*\n?", re.MULTILINE)
_ELSEWHERE = "# Not in the preview\n\nThis page is made when the whole site is built.\n"


def bring_linked(docs: Path, into: Path, links: Iterable[WrittenLink]) -> None:
    """Copy what `links` lead to from `docs` to the new folder `into`.

    Pages lose their embeds, which would lead on to more questions. What is not there is told, and
    a page that is not becomes a note: the site may make it.
    """
    into.mkdir(parents=True)
    for link in links:
        source, copy = docs / link.path, into / link.path
        if copy.exists() or link.path.startswith("../"):
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            found = source.is_file()
            text = source.read_text(encoding="utf-8-sig", errors="replace") if found else ""
            copy.write_text(_BLOCK.sub("", text) or _ELSEWHERE, encoding="utf-8")
        elif source.is_file():
            shutil.copyfile(source, copy)
        else:
            at = link.position
            note(f"{at.path}:{at.line}:{at.column}: warning: there is no file `{link.path}`")
