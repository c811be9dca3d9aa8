"""A topic: a folder of questions, with what its `topic.yml` says about it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from itembank.model.parts import MarkdownText, Part


class TopicFile(Part):
    """`topic.yml`, optional in each folder of questions."""

    title: Annotated[str, Field(min_length=1, max_length=120)]
    """Heading of the topic, plain text; without the file it is the folder's name."""
    description: MarkdownText | None = None
    """Shown at the top of the topic's page."""
    order: int = 0
    """Topics with a smaller number come first; those with the same number by title."""


def folder_title(topic: str) -> str:
    """Return a heading for a topic's folder: `data-parallel/rings` is `Data parallel: rings`."""
    words = topic.replace("/", ": ").replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]
