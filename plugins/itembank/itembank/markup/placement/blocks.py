"""The blocks that place questions, for every host.

`/// questions | NAME` lists the questions of a bank (named by its address, as `questions`) or of
a topic (`questions/its-folder`); `/// question-place | ID`, `/// question-neighbours | ID` and
`/// question-report | ID` are what a question's own page has around the question. Each is closed by
`///`.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from itembank.lint import find_fences
from itembank.markup.context import CurrentContext
from itembank.markup.embeds import Problem, Report
from itembank.markup.placement.elements import listing, neighbours, place, report_link
from itembank.markup.placement.style import STYLE
from itembank.model import Bank
from itembank.model.arrangement import Arrangement

_OPENING = re.compile(
    r"^(?P<prefix>[ \t>]*)(?P<fence>/{3,})[ ]*"
    r"(?P<kind>questions|question-place|question-neighbours|question-report)[ ]*\|[ ]*(?P<name>.*?)[ ]*$"
)
_MARK = re.compile("^ {0,3}\x02itembank-placement:(\\d+)\x03 *$", re.MULTILINE)
_LEFT = re.compile("\x02itembank-placement:\\d+\x03")
_MARK_TAG = "itembank-placement"

_BEFORE_EMBEDS, _BEFORE_PARAGRAPHS, _BEFORE_INLINE, _AFTER_RAW_HTML = 28, 199, 23, 20

CurrentArrangement = Callable[[], Arrangement]

Standing = Callable[[str], str]
"""Place of a page of ours in the tree -> the place of the page that stands there instead."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block: what it asks for, and its opening line (from 0)."""

    kind: str
    name: str
    prefix: str
    line: int


def find_blocks(lines: list[str], report: Report) -> Iterator[Block]:
    """Yield the blocks outside fenced code; one that is not closed is reported."""
    if not any("///" in line for line in lines):
        return
    code = find_fences(lines).code
    for index, line in enumerate(lines):
        opening = None if index in code else _OPENING.match(line)
        if opening is None:
            continue
        block = Block(opening["kind"], opening["name"], opening["prefix"], index)
        closing = lines[index + 1].strip(" \t>") if index + 1 < len(lines) else ""
        if closing == opening["fence"]:
            yield block
        else:
            hint = f"close it with `{opening['fence']}` in the next line; it takes no content"
            _report(block, "embed", f"the block `{block.kind}` is not closed", hint, report)


def check_placements(
    lines: list[str], bank: Bank, arrangement: Arrangement, report: Report
) -> None:
    """Report blocks that are not closed or name what the site does not have."""
    for block in find_blocks(lines, report):
        _is_known(block, bank, arrangement, report)


def _is_known(block: Block, bank: Bank, arrangement: Arrangement, report: Report) -> bool:
    if block.kind == "questions":
        what, known = "bank or topic", arrangement.names()
    else:
        what, known = "question", arrangement.places.keys()
    if block.name in known:
        return True
    if block.name in bank.broken or (block.kind == "questions" and bank.broken):
        return False  # the file of the question, perhaps of a topic's only one, has been named
    close = get_close_matches(block.name, known, n=1)
    hint = f"did you mean `{close[0]}`?" if close else f"the site has {len(known)} of them"
    _report(block, "unknown-question", f"no {what} `{block.name}`", hint, report)
    return False


def _report(block: Block, rule: str, message: str, hint: str, report: Report) -> None:
    report(Problem(block.line + 1, len(block.prefix) + 1, rule, message, hint))


class PlacementExtension(Extension):
    """Renders the blocks; context, arrangement and pages are asked anew for every page."""

    def __init__(
        self,
        context: CurrentContext,
        arrangement: CurrentArrangement,
        standing: Standing = str,
        **options: Any,
    ) -> None:
        self._context, self._arrangement, self._standing = context, arrangement, standing
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Register with a Markdown instance."""
        find = _Find(md, self._context, self._arrangement)
        build = _Build(md, self._context, self._arrangement, self._standing, find)
        name = "itembank-placement"
        md.preprocessors.register(find, name, _BEFORE_EMBEDS)
        md.parser.blockprocessors.register(_Keep(md.parser), name, _BEFORE_PARAGRAPHS)
        md.treeprocessors.register(build, name, _BEFORE_INLINE)
        md.postprocessors.register(_CleanUp(md), name, _AFTER_RAW_HTML)


class _Find(Preprocessor):
    """Puts a mark in the place of each block; the number of lines stays."""

    def __init__(
        self, md: Markdown, context: CurrentContext, arrangement: CurrentArrangement
    ) -> None:
        super().__init__(md)
        self._context, self._arrangement = context, arrangement
        self.blocks: list[Block] = []

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines to parse in place of the author's."""
        context = self._context()
        report = context.report
        self.blocks = []
        marked = list(lines)
        for block in find_blocks(lines, report):
            marked[block.line + 1] = block.prefix
            marked[block.line] = ""
            if _is_known(block, context.bank, self._arrangement(), report):
                marked[block.line] = f"{block.prefix}\x02itembank-placement:{len(self.blocks)}\x03"
                self.blocks.append(block)
        return marked


class _Keep(BlockProcessor):
    """Turns a mark into an element, wherever it stands in its block of text."""

    def test(self, parent: etree.Element, block: str) -> bool:
        return _MARK.search(block) is not None

    def run(self, parent: etree.Element, blocks: list[str]) -> None:
        block = blocks.pop(0)
        found = _MARK.search(block)
        assert found is not None, "test has found it"
        before, after = block[: found.start()].rstrip("\n"), block[found.end() :].lstrip("\n")
        if before:
            self.parser.parseBlocks(parent, [before])
        etree.SubElement(parent, _MARK_TAG, {"number": found[1]})
        if after:
            blocks.insert(0, after)


class _Build(Treeprocessor):
    """Puts the HTML in the place of each mark, and the style sheet before the first."""

    def __init__(
        self,
        md: Markdown,
        context: CurrentContext,
        arrangement: CurrentArrangement,
        standing: Standing,
        find: _Find,
    ) -> None:
        super().__init__(md)
        self._context, self._arrangement = context, arrangement
        self._standing, self._find = standing, find

    def run(self, root: etree.Element) -> None:
        if not self._find.blocks:
            return
        context = self._context()
        style: list[etree.Element] = [
            etree.Element("link", {"rel": "stylesheet", "href": context.asset_url(STYLE)})
        ]
        marks = [
            (parent, node) for parent in root.iter() for node in parent if node.tag == _MARK_TAG
        ]
        for parent, node in marks:
            index = list(parent).index(node)
            built = self._element(self._find.blocks[int(node.get("number", ""))])
            built.tail = node.tail
            parent[index : index + 1] = [*style, built]
            style = []

    def _element(self, block: Block) -> etree.Element:
        arrangement, context = self._arrangement(), self._context()

        def address(src_uri: str) -> str:
            return context.docs_root + self._standing(src_uri)

        if block.kind == "questions":
            return listing(arrangement.named(block.name), address)
        if block.kind == "question-report":
            return report_link(block.name, context.bank.settings.report)
        where = arrangement.places[block.name]
        if block.kind == "question-place":
            return place(context.bank.items[block.name], where, address)
        return neighbours(where, address)


class _CleanUp(Postprocessor):
    """Removes marks that stand inside raw HTML, where nothing is parsed."""

    def run(self, text: str) -> str:
        return _LEFT.sub("", text)
