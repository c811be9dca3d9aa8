"""What a host tells the Markdown extension about the site and the page being rendered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from itembank.language import ENGLISH
from itembank.markup.embeds import Report
from itembank.model import Bank, Settings
from itembank.values import Evaluator

STYLE, SCRIPT = "itembank.css", "itembank.js"
INDEX = "bank.js"
"""The index of all questions, for pages that draw some of them."""
DECK = "itembank-deck.js"
"""What scripts of pages of practice share."""
TRIES = "itembank-tries.js"
"""Shows the score alone, on sites where questions have several tries."""
XAPI = "itembank-xapi.js"
"""Tells another server of attempts, where the owner names one."""
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


def scripts(kinds: Collection[str], settings: Settings, add_ons: Sequence[str] = ()) -> list[str]:
    """Return the scripts of a page with questions of these kinds, in the order they must run.

    `add_ons` bring pages of practice to life: `exam`, `study`.
    """
    language = settings.language
    parts = ["", *(f"{name}-" for name in add_ons)]
    words = [] if language == ENGLISH else [f"itembank-{part}words.{language}.js" for part in parts]
    more = [name for kind, name in KIND_SCRIPTS.items() if kind in kinds]
    more += [TRIES] if settings.practice.tries > 1 else []
    more += [XAPI] if settings.xapi else []
    more += [DECK] if add_ons else []
    return [*words, SCRIPT, *more, *(f"itembank-{name}.js" for name in add_ons)]


def styles(kinds: Collection[str]) -> list[str]:
    """Return the style sheets of a page with questions of these kinds, in the order they count."""
    return [STYLE, *(name for kind, name in KIND_STYLES.items() if kind in kinds)]


CurrentContext: TypeAlias = Callable[[], PageContext]
"""Asked anew for every page, since one extension renders them all."""
