"""The Python-Markdown extension: embeds become Markdown, Markdown becomes forms and figures."""

from __future__ import annotations

from typing import Any

from markdown import Extension, Markdown

from itembank.markup.context import ITEM_TAG, CurrentContext
from itembank.markup.marks import MarkProcessor
from itembank.markup.passes import Assemble, BringIn, CleanUp, Hold, ResolveLinks

_AFTER_WHITESPACE_BEFORE_FENCES = 27
_BEFORE_INLINE = 22
_AFTER_INLINE = 15
_LAST = -10
_AFTER_RAW_HTML = 20


class ItembankExtension(Extension):
    """Renders the embeds of one site; `context` is asked anew for every page."""

    def __init__(self, context: CurrentContext, **options: Any) -> None:
        self.context = context
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register with a Markdown instance."""
        brought = BringIn(md, self.context)
        md.block_level_elements.append(ITEM_TAG)
        md.preprocessors.register(brought, "itembank-bring-in", _AFTER_WHITESPACE_BEFORE_FENCES)
        md.parser.blockprocessors.register(
            MarkProcessor(md.parser), "itembank-marks", MarkProcessor.PRIORITY
        )
        hold = Hold(md, self.context, brought)
        for priority, name, made in (
            (_BEFORE_INLINE, "hold", hold),
            (_AFTER_INLINE, "links", ResolveLinks(md, self.context, hold)),
            (_LAST, "assemble", Assemble(md, self.context, hold)),
        ):
            md.treeprocessors.register(made, f"itembank-{name}", priority)
        md.postprocessors.register(CleanUp(md), "itembank-clean-up", _AFTER_RAW_HTML)
