"""What happens to a page before and after its Markdown is parsed."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections import Counter

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from itembank.language import speak
from itembank.markup.assembly import (
    Held,
    HeldKey,
    HeldQuestion,
    assemble,
    hold_figure,
    hold_key,
    hold_question,
)
from itembank.markup.context import ITEM_TAG, CurrentContext, PageContext, scripts, styles
from itembank.markup.embeds import Embed, Problem, expand_page
from itembank.markup.frame import Parts
from itembank.markup.key import unlink_options
from itembank.markup.links import point_to_options, rebase_links
from itembank.markup.marks import fill_slots, remove_marks, take_embeds
from itembank.markup.spoilers import mark_spoilers
from itembank.model import BankItem

_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))


class BringIn(Preprocessor):
    """Brings in the Markdown of embeds, and values for `{{= }}`."""

    def __init__(self, md: Markdown, context: CurrentContext) -> None:
        super().__init__(md)
        self._context = context
        self.embeds: list[Embed] = []

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines that are parsed in place of the author's; `embeds` is what is new."""
        context = self._context()
        speak(context.bank.settings.language)

        def page_of(entry: BankItem) -> str | None:
            return None if entry.item.id == context.own else context.page_of(entry.src_uri)

        lines, self.embeds = expand_page(
            lines, context.bank, context.evaluator, context.report, page_of
        )
        return lines


class Hold(Treeprocessor):
    """Puts the parsed parts of each embed into its slot, for the passes of the host."""

    def __init__(self, md: Markdown, context: CurrentContext, brought: BringIn) -> None:
        super().__init__(md)
        self._context, self._brought = context, brought
        self.held: list[Held] = []

    def run(self, root: etree.Element) -> None:
        """Fill every slot, and report an embed that has none; `held` is what is in the page."""
        self.held = []
        embeds = self._brought.embeds
        if not embeds:
            return
        self._ids = Counter[str]()
        parts = take_embeds(root)
        for number, embed in enumerate(embeds):
            self._refuse_headings(embed, parts[str(number)])
            self.held.append(self._hold(embed, parts[str(number)]))
        elements = {str(number): held.element for number, held in enumerate(self.held)}
        filled = fill_slots(root, elements)
        for number, embed in enumerate(embeds):
            if str(number) not in filled:
                message = f"{embed.kind} `{embed.id}` stands where no Markdown is read"
                hint = (
                    'add `markdown="1"` to raw HTML around it; fence an example with ```; '
                    "turn on the extension of a block around it"
                )
                problem = Problem(embed.first + 1, 1, "embed", message, hint)
                self._context().report(problem)

    def _refuse_headings(self, embed: Embed, parts: Parts) -> None:
        """Report headings that the check of texts cannot see: a page's contents would list them."""
        for name, part in parts.items():
            for node in part.iter():
                if node.tag in _HEADINGS:
                    message = f"{embed.kind} `{embed.id}`, {name}: a heading"
                    hint = "use **bold** text instead"
                    self._context().report(Problem(embed.first + 1, 1, "heading", message, hint))

    def _hold(self, embed: Embed, parts: Parts) -> Held:
        bank = self._context().bank
        if embed.kind == "figure":
            return hold_figure(bank.figures[embed.id], parts, self._page_id)
        if embed.kind == "key":
            return hold_key(bank.items[embed.id].item, parts)
        return hold_question(bank.items[embed.id].item, parts, bank, self._page_id)

    def _page_id(self, name: str) -> str:
        """Return `name`, with a number from the second use on.

        Ids of items and options hold no underscore and no two hyphens in a row, so that nothing
        joined by `_` or `--` meets another id.
        """
        self._ids[name] += 1
        return f"{name}_{self._ids[name]}" if self._ids[name] > 1 else name


class ResolveLinks(Treeprocessor):
    """Links to options print a letter; links to pages, written from the root, fit this page."""

    def __init__(self, md: Markdown, context: CurrentContext, hold: Hold) -> None:
        super().__init__(md)
        self._context, self._hold = context, hold

    def run(self, root: etree.Element) -> None:
        """Rewrite the links of all embeds."""
        for held in self._hold.held:
            if isinstance(held, HeldQuestion | HeldKey):
                point_to_options(held.element, held.item)
            if isinstance(held, HeldKey):
                unlink_options(held.element)
            rebase_links(held.element, self._context().docs_root)


class Assemble(Treeprocessor):
    """Builds the frames, marks what search must not see, loads style and script where needed.

    Style and script stand in the content: Material's instant navigation evaluates what is there.
    """

    def __init__(self, md: Markdown, context: CurrentContext, hold: Hold) -> None:
        super().__init__(md)
        self._context, self._hold = context, hold

    def run(self, root: etree.Element) -> None:
        """Finish the tree; no other pass of ours follows."""
        held, self._hold.held = self._hold.held, []
        if not held:
            return
        context = self._context()
        for embed in held:
            assemble(embed, context)
            mark_spoilers(embed.element)
        self._load(root, context)

    def _load(self, root: etree.Element, context: PageContext) -> None:
        asset_url = context.asset_url
        kinds = {question.get("data-type", "") for question in root.iter(ITEM_TAG)}
        wanted = [
            etree.Element("link", {"rel": "stylesheet", "href": asset_url(name)})
            for name in styles(kinds)
        ]
        if kinds:
            wanted += (
                etree.Element("script", {"defer": "", "src": asset_url(name)})
                for name in scripts(kinds, context.bank.settings)
            )
        for parent in root.iter():
            for index, node in enumerate(parent):
                if node.tag == ITEM_TAG or "data-figure" in node.attrib:
                    parent[index:index] = wanted
                    return


class CleanUp(Postprocessor):
    """Removes the marks of embeds that stand inside raw HTML, where nothing is parsed."""

    def run(self, text: str) -> str:
        """Return the page's HTML without marks."""
        return remove_marks(text)
