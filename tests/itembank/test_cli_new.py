"""`itembank new`: files that pass, and never one that is lost."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from itembank.hosts.cli import main
from itembank.hosts.cli.new import slug

from .conftest import SiteFolder


class Terminal(io.StringIO):
    """Answers as a person would type them."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def here(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> SiteFolder:
    monkeypatch.chdir(site.root)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    return site


def created(capsys: pytest.CaptureFixture[str]) -> Path:
    return Path(capsys.readouterr().out.strip())


@pytest.mark.parametrize("kind", ["choice", "numeric", "order"])
def test_of_a_new_question_lint_says_what_is_to_be_filled_in(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    title = 'It\'s 50 %: "rings" & <trees> {{= x }}'
    assert main(["new", title, "--type", kind, "--topic", "networks/rings"]) == 0
    file = created(capsys)
    assert file.parent.as_posix() == "content/questions/networks/rings"
    text = file.read_text()
    assert main(["lint"]) == 0
    found = capsys.readouterr().out.splitlines()
    assert {re.sub(r".*: (warning\[[a-z-]+\]).*", r"\1", line) for line in found} == {
        "warning[placeholder]"
    }
    lines = {int(line.split(":")[1]) for line in found}
    to_do = [
        n for n, line in enumerate(text.splitlines(), 1) if re.search("todo|replace-me", line, re.I)
    ]
    assert lines == set(to_do)
    file.write_text(re.sub(r"TODO: |(?<=id: )todo-|replace-me", "x-", text))
    assert main(["lint", "--strict"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("kind", ["choice", "numeric", "order"])
def test_a_new_question_becomes_a_page(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    assert main(["new", "Rings & trees", "--type", kind]) == 0
    page = here.build().page("questions/rings-trees/index.html")
    assert page.text("h1") == "Rings & trees"
    assert page.find("itembank-question").get("data-type") == kind


def test_nothing_is_overwritten(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    note = here.write("content/questions/ring.yml", "my notes\n")
    assert main(["new", "Ring"]) == 2
    assert note.read_text() == "my notes\n"
    assert "exists already" in capsys.readouterr().err


def test_an_id_of_another_file_is_refused(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("ring", file="networks/first")
    assert main(["new", "Ring"]) == 2
    assert "already used in content/questions/networks/first.yml" in capsys.readouterr().err
    assert not (here.root / "content/questions/ring.yml").exists()


def test_what_is_missing_is_asked_for_on_a_terminal(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "Ring all-reduce\n\norder\nnetworks\nhttps://example.org/x\nsection 2\n"
    monkeypatch.setattr("sys.stdin", Terminal(answers))
    assert main(["new"]) == 0
    file = created(capsys)
    assert file.as_posix() == "content/questions/networks/ring-all-reduce.yml"
    text = file.read_text()
    assert "type: order" in text
    assert "{url: 'https://example.org/x', at: 'section 2'}" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "needs a title"),
        (["Ring", "--id", "Ring 1"], "is no id"),
        (["Ring", "--source", "nowhere"], "no source `nowhere`"),
        (["Ring", "--topic", "../up"], "is no topic"),
        (["Ring", "--bank", "other"], "no bank `other`"),
        (["Ring", "--root", "nowhere"], "there is no folder"),
        (["日本"], "name one with --id"),
        (["Ring", "--topic", "a-file"], "a-file` is a file, not a folder"),
    ],
)
def test_a_wrong_answer_is_said_and_writes_nothing(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    here.write("content/questions/a-file", "x")
    assert main(["new", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not list((here.root / "content/questions").rglob("*.yml"))


def test_a_source_of_the_sources_file_is_a_ref(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write("sources.yml", "sources: {zero: {title: ZeRO}}\n")
    here.settings(sources="sources.yml")
    assert main(["new", "Ring", "--source", "zero", "--at", "it's table 4"]) == 0
    assert "{ref: zero, at: 'it''s table 4'}" in created(capsys).read_text()
    assert main(["lint"]) == 0


def test_settings_with_a_mistake_are_told_first(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.write("itembank.yml", "bank: content\n")
    assert main(["new", "Ring"]) == 2
    assert "itembank.yml:1:1: error[unknown-key]: unknown key `bank`" in capsys.readouterr().err
    assert not list((here.root / "content/questions").iterdir())


def test_editors_find_the_schema_of_the_site(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = here.write("docs/schemas/question-1.json", "{}")
    assert main(["new", "Ring", "--topic", "networks"]) == 0
    file = created(capsys)
    first = file.read_text().splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../../docs/schemas/question-1.json"
    assert (file.parent / first.partition("=")[2]).resolve() == schema.resolve()


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Ring all-reduce", "ring-all-reduce"),
        ("  What's “MFU”, in %?  ", "whats-mfu-in"),
        ("Übergänge", "ubergange"),
        ("Straße nach Łódź", "strasse-nach-lodz"),
        ("Why 3 µs?", "why-3-us"),
        ("日本", ""),
        ("word " * 16 + "longer", "-".join(["word"] * 16)),
        ("a" * 79 + " b", "a" * 79),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected
