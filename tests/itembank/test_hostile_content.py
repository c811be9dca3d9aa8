"""What an author, or a pull request, could slip into a page or out of a machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from itembank.lint import check_text

from .conftest import BuildFailed, SiteFolder


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[x](javascript:alert(1))", "raw-html"),
        ("[x]( <JavaScript:alert(1)>)", "raw-html"),
        ("![x](data:text/html,boo)", "raw-html"),
        ('[x](page.md){: onclick="alert(1)" }', "raw-html"),
    ],
)
def test_links_that_run_script_are_refused(text: str, rule: str) -> None:
    assert [problem.rule for problem in check_text(text, [])] == [rule]


@pytest.mark.parametrize(
    "text",
    ["$a<b$ and $c>d$", r"\(a<b\) holds", "$$\na<b\n$$", "costs $5 or 6$ less", "x{: .wide }"],
)
def test_mathematics_is_no_html(text: str) -> None:
    assert not list(check_text(text, []))


def test_a_tag_between_two_prices_is_still_a_tag() -> None:
    assert [problem.rule for problem in check_text("$ 5 <b> or 6 $", [])] == ["raw-html"]


def test_a_title_cannot_leave_the_title_element(site: SiteFolder) -> None:
    site.config["theme"] = {"name": "material", "font": False}
    site.question(title='x</title><script>boo()</script> & "q"')
    html = site.build().source("questions/ring/index.html")
    assert "<script>boo()" not in html
    assert "<title>x&lt;/title&gt;" in html


def test_a_description_cannot_leave_its_attribute(site: SiteFolder) -> None:
    site.config["theme"] = {"name": "material", "font": False}
    site.question(stem='The "bus" bandwidth, "algorithm bandwidth" too.\n\nWhich?')
    html = site.build().source("questions/ring/index.html")
    description = re.search(r'<meta name="description" content="([^"]*)">', html)
    assert description
    assert description[1] == "The “bus” bandwidth, “algorithm bandwidth” too. Which?"


def test_a_figure_cannot_publish_another_file(site: SiteFolder, tmp_path: Path) -> None:
    site.figure()
    secret = site.write("secret.txt", "keep this")
    picture = next((site.root / "figures/links").glob("*.svg"))
    picture.unlink()
    picture.symlink_to(secret)
    site.page("index.md", "# Start\n\n/// figure | links\n///\n")

    with pytest.raises(BuildFailed) as failed:
        site.build()

    assert any("is a link to another file" in line for line in failed.value.log)


def test_lists_do_not_promise_all_where_some_are_asked_for(site: SiteFolder) -> None:
    site.question(select={"exactly": 1})
    listing = site.build().page("questions/index.html")
    assert "Select some" in listing.text(".itembank-facts")
