"""`markdown_extensions: [itembank]` for hosts without MkDocs plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown import Extension, Markdown

from itembank.hosts.addresses import address, question_of
from itembank.hosts.mkdocs_alone import refuse
from itembank.hosts.shared_site import BankError, SharedSite, shared_site
from itembank.hosts.zensical import ZensicalPage, current_page, is_serving
from itembank.markup import ItembankExtension, PageContext, Problem
from itembank.markup.placement import PlacementExtension
from itembank.model import Diagnostic, Position

__all__ = ["BankError", "StandaloneExtension", "makeExtension"]


class StandaloneExtension(Extension):
    """Loads the bank by itself, when the first page is rendered.

    Hosts make an instance to check their settings, long before that, and with the MkDocs plugin
    they then drop it.

    Under Zensical the addresses of assets are relative to the page. Elsewhere they start at
    `asset_base` and have plain names. `root` is the folder of `itembank.yml`.

    Raises BankError when the bank or the page has mistakes: a question must never be published
    half read.
    """

    def __init__(self, root: str = ".", asset_base: str = "/assets/itembank") -> None:
        self._root, self._asset_base = root, asset_base.rstrip("/")
        super().__init__()

    def extendMarkdown(self, md: Markdown) -> None:
        """Register with a Markdown instance."""

        def context() -> PageContext:
            refuse(md)
            page = current_page(md)
            return self._context(self._shared(page), page)

        def standing(src_uri: str) -> str:
            return self._shared(current_page(md)).standing.get(address(src_uri), src_uri)

        ItembankExtension(context).extendMarkdown(md)
        PlacementExtension(
            context, lambda: self._shared(current_page(md)).site.arrangement, standing
        ).extendMarkdown(md)

    def _shared(self, page: ZensicalPage | None) -> SharedSite:
        return shared_site((page.root if page else Path()) / self._root, page)

    def _context(self, shared: SharedSite, page: ZensicalPage | None) -> PageContext:
        docs_root = "../" * page.path.count("/") if page else "/"

        def asset_url(name: str) -> str:
            # Zensical makes what is relative to the source fit the page, in every tag.
            return docs_root + shared.assets[name] if page else f"{self._asset_base}/{name}"

        def refuse(problem: Problem) -> None:
            name = f"{page.docs.name}/{page.path}" if page else "page"
            at = Position(name, problem.line, problem.column)
            found = Diagnostic(at, "error", problem.rule, problem.message, problem.hint)
            if page is None or not is_serving():
                raise BankError((found,))

        site = shared.site
        if page is None:
            return PageContext(site.bank, site.evaluator, asset_url, docs_root, refuse)
        return PageContext(
            site.bank,
            site.evaluator,
            asset_url,
            docs_root,
            refuse,
            own=question_of(page.path, site.bank),
            page_of=lambda src_uri: shared.standing.get(address(src_uri), src_uri),
        )


def makeExtension(**options: Any) -> StandaloneExtension:
    """Return the extension, as Python-Markdown's entry points want it."""
    return StandaloneExtension(**options)
