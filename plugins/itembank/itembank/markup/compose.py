"""An item or a figure -> Markdown text with marks, which the host's own Markdown renders.

The text is put into the page before the host parses it, so links, code, tables, abbreviations and
every other extension work inside a question as they do anywhere else on the site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from itembank.markup.escape import escape
from itembank.markup.marks import mark
from itembank.model import Bank, Figure, Item, SourceRef

FIGURE_PREFIX = "figure/"

Expand = Callable[[str], str]


def compose_item(
    item: Item, bank: Bank, expand: Expand, number: int, page: str | None
) -> list[str]:
    """Return the lines of `item`; `expand` replaces `{{= }}` in a text by values.

    `number` is the number of the embed on the page, `page` the place of the question's own page in
    the tree: None on that page itself, empty if there is none.
    """
    parts = [(text.name, text.text) for text in item.texts()]
    if page is not None:
        parts.append(("origin", title_link(item, page)))
    parts.append(("sources", sources_list(item.sources, bank)))
    figure = bank.figures.get(item.figure) if item.figure else None
    if figure:
        parts += ((FIGURE_PREFIX + name, text) for name, text in _figure_parts(figure, bank))
    return marked(parts, expand, number)


def compose_figure(figure: Figure, bank: Bank, expand: Expand, number: int) -> list[str]:
    """Return the lines of a figure that stands by itself; `number` as in `compose_item`."""
    return marked(_figure_parts(figure, bank), expand, number)


def sources_list(sources: tuple[SourceRef, ...], bank: Bank) -> str:
    """Return a Markdown list of the sources, each with the place in it."""
    return "\n".join(f"- {_source(source, bank)}" for source in sources)


def title_link(item: Item, page: str) -> str:
    """Return the title, as a link if the question has a `page` of its own."""
    title = escape(item.title)
    return f"[{title}](<{page}>)" if page else title


def _figure_parts(figure: Figure, bank: Bank) -> Iterator[tuple[str, str]]:
    yield "caption", figure.manifest.caption
    if figure.manifest.sources:
        yield "sources", sources_list(figure.manifest.sources, bank)


def _source(source: SourceRef, bank: Bank) -> str:
    known = bank.sources.get(source.ref) if source.ref else None
    title = known.title if known else (source.title or source.url or source.ref or "")
    url = known.url if known else (source.url or "")
    name = f"[{escape(title)}]({_target(url)})" if url else escape(title)
    return f"{name}, {escape(source.at)}" if source.at else name


def _target(url: str) -> str:
    """Return `url` as the target of a link; brackets make passes over HTML look at it."""
    return f"<{url}>" if "(" in url or ")" in url else url


def marked(parts: Iterable[tuple[str, str]], expand: Expand, number: int) -> list[str]:
    """Return the lines of an embed's texts, each by its name; `number` as in `compose_item`."""
    lines = [mark("embed", str(number)), ""]
    for name, text in parts:
        lines += [mark("part", name), "", *expand(text).split("\n"), ""]
    return [*lines, mark("end", str(number)), ""]
