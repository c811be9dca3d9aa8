"""What happens to the page before and after its Markdown is parsed."""

from __future__ import annotations

import xml.etree.ElementTree as etree

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from itembank.markup.context import ITEM_TAG, SCRIPT, SLOT_MARK, STYLE, CurrentContext
from itembank.markup.embeds import SLOT, Problem, expand_page
from itembank.markup.figure import ASSET_PREFIX
from itembank.markup.links import point_to_options, rebase_links
from itembank.markup.spoilers import mark


class ExpandEmbeds(Preprocessor):
    """Replace embeds by their Markdown and `{{= }}` by values."""

    def __init__(self, md: Markdown, context: CurrentContext) -> None:
        super().__init__(md)
        self._context = context

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines of the page that is parsed in place of the author's."""
        context = self._context()
        return expand_page(lines, context.bank, context.evaluator, context.report)


class FillSlots(Treeprocessor):
    """Move each rendered embed from the top of the page to its slot."""

    def __init__(self, md: Markdown, context: CurrentContext) -> None:
        super().__init__(md)
        self._context = context

    def run(self, root: etree.Element) -> None:
        """Fill every slot, and report an embed that has none."""
        embeds = [node for node in root if SLOT_MARK in node.attrib]
        for node in embeds:
            root.remove(node)
            token = SLOT.format(node.attrib.pop(SLOT_MARK))
            if not _fill_slot(root, token, node):
                message = "an embed stands inside raw HTML"
                hint = 'add `markdown="1"` to the tag around it'
                self._context().report(Problem(1, 1, "embed", message, hint))


def _fill_slot(root: etree.Element, token: str, node: etree.Element) -> bool:
    for parent in root.iter():
        if (parent.text or "").strip() == token:
            parent.text = None
            parent.insert(0, node)
            return True
        for index, candidate in enumerate(parent):
            if candidate.tag == "p" and (candidate.text or "").strip() == token:
                parent[index] = node
                return True
    return False


class ResolveLinks(Treeprocessor):
    """Links to options print a letter; links to pages, written from the root, fit this page."""

    def __init__(self, md: Markdown, context: CurrentContext) -> None:
        super().__init__(md)
        self._context = context

    def run(self, root: etree.Element) -> None:
        """Rewrite the links of all embeds."""
        context = self._context()
        questions = list(root.iter(ITEM_TAG))
        for question in questions:
            point_to_options(question, context.bank.items[question.get("data-item", "")].item)
        figures = [figure for figure in root.iter("figure") if "data-figure" in figure.attrib]
        rebase_links([*questions, *figures], context.docs_root)


class FinishPage(Treeprocessor):
    """Mark what search must not see, resolve addresses, load style and script where needed.

    The last two stand in the content: instant navigation of Material evaluates what it finds there.
    """

    def __init__(self, md: Markdown, context: CurrentContext) -> None:
        super().__init__(md)
        self._context = context

    def run(self, root: etree.Element) -> None:
        """Finish the tree; no other pass of ours follows."""
        mark(root)
        asset_url = self._context().asset_url
        for node in root.iter():
            for name in ("src", "srcset", "href"):
                value = node.get(name, "") if isinstance(node.tag, str) else ""
                if value.startswith(ASSET_PREFIX):
                    node.set(name, asset_url(value.removeprefix(ASSET_PREFIX)))
        for parent in root.iter():
            for index, node in enumerate(parent):
                if node.tag == ITEM_TAG or node.get("class") == "itembank-figure":
                    self._insert(root, parent, index)
                    return

    def _insert(
        self,
        root: etree.Element,
        parent: etree.Element,
        index: int,
    ) -> None:
        asset_url = self._context().asset_url
        style = etree.Element("link", {"rel": "stylesheet", "href": asset_url(STYLE)})
        parent.insert(index, style)
        if root.find(f".//{ITEM_TAG}") is not None:
            script = etree.Element("script", {"defer": "", "src": asset_url(SCRIPT)})
            parent.insert(index + 1, script)
