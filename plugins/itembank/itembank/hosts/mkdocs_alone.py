"""MkDocs with our Markdown extension, but without our plugin: nothing could be right then.

The extension alone cannot add pages, nor copy what pages load. Nothing of MkDocs is imported here.
"""

from __future__ import annotations

import sys

from markdown import Markdown

MESSAGE = (
    "itembank: under MkDocs the plugin is needed: add `itembank` to `plugins` in mkdocs.yml "
    "(it brings the Markdown extension, which may stay in `markdown_extensions` for Zensical)"
)


def refuse(md: Markdown) -> None:
    """Raise the host's own error for what ends a build if `md` renders a page of MkDocs."""
    if "relpath" not in md.treeprocessors:
        return
    host = type(md.treeprocessors["relpath"]).__module__.partition(".")[0]
    error = getattr(sys.modules.get(f"{host}.exceptions"), "BuildError", None)
    if error is not None:
        raise error(MESSAGE)
