"""What `itembank lint` checks, prints and returns."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from itembank.hosts.cli import main

from .conftest import SiteFolder

CLEAN: dict[str, Any] = {
    "options": [
        {"id": "twice", "text": "Almost twice", "correct": True, "rationale": "Both phases."},
        {"id": "once", "text": "Just once", "correct": False, "rationale": "One phase only."},
        {"id": "none", "text": "Nothing", "correct": False, "rationale": "It sends."},
    ]
}
LETTER = {**CLEAN, "explanation": "Not option B."}
NUMBER = {**CLEAN, "explanation": "It takes 5 ms."}


@pytest.fixture
def here(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> SiteFolder:
    monkeypatch.chdir(site.root)
    return site


def lint(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    code = main(["lint", "--today", "2026-12-01", "--format", "json", *arguments])
    return code, json.loads(capsys.readouterr().out)["findings"]


def test_errors_fail_warnings_only_when_strict(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("a", **CLEAN)
    assert lint(capsys) == (0, [])
    here.question("a", **NUMBER)
    assert lint(capsys)[0] == 0
    assert lint(capsys, "--strict")[0] == 1
    here.question("a", **LETTER)
    assert lint(capsys)[0] == 1


def test_information_never_fails(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    here.question("a", **CLEAN, scoring="each_answer")
    code, found = lint(capsys, "--strict")
    assert [each["severity"] for each in found] == ["info"]
    assert code == 0


def test_select_and_ignore(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    here.question("a", **CLEAN | {"explanation": "Not option B, it takes 5 ms."})
    rules = [each["rule"] for each in lint(capsys)[1]]
    assert sorted(rules) == ["bare-number", "letter-reference"]
    found = lint(capsys, "--select", "bare-number")[1]
    assert [each["rule"] for each in found] == ["bare-number"]
    found = lint(capsys, "--ignore", "bare-number, letter-reference")[1]
    assert found == []


def test_errors_of_the_format_cannot_be_left_out(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("a", **CLEAN | {"explanation": "# heading"})
    code, found = lint(capsys, "--select", "bare-number")
    assert (code, [each["rule"] for each in found]) == (1, ["heading"])


def test_an_unknown_rule_is_said_and_ends_with_2(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint", "--ignore", "bare-numbers"]) == 2
    assert "did you mean `bare-number`?" in capsys.readouterr().err


def test_single_files_are_checked_alone(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("a", **LETTER)
    here.question("b", **NUMBER)
    here.page("index.md", "/// question | unknown\n///\n")
    code, found = lint(capsys, "content/questions/b.yml")
    assert [(each["path"], each["rule"]) for each in found] == [
        ("content/questions/b.yml", "bare-number")
    ]
    assert code == 0


def test_a_file_outside_of_every_bank_is_checked_too(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("a", **LETTER)
    (here.root / "drafts").mkdir()
    (here.root / "content/questions/a.yml").rename(here.root / "drafts/a.yml")
    code, found = lint(capsys, "drafts/a.yml")
    assert [(each["path"], each["rule"]) for each in found] == [
        ("drafts/a.yml", "letter-reference")
    ]
    assert code == 1


@pytest.mark.parametrize("text", ["id: [", "- a", ""])
def test_a_file_that_is_no_question_is_an_error(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (here.root / "draft.yml").write_text(text)
    code, found = lint(capsys, "draft.yml")
    assert code == 1
    assert {each["path"] for each in found} == {"draft.yml"}


def test_paths_lead_to_the_file_from_where_the_author_stands(
    here: SiteFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here.question("a", **LETTER)
    monkeypatch.chdir(here.root / "docs")
    paths = {each["path"] for each in lint(capsys, "..")[1]}
    assert paths == {"../content/questions/a.yml"}
    assert all(Path(path).is_file() for path in paths)


def test_reviews_and_guesses_have_limits_to_set(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("a", **CLEAN)
    assert lint(capsys, "--review-days", "0", "--today", "2026-12-02")[1][0]["rule"] == (
        "review-stale"
    )
    assert lint(capsys, "--guess-bound", "0.1")[1][0]["rule"] == "blind-guess"


def test_values_are_computed_before_lengths_are_compared(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.values('__all__ = ["n"]\ndef n():\n    return 2\n', "lint_lengths")
    options = [dict(option) for option in CLEAN["options"]]
    options[0]["text"] = "It is {{= n() + n() + n() + n() + n() + n() }} of them"
    options[1]["text"] = "It is one of the others"
    here.question("a", options=options)
    assert lint(capsys, "--select", "key-longest") == (0, [])


def test_a_number_that_the_question_computes_elsewhere_is_fine(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.values('__all__ = ["n"]\ndef n():\n    return 0.05\n', "lint_computed")
    here.question("a", **CLEAN | {"explanation": "With {{= n() | % }} it is so, with 5 % always."})
    assert lint(capsys, "--select", "bare-number") == (0, [])
    here.question("a", **CLEAN | {"explanation": "With {{= n() | % }} it is so, with 6 % always."})
    assert len(lint(capsys, "--select", "bare-number")[1]) == 1


def test_a_figure_in_use_is_not_reported(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.figure("links")
    here.question("a", **CLEAN)
    unused = ("itembank.yml", "figure-unused")
    assert [(each["path"], each["rule"]) for each in lint(capsys)[1]] == [unused]
    here.page("index.md", "/// figure | links\n///\n")
    assert lint(capsys)[1] == []


def run(site: SiteFolder, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    program = f"{shlex.quote(sys.executable)} -m itembank.hosts.cli"
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command.replace("itembank", program, 1)],
        cwd=site.root,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_console_without_the_characters_gets_their_codes(here: SiteFolder) -> None:
    here.question("a", **LETTER)
    done = run(here, "itembank lint", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert "\\u201coption B\\u201d names an option" in done.stdout
    assert done.stderr.startswith("1 question, 1 error")


def test_a_reader_that_has_seen_enough_sees_no_traceback(here: SiteFolder) -> None:
    for number in range(300):
        here.question(f"q-{number}", **LETTER)
    done = run(here, "itembank lint | head -1")
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_no_such_path(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "nowhere.yml"]) == 2
    assert "there is no file or folder `nowhere.yml`" in capsys.readouterr().err


def test_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--rules"]) == 0
    assert "### `letter-reference`" in capsys.readouterr().out


def test_a_folder_without_questions_is_a_mistake(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lint"]) == 2
    assert "no question was found" in capsys.readouterr().err


def test_single_pages_are_checked_too(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site.root)
    site.write_config()
    site.question("ring", stem="Half[^1]?")
    site.page("a/one.md", "# One\n\n/// question | rang\n///\n\nIt is 50 GB/s.\n")
    site.page("two.md", "# Two\n\n/// question | rong\n///\n")
    assert main(["lint", "docs/a/one.md"]) == 1
    found = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in found] == ["docs/a/one.md:3:1:", "docs/a/one.md:6:7:"]
    site.page("two.md", "# Two\n")
    assert main(["lint", "docs/two.md"]) == 0
    site.write("other.md", "# Other\n")
    assert main(["lint", "other.md"]) == 2
    assert "`other.md` is no page below `docs`" in capsys.readouterr().err
    assert main(["lint", "--docs", "pages"]) == 2
    assert "there is no folder `pages`" in capsys.readouterr().err
