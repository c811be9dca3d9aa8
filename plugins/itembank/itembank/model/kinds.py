"""The kinds of question of format version 1, by the name in `type`."""

from __future__ import annotations

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
