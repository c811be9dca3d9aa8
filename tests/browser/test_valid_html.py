"""The HTML of every page of the site, by the parser that the HTML standard defines.

What needs a rule book (which element may stand where) is checked by `make html`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import html5lib
import pytest

from .test_site import ROOT, build

# The page that hosts show for a wrong address is the theme's own.
THEMES = {"404.html"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    out: Path = tmp_path_factory.mktemp("site")
    build(ROOT, out)
    return {
        path.relative_to(out).as_posix(): path.read_text("utf-8") for path in out.rglob("*.html")
    }


def test_every_page_parses_without_an_error(pages: dict[str, str]) -> None:
    faults = {}
    for name, html in pages.items():
        parser = html5lib.HTMLParser()
        parser.parse(html)
        if found := {code for _, code, _ in parser.errors}:
            faults[name] = found
    assert faults == {}


def test_every_page_has_one_title_one_main_part_and_no_id_twice(pages: dict[str, str]) -> None:
    faults = []
    for name, html in pages.items():
        tree = html5lib.parse(html, namespaceHTMLElements=False)
        ids = Counter(node.get("id") for node in tree.iter() if node.get("id") is not None)
        twice = [found for found, count in ids.items() if count > 1]
        heads, mains = len(list(tree.iter("h1"))), len(list(tree.iter("main")))
        if twice or mains != 1 or (heads != 1 and name not in THEMES):
            faults.append((name, twice, heads, mains))
    assert faults == []
    assert len(pages) > 20


def test_the_parser_sees_faults() -> None:
    parser = html5lib.HTMLParser()
    parser.parse("<!doctype html><title>x</title><p><b>a</p></b>")
    assert parser.errors
