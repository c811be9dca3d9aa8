"""What a host tells the Markdown extension about the site and the page being rendered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from itembank.language import ENGLISH
from itembank.markup.embeds import Report
from itembank.model import Bank
from itembank.values import Evaluator

STYLE, SCRIPT = "itembank.css", "itembank.js"
INDEX = "bank.js"
"""The index of all questions, for pages that draw some of them."""
KIND_SCRIPTS = {"numeric": "itembank-numeric.js", "order": "itembank-order.js"}
"""What the core script lacks, by kind of question."""
KIND_STYLES = {"order": "itembank-order.css"}
"""What the common style sheet lacks, by kind of question."""
ITEM_TAG = "itembank-question"


@dataclass(slots=True)
class PageContext:
    """The site as it is now, and the place of the current page in it."""

    bank: Bank
    evaluator: Evaluator
    asset_url: Callable[[str], str]
    """Address of an asset (`itembank.js`, `figures/<id>/<file>`) from the current page."""
    docs_root: str
    """Relative path from the current page's source to the root of all pages: `../`, or empty."""
    report: Report
    """Receives mistakes of the current page."""
    own: str = ""
    """Id of the question whose own page this is; any other question tells where it comes from."""
    page_of: Callable[[str], str] = lambda src_uri: ""
    """Place of a page of ours in the tree -> where it is found there; empty if it is nowhere."""


def scripts(kinds: Collection[str], language: str) -> list[str]:
    """Return the scripts of a page with questions of these kinds, in the order they must run."""
    words = [] if language == ENGLISH else [f"itembank-words.{language}.js"]
    return [*words, SCRIPT, *(name for kind, name in KIND_SCRIPTS.items() if kind in kinds)]


def styles(kinds: Collection[str]) -> list[str]:
    """Return the style sheets of a page with questions of these kinds, in the order they count."""
    return [STYLE, *(name for kind, name in KIND_STYLES.items() if kind in kinds)]


CurrentContext: TypeAlias = Callable[[], PageContext]
"""Asked anew for every page, since one extension renders them all."""
