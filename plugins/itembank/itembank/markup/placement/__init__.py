"""Where questions stand: lists of a topic or bank, the way back, and the neighbours of a page."""

from itembank.markup.placement.blocks import PlacementExtension, check_placements, find_blocks
from itembank.markup.placement.style import STYLE, style_sheet

__all__ = ["STYLE", "PlacementExtension", "check_placements", "find_blocks", "style_sheet"]
