"""Everything that the settings name -> the bank; unchanged files are not read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from itembank.load.exams import ExamFiles, check_exam_domains, load_exams
from itembank.load.figures import FigureLoader
from itembank.load.items import QuestionFile, check_figure, check_sources, load_question
from itembank.load.sources import load_sources
from itembank.load.topics import TOPIC_FILE, load_topics
from itembank.model import Bank, BankItem, Diagnostic, Findings, Item, Settings, Source
from itembank.model.exam import Exam
from itembank.model.settings import BankSettings

_Fingerprint = tuple[int, int]


@dataclass(slots=True)
class _Entry:
    fingerprint: _Fingerprint
    question: QuestionFile | None
    found: tuple[Diagnostic, ...]
    last_good: Item | None


@dataclass(slots=True)
class BankLoader:
    """Loads the bank of the site at `root`; kept between builds, it reads only what changed."""

    root: Path
    files_read: int = 0
    questions: list[QuestionFile] = field(default_factory=list)
    """The question files of the last load, those with mistakes too."""
    _cache: dict[Path, _Entry] = field(default_factory=dict)
    _figures: FigureLoader = field(default_factory=FigureLoader)
    _last_exams: Mapping[str, Exam] = field(default_factory=dict)

    def load(self, settings: Settings, findings: Findings, *, keep_last_good: bool = False) -> Bank:
        """Return the bank, recording every mistake.

        With `keep_last_good` an item whose file has become invalid stays as it last was.
        """
        sources = (
            load_sources(self.root / settings.sources, settings.sources, findings)
            if settings.sources
            else None
        )
        figures, broken_figures = (
            self._figures.load(self.root / settings.figures, settings.figures, findings)
            if settings.figures
            else ({}, set[str]())
        )
        known_figures = figures.keys() | broken_figures
        items: dict[str, BankItem] = {}
        broken: set[str] = set()
        first_uses: dict[str, str] = {}
        self.questions = []
        seen: set[Path] = set()
        for bank, file, topic in self._files(settings):
            seen.add(file)
            shown_as = f"{bank.path}/{file.relative_to(self.root / bank.path).as_posix()}"
            entry = self._entry(file, shown_as)
            findings.extend(entry.found)
            if (question := entry.question) is not None:
                self.questions.append(question)
                check_figure(question.document, known_figures, findings)
                if sources is not None or not settings.sources:
                    check_sources(question.document, sources, findings)
                if _is_used_again(question, shown_as, first_uses, findings):
                    continue
            item = question.item if question else None
            if item is None:
                broken.add(question.item_id or "" if question else file.stem)
                item = entry.last_good if keep_last_good else None
            if item is not None and item.id not in items:
                items[item.id] = BankItem(item, path=shown_as, topic=topic, url=bank.url)
        self._cache = {file: entry for file, entry in self._cache.items() if file in seen}
        topics = {
            (bank.url, folder): topic
            for bank in settings.banks
            for folder, topic in load_topics(self.root / bank.path, bank.path, findings).items()
        }
        exams = self._exams(settings, sources, findings, keep_last_good=keep_last_good)
        broken |= broken_figures | exams.broken
        return Bank(settings, items, figures, sources or {}, frozenset(broken), topics, exams.exams)

    def _exams(
        self,
        settings: Settings,
        sources: Mapping[str, Source] | None,
        findings: Findings,
        *,
        keep_last_good: bool,
    ) -> ExamFiles:
        """Return the exams, after checking the domains that questions name against them."""
        if settings.exams is None:
            return ExamFiles({})
        found = load_exams(self.root / settings.exams, settings.exams, findings)
        if sources is not None or not settings.sources:
            for document in found.documents:
                check_sources(document, sources, findings)
        for question in self.questions:
            check_exam_domains(question.document, found.exams, findings)
        if keep_last_good:
            last = {name: exam for name, exam in self._last_exams.items() if name in found.broken}
            found = replace(found, exams={**found.exams, **last})
        self._last_exams = found.exams
        return found

    def _files(self, settings: Settings) -> Iterator[tuple[BankSettings, Path, str]]:
        """Yield every question file with its bank and its topic, which is its folder."""
        for bank in settings.banks:
            folder = self.root / bank.path
            for file in sorted([*folder.rglob("*.yml"), *folder.rglob("*.yaml")]):
                if file.name == TOPIC_FILE or file.name.startswith("."):
                    continue  # a dot starts the names of what editors leave beside a file
                topic = file.parent.relative_to(folder).as_posix()
                yield bank, file, "" if topic == "." else topic

    def _entry(self, file: Path, shown_as: str) -> _Entry:
        status = file.stat()
        fingerprint = (status.st_mtime_ns, status.st_size)
        entry = self._cache.get(file)
        if entry is None or entry.fingerprint != fingerprint:
            found = Findings()
            question = load_question(file, shown_as, found)
            self.files_read += 1
            last_good = (question and question.item) or (entry.last_good if entry else None)
            entry = _Entry(fingerprint, question, tuple(found), last_good)
            self._cache[file] = entry
        return entry


def _is_used_again(
    question: QuestionFile, path: str, first_uses: dict[str, str], findings: Findings
) -> bool:
    """Record an id that an earlier file has; two files are never one question."""
    if question.item_id is None:
        return False
    first = first_uses.setdefault(question.item_id, path)
    if first == path:
        return False
    at = question.document.position(("id",))
    findings.error(at, "duplicate-id", f"id `{question.item_id}` is already used in {first}")
    return True
