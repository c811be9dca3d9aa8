"""`itembank preview`: one question as a page, from anywhere."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from itembank.hosts.cli import main

from .conftest import Html, SiteFolder

MATERIAL = "ignore:.*:DeprecationWarning"


@pytest.fixture
def here(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> SiteFolder:
    monkeypatch.chdir(site.root)
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    return site


@pytest.mark.filterwarnings(MATERIAL)
def test_the_question_is_shown_with_values_figure_and_sources_of_its_site(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.values('__all__ = ["n"]\ndef n():\n    return 42\n', "preview_values")
    here.write("sources.yml", "sources: {zero: {title: ZeRO paper}}\n")
    here.figure("links")
    here.settings(
        banks=[{"path": "content/questions", "url": "quiz"}],
        values={"module": "preview_values", "path": "code"},
        sources="sources.yml",
        figures="figures",
        exams="content/exams",
        practice={"pages": "practice", "confidence": True},
        xapi={"endpoint": "https://lrs.example/"},
    )
    here.question(
        "ring", file="deep/ring", stem="Why {{= n() }}?", figure="links", sources=[{"ref": "zero"}]
    )
    here.question("broken", title=None)
    assert main(["preview", "content/questions/deep/ring.yml", "--no-serve", "--to", "out"]) == 0
    page = Path(capsys.readouterr().out.strip())
    assert page.as_posix().endswith("out/site/quiz/ring/index.html")
    assert "lrs.example" not in next(page.parents[2].rglob("itembank.*.js")).read_text("utf-8")
    assert '"confidence":true' in next(page.parents[2].rglob("itembank.*.js")).read_text("utf-8")
    html = page.read_text(encoding="utf-8")
    for words in ("Why 42?", "ZeRO paper", "NVLink is nine times as fast"):
        assert words in html
    assert not (here.root / "site").exists()


@pytest.mark.filterwarnings(MATERIAL)
def test_a_file_without_a_site(
    tmp_path: Path, here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    file = here.question("ring")
    alone = tmp_path / "alone" / "ring.yml"
    alone.parent.mkdir()
    file.rename(alone)
    assert main(["preview", str(alone), "--no-serve"]) == 0
    assert list(alone.parent.iterdir()) == [alone]


def test_mistakes_are_said_instead_of_shown(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("ring", explanation="# heading")
    assert main(["preview", "content/questions/ring.yml", "--no-serve"]) == 1
    assert "content/questions/ring.yml:23:15: error[heading]" in capsys.readouterr().err


def test_a_folder_that_exists_is_not_touched(
    here: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    here.question("ring")
    assert main(["preview", "content/questions/ring.yml", "--no-serve", "--to", "docs"]) == 2
    assert main(["preview", "nothing.yml"]) == 2
    assert "there is no file `nothing.yml`" in capsys.readouterr().err


def test_the_page_is_served_at_the_address_that_is_printed(here: SiteFolder) -> None:
    here.question("ring")
    command = [sys.executable, "-m", "itembank.hosts.cli", "preview", "content/questions/ring.yml"]
    with subprocess.Popen(
        command, cwd=here.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            with urllib.request.urlopen(address) as response:
                page = Html.parse(response.read().decode())
        finally:
            process.terminate()
    assert address.startswith("http://127.0.0.1:")
    assert page.find("itembank-question").get("data-item") == "ring"


@pytest.mark.filterwarnings(MATERIAL)
def test_pictures_and_links_work(here: SiteFolder, capfd: pytest.CaptureFixture[str]) -> None:
    here.figure("links", caption="As [elsewhere](why.md).")
    here.write("docs/img/plot.svg", "<svg/>")
    here.page("why.md", "# Why\n\nBecause.\n\n/// question | other\n///\n\n[gone](gone.md)\n")
    here.question(
        "ring",
        figure="links",
        explanation="![a plot](img/plot.svg) [why](why.md#why) [other](questions/other.md) "
        "![none](img/none.svg)",
    )
    assert main(["preview", "content/questions/ring.yml", "--no-serve", "--to", "out"]) == 0
    told = capfd.readouterr()
    assert "content/questions/ring.yml:23:93: warning: there is no file `img/none.svg`" in told.err
    assert "gone" not in told.err
    page = Path(told.out.strip())
    for link in Html.parse(page.read_text()).find_all("a"):
        address = link.get("href", "").partition("#")[0]
        if address.endswith(("why/", "other/")):
            assert (page.parent / address / "index.html").is_file()
    assert 'src="../../img/plot.svg"' in page.read_text()
    assert (here.root / "out/site/img/plot.svg").is_file()
    why = (here.root / "out/site/why/index.html").read_text()
    assert "Because." in why
    assert "///" not in why


def test_what_is_no_question_is_said(here: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", "docs/index.md", "--no-serve"]) == 2
    assert "`docs/index.md` holds no question" in capsys.readouterr().err
