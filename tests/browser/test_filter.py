"""The choices of a list, in a browser: no script, from a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ..itembank.conftest import SiteFolder


@pytest.fixture
def site(tmp_path: Path) -> SiteFolder:
    return SiteFolder(tmp_path)


@pytest.fixture
def still(browser: Browser) -> Iterator[Page]:
    """A page in which no script runs."""
    with browser.new_context(java_script_enabled=False) as context:
        yield context.new_page()


def shown(page: Page) -> list[str]:
    return page.locator(".itembank-listing li:visible a").all_inner_texts()


def test_choices_narrow_a_list_together(site: SiteFolder, still: Page) -> None:
    for number in range(8):
        site.question(
            f"q{number}",
            title=f"Q {number}",
            file=f"{'ab'[number % 2]}/{number}",
            difficulty=1 + number // 3,
            exam_domains={"nca-aiio": str(number % 4)},
        )
    site.configure(use_directory_urls=False)
    built = site.build()
    still.goto((built.folder / "questions/index.html").as_uri())
    count = still.locator(".itembank-count")
    assert len(shown(still)) == 8
    expect(still.locator("h2:visible")).to_have_count(2)

    still.get_by_label("Difficulty").select_option(label="Recall")
    assert shown(still) == ["Q 0", "Q 2", "Q 1"]
    still.get_by_label("Exam domain").select_option(label="NCA-AIIO 2")
    assert shown(still) == ["Q 2"]
    expect(still.locator("h2:visible")).to_have_count(1)
    expect(count).to_have_text("8 questions")
    assert (
        still.locator(".itembank-count")
        .evaluate("node => getComputedStyle(node, '::before').content")
        .startswith("counter(")
    )

    still.get_by_label("Difficulty").select_option(label="All")
    assert shown(still) == ["Q 2", "Q 6"]
    still.get_by_label("Topic").select_option(label="B")
    assert shown(still) == []
    still.get_by_label("Exam domain").select_option(label="All")
    assert shown(still) == ["Q 1", "Q 3", "Q 5", "Q 7"]
    still.locator(".itembank-listing li:visible a").first.click()
    expect(still.locator("h1")).to_have_text("Q 1")
