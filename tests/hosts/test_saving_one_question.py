"""While serving, a save costs what was saved: one file read, one question checked, one rendered."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from itembank.load import BankLoader
from itembank.load.figures import FigureLoader
from itembank.model import Bank, Findings

from ..itembank.conftest import SiteFolder
from .conftest import Counts, Serving

QUESTIONS = 1000


def save(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def pages(site: SiteFolder) -> dict[str, bytes]:
    return {
        file.relative_to(site.root).as_posix(): file.read_bytes()
        for file in (site.root / "site").rglob("*.html")
    }


def bank(site: SiteFolder, count: int) -> None:
    for number in range(count):
        site.question(
            f"q{number:04}", title=f"Question {number:04}", file=f"t{number % 4}/{number}"
        )


def test_of_a_thousand_questions_one_is_read_checked_and_rendered(
    site: SiteFolder, serving: Serving
) -> None:
    bank(site, QUESTIONS)
    _, first = serving.build()
    before = pages(site)
    assert first[:2] == (QUESTIONS, QUESTIONS)
    assert first.pages_rendered >= QUESTIONS

    save(site.root / "content/questions/t3/7.yml", "Eight GPUs", "Nine GPUs")
    _, second = serving.build()

    assert second == Counts(files_read=1, questions_checked=1, pages_rendered=1)
    after = pages(site)
    changed = [name for name in after if after[name] != before.get(name)]
    assert changed == ["site/questions/q0007/index.html"]
    assert b"Nine GPUs" in after[changed[0]]
    assert after.keys() == before.keys()


def test_of_the_figures_only_those_with_a_new_file_are_read(site: SiteFolder) -> None:
    for name in ("links", "steps"):
        site.figure(name)
    figures, folder = FigureLoader(), site.root / "figures"
    first, _ = figures.load(folder, "figures", Findings())
    again, _ = figures.load(folder, "figures", Findings())
    assert figures.manifests_read == 2
    assert first == again

    save(folder / "steps/data.csv", "450", "900")
    changed, _ = figures.load(folder, "figures", Findings())
    assert figures.manifests_read == 3
    assert ("NVLink", "900") in changed["steps"].table

    (folder / "links/light-wide.svg").unlink()
    for _ in range(2):  # a mistake is told again by every build until it is mended
        findings = Findings()
        assert figures.load(folder, "figures", findings)[1] == {"links"}
        assert "no file `light-wide.svg`" in str(*findings.errors)
    assert figures.manifests_read == 4


def test_a_save_without_a_change_renders_nothing(site: SiteFolder, serving: Serving) -> None:
    bank(site, 3)
    serving.build()
    os.utime(site.root / "content/questions/t0/0.yml")
    before = pages(site)
    _, done = serving.build()
    assert done == Counts(files_read=1, questions_checked=1, pages_rendered=0)
    assert pages(site) == before


def test_a_title_is_shown_by_neighbours_topic_and_bank_too(
    site: SiteFolder, serving: Serving
) -> None:
    for name in "abcdef":
        site.question(name, title=f"Title {name}", file=f"topic/{name}")
    serving.build()
    save(site.root / "content/questions/topic/c.yml", "Title c", "Title c, new")
    built, done = serving.build()
    # The question, its two neighbours, its topic and the topic's key, which all show the title;
    # the bank's index is in the nav, and MkDocs renders it always.
    assert done.pages_rendered == 5
    for page in ("b", "c", "d", "topic", "topic/key"):
        assert "Title c, new" in built.source(f"questions/{page}/index.html")
    assert "Title c, new" in built.source("questions/index.html")


def test_what_a_page_depends_on_renders_all(site: SiteFolder, serving: Serving) -> None:
    """A snippet, a figure, a setting, a value: each may be in any question."""
    site.configure(
        markdown_extensions=[
            "abbr",
            {"pymdownx.snippets": {"base_path": [str(site.root)], "auto_append": ["inc/abbr.md"]}},
        ],
        watch=["inc"],
    )
    site.write("inc/abbr.md", "*[GPUs]: old words\n")
    site.figure()
    site.values("__all__ = ['link']\n\n\ndef link():\n    return 5\n", "saving_values")
    site.settings(figures="figures", values={"module": "saving_values", "path": "code"})
    site.question(figure="links", explanation="It is {{= link() }}.")
    site.question("other")
    source = serving.build()[0].source("questions/ring/index.html")
    assert "old words" in source
    assert "It is 5." in source

    for file, old, new, shown in (
        ("inc/abbr.md", "old words", "new words", "new words"),
        ("figures/links/figure.yml", "Ethernet 50 GB/s", "Ethernet 51 GB/s", "Ethernet 51 GB/s"),
        ("code/saving_values.py", "return 5", "return 67", "It is 67."),
        ("figures/links/light-wide.svg", "light-wide", "light-wide changed", "light-wide."),
    ):
        before = serving.build()[0].source("questions/ring/index.html")
        save(site.root / file, old, new)
        built, _ = serving.build()
        after = built.source("questions/ring/index.html")
        assert after != before, file
        assert shown in after, file
        everything, _ = Serving(site).build()
        assert after == everything.source("questions/ring/index.html"), file

    site.settings(figures="figures", scoring={"select_all": "all_or_nothing"})
    site.question(figure="links")
    built, done = serving.build()
    assert done.pages_rendered == 2
    assert 'data-scoring="all_or_nothing"' in built.source("questions/other/index.html")


def test_a_page_with_a_warning_warns_again(site: SiteFolder, serving: Serving, caplog) -> None:
    site.question("good")
    site.question("bad", explanation="See [this](no-such-page.md).")
    serving.build()
    caplog.clear()
    save(site.root / "content/questions/good.yml", "Eight GPUs", "Nine GPUs")
    _, done = serving.build()
    assert done.pages_rendered == 2
    assert "no-such-page.md" in caplog.text


def test_a_new_page_is_seen_by_links_that_waited_for_it(site: SiteFolder, serving: Serving) -> None:
    site.question(explanation="See [this](later.md).")
    assert "../../later/" not in serving.build()[0].source("questions/ring/index.html")
    site.page("later.md", "# Later\n")
    built, _ = serving.build()
    assert 'href="../../later/"' in built.source("questions/ring/index.html")


def test_a_broken_save_keeps_the_page_and_its_repair_shows(
    site: SiteFolder, serving: Serving, caplog
) -> None:
    file = site.question()
    serving.build()
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("stem:", "stern:"), encoding="utf-8")
    built, _ = serving.build()
    assert "unknown key `stern`" in caplog.text
    assert "Eight GPUs form a ring" in built.source("questions/ring/index.html")
    file.write_text(good.replace("Eight GPUs", "Nine GPUs"), encoding="utf-8")
    built, done = serving.build()
    assert "Nine GPUs form a ring" in built.source("questions/ring/index.html")
    assert done.pages_rendered == 1


def test_a_file_saved_while_the_site_loads_is_not_missed(
    site: SiteFolder, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "__all__ = ['link']\n\n\ndef link():\n    return {}\n"
    site.values(code.format(5), "saving_meanwhile")
    site.question(explanation="It is {{= link() }}.")
    serving.build()
    site.write("code/saving_meanwhile.py", code.format(67))
    load = BankLoader.load

    def save_meanwhile(*arguments: Any, **options: Any) -> Bank:
        site.write("code/saving_meanwhile.py", code.format(891))
        return load(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(BankLoader, "load", save_meanwhile)
        built, _ = serving.build()
    assert "It is 67." in built.source("questions/ring/index.html")
    built, _ = serving.build()
    assert "It is 891." in built.source("questions/ring/index.html")


def test_a_mistake_in_a_text_leaves_the_last_good_question(serving: Serving) -> None:
    site = serving.site
    site.question(explanation="The first text.")
    site.question("other", title="Other")
    serving.build()
    for mistake in ("## A heading", "A note[^1].", "It is {{= 1 + }}.", "See [](option:gone)."):
        site.question(explanation=mistake)
        built, _ = serving.build()
        page = built.page("questions/ring/index.html")
        assert page.text(".itembank-explanation") == "The first text."
    site.question(explanation="The second text.")
    built, done = serving.build()
    assert built.page("questions/ring/index.html").text(".itembank-explanation") == (
        "The second text."
    )
    assert done.pages_rendered <= 3
