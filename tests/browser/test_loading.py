"""A page loads the scripts of its kinds of question, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Serve
from .rendered import write_page, write_site

NUMERIC, ORDER = "itembank-numeric.js", "itembank-order.js"


@pytest.mark.parametrize(
    ("questions", "scripts"),
    [
        (("speedup",), ["itembank.js", NUMERIC]),
        (("strict-order", "start-a-job"), ["itembank.js", ORDER]),
        (("strict-order", "speedup", "all-reduce-time"), ["itembank.js", NUMERIC, ORDER]),
    ],
)
def test_scripts_of_a_page(
    page: Page, tmp_path: Path, serve: Serve, questions: tuple[str, ...], scripts: list[str]
) -> None:
    folder = write_site(tmp_path / "site")
    write_page(folder, "page.html", *questions)
    html = (folder / "page.html").read_text(encoding="utf-8")
    assert re.findall(r'<script defer="" src="itembank/([\w.-]+)"', html) == scripts

    page.goto(serve({"/": folder}) + "/page.html")
    for question in questions:
        expect(page.locator(f"#q-{question} .itembank-submit")).to_be_visible()
        assert page.locator(f"#q-{question} details").count() == 0


def test_scripts_in_any_order(page: Page, tmp_path: Path, serve: Serve) -> None:
    """A kind of another version, or its script twice, adds nothing; questions start once."""
    folder = write_site(tmp_path / "site")
    write_page(folder, "page.html", "speedup", "strict-order")
    page.goto(serve({"/": folder}) + "/page.html")
    for name in ("itembank.js", ORDER, NUMERIC, NUMERIC):
        page.add_script_tag(url=f"itembank/{name}")
    assert page.locator("#q-strict-order .itembank-moves").count() == 3
    assert page.locator("#q-speedup button").count() == 1


def test_a_kind_that_is_not_known_stays_as_it_works_without_script(
    page: Page, tmp_path: Path, serve: Serve
) -> None:
    folder = write_site(tmp_path / "site")
    write_page(folder, "page.html", "speedup")
    file = folder / "page.html"
    file.write_text(file.read_text().replace('data-type="numeric"', 'data-type="hotspot"'))
    page.goto(serve({"/": folder}) + "/page.html")
    expect(page.locator(".itembank-submit")).to_be_hidden()
    page.get_by_text("Show the answer").click()
    expect(page.get_by_text("zq-ratio")).to_be_visible()
