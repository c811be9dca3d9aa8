"""What this site adds to MkDocs.

Tables whose alignment a strict security policy lets through, and one date for all builds of a
commit, so that they are the same on every day.
"""

from __future__ import annotations

import os
import re
import subprocess
import xml.etree.ElementTree as etree
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

_ALIGNMENT = re.compile(r"text-align: (left|center|right);")
_AFTER_BLOCKS = 5
"""Priority: the last of all; the passes of other extensions find what they expect."""


class _AlignByClass(Treeprocessor):
    def run(self, root: etree.Element) -> None:
        for cell in (*root.iter("th"), *root.iter("td")):
            if found := _ALIGNMENT.fullmatch(cell.get("style", "")):
                del cell.attrib["style"]
                cell.set("class", f"{cell.get('class', '')} align-{found[1]}".strip())


class StrictTables(Extension):
    """Writes the alignment of a cell as a class: `style` attributes are inline style."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the pass."""
        md.treeprocessors.register(_AlignByClass(md), "align-by-class", _AFTER_BLOCKS)


def on_startup(**_: object) -> None:
    """Date the sitemap by the last commit, unless the environment says otherwise."""
    command = ["git", "log", "-1", "--format=%ct"]
    here = Path(__file__).parent
    try:
        done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return  # no repository: the day of the build
    os.environ.setdefault("SOURCE_DATE_EPOCH", done.stdout.strip())


def on_config(config: Any) -> Any:
    """Add the extension; MkDocs cannot find it by name, because `scripts` is not on its path."""
    config.markdown_extensions.append(StrictTables())
    return config
