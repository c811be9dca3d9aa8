"""Pages that are added: their titles, their edit links."""

from __future__ import annotations

import html
import re

import pytest

from .conftest import SiteFolder, words


def test_the_edit_link_of_a_docs_folder_further_down(site: SiteFolder) -> None:
    site.question()
    site.write("source/pages/index.md", "# Start\n")
    site.configure(
        docs_dir="source/pages",
        repo_url="https://example.org/repo",
        edit_uri="edit/main/source/pages/",
    )
    page = site.build().page("questions/ring/index.html")
    assert page.find(".edit").get("href") == (
        "https://example.org/repo/edit/main/content/questions/ring.yml"
    )


def test_material_s_table_of_contents_and_title(site: SiteFolder) -> None:
    site.question(title="What is *this* & <that>?")
    site.configure(theme={"name": "material", "font": False})
    body = site.build().source("questions/ring/index.html").split("</title>")[1]
    [heading] = re.findall(r"<h1[^>]*>(.*?)</h1>", body)
    assert html.unescape(heading) == "What is *this* & <that>?"
    assert "<that>" not in body


@pytest.mark.parametrize("title", ["What is <b>?", "&nbsp; &lt;b&gt;", "a *b* `c`", 'it\'s "it"'])
def test_the_title_of_the_page_is_that_of_the_question(site: SiteFolder, title: str) -> None:
    site.question(title=title)
    page = site.build().page("questions/ring/index.html")
    assert words(page.find("title")) == title
    assert words(page.find("h1")) == title
