"""Pages of progress and review: only where asked for, what they load, and where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from itembank.hosts.page_files import apply, compare
from itembank.hosts.pages import generated_pages
from itembank.hosts.site import Site

from .conftest import Built, SiteFolder

PRACTICE = {"pages": "practice"}


def loaded(built: Built, page: str) -> list[str]:
    """Names of our scripts that a page loads, in order, without their versions."""
    sources = [node.get("src", "") for node in built.page(page).find_all("script")]
    return [Path(source).name.split(".")[0] for source in sources]


def test_nothing_of_it_without_the_setting(site: SiteFolder) -> None:
    for number in range(7):
        site.question(f"q{number}")
    built = site.build()
    assert not [name for name in built.files() if "progress" in name or "/items/" in name]
    index = built.source("questions/index.html")
    assert "itembank-study" not in index
    assert "data-hash" not in index


@pytest.mark.parametrize("folder", ["practice", "my/own"])
def test_the_pages_and_what_they_load(site: SiteFolder, folder: str) -> None:
    site.question("ring", file="a/ring")
    site.settings(practice={"pages": folder})
    built = site.build()
    scripts = ["bank", "itembank", "itembank-deck", "itembank-study"]
    for name, other in (("progress", "review"), ("review", "progress")):
        page = f"{folder}/{name}/index.html"
        assert loaded(built, page) == scripts
        links = [link.get("href") for link in built.page(page).find(f"itembank-{name}").iter("a")]
        assert f"../{other}/" in links
        assert any(str(link).endswith("questions/") for link in links)
    # Lists have all that marks need; the index of the bank is not for them.
    for page in ("questions/index.html", "questions/a/index.html"):
        assert loaded(built, page) == scripts[1:]
        assert built.page(page).find_all("itembank-marks")
        row = built.page(page).find("li")
        assert row.get("data-item") == "ring"
        assert len(row.get("data-hash", "")) == 12
    assert loaded(built, "questions/ring/index.html") == ["itembank"]


def test_words_of_another_language_come_first(site: SiteFolder) -> None:
    site.question()
    site.settings(practice=PRACTICE, language="de")
    built = site.build()
    assert loaded(built, "practice/progress/index.html") == [
        "bank",
        "itembank-words",
        "itembank-study-words",
        "itembank",
        "itembank-deck",
        "itembank-study",
    ]
    assert "Ihr Fortschritt" in built.source("practice/progress/index.html")


def test_a_page_of_the_author_s_stands_in_place_of_ours(site: SiteFolder) -> None:
    site.question()
    site.settings(practice=PRACTICE)
    site.page("practice/review.md", "# Mine\n\n/// review\n///\n")
    built = site.build()
    assert "Mine" in built.source("practice/review/index.html")
    assert built.page("practice/review/index.html").find_all("itembank-review")
    site.page("practice/review.md", "# Mine\n")
    assert [line for line in site.lint() if "practice/review.md" in line] == [
        "docs/practice/review.md:1:1: warning[address]: this page has the address of the page of "
        "the review, so that one is not made (show it here with `/// review` and `///` below it, "
        "or rename one of them)"
    ]


def test_a_block_without_the_setting_is_told(site: SiteFolder) -> None:
    site.question()
    site.page("mine.md", "# Mine\n\n/// progress\n///\n")
    assert site.lint() == [
        "docs/mine.md:3:1: error[embed]: the block `progress` needs pages of practice, and this "
        "site has none (add `practice: {pages: practice}` to itembank.yml)"
    ]


def test_a_question_cannot_stand_where_they_stand(site: SiteFolder) -> None:
    site.question("review")
    site.settings(practice={"pages": "questions"})
    assert any("the page of `review` has the address of the page of the review" in line
               for line in site.lint())  # fmt: skip


@pytest.mark.parametrize("pages", ["/practice", "a b", "../x", "practice/"])
def test_the_address_is_checked(site: SiteFolder, pages: str) -> None:
    site.settings(practice={"pages": pages})
    assert any("itembank.yml" in line and "pages" in line for line in site.lint())


@pytest.mark.parametrize("endpoint", ["store.example.org", "https://x.org/a?b", "ftp://x.org"])
def test_the_endpoint_is_checked(site: SiteFolder, endpoint: str) -> None:
    site.settings(xapi={"endpoint": endpoint})
    assert any("itembank.yml" in line and "endpoint" in line for line in site.lint())


def test_hosts_that_render_files_get_the_pages(site: SiteFolder) -> None:
    site.question()
    site.settings(practice=PRACTICE)
    opened = Site(site.root)
    assert not opened.load(keep_last_good=False, tell=lambda _: None).errors
    docs = site.root / "docs"
    apply(compare(opened, docs), docs)
    assert "/// progress" in (docs / "practice/progress.md").read_text(encoding="utf-8")
    assert list((docs / "assets/itembank").glob("bank.*.js"))


def test_a_new_key_makes_the_lists_anew(site: SiteFolder) -> None:
    """While serving, a list is rendered again when what it shows has changed: marks need keys."""

    def shown() -> object:
        opened = Site(site.root)
        opened.load(keep_last_good=False, tell=lambda _: None)
        pages = generated_pages(opened.bank, opened.arrangement, opened.evaluator)
        return next(page.shows for page in pages if page.src_uri == "questions/index.md")

    site.question()
    site.settings(practice=PRACTICE)
    before = shown()
    site.question(options={"once": {"rationale": "Another text."}})
    assert shown() == before
    site.question(options={"once": {"correct": True}})
    assert shown() != before
