"""`/// question | id` wherever an author may put it, and what is said when it cannot be."""

from __future__ import annotations

import xml.etree.ElementTree as etree

import pytest

from .conftest import BuildFailed, Html, SiteFolder, words

EXTENSIONS = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.blocks.admonition",
    "pymdownx.blocks.tab",
    {"pymdownx.tabbed": {"alternate_style": True}},
]

EMBED = "/// question | ring\n///\n"


def indent(text: str, by: str) -> str:
    return "".join(by + line + "\n" for line in text.splitlines())


def parents(html: Html, tag: str) -> list[str]:
    """Return the tags around the one element `tag`, from the outside in."""
    found: list[list[str]] = []

    def walk(node: etree.Element, above: list[str]) -> None:
        if node.tag == tag:
            found.append(above)
        for child in node:
            walk(child, [*above, node.tag])

    walk(html.root, [])
    assert len(found) == 1
    return found[0][1:]


PLACES = {
    "at the top": (EMBED, []),
    "after text": ("Text.\n\n" + EMBED, []),
    "right after text": ("Text.\n" + EMBED + "More.\n", []),
    "in a list": ("- one\n\n" + indent(EMBED, "    ") + "\n- two\n", ["ul", "li"]),
    "in a tight list": ("- one\n" + indent(EMBED, "    ") + "- two\n", ["ul", "li"]),
    "in a numbered list": ("1. one\n\n" + indent(EMBED, "    ") + "\n2. two\n", ["ol", "li"]),
    "in a nested list": (
        "- one\n    - two\n\n" + indent(EMBED, "        "),
        ["ul", "li", "ul", "li"],
    ),
    "in an admonition": ("!!! tip\n\n" + indent(EMBED, "    "), ["div"]),
    "in details": ("??? note\n\n" + indent(EMBED, "    "), ["details"]),
    "in a block quote": ("> Text.\n>\n" + indent(EMBED, "> "), ["blockquote"]),
    "in a list in an admonition": (
        "!!! tip\n\n    - one\n\n" + indent(EMBED, "        "),
        ["div", "ul", "li"],
    ),
    "in a list in a block quote": (
        "> - one\n>\n" + indent(EMBED, ">     "),
        ["blockquote", "ul", "li"],
    ),
    "in a tab": (
        '=== "One"\n\n    Text.\n\n=== "Two"\n\n' + indent(EMBED, "    "),
        ["div", "div", "div"],
    ),
    "in a definition": ("Term\n:   Text.\n\n" + indent(EMBED, "    "), ["dl", "dd"]),
    "in raw HTML that holds Markdown": (
        f'<div markdown="1">\n\n{EMBED}\n</div>\n',
        ["div"],
    ),
    "in a block of pymdownx": (f"//// admonition | Title\n\n{EMBED}\n////\n", ["div"]),
    "before a table": (EMBED + "\na | b\n--|--\n1 | 2\n", []),
    "after a table": ("a | b\n--|--\n1 | 2\n\n" + EMBED, []),
    "between a heading and text": ("## Here\n" + EMBED + "Text.\n", []),
    "after a code block": ("```\ncode\n```\n" + EMBED, []),
    "with a longer fence": ("///// question | ring\n/////\n", []),
    "with no space": ("///question|ring\n///\n", []),
    "with spaces": ("/// question |  ring  \n\n///\n", []),
    "after a footnote": ("Text[^1].\n\n[^1]: Note.\n\n" + EMBED, []),
    "after a fence that never ends": ("```\ncode\n\n" + EMBED, []),
}


@pytest.mark.parametrize("name", PLACES)
def test_a_question_stands_where_its_author_put_it(site: SiteFolder, name: str) -> None:
    text, above = PLACES[name]
    site.question()
    html = site.render(text, markdown_extensions=EXTENSIONS)
    assert parents(html, "itembank-question") == above
    assert len(html.find_all(".itembank-option")) == 3
    assert len(html.find_all("li")) >= 3
    assert "///" not in html.source
    assert "\x02" not in html.source
    assert "itembank:" not in html.source.replace("itembank:cut", "")


def test_what_stands_around_an_embed_stays_in_its_place(site: SiteFolder) -> None:
    site.question()
    html = site.render(f"Before.\n\n{EMBED}\nBetween.\n\n{EMBED}\nAfter.\n")
    order = [words(node)[:7] for node in html.root if node.tag in ("p", "itembank-question")]
    assert order == ["Before.", "Questio", "Between", "Questio", "After."]


def test_an_embedded_question_says_what_it_is_and_leads_to_its_page(site: SiteFolder) -> None:
    site.question(title="Ring *all* & <reduce>", file="nets/ring")
    site.page("a/b/deep.md", f"# Deep\n\n{EMBED}")
    site.page("index.md", f"# Start\n\n{EMBED}")
    built = site.build()
    for path, address in (
        ("index.html", "questions/ring/"),
        ("a/b/deep/index.html", "../../../questions/ring/"),
    ):
        line = built.page(path).find(".itembank-origin")
        assert words(line) == "Question: Ring *all* & <reduce>"
        assert [link.get("href") for link in line.iter("a")] == [address]
        assert "itembank-embedded" in built.page(path).find("itembank-question").get("class", "")
    own = built.page("questions/ring/index.html")
    assert own.find_all(".itembank-origin") == []
    assert own.find("itembank-question").get("class") == "itembank"


def test_an_embedded_question_leads_to_the_author_s_page_of_it(site: SiteFolder) -> None:
    site.question()
    site.page("questions/ring/index.md", f"# Mine\n\n{EMBED}")
    site.page("index.md", f"# Start\n\n{EMBED}")
    built = site.build()
    line = built.page("index.html").find(".itembank-origin")
    assert [link.get("href") for link in line.iter("a")] == ["questions/ring/"]
    assert built.page("questions/ring/index.html").find_all(".itembank-origin") == []


def test_the_same_question_twice_on_a_page(site: SiteFolder) -> None:
    site.question(options={"once": {"rationale": "Half, see [](option:twice)."}})
    html = site.render(f"{EMBED}\nText.\n\n{EMBED}")  # ids are checked while parsing
    first, second = html.find_all("itembank-question")
    assert (first.get("id"), second.get("id")) == ("q-ring", "q-ring_2")
    for question in (first, second):
        inside = {node.get("id") for node in question.iter()}
        targets = [n.get("for") for n in question.iter("label")]
        targets += [n.get("href", "")[1:] for n in question.iter("a") if n.get("data-option")]
        assert len(targets) == 4
        assert set(targets) <= inside
    assert len(html.find_all("script")) == 1
    assert len([n for n in html.find_all("link") if n.get("rel") == "stylesheet"]) == 1


def test_two_questions_with_options_of_the_same_id(site: SiteFolder) -> None:
    site.question("ring")
    site.question("ring-twice")
    html = site.render("/// question | ring\n///\n\n/// question | ring-twice\n///\n")
    assert [q.get("data-item") for q in html.find_all("itembank-question")] == [
        "ring",
        "ring-twice",
    ]


def test_ids_that_would_run_into_each_other(site: SiteFolder) -> None:
    """`ring` embedded twice, and a question whose id is `ring-2`."""
    site.question("ring")
    site.question("ring-2")
    embeds = "/// question | ring\n///\n\n" * 2 + "/// question | ring-2\n///\n"
    site.render(embeds)


def test_a_figure_by_itself(site: SiteFolder) -> None:
    site.figure()
    html = site.render("/// figure | links\n///\n\n/// figure | links\n///\n")
    assert [f.get("id") for f in html.find_all(".itembank-figure")] == ["f-links", "f-links_2"]
    assert html.find_all("script") == []


def test_a_question_and_its_figure_on_one_page(site: SiteFolder) -> None:
    site.figure()
    site.question(figure="links")
    html = site.render(f"{EMBED}\n/// figure | links\n///\n\n{EMBED}")
    assert len(html.find_all(".itembank-figure")) == 3


LITERAL = {
    "in fenced code": f"```\n{EMBED}```\n",
    "in fenced code with tildes": f"~~~\n{EMBED}~~~\n",
    "in a longer fence": f"````md\n```\n{EMBED}```\n````\n",
    "in fenced code in a list": "- one\n\n    ```\n" + indent(EMBED, "    ") + "    ```\n",
    "in fenced code in a block quote": "> ```\n" + indent(EMBED, "> ") + "> ```\n",
    "in inline code": "Write `/// question | ring` to embed.\n",
}


@pytest.mark.parametrize("name", LITERAL)
def test_documentation_about_embedding_is_left_alone(site: SiteFolder, name: str) -> None:
    site.question()
    html = site.render(LITERAL[name], markdown_extensions=EXTENSIONS)
    assert html.find_all("itembank-question") == []
    assert "/// question | ring" in words(html.root)
    assert "itembank/itembank." not in html.source


MISTAKES = {
    "an id that does not exist": (
        "# One\n\n/// question | rign\n///\n",
        "3:1: error[unknown-question]: no question `rign` (did you mean `ring`?)",
    ),
    "a figure that does not exist": (
        "/// figure | links\n///\n",
        "1:1: error[unknown-figure]: no figure `links` (the site has 0 of them)",
    ),
    "an id that does not exist, in a list": (
        "- one\n\n    /// question | xyz\n    ///\n",
        "3:5: error[unknown-question]: no question `xyz` (the site has 1 of them)",
    ),
    "no id": (
        "/// question\n///\n",
        "1:1: error[embed]: the question to embed has no id (`/// question | its-id`)",
    ),
    "an empty id": (
        "/// question |\n///\n",
        "1:1: error[embed]: the question to embed has no id (`/// question | its-id`)",
    ),
    "an id without a bar": (
        "/// question ring\n///\n",
        "1:1: error[embed]: the question to embed has no id (`/// question | its-id`)",
    ),
    "no end": (
        "Text.\n\n/// question | ring\n\nMore.\n",
        "3:1: error[embed]: the question block is not closed "
        "(close it with `///` in the next line; it takes no content)",
    ),
    "no end at the end": (
        "/// question | ring",
        "1:1: error[embed]: the question block is not closed "
        "(close it with `///` in the next line; it takes no content)",
    ),
    "content": (
        "/// question | ring\nshuffle: false\n///\n",
        "1:1: error[embed]: the question block is not closed "
        "(close it with `///` in the next line; it takes no content)",
    ),
    "on the line of a list item": (
        "- /// question | ring\n  ///\n",
        "1:3: error[embed]: the question stands behind the mark of a list item "
        "(give it lines of its own, indented by four spaces)",
    ),
    "a block with a capital letter": (
        "/// Question | ring\n///\n",
        "1:5: error[embed]: no block `Question` (did you mean `question |`?)",
    ),
    "a block that is misspelt": (
        "> /// quesiton | ring\n> ///\n",
        "1:7: error[embed]: no block `quesiton` (did you mean `question |`?)",
    ),
    "a block with a colon": (
        "/// question: ring\n///\n",
        "1:5: error[embed]: no block `question:` (did you mean `question |`?)",
    ),
    "a page in another encoding": (
        b"# One\n\n\xe4\n",
        "3:1: error[encoding]: not UTF-8 (save the file as UTF-8)",
    ),
    "a value that fails": (
        "# One\n\nText {{= 2 ** 0.5 | GB }}.\n",
        "3:6: error[value]: `{{= 2 ** 0.5 | GB }}`: the value is not measured in `GB`, "
        "it is a plain number",
    ),
    "after front matter": (
        "---\ntitle: One\n---\n\n/// question | xyz\n///\n",
        "5:1: error[unknown-question]: no question `xyz` (the site has 1 of them)",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_an_embed(site: SiteFolder, name: str) -> None:
    text, said = MISTAKES[name]
    site.question()
    site.page("guide/page.md", text)
    assert site.lint()[0] == f"docs/guide/page.md:{said}"
    with pytest.raises(BuildFailed) as caught:
        site.build()
    assert f"ERROR: itembank: docs/guide/page.md:{said}" in caught.value.log


def test_a_page_may_hold_a_byte_order_mark_and_windows_lines(site: SiteFolder) -> None:
    site.question()
    site.write("docs/index.md", b"\xef\xbb\xbf# One\r\n\r\n/// question | ring\r\n///\r\n")
    assert site.lint() == []
    assert site.build().page("index.html").find("itembank-question") is not None


@pytest.mark.parametrize("strict", [True, False])
def test_an_embed_in_raw_html_is_said_and_never_printed(site: SiteFolder, strict: bool) -> None:
    site.question()
    site.page("index.md", f"# One\n\n<div>\n{EMBED}</div>\n")
    try:
        built = site.build(strict=strict)
    except BuildFailed as failed:
        log = failed.log
    else:
        assert not strict
        log = built.log
        assert "\x02" not in built.source("index.html")
    assert any(
        "docs/index.md:4:1: error[embed]: question `ring` stands where no Markdown" in line
        for line in log
    ), log


def test_an_unknown_embed_in_a_page_that_another_plugin_made(site: SiteFolder) -> None:
    """Such a page is not on the disk when the sources are checked."""
    site.write(
        "hooks.py",
        "from mkdocs.structure.files import File\n\n\n"
        "def on_files(files, config):\n"
        "    content = '/// question | no\\n///\\n'\n"
        "    files.append(File.generated(config, 'made.md', content=content))\n"
        "    return files\n",
    )
    site.configure(hooks=["hooks.py"], validation={"nav": {"omitted_files": "ignore"}})
    with pytest.raises(BuildFailed) as caught:
        site.build()
    assert any("made.md:1:1: error[unknown-question]" in line for line in caught.value.log)


def test_an_embed_of_a_broken_question_is_no_second_mistake(site: SiteFolder) -> None:
    site.question(title=None)
    site.page("index.md", EMBED)
    assert [line.split(" ")[0] for line in site.lint()] == ["content/questions/ring.yml:1:1:"]


@pytest.mark.parametrize(
    "braces", ["{{ x }}", "{% raw %}", "{{= }", "${{ github.ref }}", "{{{x}}}"]
)
def test_other_braces_are_text(site: SiteFolder, braces: str) -> None:
    site.question(stem=f"See `{braces}`.\n\nWhat about {braces}?")
    if braces == "{{= }":
        assert len(site.lint()) == 2
        return
    html = site.render(f"On the page {braces}.\n\n{EMBED}")
    assert words(html.root).count(braces) == 3


def test_blocks_of_others_are_none_of_our_business(site: SiteFolder) -> None:
    for name in ("details | More", "figure-caption", "note", "example", "tab | A", "caption"):
        site.page("index.md", f"# Start\n\n/// {name}\nText.\n///\n")
        assert site.lint() == []
