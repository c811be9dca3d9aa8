"""What Zensical tells a Markdown extension about the page that is being rendered.

It has no public interface for that yet: what is read here is its own extensions' context. If it
moves, the extension falls back to what is known without.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from markdown import Markdown


@dataclass(frozen=True, slots=True)
class ZensicalPage:
    """The current page: `path` below the folder of pages `docs` of the site at `root`.

    `watch` holds the files and folders, beside `docs`, whose change makes Zensical build again.
    """

    path: str
    docs: Path
    root: Path
    watch: tuple[Path, ...]


def current_page(md: Markdown) -> ZensicalPage | None:
    """Return the page that `md` renders, or None under any other host."""
    context = sys.modules.get("zensical.extensions.context")
    if context is None:
        return None
    try:
        found = context.ContextPreprocessor.from_markdown(md)
        if found is None:
            return None
        root = Path(found.config["root_dir"])
        watch = tuple(root / name for name in found.config["watch"])
        return ZensicalPage(found.page.path, root / found.config["docs_dir"], root, watch)
    except (AttributeError, KeyError, TypeError):
        return None


def is_serving() -> bool:
    """Tell whether `zensical serve` runs, where a mistake must not end the program."""
    return sys.argv[1:2] == ["serve"]
