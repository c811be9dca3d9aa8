"""`itembank stats`: counts, and what has no question yet."""

from __future__ import annotations

import json

import pytest

from itembank.hosts.cli import main

from .conftest import SiteFolder


@pytest.fixture
def here(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> SiteFolder:
    monkeypatch.chdir(site.root)
    site.figure("links")
    site.question(
        "a",
        file="networks/a",
        objectives=["rings", "trees"],
        exam_domains={"nca-aiio": "2"},
        difficulty=1,
    )
    site.question("b", file="networks/b", objectives=["rings"], difficulty=3)
    site.question("c")
    (site.root / "content/questions/memory").mkdir()
    site.page("index.md", "/// question | a\n///\n")
    site.page("guide.md", "Nothing asked.\n")
    return site


def test_json(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "questions": 3,
        "kinds": {"choice": 3},
        "topics": {"(none)": 1, "networks": 2},
        "objectives": {"(none)": 1, "rings": 2, "trees": 1},
        "exam_domains": {"(none)": 2, "nca-aiio 2": 1},
        "difficulties": {"(none)": 1, "1": 1, "3": 1},
        "keys": {"1 of 3": 3},
        "topics_without": ["memory"],
        "difficulties_without": ["networks 2"],
        "figures_without": ["links"],
        "pages_without": ["docs/guide.md"],
    }


def test_text_says_the_same(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats"]) == 0
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "3 questions"
    assert lines[lines.index("By topic") :][1:3] == ["1 (none)", "2 networks"]
    assert lines[lines.index("Topics without a question") + 1] == "memory"


def test_files_with_mistakes_are_not_counted_silently(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("d", title=None)
    assert main(["stats", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["questions"] == 3
    assert "1 error; see `itembank lint`" in said.err


def test_an_empty_site(site: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(site.root)]) == 0
    assert capsys.readouterr().out.startswith("0 questions")
