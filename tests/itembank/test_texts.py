"""What cannot stand in a question's text is found; everything else is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from itembank.lint import check_text
from itembank.lint.texts import blank_code


def rules(text: str) -> list[str]:
    return [problem.rule for problem in check_text(text, ["twice", "once"])]


def at(text: str) -> list[str]:
    """Return what the text shows where each problem is said to be."""
    return [text[problem.offset :].split("\n")[0] for problem in check_text(text, ["twice"])]


ALLOWED = {
    "a hash in running text": "C# is no F#, and #5 is an issue.",
    "an escaped hash": "\\#hashtag",
    "seven hashes": "####### x",
    "a rule after an empty line": "one\n\n---\n\ntwo",
    "a table": "a | b\n--|--\n1 | 2",
    "a table with outer bars": "| a | b |\n|---|---|\n| 1 | 2 |",
    "a table of one column": "| a |\n|---|\n| 1 |",
    "a comparison": "if a < b and b > c, then a << 1",
    "an arrow": "a <- b -> c <-> d",
    "a generic type": "`std::vector<int>` and `List<T>`",
    "an autolink": "see <https://example.org/a_b> or <me@example.org>",
    "balanced tags": "<kbd>Ctrl</kbd> and a<br>break <img src='//e.org/x' alt=''> H<sub>2</sub>O",
    "an address with a space": '[one](<a b.md>) and [two](<c d.md> "title")',
    "an anchor by tag": "<a href='#x'>x</a> <a name='y'></a>",
    "nested tags": "<div markdown='1'>\n<p>one</p>\n</div>",
    "a comment": "one <!-- <b> --> two",
    "an entity": "a &lt;b&gt; c &amp; d",
    "a heading in a fence": "```bash\n# not a heading\nls <dir>\n```",
    "a heading in a tilde fence": "~~~\n# no\n[^1]\n~~~",
    "a longer fence around a shorter one": "````\n```\n# no\n```\n# no\n````",
    "a fence with options": '```python hl_lines="1" title="x.py"\n# comment\n```',
    "an indented fence": "- item\n\n    ```\n    # no\n    <b>\n    ```",
    "a fence in a quote": "> ```\n> # no\n> <b>\n> ```",
    "tags in inline code": "the tag `<b>` and ``a ` <i>``",
    "a footnote in code": "the regex `[^1]` matches",
    "a regex class": "use [^ ] or [^]",
    "a link to an option": "see [](option:once) and [this](option:twice)",
    "an embed in code": "```\n/// question | x\n///\n```",
    "a comment with slashes": "/// is a doc comment; // too",
    "an admonition": "!!! note\n\n    Text.",
    "emphasis by equals": "a == b, ==marked==",
    "math": r"$a < b$ and \(x^2\)",
    "indented code": "Code:\n\n    # a comment\n    if a < b: x = 1\n",
    "a comparison without spaces": "a<b and more",
}


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(name: str) -> None:
    assert rules(ALLOWED[name]) == []


REFUSED = {
    "a heading": ("one\n\n## two", "heading", "## two"),
    "a heading of one hash": ("# one", "heading", "# one"),
    "a heading after spaces": ("one\n\n   ### two", "heading", "### two"),
    "an empty heading": ("##", "heading", "##"),
    "a heading without a space": ("one\n\n#5 is open", "heading", "#5 is open"),
    "a heading in a list": ("- # one", "heading", "# one"),
    "a heading in a quote": ("> > ## one", "heading", "## one"),
    "a heading underlined by one dash": ("one\n-", "heading", "-"),
    "an underlined heading": ("one\n===", "heading", "==="),
    "another underlined heading": ("one\n---", "heading", "---"),
    "a heading by tag": ("<h2>one</h2>", "raw-html", "<h2>one</h2>"),
    "a footnote": ("one[^1] two", "footnote", "[^1] two"),
    "a footnote's text": ("one\n\n[^note]: text", "footnote", "[^note]: text"),
    "an open tag": ("one <b>two", "raw-html", "<b>two"),
    "a closed tag that was not open": ("one</b> two", "raw-html", "</b> two"),
    "a picture by tag": ("a <img src='x.png' alt=''> b", "raw-html", "<img src='x.png' alt=''> b"),
    "a link by tag": ("<a href='/x/'>b</a>", "raw-html", "<a href='/x/'>b</a>"),
    "a script": ("<script>alert(1)</script>", "raw-html", "<script>alert(1)</script>"),
    "a style": ("<style>p {}</style>", "raw-html", "<style>p {}</style>"),
    "a form": ("<form>x</form>", "raw-html", "<form>x</form>"),
    "an input": ("<input name='response'>", "raw-html", "<input name='response'>"),
    "a button": ("<button>x</button>", "raw-html", "<button>x</button>"),
    "an event handler": (
        "<img src=x onerror='alert(1)'>",
        "raw-html",
        "<img src=x onerror='alert(1)'>",
    ),
    "a block tag without an end": ("one\n\n<div class=x", "raw-html", "<div class=x"),
    "a comment without an end": ("one <!-- two", "raw-html", "<!-- two"),
    "an instruction without an end": ("one <?php two", "raw-html", "<?php two"),
    "a fence that ends elsewhere": ("- one\n\n    ```\n    x\n```\n", "code-fence", "```"),
    "a fence that ends with more": ("```\nx\n````", "code-fence", "```"),
    "an embed": ("one\n\n/// question | ring\n///", "nested-embed", "/// question | ring"),
    "an embed of a figure": ("/// figure | x\n///", "nested-embed", "/// figure | x"),
    "an embed in a list": ("- /// figure | x\n  ///", "nested-embed", "/// figure | x"),
    "an unknown option": ("see [](option:thrice)", "unknown-option", "option:thrice)"),
    "a link to no option": ("see [](option:)", "unknown-option", "option:)"),
    "a fence that never ends": ("one\n\n```python\nx = 1\n", "code-fence", "```python"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    text, rule, shown = REFUSED[name]
    assert set(rules(text)) == {rule}
    assert at(text)[0] == shown


def test_crossing_tags_are_found() -> None:
    assert "raw-html" in rules("<b><i>x</b></i>")


def test_every_problem_of_a_text_is_found() -> None:
    text = "# one\n\ntwo[^1] <b>three\n\n[](option:no)\n"
    assert sorted(rules(text)) == ["footnote", "heading", "raw-html", "unknown-option"]


@given(st.text(alphabet="ab`~# \n<>[]^:/!-=|\\&;\"'\t0", max_size=80))
def test_any_text_ends_in_problems_inside_it(text: str) -> None:
    for problem in check_text(text, ["a"]):
        assert 0 <= problem.offset <= len(text)
        assert problem.message


@given(st.text(alphabet="ab`~ \n>", max_size=60))
def test_blanking_code_keeps_every_place(text: str) -> None:
    blanked = blank_code(text)
    assert len(blanked) == len(text)
    assert [i for i, c in enumerate(blanked) if c == "\n"] == [
        i for i, c in enumerate(text) if c == "\n"
    ]
    assert all(b in (c, " ") for b, c in zip(blanked, text, strict=True))
