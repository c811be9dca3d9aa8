"""An item or a figure -> Markdown text: nested blocks that the host's own Markdown renders.

The text is put into the page before the host parses it, so links, code, tables, abbreviations and
every other extension work inside a question as they do anywhere else on the site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from itembank.markup.escape import escape
from itembank.model import Bank, ChoiceItem, Figure, SourceRef

ITEM_BLOCK = "itembank-item"
FIGURE_BLOCK = "itembank-figure"
PART_BLOCK = "itembank-part"

_SLASHES = re.compile(r"^[ >]*(/{3,})", re.MULTILINE)
_SHORTEST_FENCE = 6

Expand = Callable[[str], str]


def compose_item(item: ChoiceItem, bank: Bank, expand: Expand, slot: int) -> str:
    """Return the Markdown of `item`; `expand` replaces `{{= }}` in a text by values.

    `slot` numbers the place in the page to which the rendered question is moved.
    """
    parts = [("stem", expand(item.stem))]
    for option in item.options:
        parts.append((f"option:{option.id}", expand(option.text)))
        parts.append((f"rationale:{option.id}", expand(option.rationale)))
    if item.short_explanation is not None:
        parts.append(("short", expand(item.short_explanation)))
    parts.append(("explanation", expand(item.explanation)))
    parts.append(("sources", sources_list(item.sources, bank)))
    figure = bank.figures.get(item.figure) if item.figure else None
    inner = _figure_parts(figure, bank, expand) if figure else []
    fence = _fence([text for _, text in [*parts, *inner]])
    blocks = [_block(fence, PART_BLOCK, name, text) for name, text in parts]
    if figure:
        blocks.append(_figure_block(figure, inner, fence, figure.manifest.id))
    return _block(fence + "//", ITEM_BLOCK, f"{item.id} {slot}", "\n".join(blocks))


def compose_figure(figure: Figure, bank: Bank, expand: Expand, slot: int) -> str:
    """Return the Markdown of a figure that stands by itself, for place `slot` in the page."""
    parts = _figure_parts(figure, bank, expand)
    fence = _fence([text for _, text in parts])
    return _figure_block(figure, parts, fence, f"{figure.manifest.id} {slot}")


def sources_list(sources: tuple[SourceRef, ...], bank: Bank) -> str:
    """Return a Markdown list of the sources, each with the place in it."""
    return "\n".join(f"- {_source(source, bank)}" for source in sources)


def _figure_parts(figure: Figure, bank: Bank, expand: Expand) -> list[tuple[str, str]]:
    manifest = figure.manifest
    parts = [("caption", expand(manifest.caption))]
    if manifest.sources:
        parts.append(("sources", sources_list(manifest.sources, bank)))
    return parts


def _figure_block(figure: Figure, parts: list[tuple[str, str]], fence: str, argument: str) -> str:
    body = "\n".join(_block(fence, PART_BLOCK, name, text) for name, text in parts)
    return _block(fence + "/", FIGURE_BLOCK, argument, body)


def _source(source: SourceRef, bank: Bank) -> str:
    known = bank.sources.get(source.ref) if source.ref else None
    title = known.title if known else (source.title or source.url or source.ref or "")
    url = known.url if known else (source.url or "")
    name = f"[{escape(title)}](<{url}>)" if url else escape(title)
    return f"{name}, {escape(source.at)}" if source.at else name


def _fence(texts: list[str]) -> str:
    """Return a fence longer than any that the authors' texts use."""
    return "/" * (max([_SHORTEST_FENCE, *_fence_lengths(texts)]) + 1)


def _fence_lengths(texts: list[str]) -> Iterator[int]:
    for text in texts:
        for match in _SLASHES.finditer(text):
            yield len(match[1])


def _block(fence: str, name: str, argument: str, body: str) -> str:
    return f"{fence} {name} | {argument}\n\n{body.strip(chr(10))}\n\n{fence}\n"
