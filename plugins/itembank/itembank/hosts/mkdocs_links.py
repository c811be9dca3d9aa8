"""What MkDocs says about links in questions, said about the line where the author wrote them."""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Callable

from mkdocs.structure import pages as mkdocs_pages

from itembank.hosts.links import RULE, WrittenLink, written_links
from itembank.hosts.site import Site
from itembank.model import Diagnostic

_MESSAGE = re.compile(
    r"^Doc file '(?P<page>.+?)' contains an? (?:unrecognized relative |absolute )?link "
    r"'(?P<url>.+?)',? (?:but |it was )?(?P<problem>.*)$"
)

SourceText = Callable[[str], str]
"""Returns the author's Markdown of a page, by its place in the tree; empty for a page of ours."""


class LinkMessages(logging.Filter):
    """Rewrites messages about links that stand in a question, a caption or a topic.

    MkDocs knows the page that shows them alone. Each link is told once, as a warning, however many
    pages show it.
    """

    def __init__(self, site: Site, source_text: SourceText) -> None:
        super().__init__()
        self._site, self._source_text = site, source_text
        self._links: list[WrittenLink] | None = None
        self._said: set[WrittenLink] = set()

    def install(self) -> None:
        """Listen to what MkDocs says about pages."""
        mkdocs_pages.log.addFilter(self)

    def remove(self) -> None:
        """Leave MkDocs alone."""
        mkdocs_pages.log.removeFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite `record`, or tell that it must not be shown again."""
        found = _MESSAGE.match(record.getMessage())
        if found is None or found["url"] in self._source_text(found["page"]):
            return True
        links = self._written(found["page"], found["url"])
        new = [link for link in links if link not in self._said]
        if not links:
            return True
        if not new:
            return False
        self._said.update(new)
        first, *others = new
        lines = "".join(f", and {link.position.path}:{link.position.line}" for link in others)
        message = f"link `{first.target}`: {found['problem']}{lines}"
        record.msg, record.args = f"itembank: {_said(first, message)}", ()
        if record.levelno < logging.WARNING:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True

    def _written(self, page: str, url: str) -> list[WrittenLink]:
        """Return the links that are `url` when they are shown on `page`."""
        if self._links is None:
            self._links = list(written_links(self._site))
        path, mark, anchor = url.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        wanted = target.lstrip("/") + mark + anchor
        return [link for link in self._links if _normal(link.target) == wanted]


def _normal(target: str) -> str:
    path, mark, anchor = target.partition("#")
    return posixpath.normpath(path) + mark + anchor


def _said(link: WrittenLink, message: str) -> Diagnostic:
    return Diagnostic(link.position, "warning", RULE, message)
