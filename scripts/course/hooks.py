"""What this site adds to MkDocs: tables whose alignment a strict security policy lets through."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
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


def on_config(config: Any) -> Any:
    """Add the extension; MkDocs cannot find it by name, because `scripts` is not on its path."""
    config.markdown_extensions.append(StrictTables())
    return config
