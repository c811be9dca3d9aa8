"""Real builds: pages, links, addresses, failures, and what must stay as it was."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from .conftest import BuildFailed, SiteFolder, words

EMBED = "/// question | ring\n///\n"


def mkdocs(site: SiteFolder, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the `mkdocs` command as a user does."""
    site.write_config()
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=site.root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )


def test_a_failing_build_says_all_in_one_run_and_writes_nothing(site: SiteFolder) -> None:
    site.question("good")
    site.build()
    before = {path: path.stat().st_mtime_ns for path in (site.root / "site").rglob("*")}
    site.question("bad", title=None, stem="Half[^1].")
    site.question("other", options={"once": {"correct": "yes"}})
    site.page("index.md", "# Start\n\n/// question | missing\n///\n")
    done = mkdocs(site, "build", "--strict")
    assert done.returncode == 1
    said = [line.removeprefix("ERROR   -  ") for line in done.stderr.splitlines() if "[" in line]
    assert said == [
        "itembank: content/questions/bad.yml:1:1: error[missing-field]: `title` is missing",
        "itembank: content/questions/bad.yml:3:11: error[footnote]: `stem`: a footnote has no "
        "place to stand (put it in the text, or in `sources`)",
        "itembank: content/questions/other.yml:17:12: error[wrong-type]: `correct` must be true "
        "or false",
        "itembank: docs/index.md:3:1: error[unknown-question]: no question `missing` "
        "(the site has 1 of them)",
    ]
    assert "4 errors" in done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    after = {path: path.stat().st_mtime_ns for path in (site.root / "site").rglob("*")}
    assert after == before


def test_a_good_build_is_silent_about_questions(site: SiteFolder) -> None:
    site.question()
    done = mkdocs(site, "build", "--strict")
    assert done.returncode == 0, done.stderr
    assert "itembank" not in done.stderr
    assert "WARNING" not in done.stderr


def test_a_site_without_questions_is_as_if_we_were_not_there(site: SiteFolder) -> None:
    (site.root / "content/questions").rmdir()
    (site.root / "content").rmdir()
    site.page("index.md", "# Start\n\nText {{ braces }}.\n")
    site.page("more.md", "# More\n")
    site.configure(validation={"nav": {"omitted_files": "ignore"}})
    ours = site.build(to="ours").files()
    site.configure(plugins=[])
    plain = site.build(to="plain").files()
    pages = [name for name in plain if name.endswith(".html")]
    assert pages
    assert {name: ours[name] for name in pages} == {name: plain[name] for name in pages}


def test_a_page_without_a_question_gets_no_byte_of_ours(site: SiteFolder) -> None:
    site.question()
    site.page("index.md", "# Start\n\nText.\n\n- a list\n\n```\n/// question | ring\n///\n```\n")
    ours = site.build(to="ours").source("index.html")
    site.configure(plugins=[])
    assert site.build(to="plain").source("index.html") == ours


def test_two_builds_are_identical_to_the_byte(site: SiteFolder) -> None:
    site.figure()
    for number in range(5):
        site.question(f"ring-{number}", figure="links", file=f"topic-{number % 2}/q{number}")
    site.page("index.md", "/// question | ring-1\n///\n\n/// figure | links\n///\n")
    first = site.build(to="first").files()
    second = site.build(to="second").files()
    first.pop("sitemap.xml.gz")
    second.pop("sitemap.xml.gz")
    assert first == second


def test_the_edit_link_leads_to_the_yaml_file(site: SiteFolder) -> None:
    site.question(file="comms/ring")
    site.configure(repo_url="https://example.org/repo", edit_uri="edit/main/docs/")
    page = site.build().page("questions/ring/index.html")
    assert page.find(".edit").get("href") == (
        "https://example.org/repo/edit/main/content/questions/comms/ring.yml"
    )


@pytest.mark.parametrize("directory_urls", [True, False])
def test_links_and_assets_lead_somewhere(site: SiteFolder, directory_urls: bool) -> None:
    site.figure()
    site.question(
        figure="links",
        stem="See [the guide](guide/deep/page.md#part) and ![](img/a.svg).\n\nWhat?",
        explanation="More in [the guide](guide/deep/page.md), or at [the start](index.md).",
    )
    site.write("docs/img/a.svg", "<svg/>")
    site.page("guide/deep/page.md", f"# Guide\n\n## Part\n\n{EMBED}\n/// figure | links\n///\n")
    site.page("index.md", f"# Start\n\n{EMBED}")
    site.configure(
        use_directory_urls=directory_urls,
        site_url="https://example.org/under/a/path/",
        validation={"nav": {"omitted_files": "ignore"}},
    )
    built = site.build()
    checked = 0
    for path in built.folder.rglob("*.html"):
        if path.name == "404.html":
            continue
        page = built.page(path.relative_to(built.folder).as_posix())
        ids = {node.get("id") for node in page.root.iter()}
        for node in page.root.iter():
            for name in ("href", "src", "srcset"):
                target, _, fragment = (node.get(name) or "").partition("#")
                if not target or target.startswith("https://example.org"):
                    assert not fragment or fragment in ids
                    continue
                assert not target.startswith("/"), "an absolute address breaks a sub-path"
                file = Path(os.path.normpath(path.parent / target))
                if file.is_dir():
                    file = file / "index.html"
                assert file.is_file(), f"{path}: {target}"
                checked += 1
    assert checked > 30


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("See [this](no-such-page.md).", "no-such-page.md"),
        ("See [this](index.md#no-such-part).", "no-such-part"),
        ("![](no-such-picture.png)", "no-such-picture.png"),
    ],
)
def test_mkdocs_checks_links_inside_a_question(site: SiteFolder, text: str, said: str) -> None:
    site.question(explanation=text)
    with pytest.raises(BuildFailed) as caught:
        site.build()
    place = "WARNING: itembank: content/questions/ring.yml:23:"
    assert any(said in line and line.startswith(place) for line in caught.value.log)


def test_the_markdown_extension_may_be_named_as_well(site: SiteFolder) -> None:
    """Sites that other hosts build too name the extension in their settings."""
    site.question()
    site.configure(markdown_extensions=["itembank"])
    page = site.build().page("questions/ring/index.html")
    assert len(page.find_all("itembank-question")) == 1
    assert len(page.find_all(".itembank-option")) == 3


def test_the_extension_may_be_named_with_options(site: SiteFolder) -> None:
    site.question()
    site.configure(markdown_extensions=[{"itembank": {"root": "."}}])
    assert len(site.build().page("questions/ring/index.html").find_all("itembank-question")) == 1


def test_an_author_s_own_page_wins(site: SiteFolder) -> None:
    site.question()
    site.page("questions/ring.md", f"# My own words\n\n{EMBED}")
    site.page("questions/index.md", "# My own list\n\n/// questions | questions\n///\n")
    built = site.build()
    assert "My own words" in built.source("questions/ring/index.html")
    assert "My own list" in built.source("questions/index.html")


def test_an_author_s_page_that_hides_one_of_ours_is_told(site: SiteFolder) -> None:
    site.question()
    site.question("tree", file="networks/tree")
    site.page("questions/ring.md", "# Nothing of it\n")
    site.page("questions/networks/index.md", "# Nothing of it\n")
    site.page("questions/index.md", "# By a snippet\n\n--8<-- 'list.md'\n")
    for ours, pages in (("questions", "other"), ("other", "questions")):
        site.page(f"{pages}/README.md", f"# {ours}\n\n/// questions | questions\n///\n")
    assert site.lint() == [
        "docs/questions/networks/index.md:1:1: warning[address]: this page has the address of the "
        "topic `networks`, so that one is not made (show it here with "
        "`/// questions | questions/networks` and `///` below it, or rename one of them)",
        "docs/questions/ring.md:1:1: warning[address]: this page has the address of question "
        "`ring` (content/questions/ring.yml), so that one is not made (show it here with "
        "`/// question | ring` and `///` below it, or rename one of them)",
    ]
    with pytest.raises(BuildFailed, match="has the address of question"):
        site.build()


def test_topics_are_folders(site: SiteFolder) -> None:
    site.question("ring", title="Ring")
    site.question("tree", title="Tree", file="collective-comms/tree")
    site.question("link", title="A *link* & more", file="hardware/nvlink/link")
    page = site.build().page("questions/index.html")
    outline = [
        words(node if node.tag == "h2" else node.find("a"))
        for node in page.root.iter()
        if node.tag in ("h2", "li")
    ]
    assert outline == [
        "Ring",
        "Collective comms",
        "Tree",
        "Hardware: nvlink",
        "A *link* & more",
    ]


def test_two_banks_at_two_addresses(site: SiteFolder) -> None:
    site.settings(
        banks=[
            {"path": "content/questions"},
            {"path": "content/exam", "url": "practice/exam"},
        ]
    )
    site.question("ring")
    path = site.question("tree")
    (site.root / "content/exam").mkdir()
    path.rename(site.root / "content/exam/tree.yml")
    built = site.build()
    assert built.page("practice/exam/tree/index.html").find("itembank-question") is not None
    assert "ring" in built.source("questions/index.html")
    assert "tree" in built.source("practice/exam/index.html")
    assert "tree" not in built.source("questions/index.html")


def test_question_pages_need_not_be_in_the_nav(site: SiteFolder) -> None:
    site.question()
    site.configure(
        nav=[{"Start": "index.md"}, {"Questions": "questions/index.md"}],
        validation={"nav": {"omitted_files": "warn", "not_found": "warn"}},
    )
    assert "questions/ring/index.html" in site.build().files()


def test_tags_of_a_question(site: SiteFolder) -> None:
    site.question(tags=["nccl", "GPU & more"])
    site.page("tags.md", "# Tags\n\n<!-- material/tags -->\n")
    site.configure(
        theme={"name": "material", "font": False}, plugins=["tags", "search", "itembank"]
    )
    source = site.build().source("tags/index.html")
    assert "nccl" in source
    assert "questions/ring/" in source


def test_the_offline_plugin(site: SiteFolder) -> None:
    site.question()
    site.configure(
        theme={"name": "material", "font": False}, plugins=["search", "offline", "itembank"]
    )
    built = site.build()
    page = built.source("questions/ring.html")
    assert "../assets/itembank/itembank." in page
    assert "zq" not in built.source("search/search_index.js")


def test_a_theme_of_one_s_own_on_material(site: SiteFolder) -> None:
    site.question()
    site.write(
        "overrides/main.html",
        '{% extends "base.html" %}{% block content %}<b id="mine"></b>{{ super() }}{% endblock %}',
    )
    site.configure(theme={"name": "material", "font": False, "custom_dir": "overrides"})
    page = site.build().source("questions/ring/index.html")
    assert 'id="mine"' in page
    assert "itembank-question" in page


def test_the_built_in_themes(site: SiteFolder) -> None:
    site.question()
    for name in ("mkdocs", "readthedocs"):
        site.configure(theme={"name": name})
        assert "itembank-question" in site.build().source("questions/ring/index.html")


HOSTILE = {
    "quotes": "\"double\" 'single' “curly” ‘and’",
    "an apostrophe": "it's the GPU's",
    "less and more": "a < b > c << d >= e",
    "an ampersand": "A & B && C &amp; D",
    "a backslash": r"C:\temp\new \alpha \\",
    "braces": "{x} {{ x }} {% raw %} {# no #} ${y} #{z}",
    "dollars": "$x_1$ and $5 to $10 and $$y$$",
    "emoji": "🚀 👩‍🚀 ✅ :rocket:",
    "right to left": "שלום עולם مرحبا",
    "a very long word": "x" * 3000,
    "a very long text": "many words " * 600,
    "percent": "%s %d {0} 100 %",
    "brackets": "[x] [ ] [[y]] (z)",
    "a pipe": "a | b || c",
    "a tilde and carets": "~a~ ^b^ ~~ ^^",
    "underscores": "snake_case_name and __init__",
    "stars": "2 * 3 * 4",
    "a number with a dot": "2026. A year",
    "a plus": "+ plus",
    "a minus": "- minus",
    "an at sign": "@property and me@example",
    "a colon": ": colon, and key: value",
    "a hash": "C# and #5",
    "an exclamation": "!!! not an admonition",
    "a question mark": "??? not details",
    "equals": "=== not a tab",
    "an entity": "&nbsp; &lt;b&gt; &#42;",
    "zero width": "a\u200bb\u00adc\u2060d",
    "a stash marker": "wzxhzdk:0 klzzwxh:0001",
    "itembank's words": "itembank:slot:0 itembank-part",
    "a percent sign of jinja": "{%- endraw -%}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_titles_come_out_as_they_were_written(site: SiteFolder, name: str) -> None:
    title = HOSTILE[name][:120].strip()
    site.question(title=title)
    built = site.build()
    page = built.page("questions/ring/index.html")
    assert words(page.find("h1")) == " ".join(title.split())


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_source_titles_and_places(site: SiteFolder, name: str) -> None:
    text = HOSTILE[name].strip()
    site.question(sources=[{"url": "https://example.org/?a=1&b=(2)", "title": text, "at": text}])
    page = site.build().page("questions/ring/index.html")
    [entry] = page.find(".itembank-sources").iter("li")
    plain = " ".join(text.split())
    assert words(entry) == f"{plain}, {plain}"
    assert entry.find(".//a").get("href") == "https://example.org/?a=1&b=(2)"


# What Markdown itself changes is left out: entities, escapes, emphasis, list marks.
AS_WRITTEN = [
    name
    for name in HOSTILE
    if name
    not in (
        "a backslash",
        "an entity",
        "an ampersand",
        "a number with a dot",
        "a plus",
        "a minus",
        "a tilde and carets",
        "underscores",
        "itembank's words",
        "a stash marker",
        "an exclamation",
        "a question mark",
        "equals",
    )
]


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_hostile_options_come_out_as_they_were_written(site: SiteFolder, name: str) -> None:
    text = HOSTILE[name]
    site.question(
        options={"once": {"text": text, "rationale": text}},
        stem=f"{text}\n\n{text}",
        explanation=text,
        short_explanation=text,
    )
    page = site.build().page("questions/ring/index.html")
    plain = " ".join(text.split())
    option = next(n for n in page.find_all(".itembank-option") if n.get("data-option") == "once")
    assert words(option) == f"B {plain}"
    assert words(page.find(".itembank-lead-in")) == plain
    assert words(page.find(".itembank-explanation")) == plain
    rationales = [words(node) for node in page.find_all(".itembank-rationale")]
    assert rationales == ["Right.", plain, "Wrong: it sends."]


MARKDOWN = {
    "a code block with marked lines": (
        '```python hl_lines="2"\na = 1\nb = "<b>"  # [[ -f x ]]\n```',
        ["a = 1", 'b = "<b>"', "[[ -f x ]]"],
        "hll",
    ),
    "inline code that other quiz tools take for a blank": (
        "Run `[[ -f x ]]` or `___`.",
        ["[[ -f x ]]", "___"],
        "code",
    ),
    "an admonition": ("!!! warning\n\n    Careful.", ["Warning", "Careful."], "admonition"),
    "a table": ("a | b\n--|--\n1 | `x`", ["1", "x"], "table"),
    "tabs": (
        '=== "One"\n\n    First.\n\n=== "Two"\n\n    Second.',
        ["First.", "Second."],
        "tabbed-set",
    ),
    "nested lists": ("1. one\n    - two\n    - three\n2. four", ["two", "four"], "ol"),
    "details": ("??? note\n\n    Hidden.", ["Hidden."], "details"),
    "a definition list": ("Term\n:   Meaning.", ["Meaning."], "dl"),
    "a block quote": ("> Quoted.\n>\n> > Twice.", ["Quoted.", "Twice."], "blockquote"),
    "text wrapped over lines": ("one\ntwo\nthree", ["one two three"], "itembank-text"),
    "a hard break": ("one  \ntwo", ["one two"], "br"),
    "attributes": ('one{: .mine } and **two**{ .yours title="x" }', ["one", "two"], "yours"),
    "raw HTML": ("Press <kbd>Ctrl</kbd>.", ["Press Ctrl."], "kbd"),
    "slashes": ("//// note\n\n/// details\n\n////", ["////"], "itembank-text"),
}
EXTENSIONS = [
    "admonition",
    "attr_list",
    "def_list",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
    {"pymdownx.tabbed": {"alternate_style": True}},
]


@pytest.mark.parametrize("name", MARKDOWN)
def test_markdown_works_in_every_part(site: SiteFolder, name: str) -> None:
    text, shown, mark = MARKDOWN[name]
    site.question(
        options={"once": {"text": text, "rationale": text}},
        stem=f"{text}\n\nWhich?",
        short_explanation=text,
        explanation=text,
    )
    site.configure(markdown_extensions=EXTENSIONS)
    page = site.build().page("questions/ring/index.html")

    def check(node: etree.Element) -> None:
        for piece in shown:
            assert piece in words(node)

    for part in (".itembank-stem", ".itembank-short-text", ".itembank-explanation"):
        check(page.find(part))
    check(next(n for n in page.find_all(".itembank-option") if n.get("data-option") == "once"))
    check(page.find_all(".itembank-rationale")[1])
    assert page.source.count(mark) >= 2
    assert len(page.find_all(".itembank-option")) == 3
    assert words(page.find(".itembank-lead-in")) == "Which?"


def test_an_abbreviations_file_stays_out_of_the_options(site: SiteFolder) -> None:
    site.write("includes/abbreviations.md", "*[NCCL]: NVIDIA's library\n")
    site.question(options={"once": {"text": "NCCL does.", "rationale": "NCCL, yes."}})
    site.configure(
        markdown_extensions=[
            "abbr",
            {
                "pymdownx.snippets": {
                    "auto_append": ["includes/abbreviations.md"],
                    "base_path": [str(site.root)],
                }
            },
        ]
    )
    page = site.build().page("questions/ring/index.html")
    assert page.source.count("<abbr") == 2
    assert "*[NCCL]" not in page.source
    option = next(n for n in page.find_all(".itembank-option") if n.get("data-option") == "once")
    assert words(option) == "B NCCL does."
    assert option.find(".//abbr") is not None


def test_an_abbreviation_of_one_question_s_text(site: SiteFolder) -> None:
    site.question(stem="NCCL rings.\n\n*[NCCL]: a library\n\nWhat?")
    site.configure(markdown_extensions=["abbr"])
    page = site.build().page("questions/ring/index.html")
    assert words(page.find(".itembank-lead-in")) == "What?"


def test_references_and_footnotes_of_the_page_stay_the_page_s(site: SiteFolder) -> None:
    site.question(stem="See [the guide][g].\n\nWhat?", explanation="[x] is no link.")
    site.page("index.md", f"Text[^1].\n\n{EMBED}\n[^1]: Note.\n\n[g]: https://example.org/g\n")
    site.configure(markdown_extensions=["footnotes"])
    page = site.build(strict=False).page("index.html")
    assert "https://example.org/g" in page.source
    assert len(page.find_all(".footnote")) == 1


def test_a_heading_where_the_check_of_texts_cannot_see_it(site: SiteFolder) -> None:
    """It would be in the page's contents, and there give the answer away."""
    site.question(options={"once": {"rationale": "!!! note\n\n    ## Heading\n"}})
    site.configure(markdown_extensions=["admonition"])
    with pytest.raises(BuildFailed) as caught:
        site.build()
    assert any("error[heading]: question `ring`, rationale:once" in x for x in caught.value.log)


def test_permalinks_of_headings_stay_out_of_questions(site: SiteFolder) -> None:
    site.question()
    site.configure(markdown_extensions=[{"toc": {"permalink": True}}])
    page = site.build().page("questions/ring/index.html")
    assert len(page.find_all(".headerlink")) == 1


def test_the_extensions_of_this_site_s_documentation(site: SiteFolder) -> None:
    """Everything on at once, as sites on Material have it."""
    site.question(
        stem="Run ++ctrl+c++, ==marked==, ~~no~~, H~2~O, x^2^, (c), :smile:, $x$.\n\nWhat?",
        options={"once": {"text": "- [ ] task\n- [x] done", "rationale": '[=50% "half"]'}},
    )
    site.configure(
        theme={"name": "material", "font": False},
        markdown_extensions=[
            *EXTENSIONS,
            "abbr",
            "footnotes",
            "pymdownx.betterem",
            "pymdownx.caret",
            "pymdownx.critic",
            "pymdownx.inlinehilite",
            "pymdownx.keys",
            "pymdownx.mark",
            "pymdownx.smartsymbols",
            "pymdownx.snippets",
            "pymdownx.tilde",
            "pymdownx.magiclink",
            {"pymdownx.arithmatex": {"generic": True}},
            {"pymdownx.tasklist": {"custom_checkbox": True}},
            "smarty",
        ],
    )
    source = site.build().source("questions/ring/index.html")
    assert source.count('class="itembank-option"') == 3
    assert source.count('name="response"') == 3


def test_the_browser_files_are_named_by_their_content(site: SiteFolder) -> None:
    site.question()
    files = site.build().files()
    ours = [name for name in files if name.startswith("assets/itembank/itembank.")]
    scripts = [name for name in ours if ".js" in name]
    styles = [name for name in ours if ".css" in name]
    assert len(scripts) == len(styles) == 1
    assert len(Path(scripts[0]).name.split(".")) == 3


@pytest.mark.parametrize("option", ["strict", "lenient"])
def test_errors_end_a_build_that_is_not_strict_too(site: SiteFolder, option: str) -> None:
    """A question must never be published half read."""
    site.question(title=None)
    with pytest.raises(BuildFailed):
        site.build(strict=option == "strict")


def test_a_site_that_is_built_from_elsewhere(site: SiteFolder, tmp_path: Path) -> None:
    site.question()
    config = site.write_config()
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config)],
        cwd=tmp_path.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (site.root / "site/questions/ring/index.html").is_file()


def test_the_extension_without_the_plugin_is_refused(site: SiteFolder) -> None:
    site.question()
    site.page("index.md", f"# Start\n\n{EMBED}")
    site.configure(plugins=[], markdown_extensions=["itembank"])
    done = mkdocs(site, "build")
    assert done.returncode == 1
    assert "itembank: under MkDocs the plugin is needed: add `itembank` to `plugins`" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (site.root / "site/index.html").exists()
