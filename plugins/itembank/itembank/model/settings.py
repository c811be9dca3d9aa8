"""`itembank.yml`: the settings that every adapter reads."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from itembank.model.choice import ScoringPolicy
from itembank.model.order import OrderPolicy
from itembank.model.parts import Part

URL_PATTERN = r"^[\w-]+(?:/[\w-]+)*$"
REPORT_PATTERN = r"^(?:https?://|mailto:)\S*\{id\}\S*$"
ENDPOINT_PATTERN = r"^https?://[^\s?#]+$"
MODULE_PATTERN = r"^[A-Za-z_][\w.]*$"

FolderName = Annotated[str, Field(min_length=1)]


class BankSettings(Part):
    """A folder of question files and the address below which its pages stand."""

    path: FolderName
    url: Annotated[str, Field(pattern=URL_PATTERN)] = "questions"


class ValuesSettings(Part):
    """The Python module whose `__all__` names the functions that expressions may call."""

    module: Annotated[str, Field(pattern=MODULE_PATTERN)]
    path: FolderName = "."
    """Folder that is put on the import path."""


class BeforeBuild(Part):
    """A command to run before a build whenever one of its inputs has changed."""

    run: Annotated[tuple[str, ...], Field(min_length=1, strict=False)]
    """Program and arguments; `python` means the interpreter that builds the site."""
    inputs: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """Files and folders whose change asks for a new run; they are watched while serving."""
    path: FolderName = "."
    """Folder that is put on the import path of a Python command."""


class ScoringSettings(Part):
    """Policies for questions that name none."""

    select_all: ScoringPolicy = "net_correct"
    other: ScoringPolicy = "all_or_nothing"
    order: OrderPolicy = "pairs"


class PracticeSettings(Part):
    """What readers meet when they practise."""

    confidence: bool = False
    """Ask before Submit how sure the reader is; the reader need not say."""
    tries: Annotated[int, Field(ge=1, le=10)] = 1
    """How often a reader may answer before the page shows the answer. Until then it shows nothing
    but the score, and the answer to those who ask for it."""
    pages: Annotated[str, Field(pattern=URL_PATTERN)] | None = None
    """Address below which the pages *Your progress* and *Review* stand, such as `practice`; without
    it there are none, and lists of questions have no marks."""
    key_pages: bool = True
    """Give each topic a page to print that holds its answers alone."""


class XapiSettings(Part):
    """Where to send an xAPI statement for each answer."""

    endpoint: Annotated[str, Field(pattern=ENDPOINT_PATTERN)]
    """Address of a learning record store, or of a server between, without `/statements`."""


class Settings(Part):
    """The whole of `itembank.yml`; every path is relative to the folder of that file."""

    banks: Annotated[tuple[BankSettings, ...], Field(strict=False)] = (
        BankSettings(path="content/questions"),
    )
    exams: FolderName | None = None
    """Folder of practice exams."""
    sources: FolderName | None = None
    """YAML file that resolves `ref` keys."""
    figures: FolderName | None = None
    """Folder that holds a sub-folder for each figure."""
    values: ValuesSettings | None = None
    before_build: BeforeBuild | None = None
    watch: Annotated[tuple[str, ...], Field(strict=False)] = ()
    """More files and folders that reload the site while serving."""
    scoring: ScoringSettings = ScoringSettings()
    practice: PracticeSettings = PracticeSettings()
    storage_key: Annotated[str, Field(pattern=r"^[\w./-]+$")] | None = None
    """Name under which browsers store progress; by default the path of the site's root. Versions
    of a site that stand beside each other share progress if they share it."""
    report: Annotated[str, Field(pattern=REPORT_PATTERN)] | None = None
    """Address where a reader can say that a question is wrong; `{id}` in it becomes its id."""
    xapi: XapiSettings | None = None
    """Sends statements about answers to a server of yours; nothing is sent without it."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(?:[-_][A-Za-z]+)?$")] = "en"
    """Language of the words around the authors' texts: `en`, `de` or `ar`."""

    @property
    def has_deck(self) -> bool:
        """Whether pages of the site draw questions from the whole bank."""
        return bool(self.add_ons)

    @property
    def add_ons(self) -> tuple[str, ...]:
        """The pages of practice that the site has: `exam`, `study`."""
        has = {"exam": self.exams is not None, "study": self.practice.pages is not None}
        return tuple(name for name, wanted in has.items() if wanted)
