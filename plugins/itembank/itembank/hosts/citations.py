"""Citations in the texts of YAML files: each source must be in the sources file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from itembank.lint.citations import check_citations
from itembank.load import QuestionFile, YamlDocument
from itembank.load.figures import MANIFEST_FILE
from itembank.load.positions import Location
from itembank.load.topics import TOPIC_FILE
from itembank.load.yaml_document import load_or_report
from itembank.model import Bank, Findings


def check_cited(
    bank: Bank, questions: Iterable[QuestionFile], root: Path, findings: Findings
) -> None:
    """Record citations that name no source, in questions, captions and topics of the site."""
    if not bank.sources:
        return
    for document, location, text in _texts(bank, questions, root):
        for problem in check_citations(text, bank.sources):
            at = document.text_position(location, problem.offset)
            findings.error(at, problem.rule, problem.message, problem.hint)


def _texts(
    bank: Bank, questions: Iterable[QuestionFile], root: Path
) -> Iterator[tuple[YamlDocument, Location, str]]:
    for question in questions:
        if "[@" in question.document.source:
            yield from ((question.document, *found) for found in question.texts())
    files: list[tuple[str, Location]] = []
    for figure in bank.figures.values():
        if "[@" in figure.manifest.caption:
            name = f"{bank.settings.figures}/{figure.folder.name}/{MANIFEST_FILE}"
            files.append((name, ("caption",)))
    folders = {settings.url: settings.path for settings in bank.settings.banks}
    for (url, folder), topic in bank.topics.items():
        if "[@" in (topic.description or ""):
            name = "/".join(filter(None, (folders[url], folder, TOPIC_FILE)))
            files.append((name, ("description",)))
    for name, location in files:
        document = load_or_report(root / name, name, Findings())
        if document and (text := document.text(location)) is not None:
            yield document, location, text
