"""The manifest of a figure: images by scheme and layout, words and data that say the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from itembank.model.parts import MarkdownText, Part, Slug, SourceRef

FILE_PATTERN = r"^[\w.-]+$"
CSV_PATTERN = r"^[\w.-]+\.csv$"

Scheme = Literal["light", "dark"]
Layout = Literal["wide", "narrow"]


class FigureImage(Part):
    """One drawing of a figure; `width` and `height` in CSS pixels."""

    file: Annotated[str, Field(pattern=FILE_PATTERN)]
    scheme: Scheme
    layout: Layout
    width: Annotated[int, Field(gt=0)]
    height: Annotated[int, Field(gt=0)]


class FigureManifest(Part):
    """`figure.yml`: what the picture is, in words."""

    id: Slug
    title: Annotated[str, Field(min_length=1)]
    """The claim that the picture proves, one sentence."""
    alt: Annotated[str, Field(min_length=1)]
    """What the picture says, plain text."""
    caption: MarkdownText
    """Assumptions and conditions."""
    sources: Annotated[tuple[SourceRef, ...], Field(strict=False)] = ()
    images: Annotated[tuple[FigureImage, ...], Field(min_length=1, strict=False)]
    data: Annotated[str, Field(pattern=CSV_PATTERN)] | None = None
    """CSV with the drawn numbers; its first row holds the column titles."""
    inputs_hash: str | None = None
    """The builder's own mark of freshness."""

    def image(self, scheme: Scheme, layout: Layout) -> FigureImage | None:
        """Return the drawing for `scheme` and `layout`, or None when there is none."""
        return next((i for i in self.images if (i.scheme, i.layout) == (scheme, layout)), None)


class Figure(Part):
    """A figure of the figure folder, ready to be placed in a page."""

    manifest: FigureManifest
    folder: Path
    table: Annotated[tuple[tuple[str, ...], ...], Field(strict=False)] = ()
    """Rows of the data file, the header first."""
