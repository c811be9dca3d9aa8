"""What happens to a page before and after its Markdown is parsed."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections import Counter

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from itembank.language import speak
from itembank.markup.choice import assemble_choice
from itembank.markup.compose import FIGURE_PREFIX
from itembank.markup.context import ITEM_TAG, STYLE, CurrentContext, scripts
from itembank.markup.embeds import Embed, Problem, expand_page
from itembank.markup.figure import ASSET_PREFIX, assemble_figure
from itembank.markup.frame import Parts
from itembank.markup.links import point_to_options, rebase_links
from itembank.markup.marks import fill_slots, remove_marks, take_embeds
from itembank.markup.numeric import assemble_numeric
from itembank.markup.order import assemble_order
from itembank.markup.spoilers import mark_spoilers
from itembank.model import ChoiceItem, NumericItem, OrderItem
from itembank.values import SolutionError, solve

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
        lines, self.embeds = expand_page(lines, context.bank, context.evaluator, context.report)
        return lines


class Assemble(Treeprocessor):
    """Turns the parsed parts of each embed into its HTML, in its slot."""

    def __init__(self, md: Markdown, context: CurrentContext, brought: BringIn) -> None:
        super().__init__(md)
        self._context, self._brought = context, brought

    def run(self, root: etree.Element) -> None:
        """Fill every slot, and report an embed that has none."""
        embeds = self._brought.embeds
        if not embeds:
            return
        self._ids = Counter[str]()
        parts = take_embeds(root)
        for number, embed in enumerate(embeds):
            self._refuse_headings(embed, parts[str(number)])
        elements = {
            str(number): self._element(embed, parts[str(number)])
            for number, embed in enumerate(embeds)
        }
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

    def _element(self, embed: Embed, parts: Parts) -> etree.Element:
        if embed.kind == "figure":
            return self._figure(embed.id, parts)
        bank = self._context().bank
        item = bank.items[embed.id].item
        question = etree.Element(ITEM_TAG)
        own = {name: part for name, part in parts.items() if not name.startswith(FIGURE_PREFIX)}
        if item.figure is not None and item.figure in bank.figures:
            inner = {n.removeprefix(FIGURE_PREFIX): p for n, p in parts.items() if n not in own}
            own["figure"] = self._figure(item.figure, inner)
        page_id = self._page_id(f"q-{item.id}")
        match item:
            case ChoiceItem():
                assemble_choice(question, item, own, bank.settings, page_id)
            case NumericItem():
                try:
                    solutions = solve(item, self._context().evaluator)
                except SolutionError as error:
                    return self._unsolved(item, error)
                assemble_numeric(question, item, own, solutions, page_id)
            case OrderItem():
                assemble_order(question, item, own, bank.settings, page_id)
        return question

    def _unsolved(self, item: NumericItem, error: SolutionError) -> etree.Element:
        """Return a note in place of a question without an answer: its file has been named."""
        note = etree.Element("p", {"class": "itembank-error"})
        note.text = AtomicString(f"itembank: question {item.id!r}: {error.message}")
        return note

    def _figure(self, figure_id: str, parts: Parts) -> etree.Element:
        element = etree.Element("figure")
        figure = self._context().bank.figures[figure_id]
        assemble_figure(element, figure, parts, self._page_id(f"f-{figure_id}"))
        return element

    def _page_id(self, name: str) -> str:
        """Return `name`, with a number from the second use on.

        Ids of items and options hold no underscore and no two hyphens in a row, so that nothing
        joined by `_` or `--` meets another id.
        """
        self._ids[name] += 1
        return f"{name}_{self._ids[name]}" if self._ids[name] > 1 else name


class ResolveLinks(Treeprocessor):
    """Links to options print a letter; links to pages, written from the root, fit this page."""

    def __init__(self, md: Markdown, context: CurrentContext, brought: BringIn) -> None:
        super().__init__(md)
        self._context, self._brought = context, brought

    def run(self, root: etree.Element) -> None:
        """Rewrite the links of all embeds."""
        if not self._brought.embeds:
            return
        context = self._context()
        questions = list(root.iter(ITEM_TAG))
        for question in questions:
            point_to_options(question, context.bank.items[question.get("data-item", "")].item)
        figures = [figure for figure in root.iter("figure") if "data-figure" in figure.attrib]
        rebase_links([*questions, *figures], context.docs_root)


class Finish(Treeprocessor):
    """Marks what search must not see, resolves addresses, loads style and script where needed.

    Style and script stand in the content: Material's instant navigation evaluates what is there.
    """

    def __init__(self, md: Markdown, context: CurrentContext, brought: BringIn) -> None:
        super().__init__(md)
        self._context, self._brought = context, brought

    def run(self, root: etree.Element) -> None:
        """Finish the tree; no other pass of ours follows."""
        if not self._brought.embeds:
            return
        asset_url = self._context().asset_url
        for node in root.iter():
            for name in ("src", "srcset", "href"):
                value = node.get(name, "")
                if value.startswith(ASSET_PREFIX):
                    node.set(name, asset_url(value.removeprefix(ASSET_PREFIX)))
        mark_spoilers(root)
        self._load(root)

    def _load(self, root: etree.Element) -> None:
        asset_url = self._context().asset_url
        wanted = [etree.Element("link", {"rel": "stylesheet", "href": asset_url(STYLE)})]
        kinds = {question.get("data-type", "") for question in root.iter(ITEM_TAG)}
        if kinds:
            wanted += (
                etree.Element("script", {"defer": "", "src": asset_url(name)})
                for name in scripts(kinds, self._context().bank.settings.language)
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
