"""An item becomes Markdown text, and its rendered parts become the HTML of a question."""

from itembank.markup.context import PageContext
from itembank.markup.embeds import Problem, check_page
from itembank.markup.extension import ItembankExtension

__all__ = ["ItembankExtension", "PageContext", "Problem", "check_page"]
