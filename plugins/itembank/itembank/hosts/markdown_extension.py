"""`markdown_extensions: [itembank]` for hosts without MkDocs plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from itembank.hosts.site import Site
from itembank.markup import ItembankExtension, PageContext, Problem
from itembank.model import Diagnostic, Position


class BankError(Exception):
    """The bank has mistakes; the message lists them, one a line."""

    def __init__(self, errors: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n" + "\n".join(str(error) for error in errors))


class StandaloneExtension(ItembankExtension):
    """Loads the bank beside the current folder's `itembank.yml`, when the first page is rendered.

    Hosts make an instance to check their settings, long before that, and with the MkDocs plugin
    they then drop it.

    Raises BankError when the bank or the page has mistakes: a question must never be published
    half read.
    """

    def __init__(self, root: str = ".", asset_base: str = "/assets/itembank") -> None:
        self._root, self._asset_base = Path(root), asset_base
        self._context: PageContext | None = None
        super().__init__(self._load)

    def _load(self) -> PageContext:
        if self._context is None:
            site = Site(self._root)
            findings = site.load(keep_last_good=False, tell=lambda _: None)
            if findings.errors:
                raise BankError(findings.errors)
            self._context = PageContext(
                site.bank,
                site.evaluator,
                asset_url=lambda name: f"{self._asset_base}/{name}",
                docs_root="/",
                report=_refuse,
            )
        return self._context


def _refuse(problem: Problem) -> None:
    at = Position("page", problem.line, problem.column)
    raise BankError((Diagnostic(at, "error", problem.rule, problem.message, problem.hint),))


def makeExtension(**options: Any) -> StandaloneExtension:
    """Return the extension, as Python-Markdown's entry points want it."""
    return StandaloneExtension(**options)
