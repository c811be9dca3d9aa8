"""Topic and bank indexes, the way back, neighbours, and the blocks authors may use themselves."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ..itembank.conftest import Built, Html, SiteFolder, words

NO_OMISSIONS = {"nav": {"omitted_files": "warn", "not_found": "warn"}}


def write_bank(site: SiteFolder) -> None:
    site.question("ring", title="Ring", file="comms/ring", difficulty=2, select="one")
    site.question("tree", title="A tree", file="comms/tree", difficulty=1)
    site.question("nvlink", title="NVLink", file="hardware/nvlink", exam_domains={"nca-aiio": "2"})
    for number in range(4):
        site.question(f"q{number}", title=f"Q {number}", file=f"hardware/{number}", difficulty=3)


def links(page: Html, css: str) -> list[tuple[str, str]]:
    return [
        (words(link), link.get("href") or "")
        for node in page.find_all(css)
        for link in node.iter("a")
    ]


@pytest.mark.parametrize("directory_urls", [True, False])
def test_each_topic_has_an_index(site: SiteFolder, directory_urls: bool) -> None:
    write_bank(site)
    site.configure(use_directory_urls=directory_urls)
    built = site.build()
    index = "comms/index.html"
    page = built.page(f"questions/{index}")
    assert words(page.find("h1")) == "Comms"
    ending = "/" if directory_urls else ".html"
    assert links(page, ".itembank-listing") == [
        ("A tree", f"../tree{ending}"),
        ("Ring", f"../ring{ending}"),
    ]


def test_a_topic_file_gives_title_description_and_order(site: SiteFolder) -> None:
    write_bank(site)
    site.write(
        "content/questions/hardware/topic.yml",
        "title: What *is* in a node?\ndescription: |\n  GPUs and **links**.\norder: -1\n",
    )
    built = site.build()
    page = built.page("questions/hardware/index.html")
    assert words(page.find("h1")) == "What *is* in a node?"
    assert words(page.find("strong")) == "links"
    bank = built.page("questions/index.html")
    assert [words(heading) for heading in bank.find_all("h2")] == ["What *is* in a node?", "Comms"]
    question = built.page("questions/nvlink/index.html")
    assert links(question, ".itembank-trail") == [
        ("Questions", "../"),
        ("What *is* in a node?", "../hardware/"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("titel: Comms\n", "content/questions/comms/topic.yml:1:1: error[unknown-key]"),
        ("order: 1\n", "content/questions/comms/topic.yml:1:1: error[missing-field]"),
        ("title: [Comms\n", "content/questions/comms/topic.yml:"),
    ],
)
def test_a_mistake_in_a_topic_file(site: SiteFolder, text: str, said: str) -> None:
    write_bank(site)
    site.write("content/questions/comms/topic.yml", text)
    assert any(line.startswith(said) for line in site.lint()), site.lint()


def test_the_author_s_own_index_wins_in_every_spelling(site: SiteFolder) -> None:
    write_bank(site)
    site.page("questions/comms/README.md", "# Mine\n\n/// questions | questions/comms\n///\n")
    site.page("questions/hardware.md", "# Mine too\n\n/// question | nvlink\n///\n")
    built = site.build()
    page = built.page("questions/comms/index.html")
    assert words(page.find("h1")) == "Mine"
    assert len(links(page, ".itembank-listing")) == 2
    assert "Mine too" in built.source("questions/hardware/index.html")
    assert ("Comms", "../comms/") in links(built.page("questions/ring/index.html"), "nav")


def test_indexes_in_the_nav_only_if_listed(site: SiteFolder) -> None:
    write_bank(site)
    site.configure(
        validation=NO_OMISSIONS,
        nav=[{"Start": "index.md"}, {"Talk": "questions/comms/index.md"}],
    )
    assert "questions/hardware/index.html" in site.build().files()


def test_a_navigation_that_mkdocs_makes_up_leads_to_the_bank(site: SiteFolder) -> None:
    write_bank(site)
    site.write("theme/main.html", "{% for item in nav.pages %}{{ item.file.src_uri }} {% endfor %}")
    assert site.build().source("index.html").split() == ["index.md", "questions/index.md"]


def test_place_and_neighbours_of_a_question(site: SiteFolder) -> None:
    write_bank(site)
    site.question("alone", title="Alone")
    built = site.build()
    ring = built.page("questions/ring/index.html")
    assert words(ring.find(".itembank-facts")) == "Application · Reviewed 2026-12-01"
    assert links(ring, ".itembank-neighbours") == [("Previous: A tree", "../tree/")]
    first = built.page("questions/nvlink/index.html")
    assert words(first.find(".itembank-facts")) == "NCA-AIIO 2 · Reviewed 2026-12-01"
    assert links(first, ".itembank-neighbours") == [("Next: Q 0", "../q0/")]
    middle = built.page("questions/q1/index.html")
    assert [link.get("rel") for link in middle.find(".itembank-neighbours")] == ["prev", "next"]
    alone = built.page("questions/alone/index.html")
    assert links(alone, ".itembank-trail") == [("Questions", "../")]
    assert alone.find_all(".itembank-neighbours") == []


def facets(built: Built, page: str) -> dict[str, set[str]]:
    return {
        words(row.find("a")): set((row.get("data-facets") or "").split())
        for row in built.page(page).find_all("li")
    }


def test_the_filter_hides_what_a_choice_does_not_have(site: SiteFolder) -> None:
    """Each option's rule names exactly the questions that have what the option says."""
    write_bank(site)
    built = site.build()
    page = built.page("questions/index.html")
    rows = facets(built, "questions/index.html")
    choices = {
        words(option): option.get("value") or ""
        for option in page.find_all("option")
        if option.get("value")
    }
    assert set(choices) == {
        "Comms", "Hardware", "Recall", "Application", "Judgement", "Select one", "Select all",
    }  # fmt: skip
    shown = {
        said: {title for title, marks in rows.items() if mark in marks}
        for said, mark in choices.items()
    }
    assert shown["Comms"] == {"Ring", "A tree"}
    assert shown["Recall"] == {"A tree"}
    assert shown["Judgement"] == {f"Q {number}" for number in range(4)}
    assert shown["Select one"] == {"Ring"}
    style = next(name for name in built.files() if "/placement." in name)
    for mark in choices.values():
        assert f'option[value="{mark}"]:checked) li:not([data-facets~="{mark}"])' in built.source(
            style
        )


def test_a_short_list_and_a_list_of_equals_have_no_choices(site: SiteFolder) -> None:
    site.question("one", file="t/one", difficulty=1)
    site.question("two", file="t/two", difficulty=2)
    assert site.build().page("questions/index.html").find_all("select") == []
    for number in range(9):
        site.question(f"q{number}", file=f"t/{number}", difficulty=1)
    page = site.build().page("questions/t/index.html")
    assert [words(label)[:10] for label in page.find_all("label")] == ["DifficultyAll"[:10]]


PLACES = {
    "after text": "Text.\n{}More.\n",
    "in a list": "- one\n\n    {}- two\n",
    "in a quote": "> Text.\n> {}",
    "at the end": "Text.\n\n{}",
}


@pytest.mark.parametrize("place", PLACES)
def test_a_list_wherever_an_author_puts_it(site: SiteFolder, place: str) -> None:
    write_bank(site)
    prefix = re.search(r"(?:^|\n)([> ]*)\{\}", PLACES[place])
    assert prefix
    block = f"/// questions | questions/comms\n{prefix[1]}///\n"
    html = site.render(PLACES[place].format(block))
    assert len(links(html, ".itembank-listing")) == 2
    assert "///" not in html.source
    assert "\x02" not in html.source


def test_a_block_in_code_stays_code(site: SiteFolder) -> None:
    write_bank(site)
    html = site.render("```\n/// questions | questions\n///\n```\n")
    assert words(html.find("code")) == "/// questions | questions ///"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/// questions | comm\n///\n", "no bank or topic `comm`"),
        ("/// questions | questions/coms\n///\n", "did you mean `questions/comms`?"),
        ("/// question-place | rung\n///\n", "no question `rung` (did you mean `ring`?)"),
        ("/// questions | questions\n\nText.\n", "is not closed"),
    ],
)
def test_a_mistake_in_a_block(site: SiteFolder, text: str, said: str) -> None:
    write_bank(site)
    site.page("more.md", f"# More\n\n{text}")
    found = site.lint()
    assert len(found) == 1
    assert found[0].startswith("docs/more.md:3:1: error[")
    assert said in found[0]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"ring": "ring/ring"}, "the topic `ring`"),
        ({"index": "t/index"}, "the index of the bank `questions`"),
    ],
)
def test_a_question_where_an_index_stands(
    site: SiteFolder, files: dict[str, str], said: str
) -> None:
    for item_id, file in files.items():
        site.question(item_id, file=file)
    (found,) = site.lint()
    assert "error[address]" in found
    assert said in found


def test_banks_below_each_other(site: SiteFolder) -> None:
    site.settings(
        banks=[{"path": "content/questions"}, {"path": "content/more", "url": "questions/ring"}]
    )
    (site.root / "content/more").mkdir()
    site.question("ring")
    (found,) = site.lint()
    assert "the index of the bank `questions/ring`" in found


def test_edit_links_by_template(site: SiteFolder) -> None:
    site.question(file="comms/ring")
    site.configure(
        repo_url="https://example.org/repo", edit_uri_template="blob/main/docs/{path}?plain=1"
    )
    built = site.build()
    page = built.page("questions/ring/index.html")
    href = page.find(".edit").get("href") or ""
    assert href.startswith("https://example.org/repo/blob/main/")
    assert "content/questions/comms/ring.yml" in href
    assert built.page("questions/comms/index.html").find_all(".edit") == []


MATERIAL: dict[str, Any] = {
    "theme": {"name": "material", "font": False, "features": ["navigation.instant"]},
    "plugins": ["search", "tags", "offline", "itembank"],
}


@pytest.mark.parametrize("first", [True, False])
def test_material_with_its_plugins_before_and_after_ours(site: SiteFolder, first: bool) -> None:
    write_bank(site)
    site.question("tagged", title="Tagged", tags=["nccl"])
    site.page("tags.md", "# Tags\n\n<!-- material/tags -->\n")
    plugins = list(MATERIAL["plugins"])
    if first:
        plugins = ["itembank", *plugins[:-1]]
    site.configure(**{**MATERIAL, "plugins": plugins}, site_url="https://example.org/sub/path/")
    built = site.build()
    assert "questions/tagged.html" in built.source("tags.html")
    index = built.source("search/search_index.js")
    assert "Eight GPUs form a ring" in index
    assert "Almost twice the buffer" not in index
    assert "Reviewed" not in index
    assert index.count('"title":"NVLink"') == 1
    question = built.source("questions/ring.html")
    assert "Almost twice the buffer" in question
    assert 'href="comms/index.html"' in question


@pytest.mark.parametrize("directory", ["docs/bank", "docs"])
def test_a_bank_among_the_pages_is_not_published(site: SiteFolder, directory: str) -> None:
    file = site.question("ring")
    target = site.root / directory / "ring.yml"
    target.parent.mkdir(exist_ok=True)
    file.rename(target)
    site.write("docs/data.yml", "mine: 1\n")
    site.settings(banks=[{"path": directory}])
    if directory == "docs":
        (site.root / "docs/data.yml").unlink()
    files = site.build().files()
    assert "questions/ring/index.html" in files
    published = [name for name in files if name.endswith(".yml")]
    assert published == ([] if directory == "docs" else ["data.yml"])


def test_without_the_plugin_a_page_shows_the_id_alone(site: SiteFolder) -> None:
    site.question("ring")
    site.page("index.md", "# Start\n\n/// question | ring\n///\n")
    site.configure(plugins=[])
    files = site.build().files()
    page = files["index.html"].decode()
    assert "/// question | ring" in page
    assert not any(b"Almost twice" in text for text in files.values())


def test_a_question_s_page_says_where_to_report_a_mistake(site: SiteFolder) -> None:
    write_bank(site)
    assert "itembank-report" not in site.build().source("questions/ring/index.html")
    site.settings(report="https://tracker.example/new?title={id}&label=question")
    page = site.build().page("questions/ring/index.html")
    assert links(page, ".itembank-report") == [
        (
            "Report a mistake in this question",
            "https://tracker.example/new?title=ring&label=question",
        )
    ]


@pytest.mark.parametrize("address", ["https://tracker.example/new", "javascript:alert('{id}')"])
def test_an_address_for_reports_names_the_question_and_is_safe(
    site: SiteFolder, address: str
) -> None:
    write_bank(site)
    site.settings(report=address)
    assert any("itembank.yml:1:" in line and "`report`" in line for line in site.lint())
