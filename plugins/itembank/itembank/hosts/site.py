"""One site's bank, values and checks, as every adapter needs them; kept between builds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from itembank.hosts.before_build import BeforeBuildRunner
from itembank.hosts.provider import Provider
from itembank.lint import check_questions
from itembank.load import SETTINGS_FILE, BankLoader, load_settings
from itembank.markup import Problem, check_page
from itembank.model import Bank, Findings, Position, Settings
from itembank.values import Evaluator

BROWSER_FILES = Path(__file__).parent.parent / "browser" / "dist"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load: its plain `name`, its `uri` with a version, `file` on disk."""

    name: str
    uri: str
    file: Path


@dataclass(slots=True)
class Site:
    """State of the site at `root` (the folder of `itembank.yml`)."""

    root: Path
    settings: Settings = field(default_factory=Settings)
    bank: Bank = field(default_factory=Bank)
    evaluator: Evaluator = field(default_factory=lambda: Evaluator({}))
    loader: BankLoader = field(init=False)
    before_build: BeforeBuildRunner = field(init=False)
    provider: Provider = field(init=False)

    def __post_init__(self) -> None:
        self.loader = BankLoader(self.root)
        self.before_build = BeforeBuildRunner(self.root)
        self.provider = Provider(self.root)

    def load(self, *, keep_last_good: bool, tell: Callable[[str], None]) -> Findings:
        """Bring everything up to date and return all mistakes found on the way."""
        findings = Findings()
        settings = load_settings(self.root, findings)
        if settings is not None:
            self.settings = settings
        self.before_build.run(self.settings.before_build, findings, tell)
        self.evaluator = Evaluator(self.provider.load(self.settings.values, findings))
        self.bank = self.loader.load(self.settings, findings, keep_last_good=keep_last_good)
        check_questions(self.loader.questions, self.evaluator, findings)
        return findings

    def check_pages(self, pages: Iterable[Path], findings: Findings) -> None:
        """Record mistakes in the embeds and values of Markdown pages."""
        for page in pages:
            try:
                text = page.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError):
                continue  # the host reports it in its own words
            if "///" not in text and "{{=" not in text:
                continue
            name = self.shown(page)

            def report(problem: Problem, name: str = name) -> None:
                at = Position(name, problem.line, problem.column)
                findings.error(at, problem.rule, problem.message, problem.hint)

            check_page(text.split("\n"), self.bank, self.evaluator, report)

    def watched(self) -> list[Path]:
        """Files and folders whose change must rebuild the site."""
        settings = self.settings
        names = [SETTINGS_FILE, *(bank.path for bank in settings.banks), *settings.watch]
        names += [settings.sources] if settings.sources else []
        names += settings.before_build.inputs if settings.before_build else ()
        return [self.root / name for name in dict.fromkeys(names)]

    def assets(self) -> Iterator[Asset]:
        """Yield everything that pages may load."""
        for file in sorted(BROWSER_FILES.glob("itembank.*")):
            yield _asset(file.name, "assets/itembank", file)
        for figure in self.bank.figures.values():
            folder = f"figures/{figure.manifest.id}"
            names = [image.file for image in figure.manifest.images]
            names += [figure.manifest.data] if figure.manifest.data else []
            for name in names:
                yield _asset(f"{folder}/{name}", f"assets/{folder}", figure.folder / name)

    def shown(self, file: Path) -> str:
        """Return the path of `file` as the author would type it."""
        try:
            return file.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return file.as_posix()


def _asset(name: str, folder: str, file: Path) -> Asset:
    version = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
    return Asset(name, f"{folder}/{file.stem}.{version}{file.suffix}", file)
