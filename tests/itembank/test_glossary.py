"""The recipe of `docs/authors/writing.md` for terms: abbreviations, and links by reference."""

from __future__ import annotations

import pytest

from .conftest import BuildFailed, SiteFolder, words

TERMS = "*[MFU]: Model FLOPs utilisation\n\n[all-reduce]: /glossary.md#all-reduce\n"
GLOSSARY = "# Glossary\n\nAll-reduce {: #all-reduce }\n:   Sums.\n"


@pytest.fixture
def glossary(site: SiteFolder) -> SiteFolder:
    site.write("includes/terms.md", TERMS)
    site.page("glossary.md", GLOSSARY)
    site.configure(
        markdown_extensions=[
            "abbr",
            "attr_list",
            "def_list",
            {
                "pymdownx.snippets": {
                    "base_path": [str(site.root / "includes")],
                    "auto_append": ["terms.md"],
                }
            },
        ],
        validation={"links": {"absolute_links": "relative_to_docs", "anchors": "warn"}},
    )
    return site


def test_terms_are_linked_in_pages_and_in_every_text_of_a_question(glossary: SiteFolder) -> None:
    glossary.question(
        stem="What does an [all-reduce][] do to the MFU?",
        options={"once": {"rationale": "An [all-reduce] sums."}, "twice": {"text": "The MFU."}},
    )
    glossary.page("a/b.md", "# Deep\n\nAn [all-reduce][] and MFU.\n")
    built = glossary.build()
    for page, root in (("questions/ring/index.html", "../../"), ("a/b/index.html", "../../")):
        html = built.page(page)
        links = [link for link in html.find_all("a") if "glossary" in link.get("href", "")]
        assert {link.get("href") for link in links} == {f"{root}glossary/#all-reduce"}
        assert {words(link) for link in links} == {"all-reduce"}
        assert {a.get("title") for a in html.find_all("abbr")} == {"Model FLOPs utilisation"}
    question = built.page("questions/ring/index.html")
    assert len([a for a in question.find_all("a") if "glossary" in a.get("href", "")]) == 2
    assert "*[MFU]" not in question.source


def test_a_term_that_the_glossary_lacks_is_told(glossary: SiteFolder) -> None:
    glossary.write("includes/terms.md", TERMS + "[ring]: /glossary.md#ring\n")
    glossary.page("index.md", "# Start\n\nA [ring][].\n")
    with pytest.raises(BuildFailed, match="does not contain an anchor '#ring'"):
        glossary.build()
