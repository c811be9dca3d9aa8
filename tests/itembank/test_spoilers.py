"""Whoever reads the unanswered page, a machine too, does not read the answer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from itembank.markup import spoilers

from .conftest import SiteFolder

STEM, OPTION, RATIONALE, HINT, SHORT, LONG, CAPTION, CELL = (
    f"zq{name}"
    for name in ("stem", "option", "rationale", "hint", "short", "long", "caption", "cell")
)
HIDDEN = (OPTION, RATIONALE, HINT, SHORT, LONG, CAPTION, CELL)
HOOK = """
import json
import pathlib


def on_page_context(context, page, config, nav):
    seen = {"content": page.content, "meta": dict(page.meta), "title": page.title,
            "toc": [item.title for item in page.toc.items]}
    folder = pathlib.Path(config.site_dir) / "seen"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / (page.file.src_uri.replace("/", "+") + ".json")).write_text(json.dumps(seen))
    return context
"""


@pytest.fixture
def spoiled(site: SiteFolder) -> SiteFolder:
    """A site whose parts of a question each hold a word of their own."""
    site.figure(caption=CAPTION, alt=CAPTION, title=CAPTION)
    site.write("figures/links/data.csv", f"A,B\n{CELL},1\n")
    site.question(
        stem=f"{STEM} scenario.\n\nWhat about it?",
        options={
            "twice": {"text": OPTION, "rationale": RATIONALE},
            "once": {"rationale": f"{RATIONALE} and [](option:twice)"},
        },
        hints=[HINT],
        short_explanation=SHORT,
        figure="links",
        explanation=LONG,
    )
    site.page("index.md", "# Start\n\n/// question | ring\n///\n")
    return site


PAGES = ("index.html", "questions/ring/index.html")


def check(text: str) -> None:
    assert STEM in text
    assert [word for word in HIDDEN if word in text] == []


def test_the_index_of_the_built_in_search(spoiled: SiteFolder) -> None:
    spoiled.configure(plugins=["search", "itembank"])
    check(spoiled.build().source("search/search_index.json"))


def test_the_order_of_plugins_does_not_matter(spoiled: SiteFolder) -> None:
    spoiled.configure(plugins=["itembank", "search"])
    check(spoiled.build().source("search/search_index.json"))


def test_the_index_of_material_s_search(spoiled: SiteFolder) -> None:
    spoiled.configure(theme={"name": "material", "font": False}, plugins=["search", "itembank"])
    built = spoiled.build()
    check(built.source("search/search_index.json"))
    for page in PAGES:
        assert all(word in built.source(page) for word in HIDDEN)


def test_what_other_plugins_see_of_a_page(spoiled: SiteFolder) -> None:
    spoiled.write("hook.py", HOOK)
    spoiled.configure(hooks=["hook.py"])
    built = spoiled.build()
    for name in ("index.md", "questions+ring.md"):
        seen = json.loads(built.source(f"seen/{name}.json"))
        check(json.dumps(seen))
        assert "data-correct" not in seen["content"]
        assert "<input" not in seen["content"]


def test_the_finished_page_holds_everything(spoiled: SiteFolder) -> None:
    built = spoiled.build()
    for page in PAGES:
        source = built.source(page)
        assert all(word in source for word in HIDDEN)
        assert "<!--itembank" not in source
        assert "itembank:cut" not in source


def test_the_description_is_the_stem(spoiled: SiteFolder) -> None:
    head = spoiled.build().source("questions/ring/index.html").split("</head>")[0]
    check(head)


def test_a_long_description_is_cut_between_words(site: SiteFolder) -> None:
    site.question(stem="word " * 100 + "`code` and **bold**?")
    built = site.build()
    [meta] = [n for n in built.page("questions/ring/index.html").find_all("meta") if n.get("name")]
    content = meta.get("content", "")
    assert len(content) <= 165
    assert content.endswith("word …")


def test_a_description_is_plain_text(site: SiteFolder) -> None:
    site.question(
        stem='See [the *guide*](index.md), `x < "1"` & **y** {{= 2 * 3 }}.\n\n'
        "```bash\nls\n```\n\n| a |\n|---|\n| 1 |\n\nWhat?"
    )
    built = site.build()
    [meta] = [n for n in built.page("questions/ring/index.html").find_all("meta") if n.get("name")]
    content = meta.get("content", "")
    assert content.startswith("See the guide, x < “1” & y 6.")
    assert not set("`*|") & set(content)


def test_the_index_of_questions_tells_titles_only(spoiled: SiteFolder) -> None:
    source = spoiled.build().source("questions/index.html")
    assert "Ring all-reduce" in source
    assert [word for word in (STEM, *HIDDEN) if word in source] == []


def test_a_page_about_the_mechanism_is_left_alone(site: SiteFolder) -> None:
    """An author's comment that looks like ours must not swallow or duplicate anything."""
    site.question()
    html = site.render(
        "<!--itembank:0-->\n\nText <!--itembank:cut--> more <!--/itembank:cut--> end.\n\n"
        "/// question | ring\n///\n\nLast <!--itembank:7--> words.\n"
    )
    assert "more" in html.source
    assert "Last" in html.source
    assert len(html.find_all("itembank-question")) == 1
    assert len(html.find_all(".itembank-option")) == 3


@given(
    st.lists(
        st.sampled_from(["a<b>", "<!--itembank:0123456789abcdef-->", "\n", "\\1", "$&", "<!--x-->"])
    )
)
def test_what_is_cut_out_is_put_back_as_it_was(pieces: list[str]) -> None:
    inside = "".join(pieces)
    page = f"x<!--{spoilers.CUT_START}-->{inside}<!--{spoilers.CUT_END}-->y"
    html, parts = spoilers.cut(page)
    assert inside not in html or inside in ("", "<!--itembank:0123456789abcdef-->")
    assert spoilers.restore(html, parts) == f"x{inside}y"
