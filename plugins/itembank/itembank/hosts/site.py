"""One site's bank, values and checks, as every adapter needs them; kept between builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from itembank.hosts.addresses import added_pages, address, check_addresses, check_own_page
from itembank.hosts.assets import Asset, Assets
from itembank.hosts.before_build import BeforeBuildRunner
from itembank.hosts.citations import check_cited
from itembank.hosts.provider import Provider
from itembank.hosts.questions import CheckedQuestions
from itembank.hosts.stamps import Stamps, stamps
from itembank.language import languages, speak
from itembank.load import SETTINGS_FILE, BankLoader, SettingsFile, load_settings
from itembank.markup import Problem, check_page
from itembank.markup.placement import check_placements
from itembank.model import Bank, BankItem, Diagnostic, Findings, Position, Settings
from itembank.model.arrangement import Arrangement, arrange
from itembank.values import Evaluator, Functions


@dataclass(slots=True)
class Site:
    """State of the site at `root` (the folder of `itembank.yml`)."""

    root: Path
    settings: Settings = field(default_factory=Settings)
    bank: Bank = field(default_factory=Bank)
    arrangement: Arrangement = field(default_factory=lambda: arrange(Bank()))
    evaluator: Evaluator = field(default_factory=lambda: Evaluator({}))
    loader: BankLoader = field(init=False)
    before_build: BeforeBuildRunner = field(init=False)
    provider: Provider = field(init=False)
    seen: Stamps = field(default_factory=dict)
    """What the watched files were when the last load began."""
    _readable: bool = False
    _good: dict[str, BankItem] = field(default_factory=dict)
    """Questions as they were when nothing was wrong with them, while serving."""
    _functions: Functions = field(default_factory=dict)
    _checked: CheckedQuestions = field(default_factory=CheckedQuestions)
    _assets: Assets = field(default_factory=Assets)

    def __post_init__(self) -> None:
        self.loader = BankLoader(self.root)
        self.before_build = BeforeBuildRunner(self.root)
        self.provider = Provider(self.root)

    def load(self, *, keep_last_good: bool, tell: Callable[[str], None]) -> Findings:
        """Bring everything up to date and return all mistakes found on the way."""
        findings = Findings()
        file = load_settings(self.root, findings)
        self._readable = file.settings is not None or self._readable
        if not self._readable:
            return findings  # without settings everything else would look wrong
        self.settings = file.settings or self.settings
        self._speak(file, findings)
        seen = stamps(self.watched())
        at = file.position("before_build", "run")
        self.before_build.run(self.settings.before_build, at, findings, tell)
        self._load_functions(file, findings)
        self.bank = self.loader.load(self.settings, findings, keep_last_good=keep_last_good)
        self._checked.check(self.loader.questions, self.evaluator, findings)
        check_cited(self.bank, self.loader.questions, self.root, findings)
        if keep_last_good:
            self._keep_last_good(findings)
        self.arrangement = arrange(self.bank)
        check_addresses(self.bank, self.arrangement, findings)
        self.seen = {**stamps(self.watched()), **seen}
        return findings

    def _keep_last_good(self, findings: Findings) -> None:
        """Put questions with mistakes in their texts back to what they were before them."""
        wrong = {found.position.path for found in findings.errors}
        entries = self.bank.items
        good = {item_id: entry for item_id, entry in entries.items() if entry.path not in wrong}
        if len(good) < len(entries):
            items = {item_id: self._good.get(item_id, entry) for item_id, entry in entries.items()}
            self.bank = replace(self.bank, items=items | good)
        self._good = {i: e for i, e in self._good.items() if i in entries} | good

    def _load_functions(self, file: SettingsFile, findings: Findings) -> None:
        """Make a new evaluator if the functions, or what can be said about them, has changed."""
        at = file.position("values", "module")
        functions = self.provider.load(self.settings.values, at, self._value_inputs(), findings)
        known = file.complete or self.settings.values is not None
        complete = known and not self.provider.failed
        if functions is not self._functions or complete is not self.evaluator.complete:
            self._functions = functions
            self.evaluator = Evaluator(functions, complete=complete)

    def _speak(self, file: SettingsFile, findings: Findings) -> None:
        """Let the words of pages be in the site's language, if there is a catalogue for it."""
        language = self.settings.language
        if language not in languages():
            hint = f"languages: {', '.join(languages())}"
            at = file.position("language")
            findings.error(at, "language", f"no catalogue for the language `{language}`", hint)
        speak(language)

    def check_pages(
        self, docs: Path, findings: Findings, pages: Iterable[Path] | None = None
    ) -> None:
        """Record mistakes in the embeds and values of Markdown pages: all below `docs`, or `pages`.

        Pages that hide one that itembank would add are recorded too.
        """
        if not self._readable:
            return
        added = added_pages(self.bank, self.arrangement)
        for page in sorted(docs.rglob("*.md")) if pages is None else pages:
            try:
                text = page.read_text(encoding="utf-8-sig")
            except UnicodeDecodeError as error:
                at = Position(self.shown(page), error.object.count(b"\n", 0, error.start) + 1)
                findings.error(at, "encoding", "not UTF-8", "save the file as UTF-8")
                continue
            except OSError:
                continue  # the host reports it in its own words
            hidden = added.get(address(page.relative_to(docs).as_posix()))
            if not hidden and not any(mark in text for mark in ("///", "{{=", "[@")):
                continue
            name = self.shown(page)

            def report(problem: Problem, name: str = name) -> None:
                at = Position(name, problem.line, problem.column)
                found = Diagnostic(
                    at, problem.severity, problem.rule, problem.message, problem.hint
                )
                findings.extend([found])

            lines = text.split("\n")
            if hidden:
                check_own_page(lines, hidden, report)
            check_page(lines, self.bank, self.evaluator, report)
            check_placements(lines, self.bank, self.arrangement, report)

    def watched(self) -> list[Path]:
        """Files and folders whose change must rebuild the site."""
        settings = self.settings
        names = [SETTINGS_FILE, *(bank.path for bank in settings.banks)]
        names += [name for name in (settings.sources, settings.exams) if name]
        if settings.figures and settings.before_build is None:
            names.append(settings.figures)  # else it is what the build itself writes
        paths = [*(self.root / name for name in names), *self._value_inputs()]
        return list(dict.fromkeys([*paths, *self.provider.code()]))

    def published(self, docs: Path) -> list[str]:
        """Return the banks that lie below `docs`, where hosts publish every file as it is."""
        inside = docs.resolve()
        paths = dict.fromkeys(bank.path for bank in self.settings.banks)
        return [path for path in paths if (self.root / path).resolve().is_relative_to(inside)]

    def assets(self) -> Iterator[Asset]:
        """Yield everything that pages may load."""
        return self._assets.of(self.bank, self.arrangement)

    def _value_inputs(self) -> list[Path]:
        settings = self.settings
        inputs = settings.before_build.inputs if settings.before_build else ()
        return [self.root / name for name in (*settings.watch, *inputs)]

    def shown(self, file: Path) -> str:
        """Return the path of `file` as the author would type it."""
        try:
            return file.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return file.as_posix()
