"""Terms of the glossary become links where a page of the course first uses them."""

from __future__ import annotations

import posixpath
import re
import xml.etree.ElementTree as etree
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

PAGE = "glossary.md"
LINKED = "topics/"
"""Pages in this folder get links."""
TEXT_TAGS = frozenset({"p", "li", "strong", "em"})
"""Elements in which a term may stand. Links, code, headings, tables, questions are left alone."""
CONTAINERS = frozenset({"div", "ul", "ol", "blockquote"})
_ENTRY = re.compile(
    r'^(?P<name>\S.*?) \{: #(?P<anchor>[\w-]+)(?: data-also="(?P<also>[^"]*)")? \}\n'
    r":   (?P<meaning>.+)$",
    re.MULTILINE,
)
_BEFORE_RELATIVE_LINKS = 8
"""Priority: after inline Markdown, before MkDocs resolves and checks links (0)."""


@dataclass(frozen=True, slots=True)
class Term:
    """An entry: where it stands, what it is called, and its meaning as plain text."""

    anchor: str
    names: tuple[str, ...]
    meaning: str


def terms(markdown: str) -> tuple[Term, ...]:
    """The entries of a glossary page: definition lists whose terms have an id."""
    return tuple(
        Term(
            anchor=found["anchor"],
            names=(found["name"], *_also(found["also"])),
            meaning=re.sub(r"\s*\[[^\]]*\]\([^)]*\)$", "", found["meaning"]).replace("*", ""),
        )
        for found in _ENTRY.finditer(markdown)
    )


def _also(names: str | None) -> list[str]:
    return [name.strip() for name in (names or "").split(",") if name.strip()]


class _LinkTerms(Treeprocessor):
    def __init__(self, md: Markdown, entries: Iterable[Term]) -> None:
        super().__init__(md)
        self.by_name = {name.lower(): entry for entry in entries for name in entry.names}
        names = sorted((re.escape(n) for e in entries for n in e.names), key=len, reverse=True)
        self.pattern = re.compile(rf"(?<![\w-])({'|'.join(names)})(s?)(?![\w-])", re.IGNORECASE)

    def run(self, root: etree.Element) -> None:
        page = _page(self.md)
        if page.startswith(LINKED):
            target = posixpath.relpath(PAGE, posixpath.dirname(page))
            _Linker(self.pattern, self.by_name, target).visit(root)


class _Linker:
    """One page: each term is linked once."""

    def __init__(self, pattern: re.Pattern[str], by_name: dict[str, Term], target: str) -> None:
        self.pattern, self.by_name, self.target = pattern, by_name, target
        self.seen: set[str] = set()

    def visit(self, element: etree.Element) -> None:
        """Link the terms in `element` and below it, in the order of reading."""
        is_text = element.tag in TEXT_TAGS
        if is_text:
            element.text, links = self.split(element.text)
            element[:0] = links
        place = len(links) if is_text else 0
        while place < len(element):
            child = element[place]
            place += 1
            if child.tag in TEXT_TAGS or child.tag in CONTAINERS:
                self.visit(child)
            if is_text:
                child.tail, links = self.split(child.tail)
                element[place:place] = links
                place += len(links)

    def split(self, text: str | None) -> tuple[str | None, list[etree.Element]]:
        """`text` up to its first new term, and links, each with the text that follows it."""
        links: list[etree.Element] = []
        before, start = text, 0
        for found in self.pattern.finditer(text or ""):
            entry = self.by_name[found[1].lower()]
            if entry.anchor in self.seen or not _same_case(found[1], entry):
                continue
            self.seen.add(entry.anchor)
            assert text is not None
            between = text[start : found.start()]
            if links:
                links[-1].tail = between
            else:
                before = between
            link = etree.Element("a", {"class": "term", "title": entry.meaning})
            link.set("href", f"{self.target}#{entry.anchor}")
            link.text = found[0]
            links.append(link)
            start = found.end()
        if links and text is not None:
            links[-1].tail = text[start:]
        return before, links


def _same_case(found: str, entry: Term) -> bool:
    """Whether `found` is written as the entry is; words in small letters may start a sentence."""
    name = next(name for name in entry.names if name.lower() == found.lower())
    rest = name[1:]
    return found == name if rest != rest.lower() else found[1:] == rest


def _page(md: Markdown) -> str:
    """The source path of the page that is rendered; empty outside MkDocs."""
    if "relpath" not in md.treeprocessors:
        return ""
    return str(md.treeprocessors["relpath"].file.src_uri)  # type: ignore[attr-defined]


class Glossary(Extension):
    """Links the terms of `docs/glossary.md`."""

    def __init__(self, docs: Path) -> None:
        super().__init__()
        self.docs = docs

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the pass, with the terms as the page has them now."""
        entries = terms((self.docs / PAGE).read_text(encoding="utf-8"))
        md.treeprocessors.register(_LinkTerms(md, entries), "glossary", _BEFORE_RELATIVE_LINKS)


def on_config(config: Any) -> Any:
    """MkDocs calls this module as a hook: `scripts` is not on its path yet."""
    config.markdown_extensions.append(Glossary(Path(config.docs_dir)))
    return config
