"""The Python-Markdown extension: embeds become Markdown, Markdown becomes forms and figures."""

from __future__ import annotations

from typing import Any

from markdown import Markdown
from pymdownx.blocks import BlocksExtension, BlocksProcessor

from itembank.markup.blocks import FigureBlock, ItemBlock, PartBlock
from itembank.markup.context import ITEM_TAG, CurrentContext
from itembank.markup.passes import ExpandEmbeds, FillSlots, FinishPage, ResolveLinks

_AFTER_WHITESPACE_BEFORE_FENCES = 27
_BEFORE_INLINE = 22
_AFTER_INLINE = 15
_LAST = -10


class ItembankExtension(BlocksExtension):
    """Renders the embeds of one site; `context` is asked anew for every page."""

    def __init__(self, context: CurrentContext, **options: Any) -> None:
        self.context = context
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register with a Markdown instance."""
        super().extendMarkdown(md)
        md.block_level_elements.append(ITEM_TAG)
        md.preprocessors.register(
            ExpandEmbeds(md, self.context), "itembank-embeds", _AFTER_WHITESPACE_BEFORE_FENCES
        )
        md.treeprocessors.register(FillSlots(md, self.context), "itembank-place", _BEFORE_INLINE)
        md.treeprocessors.register(ResolveLinks(md, self.context), "itembank-links", _AFTER_INLINE)
        md.treeprocessors.register(FinishPage(md, self.context), "itembank-finish", _LAST)

    def extendMarkdownBlocks(self, md: Markdown, block_mgr: BlocksProcessor) -> None:
        """Register the blocks that composed Markdown consists of."""
        for block in (ItemBlock, FigureBlock, PartBlock):
            block_mgr.register(block, {"context": self.context})
