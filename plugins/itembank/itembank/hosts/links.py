"""Links that authors write into questions, figures and topics: where each stands, what it meets."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from itembank.hosts.site import Site
from itembank.lint.texts import blank_code
from itembank.load import QuestionFile, YamlDocument
from itembank.load.figures import MANIFEST_FILE
from itembank.load.positions import Location
from itembank.load.topics import TOPIC_FILE
from itembank.load.yaml_document import load_or_report
from itembank.model import Diagnostic, Findings, Position

RULE = "broken-link"

_LINK = re.compile(
    r"\]\(\s*(?:<(?P<angled>[^<>\n]+)>|(?P<plain>[^()\s<>]+(?:\([^()\s]*\)[^()\s]*)*))"
    r"|^[ ]{0,3}\[[^\]^]+\]:[ \t]*<?(?P<defined>[^\s<>]+)>?",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class WrittenLink:
    """A relative link as it is written; `target` starts at the root of all pages."""

    position: Position
    target: str

    @property
    def path(self) -> str:
        """The file that it leads to, below the folder of pages."""
        return posixpath.normpath(unquote(urlsplit(self.target).path))


def written_links(site: Site) -> Iterator[WrittenLink]:
    """Yield every relative link in the texts of questions, and in captions and topics."""
    for question in site.loader.questions:
        yield from links_of_question(question)
    for figure in site.bank.figures.values():
        yield from links_of_figure(figure.folder, site.shown(figure.folder))
    folders = {bank.url: bank.path for bank in site.settings.banks}
    for url, topic in site.bank.topics:
        file = site.root / folders[url] / topic / TOPIC_FILE
        base = f"{url}/{topic}/" if topic else f"{url}/"
        yield from _of_file(file, site.shown(file), ("description",), base)


def links_of_question(question: QuestionFile) -> Iterator[WrittenLink]:
    """Yield every relative link in the texts of a question."""
    for location, text in question.texts():
        yield from _links(question.document, location, text)


def links_of_figure(folder: Path, shown_as: str) -> Iterator[WrittenLink]:
    """Yield every relative link in the caption of the figure in `folder`."""
    return _of_file(folder / MANIFEST_FILE, f"{shown_as}/{MANIFEST_FILE}", ("caption",), "")


def check_links(site: Site, docs: Path, findings: Findings) -> None:
    """Record links to files that are neither below `docs` nor added by itembank.

    For hosts that do not look themselves. Anchors are left to the host: only it knows them.
    """
    added = {entry.src_uri for entry in site.bank.items.values()}
    for url, topics in site.arrangement.banks.items():
        added |= {f"{url}/index.md", *(topic.src_uri for topic in topics)}
    for link in written_links(site):
        path = link.path
        if path in added or (docs / path).is_file():
            continue
        message = f"there is no page or file `{path}`"
        hint = (
            f"a link names the source file: `{path}.md`"
            if (docs / f"{path}.md").is_file() or f"{path}.md" in added
            else "links in questions and captions start at the root of all pages"
        )
        findings.extend([Diagnostic(link.position, "warning", RULE, message, hint)])


def _of_file(file: Path, shown_as: str, location: Location, base: str) -> Iterator[WrittenLink]:
    document = load_or_report(file, shown_as, Findings())
    text = document and document.text(location)
    if document and text:
        for link in _links(document, location, text):
            yield WrittenLink(link.position, base + link.target)


def _links(document: YamlDocument, location: Location, text: str) -> Iterator[WrittenLink]:
    if "](" not in text and "]:" not in text:
        return
    for match in _LINK.finditer(blank_code(text)):
        name = match.lastgroup or ""
        target = match[name]
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or not parts.path or "{{=" in target:
            continue
        at = document.text_position(location, match.start(name))
        yield WrittenLink(at, target.lstrip("/"))
