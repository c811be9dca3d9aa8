"""Citations and lists of sources -> Markdown, which any host renders.

`[@key, Table 4]` becomes a link to the source in brackets; the block `/// sources`, closed by
`///`, lists the sources file. A site without such a file has neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from itembank.lint import find_fences
from itembank.lint.citations import Cited, find_citations
from itembank.lint.texts import TextProblem
from itembank.markup.escape import escape
from itembank.model import Bank, Source

_BLOCK = re.compile(r"^(?P<prefix>[ \t>]*)(?P<fence>/{3,})[ ]*sources[ ]*(?P<rest>\|.*)?$")


def cite(text: str, bank: Bank) -> str:
    """Return `text` with links in place of citations; what is not known stays as it is."""
    pieces: list[str] = []
    end = 0
    for citation in find_citations(text):
        if all(cited.key in bank.sources for cited in citation.sources):
            links = "; ".join(_link(cited, bank) for cited in citation.sources)
            pieces += [text[end : citation.start], f"({links})"]
            end = citation.end
    return "".join([*pieces, text[end:]])


def list_sources(lines: list[str], bank: Bank) -> list[str]:
    """Return the page with the list of all sources in place of each block that asks for it."""
    found = dict(_blocks(lines, _ignore))
    if not found:
        return lines
    entries = sorted(bank.sources.values(), key=lambda source: source.title.casefold())
    listed: list[str] = []
    for index, line in enumerate(lines):
        if index in found:
            listed += [found[index].rstrip(), *(found[index] + _entry(entry) for entry in entries)]
        elif index - 1 in found:
            listed.append(found[index - 1].rstrip())
        else:
            listed.append(line)
    return listed


def check_source_blocks(
    lines: list[str], bank: Bank, report: Callable[[int, TextProblem], None]
) -> None:
    """Report blocks that are not closed, or ask for a file that the site does not have.

    `report` takes the number of the line, from 0, and the problem with its offset there.
    """
    for index, prefix in _blocks(lines, report):
        if not bank.settings.sources:
            hint = "set `sources` in itembank.yml"
            message = "this site has no sources file"
            report(index, TextProblem(len(prefix), "unknown-source", message, hint))


def _blocks(lines: list[str], report: Callable[[int, TextProblem], None]) -> list[tuple[int, str]]:
    """Return line number and indent of every block that is closed in the next line."""
    if not any("///" in line and "sources" in line for line in lines):
        return []
    code = find_fences(lines).code
    found = []
    for index, line in enumerate(lines):
        opening = None if index in code else _BLOCK.match(line)
        if opening is None:
            continue
        closing = lines[index + 1].strip(" \t>") if index + 1 < len(lines) else ""
        if opening["rest"]:
            hint = "it lists the whole sources file"
            message = "the block `sources` takes no name"
        elif closing != opening["fence"]:
            hint = f"close it with `{opening['fence']}` in the next line; it takes no content"
            message = "the block `sources` is not closed"
        else:
            found.append((index, opening["prefix"]))
            continue
        report(index, TextProblem(len(opening["prefix"]), "embed", message, hint))
    return found


def _link(cited: Cited, bank: Bank) -> str:
    source = bank.sources[cited.key]
    name = f"[{escape(source.title)}](<{source.url}>)" if source.url else escape(source.title)
    return f"{name}, {cited.at}" if cited.at else name


def _entry(source: Source) -> str:
    """Return an entry of the list: an anchor, the linked title, its host, and the key to cite."""
    title = escape(source.title)
    anchor = f'<a id="source-{source.key}"></a>'
    if not source.url:
        return f"- {anchor}{title} (`{source.key}`)"
    host = urlsplit(source.url).netloc.removeprefix("www.")
    return f"- {anchor}[{title}](<{source.url}>), {escape(host)} (`{source.key}`)"


def _ignore(index: int, problem: TextProblem) -> None:
    """Leave it to `check_source_blocks`."""
