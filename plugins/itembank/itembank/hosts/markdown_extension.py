"""`markdown_extensions: [itembank]` for hosts without MkDocs plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from itembank.hosts.site import Site
from itembank.markup import ItembankExtension, PageContext
from itembank.model import Diagnostic


class BankError(Exception):
    """The bank has mistakes; the message lists them, one a line."""

    def __init__(self, errors: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n" + "\n".join(str(error) for error in errors))


class StandaloneExtension(ItembankExtension):
    """Loads the bank beside the current folder's `itembank.yml` by itself.

    Raises BankError when the bank or the page has mistakes: a question must never be published
    half read.
    """

    def __init__(self, root: str = ".", asset_base: str = "/assets/itembank") -> None:
        site = Site(Path(root))
        findings = site.load(keep_last_good=False, tell=lambda _: None)
        if findings.errors:
            raise BankError(findings.errors)
        context = PageContext(
            site.bank,
            site.evaluator,
            asset_url=lambda name: f"{asset_base}/{name}",
            docs_root="/",
            report=lambda problem: None,
        )
        super().__init__(lambda: context)


def makeExtension(**options: Any) -> StandaloneExtension:
    """Return the extension, as Python-Markdown's entry points want it."""
    return StandaloneExtension(**options)
