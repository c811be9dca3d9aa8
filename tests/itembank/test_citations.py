"""Sources that are cited by key, in pages and questions, and the list of all of them."""

from __future__ import annotations

import pytest

from .conftest import BuildFailed, SiteFolder, words

SOURCES = """\
sources:
  zero: {title: "ZeRO: *memory* [1]", url: "https://example.org/zero"}
  talk-2026: {title: A talk}
  acc/mle: {title: Accelerators, url: "https://www.example.com/a(b)"}
"""


@pytest.fixture
def cited(site: SiteFolder) -> SiteFolder:
    site.write("sources.yml", SOURCES)
    site.settings(sources="sources.yml")
    return site


def test_a_citation_is_a_link_with_its_place(cited: SiteFolder) -> None:
    page = cited.render("It is so [@zero, Table 4]. Also [@talk-2026; @acc/mle, p. 3 *f.*].")
    assert page.text("p") == (
        "It is so (ZeRO: *memory* [1], Table 4). Also (A talk; Accelerators, p. 3 f.)."
    )
    links = [(words(link), link.get("href")) for link in page.find_all("a")]
    assert links == [
        ("ZeRO: *memory* [1]", "https://example.org/zero"),
        ("Accelerators", "https://www.example.com/a(b)"),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`[@zero]`", "[@zero]"),
        (r"\[@zero]", "[@zero]"),
        ("[@zero](https://example.org)", "@zero"),
        ("[@ home]", "[@ home]"),
        ("[a@zero]", "[a@zero]"),
    ],
)
def test_what_is_no_citation_is_left_alone(cited: SiteFolder, text: str, shown: str) -> None:
    assert cited.render(text).text("p") == shown


def test_code_is_left_alone(cited: SiteFolder) -> None:
    page = cited.render(
        "```\n[@zero]\n/// sources\n///\n```\n", markdown_extensions=["fenced_code"]
    )
    assert page.text("code") == "[@zero] /// sources ///"


def test_a_site_without_sources_knows_no_citations(site: SiteFolder) -> None:
    assert site.render("Ask [@anybody].").text("p") == "Ask [@anybody]."


def test_in_questions_captions_and_topics(cited: SiteFolder) -> None:
    cited.figure(caption="After [@zero].")
    cited.settings(sources="sources.yml", figures="figures")
    cited.write("content/questions/nets/topic.yml", "title: N\ndescription: See [@zero, A].\n")
    cited.question(file="nets/ring", figure="links", explanation="So says [@talk-2026, minute 3].")
    built = cited.build()
    page = built.page("questions/ring/index.html")
    assert "So says (A talk, minute 3)." in page.text(".itembank-explanation")
    assert page.text(".itembank-caption") == "After (ZeRO: *memory* [1])."
    assert "See (ZeRO: *memory* [1], A)." in built.page("questions/nets/index.html").text("main")


def test_an_unknown_key_is_an_error_at_its_place(cited: SiteFolder) -> None:
    cited.figure(caption="After [@zer].")
    cited.settings(sources="sources.yml", figures="figures")
    cited.write("content/questions/nets/topic.yml", "title: N\ndescription: See [@nil].\n")
    cited.question(file="nets/ring", explanation="So says [@talk, minute 3].")
    cited.page("index.md", "# Start\n\nOne [@zero] two [@ziro].\n\n/// sources | zero\n///\n")
    assert cited.lint() == [
        "content/questions/nets/ring.yml:23:22: error[unknown-source]: no source `talk` in the "
        "sources file (did you mean `talk-2026`?)",
        "content/questions/nets/topic.yml:2:18: error[unknown-source]: no source `nil` in the "
        "sources file (write `\\[@` if it is none)",
        "docs/index.md:3:17: error[unknown-source]: no source `ziro` in the sources file "
        "(did you mean `zero`?)",
        "docs/index.md:5:1: error[embed]: the block `sources` takes no name "
        "(it lists the whole sources file)",
        "figures/links/figure.yml:4:16: error[unknown-source]: no source `zer` in the sources file "
        "(did you mean `zero`?)",
    ]
    with pytest.raises(BuildFailed, match="no source `ziro`"):
        cited.build()


def test_the_list_of_all_sources(cited: SiteFolder) -> None:
    page = cited.render("# Sources\n\nText.\n\n/// sources\n///\n\nMore.\n")
    entries = [words(entry) for entry in page.find_all("li")]
    assert entries == [
        "A talk (talk-2026)",
        "Accelerators, example.com (acc/mle)",
        "ZeRO: *memory* [1], example.org (zero)",
    ]
    anchors = [link.get("id") for link in page.find_all("a") if link.get("id")]
    assert anchors == ["source-talk-2026", "source-acc/mle", "source-zero"]
    assert [words(p) for p in page.find_all("p")] == ["Text.", "More."]


def test_a_list_that_cannot_be_made(site: SiteFolder) -> None:
    site.page("index.md", "# Start\n\n/// sources\n///\n\n/// sources\n")
    assert site.lint() == [
        "docs/index.md:3:1: error[unknown-source]: this site has no sources file "
        "(set `sources` in itembank.yml)",
        "docs/index.md:6:1: error[embed]: the block `sources` is not closed "
        "(close it with `///` in the next line; it takes no content)",
    ]
