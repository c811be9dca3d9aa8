"""Check a site, or single files of it: mistakes of the format, then the rules of item writing."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from itembank.hosts.cli.console import CommandError
from itembank.hosts.cli.places import load_site
from itembank.hosts.links import check_links
from itembank.hosts.site import Site
from itembank.lint import (
    Context,
    Rule,
    check_questions,
    lint_bank,
    lint_page,
    lint_question,
    subject_of,
)
from itembank.load import SETTINGS_FILE, BankLoader, QuestionFile
from itembank.model import Diagnostic, Findings, Position, Settings
from itembank.model.settings import BankSettings
from itembank.values import expand

_FIGURE_EMBED = re.compile(r"^[ \t>]*/{3,}[ ]*figure[ ]*\|[ ]*(?P<id>[\w-]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the author may set for a run: see `itembank.lint.Context`."""

    today: datetime.date
    review_days: int
    guess_bound: float
    docs: str
    """Folder of pages, below the site's root."""


def check(
    root: Path, files: Sequence[Path], rules: Sequence[Rule], limits: Limits
) -> tuple[list[Diagnostic], int]:
    """Return what is wrong in the site at `root`, or in `files` of it, and how many questions."""
    site, findings = load_site(root)
    questions = site.loader.questions
    docs = (root / limits.docs).resolve()
    pages = sorted(docs.rglob("*.md"))
    if docs.is_dir():
        check_links(site, docs, findings)
    if files:
        chosen = {file.resolve(): file for file in files if file.suffix == ".md"}
        pages = [page for page in pages if chosen.pop(page, None)]
        for other in chosen.values():
            raise CommandError(
                f"`{other}` is no page below `{limits.docs}`: name yours with --docs"
            )
    site.check_pages(docs, findings, pages)
    if files:
        questions, findings = _only([f for f in files if f.suffix != ".md"], site, findings, pages)
    context = Context(
        today=limits.today,
        settings=site.settings,
        review_days=limits.review_days,
        guess_bound=limits.guess_bound,
        unused_figures=frozenset() if files else _unused_figures(site, pages),
        exams=tuple(site.bank.exams.values()),
    )

    def shown(text: str) -> str:
        return expand(text, site.evaluator, lambda _: None)

    found = list(findings)
    for question in questions:
        if question.item is not None:
            subject = subject_of(question.item, question.document, shown)
            found += lint_question(subject, context, rules)
    if not files:
        items = [entry.item for entry in site.bank.items.values()]
        found += lint_bank(items, _bank_position(site), context, rules)
    if any(rule.id == "bare-number" for rule in rules):
        found += (hit for page in pages for hit in _page_hits(site, page, shown))
    return found, len(questions)


def _page_hits(site: Site, page: Path, shown: Callable[[str], str]) -> Iterator[Diagnostic]:
    text = page.read_text(encoding="utf-8", errors="replace")
    for hit in lint_page(text, shown):
        line = text.count("\n", 0, hit.offset) + 1
        column = hit.offset - text.rfind("\n", 0, hit.offset)
        at = Position(site.shown(page), line, column)
        yield Diagnostic(at, hit.severity, hit.rule, hit.message, hit.hint)


def question_at(root: Path, file: Path) -> tuple[QuestionFile | None, Settings, Findings]:
    """Return the question in `file`, settings whose only bank holds it, and its mistakes."""
    site, findings = load_site(root)
    questions, kept = _only([file], site, findings)
    shown = site.shown(file)
    urls = [b.url for b in site.settings.banks if Path(shown).is_relative_to(b.path)]
    bank = BankSettings(path="content/questions", url=next(iter(urls), "questions"))
    return next(iter(questions), None), _with_bank(site.settings, bank), kept


def _only(
    files: Sequence[Path], site: Site, findings: Findings, pages: Sequence[Path] = ()
) -> tuple[list[QuestionFile], Findings]:
    """Return the questions in `files` with what was found in them and in `pages`.

    A file outside the bank is read too.
    """
    wanted = {site.shown(file) for file in (*files, *pages)}
    known = {found.position.path for found in findings}
    known |= {question.document.path for question in site.loader.questions}
    questions = [q for q in site.loader.questions if q.document.path in wanted]
    kept = Findings()
    kept.extend(found for found in findings if found.position.path in wanted)
    for file in files:
        if site.shown(file) in known:
            continue
        folder = BankSettings(path=Path(site.shown(file)).parent.as_posix())
        loader = BankLoader(site.root)
        found = Findings()
        loader.load(_with_bank(site.settings, folder), found)
        alone = [
            q for q in loader.questions if (site.root / q.document.path).resolve() == file.resolve()
        ]
        check_questions(alone, site.evaluator, found)
        questions += alone
        kept.extend(d for d in found if (site.root / d.position.path).resolve() == file.resolve())
    return questions, kept


def _with_bank(settings: Settings, bank: BankSettings) -> Settings:
    return settings.model_copy(update={"banks": (bank,)})


def _unused_figures(site: Site, pages: Sequence[Path]) -> frozenset[str]:
    used = {entry.item.figure for entry in site.bank.items.values()}
    for page in pages:
        text = page.read_text(encoding="utf-8", errors="replace")
        used |= {match["id"] for match in _FIGURE_EMBED.finditer(text)}
    return frozenset(site.bank.figures.keys() - used)


def _bank_position(site: Site) -> Position:
    """Return where findings about the whole bank stand: the settings, else the bank's folder."""
    if (site.root / SETTINGS_FILE).is_file():
        return Position(SETTINGS_FILE)
    return Position(site.settings.banks[0].path)
