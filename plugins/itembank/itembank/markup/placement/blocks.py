"""The blocks that place questions, for every host.

`/// questions | NAME` lists the questions of a bank (named by its address, as `questions`) or of
a topic (`questions/its-folder`); `/// question-place | ID`, `/// question-neighbours | ID` and
`/// question-report | ID` are what a question's own page has around the question;
`/// key-link | TOPIC` and `/// key-place | TOPIC` lead to a topic's page of answers and back from
it; `/// exam | ID` is a practice exam, `/// exams` a list of all; `/// progress` and `/// review`
show a reader's own state. Each is closed by `///`; `kinds.py` has them all.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from markdown import Extension, Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from itembank.lint import find_fences
from itembank.markup.context import INDEX, KIND_STYLES, CurrentContext, PageContext, scripts, styles
from itembank.markup.embeds import Problem, Report
from itembank.markup.placement.kinds import BLOCKS, Around
from itembank.markup.practice import PRACTICE_TAGS
from itembank.model import Bank
from itembank.model.arrangement import Arrangement

_OPENING = re.compile(
    rf"^(?P<prefix>[ \t>]*)(?P<fence>/{{3,}})[ ]*(?P<kind>{'|'.join(BLOCKS)})[ ]*"
    r"(?:\|[ ]*(?P<name>.*?)[ ]*)?$"
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

    def __str__(self) -> str:
        """Return the block as an author writes its first line."""
        return f"/// {self.kind} | {self.name}" if self.name else f"/// {self.kind}"


def find_blocks(lines: list[str], report: Report) -> Iterator[Block]:
    """Yield the blocks outside fenced code; one that is not closed is reported."""
    if not any("///" in line for line in lines):
        return
    code = find_fences(lines).code
    for index, line in enumerate(lines):
        opening = None if index in code else _OPENING.match(line)
        if opening is None:
            continue
        block = Block(opening["kind"], opening["name"] or "", opening["prefix"], index)
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
    kind = BLOCKS[block.kind]
    what, known = kind.what, kind.names(bank, arrangement)
    if kind.setting and kind.add_on not in bank.settings.add_ons:
        message = f"the block `{block.kind}` needs pages of practice, and this site has none"
        _report(block, "embed", message, f"add `{kind.setting}` to itembank.yml", report)
        return False
    if not what and block.name:
        hint = f"write `/// {block.kind}` alone"
        _report(block, "embed", f"the block `{block.kind}` takes no name", hint, report)
        return False
    if not what or block.name in known:
        return True
    if block.name in bank.broken or (block.kind == "questions" and bank.broken):
        return False  # the file of the question, perhaps of a topic's only one, has been named
    close = get_close_matches(block.name, known, n=1)
    hint = f"did you mean `{close[0]}`?" if close else f"the site has {len(known)} of them"
    rule = "unknown-exam" if what == "exam" else "unknown-question"
    _report(block, rule, f"no {what} `{block.name}`", hint, report)
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
        md.block_level_elements.extend(PRACTICE_TAGS)
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
    """Puts the HTML in the place of each mark, and before the first what all of them load."""

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
        loaded = list(_loaded(self._find.blocks, context))
        marks = [
            (parent, node) for parent in root.iter() for node in parent if node.tag == _MARK_TAG
        ]
        for parent, node in marks:
            index = list(parent).index(node)
            built = self._element(self._find.blocks[int(node.get("number", ""))])
            built.tail = node.tail
            parent[index : index + 1] = [*loaded, built]
            loaded = []

    def _element(self, block: Block) -> etree.Element:
        arrangement, context = self._arrangement(), self._context()

        def address(src_uri: str) -> str:
            return context.docs_root + self._standing(src_uri)

        around = Around(context.bank, arrangement, address)
        return BLOCKS[block.kind].build(block.name, around)


def _loaded(blocks: Sequence[Block], context: PageContext) -> Iterator[etree.Element]:
    """Yield the style sheets and scripts that `blocks` need, in the order in which they count."""
    settings = context.bank.settings
    kinds = [BLOCKS[name] for name in dict.fromkeys(block.kind for block in blocks)]
    alive = [kind for kind in kinds if kind.add_on in settings.add_ons]
    add_ons = list(dict.fromkeys(kind.add_on for kind in alive))
    sheets = styles(KIND_STYLES if any(kind.draws for kind in alive) else ()) if alive else []
    sheets += [
        *(name for kind in kinds for name in kind.sheets),
        *(f"itembank-{name}.css" for name in add_ons),
    ]
    for name in dict.fromkeys(sheets):
        yield etree.Element("link", {"rel": "stylesheet", "href": context.asset_url(name)})
    index = [INDEX] if any(kind.draws for kind in alive) else []
    for name in [*index, *scripts((), settings, add_ons)] if alive else []:
        yield etree.Element("script", {"defer": "", "src": context.asset_url(name)})


class _CleanUp(Postprocessor):
    """Removes marks that stand inside raw HTML, where nothing is parsed."""

    def run(self, text: str) -> str:
        return _LEFT.sub("", text)
