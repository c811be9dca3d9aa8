"""Hostile texts in every field: the build says no in words, or the page is sound and keeps quiet.

Sound: no tag left open or crossing, no id twice (`Dom` of conftest refuses both), no script, no
handler. Quiet: what answers the question stands inside `details` and nowhere else.
"""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import BuildFailed, Html, SiteFolder, words

pieces = st.sampled_from(
    [
        *(
            "<b>",
            "</b>",
            "</details>",
            "</itembank-question>",
            "</fieldset>",
            "</div>",
            "<!--",
            "-->",
        ),
        *(
            "<script>x()</script>",
            "<img src=x onerror=x()>",
            "<svg/onload=x()>",
            "<a href=javascript:x()>",
        ),
        *(
            "<!--itembank:cut-->",
            "<!--/itembank:cut-->",
            "<!--itembank:0123456789abcdef-->",
            "<![CDATA[",
        ),
        *(
            "&lt;",
            "&#60;b&#62;",
            "&",
            "\\<",
            "`<b>`",
            "``",
            "`",
            "```\n",
            "~~~\n",
            "    x\n",
            "$x<y$",
        ),
        *(
            "**",
            "*",
            "_",
            "[",
            "]",
            "](",
            "[](option:twice)",
            "[x](javascript:x())",
            "![x](data:x)",
            "<http://a>",
        ),
        *(
            "\n",
            "\n\n",
            "\n- ",
            "\n1. ",
            "\n> ",
            "\n# ",
            "\n---\n",
            "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        ),
        *(
            "\n/// details | x\n",
            "\n///\n",
            "\n/// question | ring\n///\n",
            "{: onclick=x() }",
            "{: #itembank }",
        ),
        *(
            "{{= 1 + 1 }}",
            "{{= x }}",
            "{{",
            "}}",
            "\\{{=",
            "[^1]",
            "\n[^1]: x\n",
            "*[HTML]: x",
            "\n!!! note\n",
        ),
        *("\x02", "\x03", "\u2028", "\u202e", "\ufeff", "é", "\U0001f600", "word", "]]>", "'", '"'),
        *("stx:1", "klzzwxh:0001", "wzxhzdk:0", "amp", "\x02klzzwxh:0\x03", "</p>", "<p>", "<br>"),
    ]
)
texts = st.lists(pieces, min_size=1, max_size=5).map("".join)

ANSWERS = ("zqrationale", "zqlong", "zqshort", "zqhint")


def outside_details(root: etree.Element) -> str:
    """Return every text and attribute that stands in no `details`."""
    if root.tag == "details":
        return root.tail or ""
    inside = "".join(outside_details(child) for child in root)
    return f"{' '.join(root.attrib.values())} {root.text or ''}{inside}{root.tail or ''}"


def check(html: Html) -> None:
    for script in html.find_all("script"):
        assert (script.get("src") or "").split("?")[0].endswith(".js")
        assert not words(script)
    for node in html.root.iter():
        assert not [name for name in node.attrib if name.startswith("on")]
        for name in ("href", "src", "action", "formaction"):
            assert not (node.get(name) or "").strip().lower().startswith(("javascript:", "data:"))
    shown = outside_details(html.root)
    assert [word for word in ANSWERS if word in shown] == []
    question = html.find("itembank-question")
    assert len(html.find_all(".itembank-option")) == 3
    assert len(html.find(".itembank-rationales")) == 3
    assert all(word in words(question) for word in ANSWERS)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., bool]:
    """Build a question with such texts and check its pages; False when the build says no."""
    site = SiteFolder(tmp_path_factory.mktemp("site"))
    site.page("index.md", "# Start\n\n/// question | ring\n///\n\nzqafter\n")

    def build(stem: str, option: str, rationale: str, long: str) -> bool:
        site.question(
            stem=f"zqstem {stem}",
            options={
                "twice": {"text": f"zqoption {option}", "rationale": f"zqrationale {rationale}"},
                "once": {"text": "x", "rationale": rationale or "zq"},
            },
            hints=[f"zqhint {long}"],
            short_explanation=f"zqshort {long}",
            explanation=f"zqlong {long}",
        )
        try:
            built = site.build()
        except BuildFailed as refused:
            said = "\n".join(refused.log)
        else:
            said = ""
        assert "Traceback" not in said
        if said:
            assert "error" in said.lower()
            return False
        check(built.page("questions/ring/index.html"))
        page = built.page("index.html")
        check(page)
        assert "zqafter" in outside_details(page.root)
        return True

    return build


def test_a_harmless_text_passes(build: Callable[..., bool]) -> None:
    assert build("one", "two", "three", "four")


@pytest.mark.parametrize(
    "piece", ["`<b>`", "&lt;", "$x<y$", "**bold**", "{{= 1 + 1 }}", "\\<", "[^1]"]
)
def test_single_pieces_end_one_way_or_the_other(build: Callable[..., bool], piece: str) -> None:
    assert build(piece, piece, piece, piece) == (piece != "[^1]")


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(texts, texts, texts, texts)
def test_texts_in_all_fields(
    build: Callable[..., bool], stem: str, option: str, rationale: str, long: str
) -> None:
    build(stem, option, rationale, long)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(range(4)), texts)
def test_a_text_in_one_field(build: Callable[..., bool], place: int, text: str) -> None:
    build(*(text if index == place else "plain" for index in range(4)))
