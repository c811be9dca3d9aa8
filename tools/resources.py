"""Find scripts and CSS resources that a built site names but does not hold."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_TARGET = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')""",
    re.IGNORECASE,
)


@dataclass(frozen=True, order=True)
class Broken:
    """A link that leads nowhere. `line` and `column` count from 1."""

    page: Path
    line: int
    column: int
    target: str
    reason: str


@dataclass(frozen=True)
class Reference:
    """A target as written, and where."""

    line: int
    column: int
    target: str


class _Page(HTMLParser):
    """Collects script sources and the CSS inside a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.references: list[Reference] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, offset = self.getpos()
        named = dict(attrs)
        self._in_style = tag == "style"
        if tag == "script" and (source := named.get("src")):
            self.references.append(Reference(line, offset + 1, source))
        for reference in css_references(named.get("style") or ""):
            self.references.append(Reference(line, offset + 1, reference.target))

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            line, _ = self.getpos()
            for found in css_references(data):
                self.references.append(Reference(line + found.line - 1, found.column, found.target))


def html_references(text: str) -> list[Reference]:
    """What a page loads as script, in a `<style>` and in style attributes."""
    page = _Page()
    page.feed(text)
    page.close()
    return page.references


def css_references(text: str) -> Iterator[Reference]:
    """What a style sheet loads by `url()` and `@import`; comments are left out."""
    blanked = CSS_COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)
    for found in CSS_TARGET.finditer(blanked):
        line = blanked.count("\n", 0, found.start()) + 1
        column = found.start() - blanked.rfind("\n", 0, found.start())
        yield Reference(line, column, next(group for group in found.groups() if group is not None))


def local_file(target: str, page: Path, site: Path, address: str | None) -> Path | None:
    """The file that `target`, written in `page`, means; None if it is outside the site.

    `address` is the site's public address with a slash at its end, if it has one.
    """
    if address and target.startswith(address):
        target = "/" + target.removeprefix(address)
    elif address and target.startswith(base := urlsplit(address).path):
        target = "/" + target.removeprefix(base)
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    path = unquote(parts.path)
    return site / path.lstrip("/") if path.startswith("/") else page.parent / path


def broken_resources(site: Path, address: str | None) -> Iterator[Broken]:
    """The scripts and CSS resources that pages and style sheets of `site` name but miss."""
    readers = {"*.html": html_references, "*.css": css_references}
    for pattern, references in readers.items():
        for page in site.rglob(pattern):
            for reference in references(page.read_text("utf-8")):
                file = local_file(reference.target, page, site, address)
                if file is not None and not file.is_file():
                    target = "/" + Path(os.path.relpath(file, site)).as_posix()
                    yield Broken(page, reference.line, reference.column, target, "no such file")
