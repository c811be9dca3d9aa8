"""The blocks that composed Markdown consists of; each becomes one element when it ends."""

from __future__ import annotations

import xml.etree.ElementTree as etree

from pymdownx.blocks.block import Block

from itembank.markup.assemble import assemble_item
from itembank.markup.compose import FIGURE_BLOCK, ITEM_BLOCK, PART_BLOCK
from itembank.markup.context import ITEM_TAG, SLOT_MARK, PageContext
from itembank.markup.figure import assemble_figure


class _ContextBlock(Block):
    """A block that knows the page's context and numbers its elements' ids."""

    ARGUMENT = True
    ID_PREFIX = ""

    @property
    def embedded_id(self) -> str:
        """Id of the item or figure; the argument may also hold the number of a slot."""
        return str(self.argument).partition(" ")[0]

    def page_id(self) -> str:
        """Return an id for the element that no earlier one on the page has."""
        count = self.tracker[self.embedded_id] = self.tracker.get(self.embedded_id, 0) + 1
        return f"{self.ID_PREFIX}{self.embedded_id}" + (f"-{count}" if count > 1 else "")

    def create(self, parent: etree.Element, tag: str) -> etree.Element:
        """Append the block's element, which remembers its slot."""
        slot = str(self.argument).partition(" ")[2]
        return etree.SubElement(parent, tag, {SLOT_MARK: slot} if slot else {})

    def context(self) -> PageContext:
        """Return the context of the current page."""
        context: PageContext = self.config["context"]()
        return context

    def on_markdown(self) -> str:
        """Parse the content as blocks."""
        return "block"


class ItemBlock(_ContextBlock):
    """A question: its parts become a form and an answer."""

    NAME = ITEM_BLOCK
    ID_PREFIX = "q-"

    def on_create(self, parent: etree.Element) -> etree.Element:
        """Append the element that the content goes into."""
        return self.create(parent, ITEM_TAG)

    def on_end(self, block: etree.Element) -> None:
        """Turn the parsed parts into the final HTML."""
        context = self.context()
        item = context.bank.items[self.embedded_id].item
        parts = _take_parts(block)
        assemble_item(block, item, parts, context.bank.settings, self.page_id())


class FigureBlock(_ContextBlock):
    """A figure: its parts become a caption below pictures."""

    NAME = FIGURE_BLOCK
    ID_PREFIX = "f-"

    def on_create(self, parent: etree.Element) -> etree.Element:
        """Append the element that the content goes into."""
        return self.create(parent, "figure")

    def on_end(self, block: etree.Element) -> None:
        """Turn the parsed parts into the final HTML."""
        figure = self.context().bank.figures[self.embedded_id]
        assemble_figure(block, figure, _take_parts(block), self.page_id())


class PartBlock(_ContextBlock):
    """One text of a question or figure; the block around it takes it up."""

    NAME = PART_BLOCK

    def on_create(self, parent: etree.Element) -> etree.Element:
        """Append the element that the content goes into."""
        return etree.SubElement(parent, "div", {"data-part": self.argument})


def _take_parts(block: etree.Element) -> dict[str, etree.Element]:
    """Empty `block` and return its parts by name."""
    parts = {node.attrib.pop("data-part", node.tag): node for node in block}
    for node in parts.values():
        block.remove(node)
    block.text = None
    return parts
