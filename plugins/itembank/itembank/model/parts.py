"""What the parts of a question file are made of."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

ADDRESS_PATTERN = r"^https?://[^\s<>]+$"
SLUG_PATTERN = r"^[a-z0-9]+(?:-[a-z0-9]+)*$"

Slug = Annotated[str, Field(pattern=SLUG_PATTERN, max_length=80)]
"""Lower-case words with hyphens."""
MarkdownText = Annotated[str, Field(min_length=1, pattern=r"\S")]


class Part(BaseModel):
    """Base of everything an author writes: immutable, no unknown keys, no silent conversion."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class SourceRef(Part):
    """What supports the key, and where in it."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"required": ["url"], "properties": {"url": {"not": {"type": "null"}}}},
            "then": {"properties": {"ref": {"type": "null"}}},
            "else": {"required": ["ref"], "properties": {"ref": {"type": "string"}}},
        }
    )

    ref: str | None = None
    """Key of the site's sources file."""
    url: Annotated[str, Field(pattern=ADDRESS_PATTERN)] | None = None
    """Address, when the source is in no sources file."""
    title: str | None = None
    """Title to print for `url`."""
    at: str | None = None
    """Place in the source: table, section, equation."""

    @model_validator(mode="after")
    def _names_one_source(self) -> Self:
        if (self.ref is None) == (self.url is None):
            raise ValueError("a source needs either `ref` or `url`")
        return self
