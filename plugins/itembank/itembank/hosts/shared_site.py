"""One site for all the Markdown instances of a host that makes a new one for every page."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from itembank.hosts.links import check_links
from itembank.hosts.page_files import compare, own_pages, refuse_published
from itembank.hosts.site import Site
from itembank.hosts.stamps import stamps
from itembank.hosts.zensical import ZensicalPage, is_serving
from itembank.model import Diagnostic

LOOK_AGAIN_SECONDS = 0.2
"""Hosts render pages in bursts; within one, files are taken to stay as they are."""

MISSING = (
    "itembank: Zensical does not run MkDocs plugins, so: questions added, renamed or removed show "
    "after `itembank pages`; `edit this page` leads to the written page, not to the question file; "
    "anchors of links inside questions are not checked"
)


NO_SCRIPTS = (
    "itembank: Zensical renders one page at a time, so practice reads each question from its own "
    "page: that needs a server, and does not work in a copy of the site on a disk"
)


class BankError(Exception):
    """The bank has mistakes; the message lists them, one a line."""

    def __init__(self, errors: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n" + "\n".join(str(error) for error in errors))


class SharedSite:
    """The site at `root`, brought up to date when one of its files has changed."""

    def __init__(self, root: Path, page: ZensicalPage | None) -> None:
        self.site = Site(root)
        self.assets: Mapping[str, str] = {}
        self.standing: Mapping[str, str] = {}
        self._docs = page.docs if page else None
        self._watch = page.watch if page else ()
        self._serving = page is not None and is_serving()
        self._lock = threading.Lock()
        self._looked = -math.inf
        self._errors: tuple[Diagnostic, ...] = ()
        self._loaded = False

    def refresh(self) -> SharedSite:
        """Read what has changed, and say what is wrong.

        Raises BankError for mistakes, unless the host serves: then what was good stays.
        """
        with self._lock:
            if time.monotonic() - self._looked > LOOK_AGAIN_SECONDS:
                first = not self._loaded
                if first or stamps(self.site.watched()) != self.site.seen:
                    self._errors = self._load(first=first)
                    self._loaded = True
                self._looked = time.monotonic()
        if self._errors and not self._serving:
            raise BankError(self._errors)
        return self

    def _load(self, *, first: bool) -> tuple[Diagnostic, ...]:
        site = self.site
        findings = site.load(keep_last_good=self._serving, tell=_say)
        self.assets = {asset.name: asset.uri for asset in site.assets()}
        if self._docs is None:
            return findings.errors
        refuse_published(site, self._docs, findings)
        self.standing = own_pages(self._docs)
        own = (self._docs / name for name in self.standing.values())
        site.check_pages(self._docs, findings, own)
        check_links(site, self._docs, findings)
        for found in findings:
            _say(f"itembank: {found}")
        if not findings.errors and (stale := compare(site, self._docs).stale):
            files = "file is" if len(stale) == 1 else "files are"
            _say(
                f"WARNING itembank: {len(stale)} {files} missing or out of date, `{stale[0]}` "
                "first: run `itembank pages`"
            )
        if first:
            _say(MISSING)
            if site.settings.has_deck:
                _say(NO_SCRIPTS)
            if unseen := list(self._unseen()):
                _say(f"WARNING itembank: add to `watch` in the settings: {', '.join(unseen)}")
        return findings.errors

    def _unseen(self) -> Iterator[str]:
        """Yield what a change of which Zensical would not notice."""
        for path in self.site.watched():
            if path.exists() and not any(path.is_relative_to(seen) for seen in self._watch):
                yield self.site.shown(path)


_SITES: dict[Path, SharedSite] = {}
_LOCK = threading.Lock()


def shared_site(root: Path, page: ZensicalPage | None) -> SharedSite:
    """Return the one site at `root`, up to date; `page` is where the host is."""
    with _LOCK:
        site = _SITES.setdefault(root.resolve(), SharedSite(root, page))
    return site.refresh()


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
