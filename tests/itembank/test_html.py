"""The HTML of a question and of a figure: what browser code, search and screen readers rely on."""

from __future__ import annotations

import xml.etree.ElementTree as etree

import pytest

from .conftest import Html, SiteFolder, words

EMBED = "/// question | ring\n///\n"
EXTENSIONS = ["admonition", "tables", "md_in_html", "attr_list", "pymdownx.superfences"]

# Phrasing content of the HTML standard, as far as Markdown and this package produce it.
PHRASING = frozenset(
    "a abbr b bdi bdo br button code data del dfn em i img input ins kbd label mark math mi mn mo "
    "mrow msup msub picture q s samp select small source span strong sub sup time u var".split()
)
PHRASING_ONLY = frozenset(["legend", "label", "summary", "p", "span", "button", "strong", "h1"])


def check_content(root: etree.Element) -> None:
    """What may hold phrasing content only, holds it; no block ends up in a paragraph."""
    for node in root.iter():
        if node.tag in PHRASING_ONLY:
            inside = {child.tag for child in node.iter()} - {node.tag}
            assert inside <= PHRASING, f"<{node.tag}> holds {inside - PHRASING}"
        if node.tag in ("ul", "ol"):
            assert {child.tag for child in node} <= {"li"}


def check_references(root: etree.Element) -> None:
    """Every id that an attribute names is there, and every control has a name."""
    ids = {node.get("id") for node in root.iter() if node.get("id")}
    labelled = {label.get("for") for label in root.iter("label")}
    for node in root.iter():
        for attribute in ("for", "aria-labelledby", "aria-describedby"):
            for name in (node.get(attribute) or "").split():
                assert name in ids, f"<{node.tag} {attribute}> names {name}"
        if node.tag in ("input", "select"):
            assert node.get("id") in labelled
        if node.tag == "a" and (node.get("href") or "").startswith("#"):
            assert node.get("href", "#")[1:] in ids


@pytest.fixture
def ask(site: SiteFolder):
    """Write a question, embed it, and return its HTML after the checks that hold for all."""

    def ask(**changes: object) -> Html:
        site.question(**changes)
        html = site.render(EMBED, markdown_extensions=EXTENSIONS)
        check_content(html.root)
        check_references(html.root)
        return html

    return ask


def test_what_stands_where(ask) -> None:
    html = ask()
    question = html.find("itembank-question")
    assert [child.tag for child in question] == ["p", "div", "form", "p", "details"]
    origin, _, form, status, answer = question
    assert words(origin) == "Question: Ring all-reduce"
    assert [child.tag for child in form] == ["fieldset", "div"]
    assert [child.tag for child in form[0]] == ["legend", "div"]
    assert status.attrib == {"class": "itembank-status", "role": "status"}
    assert words(status) == ""
    assert answer.get("class") == "itembank-answer"
    assert [child.tag for child in answer] == ["summary", "ul", "p", "div", "div"]


def test_what_the_browser_code_reads(ask) -> None:
    question = ask().find("itembank-question")
    assert question.get("class") == "itembank itembank-embedded"
    assert question.get("data-item") == "ring"
    assert question.get("data-type") == "choice"
    assert question.get("data-revision") == "1"
    assert len(question.get("data-hash", "")) == 12
    assert int(question.get("data-hash", ""), 16) >= 0
    assert "data-shuffle" in question.attrib


@pytest.mark.parametrize(
    ("changes", "select", "scoring", "control", "instruction"),
    [
        ({}, "all", "net_correct", "checkbox", "Select all that apply."),
        ({"select": "all"}, "all", "net_correct", "checkbox", "Select all that apply."),
        ({"select": "one"}, "one", "all_or_nothing", "radio", "Select one."),
        (
            {"select": {"exactly": 1}},
            "exactly:1",
            "all_or_nothing",
            "checkbox",
            "Select exactly 1.",
        ),
        ({"select": {"up_to": 2}}, "up_to:2", "all_or_nothing", "checkbox", "Select up to 2."),
        ({"scoring": "each_answer"}, "all", "each_answer", "checkbox", "Select all that apply."),
    ],
)
def test_how_many_to_tick(ask, changes, select, scoring, control, instruction) -> None:
    html = ask(**changes)
    question = html.find("itembank-question")
    assert question.get("data-select") == select
    assert question.get("data-scoring") == scoring
    assert {node.get("type") for node in html.find_all("input")} == {control}
    assert {node.get("name") for node in html.find_all("input")} == {"response"}
    assert html.text(".itembank-instruction") == instruction


def test_the_default_policies_are_the_site_s(ask, site: SiteFolder) -> None:
    site.settings(scoring={"select_all": "each_answer", "other": "coverage"})
    assert ask().find("itembank-question").get("data-scoring") == "each_answer"
    assert ask(select="one").find("itembank-question").get("data-scoring") == "coverage"


def test_one_key_in_a_select_all_question_never_becomes_radio_buttons(ask) -> None:
    """Radio buttons would tell the reader how many are right."""
    assert {node.get("type") for node in ask(select="all").find_all("input")} == {"checkbox"}


def test_options_have_letters_in_the_author_s_order(ask) -> None:
    html = ask()
    labels = [words(label) for label in html.find_all("label")]
    assert labels == ["A Almost twice the buffer.", "B The buffer once.", "C Nothing."]
    assert [n.get("value") for n in html.find_all("input")] == ["twice", "once", "none"]
    rows = html.find_all(".itembank-option")
    assert [row.get("data-option") for row in rows] == ["twice", "once", "none"]


def test_no_shuffle(ask) -> None:
    assert "data-shuffle" not in ask(shuffle=False).find("itembank-question").attrib


def test_the_answer_says_for_each_option_whether_it_is_right_and_why(ask) -> None:
    html = ask()
    entries = list(html.find(".itembank-rationales"))
    assert [(e.get("data-option"), e.get("data-correct"), words(e)) for e in entries] == [
        ("twice", "true", "A Correct Right."),
        ("once", "false", "B Not correct Wrong: half."),
        ("none", "false", "C Not correct Wrong: it sends."),
    ]


def test_weights_are_on_the_page(ask) -> None:
    html = ask(
        scoring="weights",
        options={"twice": {"weight": 1}, "once": {"weight": -0.5}, "none": {"weight": 0.0}},
    )
    entries = list(html.find(".itembank-rationales"))
    assert [float(e.get("data-weight", "nan")) for e in entries] == [1, -0.5, 0]


def test_the_submit_button_waits_for_the_script(ask) -> None:
    button = ask().find("button")
    assert button.get("type") == "submit"
    assert "hidden" in button.attrib


def test_a_stem_of_one_paragraph_is_the_legend(ask) -> None:
    html = ask(stem="What does *each* GPU send?")
    assert html.find_all(".itembank-stem") == []
    assert "aria-describedby" not in html.find("fieldset").attrib
    assert html.text(".itembank-lead-in") == "What does each GPU send?"
    assert html.find(".itembank-lead-in").find("em") is not None


def test_a_long_stem_describes_the_fieldset(ask) -> None:
    html = ask(stem="One.\n\n- two\n- three\n\n```\ncode\n```\n\nWhat is it?")
    stem = html.find(".itembank-stem")
    assert html.find("fieldset").get("aria-describedby") == stem.get("id")
    assert words(stem).startswith("One. two three code")
    assert html.text(".itembank-lead-in") == "What is it?"


@pytest.mark.parametrize(
    "stem", ["What is printed?\n\n```\ncode\n```", "Which?\n\n- one\n- two", "| a |\n|---|\n| 1 |"]
)
def test_a_stem_that_ends_with_a_block_still_has_a_legend(ask, stem: str) -> None:
    html = ask(stem=stem)
    assert html.text(".itembank-lead-in") != ""
    assert html.find_all(".itembank-stem") != []


def test_an_option_with_blocks_names_its_control_by_both(ask) -> None:
    html = ask(options={"once": {"text": "This script:\n\n```bash\nls\n```\n"}})
    control = next(n for n in html.find_all("input") if n.get("value") == "once")
    label, body = (control.get("aria-labelledby") or "").split()
    by_id = {node.get("id"): node for node in html.root.iter()}
    assert words(by_id[label]) == "B This script:"
    assert words(by_id[body]) == "ls"


def test_an_option_of_code_alone_is_named_by_the_code(ask) -> None:
    html = ask(options={"once": {"text": "```bash\nls\n```\n"}})
    control = next(n for n in html.find_all("input") if n.get("value") == "once")
    by_id = {node.get("id"): node for node in html.root.iter()}
    named = [words(by_id[name]) for name in (control.get("aria-labelledby") or "").split()]
    assert named == ["B", "ls"]


def test_a_reference_to_an_option_prints_its_letter(ask) -> None:
    html = ask(
        options={"once": {"rationale": "Half of [](option:twice); [*this* one](option:none) less."}}
    )
    first, second = html.find_all(".itembank-ref")
    assert (words(first), words(second)) == ("option A", "this one C")
    assert [first.get("data-option"), second.get("data-option")] == ["twice", "none"]
    by_id = {node.get("id"): node for node in html.root.iter()}
    assert by_id[first.get("href", "")[1:]].get("value") == "twice"
    assert by_id[second.get("href", "")[1:]].get("value") == "none"


def test_hints_stand_after_the_form_and_before_the_answer(ask) -> None:
    html = ask(hints=["Look at the **wire**.", "See [](option:once)."])
    question = html.find("itembank-question")
    assert [child.tag for child in question][-4:] == ["form", "p", "div", "details"]
    hints = question[-2]
    assert hints.get("class") == "itembank-hints"
    assert [words(hint) for hint in hints] == [
        "Hint 1 of 2 Look at the wire.",
        "Hint 2 of 2 See option B.",
    ]


def test_hints_are_checked_as_other_texts(site: SiteFolder) -> None:
    site.question(hints=["Two is {{= 1 + 1 }}.", "# A heading", "{{= gone() }}"])
    found = [line for line in site.lint() if "error[" in line]
    assert len(found) == 2
    assert "error[heading]" in found[0]
    assert "gone" in found[1]
    site.question(hints=["Two is {{= 1 + 1 }}.", "Short."])
    assert "Two is 2." in words(site.render(EMBED).root)


def test_short_explanation_stands_beside_the_figure(ask, site: SiteFolder) -> None:
    site.figure()
    html = ask(short_explanation="Twice, nearly.", figure="links")
    short = html.find(".itembank-short")
    assert [child.tag for child in short] == ["div", "figure"]
    assert words(short[0]) == "Twice, nearly."
    answer = html.find(".itembank-answer")
    classes = [child.get("class") for child in answer]
    assert classes.index("itembank-short") < classes.index("itembank-explanation")


def test_sources_with_their_place(ask, site: SiteFolder) -> None:
    site.settings(sources="sources.yml")
    site.write(
        "sources.yml",
        "sources:\n  nccl: {title: 'NCCL *user* guide <2>', url: 'https://example.org/a_(b)'}\n"
        "  talk: {title: A talk}\n",
    )
    html = ask(sources=[{"ref": "nccl", "at": "*p.* 3"}, {"ref": "talk"}])
    first, second = html.find(".itembank-sources").iter("li")
    assert words(first) == "NCCL *user* guide <2>, *p.* 3"
    assert first.find(".//a").get("href") == "https://example.org/a_(b)"
    assert words(second) == "A talk"


def test_pictures_for_both_schemes_and_widths(site: SiteFolder) -> None:
    site.figure()
    html = site.render("/// figure | links\n///\n")
    check_content(html.find("figcaption"))
    figure = html.find(".itembank-figure")
    assert figure.get("data-figure") == "links"
    pictures = list(figure.iter("picture"))
    assert [node.get("data-scheme") for node in pictures] == ["light", "dark"]
    folder = site.root / "site"
    for picture in pictures:
        scheme = picture.get("data-scheme")
        source, image = picture.find("source"), picture.find("img")
        assert source is not None
        assert image is not None
        assert "max-width" in source.get("media", "")
        assert (image.get("width"), image.get("height")) == ("760", "430")
        assert image.get("loading") == "lazy"
        assert image.get("alt") == "Bars: NVLink 450 GB/s, Ethernet 50 GB/s"
        assert f"{scheme}-wide.svg" in (folder / image.get("src", "")).read_text()
        assert f"{scheme}-narrow.svg" in (folder / source.get("srcset", "")).read_text()


def test_caption_table_and_download_say_what_the_picture_says(site: SiteFolder) -> None:
    site.figure(sources=[{"url": "https://example.org/spec", "title": "Spec", "at": "Table 4"}])
    html = site.render("/// figure | links\n///\n")
    caption = html.text("figcaption")
    assert caption.startswith("Without overlap.")
    assert "Spec, Table 4" in html.text(".itembank-figure")
    rows = [[words(cell) for cell in row] for row in html.find("table").iter("tr")]
    assert rows == [["Fabric", "Bandwidth (GB/s)"], ["NVLink", "450"], ["Ethernet", "50"]]
    assert {cell.get("scope") for cell in html.find_all("th")} == {"col"}
    region = html.find(".itembank-table-scroll")
    assert (region.get("tabindex"), region.get("role")) == ("0", "region")
    assert "NVLink is nine times as fast" in region.get("aria-label", "")
    link = next(node for node in html.find_all("a") if "download" in node.attrib)
    assert (site.root / "site" / link.get("href", "")).read_text().startswith("Fabric,")


def test_a_figure_with_one_picture_has_no_scheme(site: SiteFolder) -> None:
    image = {"file": "a.svg", "scheme": "light", "layout": "wide", "width": 760, "height": 430}
    site.figure(images=[image], data=None)
    html = site.render("/// figure | links\n///\n")
    assert "data-scheme" not in html.find("picture").attrib
    assert html.find_all("details") == []


def test_nothing_is_inline(ask, site: SiteFolder) -> None:
    """A strict content security policy must not break a question."""
    site.figure()
    html = ask(figure="links")
    for node in html.root.iter():
        assert "style" not in node.attrib
        assert not [name for name in node.attrib if name.startswith("on")]
        assert node.tag != "style"
        if node.tag == "script":
            assert node.get("src")
            assert words(node) == ""
