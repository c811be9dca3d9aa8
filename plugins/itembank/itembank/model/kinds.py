"""The kinds of question of format version 1, and their JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from itembank.model.choice import ChoiceItem
from itembank.model.item import ItemBase
from itembank.model.numeric import NumericItem
from itembank.model.order import OrderItem

KINDS: dict[str, type[ItemBase]] = {
    "choice": ChoiceItem,
    "numeric": NumericItem,
    "order": OrderItem,
}

Item = ChoiceItem | NumericItem | OrderItem


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a question file, version 1."""
    adapter = TypeAdapter[Any](Annotated[Item, Field(discriminator="type")])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "itembank question, version 1",
        **adapter.json_schema(),
    }
