"""A topic's answers on a page to print: all of them, and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from itembank.hosts.page_files import apply, compare
from itembank.hosts.site import Site

from ..itembank.conftest import SiteFolder, words
from .conftest import Serving

KEY = "questions/comms/key/index.html"
RIGHT, WRONG, REASON, STEP = (f"zq{name}" for name in ("right", "wrong", "reason", "step"))


def steps(*names: str) -> list[dict[str, str]]:
    return [{"id": n, "text": f"{STEP} {n}", "rationale": f"{REASON} {n}."} for n in names]


def write_topic(site: SiteFolder) -> None:
    site.page("notes.md", "# Notes\n")
    site.question(
        "choice",
        title="A choice",
        file="comms/choice",
        options={
            "twice": {
                "text": f"{RIGHT} [more](notes.md), {{{{= 2 * 21 }}}} and\n\n```\nx < y\n```\n",
                "rationale": f"{REASON}.",
            },
            "once": {"text": WRONG},
            "none": {"text": f"{RIGHT} too, not [](option:once).", "correct": True},
        },
    )
    site.question(
        "number",
        title="B number",
        file="comms/number",
        type="numeric",
        options=None,
        stem="How many times {{= part }} are {{= whole }}?",
        answer="whole / part",
        unit="x",
        variants={"whole": [7100, 8100], "part": [1000, 900]},
        rationale=f"{REASON}.",
    )
    site.question(
        "order",
        title="C order",
        file="comms/order",
        type="order",
        options=None,
        steps=steps("first", "second", "third", "fourth"),
    )


def entries(page: Any) -> list[list[str]]:
    return [
        [words(entry) for entry in answers if entry.tag == "li"]
        for answers in page.find_all(".itembank-key-answers")
    ]


@pytest.mark.parametrize("directory_urls", [True, False])
def test_it_holds_what_is_right_and_no_reasons(site: SiteFolder, directory_urls: bool) -> None:
    write_topic(site)
    site.configure(
        use_directory_urls=directory_urls,
        validation={"links": {"anchors": "warn"}, "nav": {"omitted_files": "warn"}},
    )
    built = site.build()
    page = built.page(KEY if directory_urls else "questions/comms/key.html")
    up = "../../" if directory_urls else "../"
    ending = "/" if directory_urls else ".html"
    assert words(page.find("h1")) == "Key: Comms"
    assert "This page holds the answers." in words(page.find("main"))
    titles = [heading[0] for heading in page.find_all("h2")]
    assert [(words(title), title.get("href")) for title in titles] == [
        ("A choice", f"{up}choice{ending}"),
        ("B number", f"{up}number{ending}"),
        ("C order", f"{up}order{ending}"),
    ]
    choice, number, order = entries(page)
    assert choice == [f"{RIGHT} more, 42 and x < y", f"{RIGHT} too, not option B."]
    assert number == [
        "whole = 7100, part = 1000: 7.1×",
        "whole = 8100, part = 900: 9×",
    ]
    assert order == [f"{STEP} {name}" for name in ("first", "second", "third", "fourth")]
    assert [answers.tag for answers in page.find_all(".itembank-key-answers")] == ["ul", "ul", "ol"]
    hrefs = [link.get("href") or "" for link in page.find_all("a")]
    assert f"../{up}notes{ending}" in hrefs
    assert REASON not in page.source
    assert WRONG not in page.source
    assert "itembank:cut" not in page.source
    assert not page.find_all("details")
    assert '<meta name="robots" content="noindex">' in page.source


@pytest.mark.parametrize("theme", [{"name": "mkdocs"}, {"name": "material", "font": False}])
def test_search_sees_none_of_it(site: SiteFolder, theme: dict[str, Any]) -> None:
    write_topic(site)
    plugin = "search" if theme["name"] == "mkdocs" else "material/search"
    site.configure(plugins=[plugin, "itembank"], theme=theme, site_url="https://example.org/")
    built = site.build()
    assert RIGHT in built.source(KEY)
    index = json.loads(built.source("search/search_index.json"))
    text = json.dumps(index)
    assert "A choice" in text
    for answer in (RIGHT, STEP, "whole = ", "7.1"):
        assert answer not in text
    if theme["name"] == "material":
        assert not [page for page in index["docs"] if "comms/key" in page["location"]]


def test_the_topic_leads_there_and_back(site: SiteFolder) -> None:
    write_topic(site)
    site.question("alone")
    built = site.build()
    links = {
        words(link): link.get("href")
        for link in built.page("questions/comms/index.html").find_all("a")
    }
    assert links["Key to print"] == "key/"
    assert ("Comms", "../") in [
        (words(link), link.get("href")) for link in built.page(KEY).find_all("a")
    ]
    assert "Key to print" not in built.source("questions/index.html")
    assert not (built.folder / "questions/key").exists()


@pytest.mark.parametrize(
    ("language", "link", "title"),
    [
        ("de", "Lösungen zum Drucken", "Lösungen: Comms"),
        ("ar", "مفتاح الإجابات للطباعة", "مفتاح الإجابات: Comms"),
    ],
)
def test_in_the_language_of_the_site(
    site: SiteFolder, language: str, link: str, title: str
) -> None:
    write_topic(site)
    site.settings(language=language)
    built = site.build()
    assert link in built.source("questions/comms/index.html")
    assert words(built.page(KEY).find("h1")) == title


def test_a_site_may_have_none(site: SiteFolder) -> None:
    write_topic(site)
    site.settings(practice={"key_pages": False})
    built = site.build()
    assert not (built.folder / KEY).exists()
    assert "Key to print" not in built.source("questions/comms/index.html")


def test_hosts_that_render_files_get_none(site: SiteFolder) -> None:
    """There answers would stand in the search."""
    write_topic(site)
    opened = Site(site.root)
    assert not opened.load(keep_last_good=False, tell=lambda _: None).errors
    docs = site.root / "docs"
    apply(compare(opened, docs), docs)
    assert not (docs / "questions/comms/key.md").exists()
    assert "key-link" not in (docs / "questions/comms/index.md").read_text(encoding="utf-8")


def test_an_author_s_own_key_wins(site: SiteFolder) -> None:
    write_topic(site)
    site.page("questions/comms/key/README.md", "# My key\n\n/// key | choice\n///\n")
    site.configure(validation={"nav": {"omitted_files": "ignore"}})
    built = site.build()
    page = built.page(KEY)
    assert words(page.find("h1")) == "My key"
    assert len(entries(page)) == 1
    assert site.lint() == []


def test_an_unknown_question_has_no_key(site: SiteFolder) -> None:
    write_topic(site)
    site.page("mine.md", "# Mine\n\n/// key | choise\n///\n")
    [said] = site.lint()
    assert said.startswith("docs/mine.md:3:1: error[unknown-question]: no question `choise`")
    assert "did you mean `choice`?" in said


def test_a_topic_named_key_keeps_its_address(site: SiteFolder) -> None:
    write_topic(site)
    site.question("inner", title="Inner", file="comms/key/inner")
    built = site.build()
    assert "Inner" in built.source(KEY)
    assert "Key to print" not in built.source("questions/comms/index.html")
    assert "Key to print" in built.source(KEY)


def test_while_serving_it_is_rendered_when_an_answer_changes(
    site: SiteFolder, serving: Serving
) -> None:
    write_topic(site)
    serving.build()
    file = site.root / "content/questions/comms/choice.yml"
    for old, new, rendered, shown in (
        (f"{REASON}.", "Another reason.", 1, f"{RIGHT} too"),
        (f"{RIGHT} too", f"{RIGHT} as well", 2, f"{RIGHT} as well"),
    ):
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        built, done = serving.build()
        assert done.pages_rendered == rendered
        assert shown in built.source(KEY)
