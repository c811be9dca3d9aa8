"""The style sheet of lists; its last part hides what a chosen facet does not have.

The filter needs no script: a `select` whose option is chosen hides, by `:has()`, every question
without that option's mark. Which marks there are depends on the site.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from itembank.markup.placement.facets import FACET_NAMES, Facets
from itembank.model.arrangement import Arrangement

STYLE = "placement.css"


def style_sheet(arrangement: Arrangement) -> str:
    """Return the style sheet for all lists of a site."""
    base = (files("itembank.markup.placement") / STYLE).read_text(encoding="utf-8")
    facets = [Facets.of(topics) for topics in arrangement.banks.values()]
    rules = [
        _rule(f"{name}-{number}")
        for name in FACET_NAMES
        for number in range(1, 1 + _most(len(each.values[name]) for each in facets))
    ]
    return "\n".join([base.rstrip(), *rules, ""])


def _most(counts: Iterable[int]) -> int:
    return max(counts, default=0)


def _rule(mark: str) -> str:
    chosen = f'.itembank-listing:has(option[value="{mark}"]:checked)'
    has = f'[data-facets~="{mark}"]'
    return f"{chosen} li:not({has}),{chosen} section:not(:has({has})){{display:none}}"
