"""`itembank pages`: what it writes, leaves alone, removes and refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin

from itembank.hosts.cli import main
from itembank.hosts.mkdocs_files import require_written_pages
from itembank.hosts.site import Site

from ..itembank.conftest import SiteFolder


def run(site: SiteFolder, *options: str) -> int:
    return main(["pages", "--root", str(site.root), *options])


def state(site: SiteFolder) -> dict[str, tuple[int, bytes]]:
    docs = site.root / "docs"
    return {
        file.relative_to(docs).as_posix(): (file.stat().st_mtime_ns, file.read_bytes())
        for file in docs.rglob("*")
        if file.is_file()
    }


def write_bank(site: SiteFolder) -> None:
    site.figure()
    site.question("ring", file="comms/ring", figure="links", tags=["nccl"])
    site.question("tree", title="A *tree*", file="comms/tree")


def test_mkdocs_makes_the_same_site_of_written_pages(site: SiteFolder) -> None:
    """With the plugin on, written pages are the author's: the same pages by another way.

    Keys to print are never written, so no written index leads to one.
    """
    write_bank(site)
    site.settings(figures="figures", practice={"key_pages": False})
    site.configure(nav=[{"Questions": "questions/index.md"}, {"Start": "index.md"}])
    virtual = site.build(strict=False, to="virtual").files()
    assert run(site) == 0
    written = site.build(strict=False, to="written").files()
    listing = "assets/itembank/.written"
    assert written.keys() - {listing} == virtual.keys()
    pages = [name for name in virtual if name.endswith(".html")]
    assert {name: written[name] for name in pages} == {name: virtual[name] for name in pages}


def test_a_second_run_writes_nothing(site: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    write_bank(site)
    assert run(site, "--check") == 1
    assert "questions/ring.md: out of date" in capsys.readouterr().out
    assert run(site) == 0
    before = state(site)
    assert run(site) == 0
    assert " 0 written, 0 removed" in f" {capsys.readouterr().err.splitlines()[-1]}"
    assert state(site) == before
    assert run(site, "--check") == 0


def test_one_change_writes_one_page(site: SiteFolder) -> None:
    write_bank(site)
    run(site)
    before = state(site)
    site.question("ring", file="comms/ring", figure="links", stem="Quite another stem?")
    run(site)
    after = state(site)
    assert [name for name in after if after[name] != before[name]] == ["questions/ring.md"]


def test_what_is_no_longer_needed_goes(site: SiteFolder) -> None:
    write_bank(site)
    site.page("questions/notes.md", "# Mine\n")
    site.write("docs/assets/itembank/mine.png", "not written by us")
    run(site)
    for file in (site.root / "content/questions/comms").iterdir():
        file.unlink()
    site.settings(banks=[{"path": "content/questions", "url": "practice"}])
    site.question("nvlink")
    run(site)
    names = {name for name in state(site) if not name.startswith("assets/itembank/itembank")}
    assert names - {"assets/itembank/.written"} == {
        "index.md",
        "questions/notes.md",
        "practice/index.md",
        "practice/nvlink.md",
        "assets/itembank/mine.png",
        *(name for name in names if "placement." in name),
    }
    assert not (site.root / "docs/questions/comms").exists()


@pytest.mark.parametrize("name", ["questions/ring.md", "questions/ring/index.md"])
def test_an_author_s_page_is_never_touched(site: SiteFolder, name: str) -> None:
    write_bank(site)
    own = "---\ntitle: Mine\nitembank: 1\n---\n\n/// question | ring\n///\n"
    site.page(name, own)
    run(site)
    assert (site.root / "docs" / name).read_text(encoding="utf-8") == own
    pages = {path for path in state(site) if path.endswith(".md")}
    assert ("questions/ring.md" in pages) == (name == "questions/ring.md")


def test_a_bank_with_mistakes_is_not_written(
    site: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    write_bank(site)
    run(site)
    before = state(site)
    site.question("tree", stem=None, file="comms/tree")
    assert run(site) == 1
    said = capsys.readouterr()
    assert "error[missing-field]: `stem` is missing" in said.out
    assert "nothing was written" in said.err
    assert state(site) == before


def test_a_listing_cannot_name_files_elsewhere(site: SiteFolder) -> None:
    write_bank(site)
    victim = site.write("docs/assets/mine.txt", "mine")
    outside = site.write("mine.txt", "mine")
    site.write(
        "docs/assets/itembank/.written",
        "assets/mine.txt\nassets/itembank/../mine.txt\n../mine.txt\nassets/itembank/../../../mine.txt\n",
    )
    run(site)
    assert victim.exists()
    assert outside.exists()


def test_a_folder_that_is_not_there(site: SiteFolder, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(site, "--docs", "pages") == 2
    assert "name yours with --docs" in capsys.readouterr().err


def test_pages_of_a_site_in_another_folder(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(site)
    monkeypatch.chdir(site.root)
    (site.root / "docs").rename(site.root / "pages")
    assert main(["pages", "--docs", "pages"]) == 0
    assert Path("pages/questions/comms/index.md").is_file()


def test_a_bank_among_the_pages_is_refused(
    site: SiteFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    file = site.question("ring")
    site.settings(banks=[{"path": "docs/bank"}])
    (site.root / "docs/bank").mkdir()
    file.rename(site.root / "docs/bank/ring.yml")
    assert run(site) == 1
    assert "error[published-key]: the bank `docs/bank` lies" in capsys.readouterr().out


class Translations(BasePlugin):
    """Stands for mkdocs-static-i18n: all that counts is its name in the settings."""


def test_a_plugin_that_needs_files_is_told_to_have_them_written(site: SiteFolder) -> None:
    write_bank(site)
    config = load_config(str(site.write_config()))
    config.plugins["i18n"] = Translations()
    loaded = Site(site.root)
    loaded.load(keep_last_good=False, tell=lambda _: None)
    with pytest.raises(PluginError, match="run `itembank pages`"):
        require_written_pages(loaded, config)
    run(site)
    require_written_pages(loaded, config)


def test_a_page_that_could_not_be_written_whole_is_not_there(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a page would pass for the author's own, and would never be written again."""
    site.question("ring")
    real = Path.write_bytes

    def fill_the_disk(file: Path, content: bytes) -> int:
        real(file, content[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", fill_the_disk)
    assert run(site) == 2
    monkeypatch.undo()
    assert list((site.root / "docs").rglob("*ring*")) == []
    assert run(site) == 0
    assert "/// question | ring" in (site.root / "docs/questions/ring.md").read_text()
