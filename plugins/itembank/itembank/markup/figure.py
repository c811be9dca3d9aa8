"""The parsed parts of a figure -> a picture for each scheme and width, caption and data table."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Callable, Mapping
from typing import get_args

from itembank.language import _
from itembank.markup import words
from itembank.markup.elements import child, literal, move_children
from itembank.model.figure import Figure, FigureImage, Scheme

NARROW_QUERY = "(max-width: 600px)"

AssetUrl = Callable[[str], str]
"""Name of an asset -> its address from the current page."""


def figure_asset(figure: Figure, file: str) -> str:
    """Return the name under which a host serves `file` of the figure."""
    return f"figures/{figure.manifest.id}/{file}"


def assemble_figure(
    root: etree.Element,
    figure: Figure,
    parts: Mapping[str, etree.Element],
    page_id: str,
    asset_url: AssetUrl,
) -> None:
    """Fill `root`, an empty `figure` element; `page_id` is unique on the page."""
    manifest = figure.manifest
    root.attrib.update({"class": "itembank-figure", "id": page_id, "data-figure": manifest.id})
    for scheme in get_args(Scheme):
        wide, narrow = manifest.image(scheme, "wide"), manifest.image(scheme, "narrow")
        if wide is None:
            continue
        picture = child(root, "picture", "itembank-picture", data_scheme=scheme)
        if narrow is not None:
            source = child(picture, "source", media=NARROW_QUERY)
            address = asset_url(figure_asset(figure, narrow.file))
            source.attrib.update({"srcset": address, **_size(narrow)})
        image = child(picture, "img", alt=manifest.alt, loading="lazy")
        image.attrib.update({"src": asset_url(figure_asset(figure, wide.file)), **_size(wide)})
    if manifest.image("dark", "wide") is None:
        root.find("picture").attrib.pop("data-scheme", None)  # type: ignore[union-attr]

    # HTML wants the caption first or last; the style sheet shows it above the evidence.
    if figure.table or "sources" in parts:
        _evidence(root, figure, parts.get("sources"), asset_url)
    caption = child(root, "figcaption")
    move_children(parts["caption"], child(caption, "div", "itembank-caption"))


def _evidence(
    root: etree.Element, figure: Figure, sources: etree.Element | None, asset_url: AssetUrl
) -> None:
    """Append data table and sources, folded: they are long, and wanted by some."""
    details = child(root, "details", "itembank-data", data_search_exclude="")
    literal(details, "summary", _(words.DATA_AND_SOURCES) if figure.table else _(words.SOURCES))
    if figure.table:
        _table(details, figure, asset_url)
    if sources is not None:
        holder = child(details, "div", "itembank-figure-sources")
        if figure.table:
            literal(holder, "p", _(words.SOURCES))
        move_children(sources, holder)


def _table(details: etree.Element, figure: Figure, asset_url: AssetUrl) -> None:
    label = f"{_(words.DATA_TABLE)}: {figure.manifest.title}"
    scroll = child(
        details, "div", "itembank-table-scroll", tabindex="0", role="region", aria_label=label
    )
    table = child(scroll, "table")
    head, *rows = figure.table
    header = child(child(table, "thead"), "tr")
    for title in head:
        literal(header, "th", title).set("scope", "col")
    body = child(table, "tbody")
    for row in rows:
        line = child(body, "tr")
        for cell in row:
            literal(line, "td", cell)
    if figure.manifest.data:
        link = literal(child(details, "p"), "a", _(words.DOWNLOAD))
        address = asset_url(figure_asset(figure, figure.manifest.data))
        link.attrib.update({"href": address, "download": f"{figure.manifest.id}.csv"})


def _size(image: FigureImage) -> dict[str, str]:
    return {"width": str(image.width), "height": str(image.height)}
