"""Links from the pages of the course to the glossary."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from pathlib import Path
from types import SimpleNamespace

import pytest
from markdown import Markdown

from course.glossary import Glossary, terms

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = """\
# Glossary

Goodput {: #goodput }
:   The share of *time* that trains. [Faults](topics/faults.md)

All-reduce {: #all-reduce data-also="reduction of all" }
:   The sum for everybody.

NCCL {: #nccl }
:   A library.
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    (tmp_path / "glossary.md").write_text(GLOSSARY, encoding="utf-8")
    return tmp_path


def links(docs: Path, text: str, page: str = "topics/faults.md") -> list[tuple[str, str]]:
    md = Markdown(extensions=["tables", "md_in_html", Glossary(docs)])
    relative = SimpleNamespace(file=SimpleNamespace(src_uri=page), run=lambda root: None)
    md.treeprocessors.register(relative, "relpath", 0)  # type: ignore[arg-type]
    root = etree.fromstring(f"<div>{md.convert(text)}</div>")
    found = root.iter("a")
    return [(link.get("href", ""), "".join(link.itertext())) for link in found]


def test_entries_have_names_and_a_meaning_without_markup() -> None:
    goodput, all_reduce, _ = terms(GLOSSARY)
    assert goodput.meaning == "The share of time that trains."
    assert all_reduce.names == ("All-reduce", "reduction of all")


def test_the_first_use_on_a_page_is_a_link(docs: Path) -> None:
    text = "No goodput, *all-reduces* and goodput.\n\n- Goodput, and a reduction of all.\n"
    assert links(docs, text) == [
        ("../glossary.md#goodput", "goodput"),
        ("../glossary.md#all-reduce", "all-reduces"),
    ]


def test_text_around_the_links_is_kept(docs: Path) -> None:
    md = Markdown(extensions=[Glossary(docs)])
    relative = SimpleNamespace(file=SimpleNamespace(src_uri="topics/x.md"), run=lambda root: None)
    md.treeprocessors.register(relative, "relpath", 0)  # type: ignore[arg-type]
    html = md.convert("One *two goodput* three NCCL four **all-reduce**, five `six` goodput.")
    assert re.sub(r"<[^>]+>", "", html) == (
        "One two goodput three NCCL four all-reduce, five six goodput."
    )
    assert html.count("<a ") == 3


@pytest.mark.parametrize(
    "text",
    [
        "# Goodput\n",
        "[goodput](https://example.org)",
        "`goodput`",
        "    goodput\n",
        "| goodput |\n|---|\n| goodput |\n",
        "nccl in small letters, NCCL-tests and nongoodput",
    ],
)
def test_other_places_are_left_alone(docs: Path, text: str) -> None:
    assert [found for found in links(docs, text) if "glossary" in found[0]] == []


def test_only_pages_of_the_course_get_links(docs: Path) -> None:
    assert links(docs, "goodput", page="authors/index.md") == []
    assert links(docs, "goodput", page="glossary.md") == []


def test_the_glossary_of_the_site_is_in_order_and_each_name_is_there_once() -> None:
    source = (DOCS / "glossary.md").read_text(encoding="utf-8")
    entries = terms(source)
    assert len(entries) == source.count("\n:   ") > 50
    first = [entry.names[0].lower() for entry in entries]
    assert first == sorted(first)
    names = [name.lower() for entry in entries for name in entry.names]
    assert len(names) == len(set(names))
    assert all("](topics/" in meaning for meaning in re.findall(r"^:   .*$", source, re.M))
