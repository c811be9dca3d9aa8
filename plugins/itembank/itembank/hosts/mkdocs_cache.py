"""Rendered question pages, kept while serving, so that only those that changed are rendered.

MkDocs renders every page again after each save. Pages that itembank adds depend on their own text,
on what they show of the bank, and on the surroundings: settings, prose, snippets, figures, values,
the list of files. As long as only questions change, the others stay as they are.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import CountHandler

from itembank.hosts.site import Site
from itembank.hosts.stamps import stamps

_RENDERED = (
    "content",
    "toc",
    "_title_from_render",
    "present_anchor_ids",
    "links_to_anchors",
)
"""What `Page.render` sets."""


@dataclass(frozen=True, slots=True)
class _Kept:
    markdown: str | None
    shows: object
    rendered: dict[str, Any]


class RenderedPages:
    """What pages looked like when they were last rendered, by their place in the tree."""

    def __init__(self) -> None:
        self.renders = 0
        self._surroundings: Hashable = None
        self._kept: dict[str, _Kept] = {}

    def start(self, surroundings: Hashable) -> None:
        """Begin a build; forget everything if anything but questions has changed."""
        if surroundings != self._surroundings:
            self._surroundings = surroundings
            self._kept.clear()

    def page(self, file: File, config: MkDocsConfig, shows: object) -> Page:
        """Return a new page for `file` that is rendered only if it must be."""
        return _ReusablePage(file, config, self, shows)

    def reuse(self, page: Page, shows: object) -> bool:
        """Give `page` what it looked like, if its text and what it shows are the same."""
        kept = self._kept.get(page.file.src_uri)
        if kept is None or (kept.markdown, kept.shows) != (page.markdown, shows):
            return False
        for name, value in kept.rendered.items():
            setattr(page, name, value)
        return True

    def keep(self, page: Page, shows: object) -> None:
        """Remember what `page` looks like."""
        rendered = {name: getattr(page, name) for name in _RENDERED}
        self._kept[page.file.src_uri] = _Kept(page.markdown, shows, rendered)

    def forget(self, page: Page) -> None:
        """Render `page` again the next time."""
        self._kept.pop(page.file.src_uri, None)


class _ReusablePage(Page):
    def __init__(
        self, file: File, config: MkDocsConfig, pages: RenderedPages, shows: object
    ) -> None:
        super().__init__(None, file, config)
        self._pages, self._shows = pages, shows

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Render, unless nothing has changed; what logs a message is never kept."""
        if self._pages.reuse(self, self._shows):
            return
        messages = CountHandler(level=logging.INFO)
        log = logging.getLogger("mkdocs")
        log.addHandler(messages)
        try:
            super().render(config, files)
        finally:
            log.removeHandler(messages)
        self._pages.renders += 1
        if messages.get_counts():
            self._pages.forget(self)
        else:
            self._pages.keep(self, self._shows)


def surroundings(site: Site, config: MkDocsConfig, files: Files) -> Hashable:
    """Return what all pages depend on, apart from the questions themselves."""
    watched = [Path(path) for path in (*config.watch, config.docs_dir)]
    watched += [Path(config.config_file_path)] if config.config_file_path else []
    watched += [site.root / site.settings.figures] if site.settings.figures else []
    banks = [site.root / bank.path for bank in site.settings.banks]

    def is_question(file: Path) -> bool:
        return file.suffix in (".yml", ".yaml") and any(map(file.is_relative_to, banks))

    # Both what the load saw and what is now: a file may have been saved in between.
    found = [*site.seen.items(), *stamps(dict.fromkeys(watched)).items()]
    return (
        frozenset((file, stamp) for file, stamp in found if not is_question(file)),
        frozenset((file.src_uri, file.dest_uri) for file in files),
    )
