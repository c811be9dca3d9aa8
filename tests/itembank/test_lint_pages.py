"""Numbers in prose pages that come from nowhere, and those that do not."""

from __future__ import annotations

import pytest

from itembank.hosts.cli import main
from itembank.lint import lint_page

from .conftest import SiteFolder

LINK = "[the data sheet](https://example.org/sheet)"


def hits(text: str) -> list[str]:
    def expand(value: str) -> str:
        return "450 GB/s" if "450" in value else "7"

    return [text[hit.offset :].split("\n")[0] for hit in lint_page(text, expand)]


FOUND = {
    "a claim": ("A port gives 50 GB/s.", "50 GB/s."),
    "in a list": ("- A port gives 50 GB/s.\n- See [x](https://e.org).", "50 GB/s."),
    "in a table": ("| a | b |\n|---|---|\n| port | 50 GB/s |", "50 GB/s |"),
    "beside a link to a page": ("A port gives 50 GB/s.\nSee [more](more.md).", "50 GB/s."),
    "beside another value": ("It takes {{= 3 }}, not 50 GB/s.", "50 GB/s."),
    "behind front matter": ("---\ntitle: 9 GB/s\n---\n\nIt is 50 GB/s.", "50 GB/s."),
}
FINE = {
    "cited in the sentence": f"A port gives 50 GB/s ({LINK}).",
    "cited in the paragraph": f"A port gives 50 GB/s. So says {LINK}.",
    "cited by key": "A port gives 50 GB/s. So says the sheet [@sheet, page 3].",
    "a footnote": "A port gives 50 GB/s.[^1]",
    "cited in the head of a table": f"| a | {LINK} |\n|---|---|\n| port | 50 GB/s |",
    "computed elsewhere on the page": "It is {{= rate(450) }}.\n\nThese 450 GB/s are shared.",
    "what the page computes with": "With 50 GB it takes {{= time(50) }} s.",
    "in code": "Write `50 GB/s`.\n\n```\n50 GB/s\n```\n",
    "in an indented block": "Write:\n\n    50 GB/s\n",
    "in a heading": "## 50 GB/s",
    "in bold that stands for a heading": "**50 GB/s are less.** It is so.",
    "quoted": "They say “50 GB/s”.",
    "a supposition": "Suppose that a port gives 50 GB/s.",
    "made up": "Offer A costs 3 USD (made-up prices).",
    "a product": "A 400 Gb/s port is one.",
    "no unit": "In 2026 there were 1,024 GPUs.",
}


@pytest.mark.parametrize("name", FOUND)
def test_a_bare_number_is_found(name: str) -> None:
    text, at = FOUND[name]
    assert hits(text) == [at]


@pytest.mark.parametrize("name", FINE)
def test_others_are_left_alone(name: str) -> None:
    assert hits(FINE[name]) == []


def test_a_comment_silences_the_next_block_or_its_own() -> None:
    comment = "<!-- itembank: ignore bare-number: our own choice -->"
    assert hits(f"{comment}\n\nA port gives 50 GB/s.\n\nIt is 60 GB/s.") == ["60 GB/s."]
    assert hits(f"It is 60 GB/s.\n{comment}\nA port gives 50 GB/s.") == ["60 GB/s."]
    assert hits(f"It is 60 GB/s. {comment}\nA port gives 50 GB/s.") == []
    page = "<!-- itembank: ignore page bare-number: all of it is made up -->"
    assert hits(f"{page}\n\nA port gives 50 GB/s.\n\nIt is 60 GB/s.") == []


def test_a_comment_needs_a_reason_and_a_rule() -> None:
    text = "<!-- itembank: ignore bare-number -->\n\n<!-- itembank: ignore key-longest: x -->\n"
    assert [hit.message for hit in lint_page(text, str)] == [
        "a rule is ignored without a reason",
        "no rule `key-longest` to ignore in a page",
    ]


def test_the_command_names_page_line_and_column(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site.root)
    site.question()
    site.page("index.md", "# Start\n\nA port gives 50 GB/s.\n")
    assert main(["lint", "--select", "bare-number"]) == 0
    found = capsys.readouterr().out
    assert found.startswith("docs/index.md:3:14: info[bare-number]: “50 GB/s” is neither computed")
    assert main(["lint", "--ignore", "bare-number"]) == 0
    assert "50 GB/s" not in capsys.readouterr().out
