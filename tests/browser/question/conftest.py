"""A choice question in a real browser: what a reader sees, hears, presses and gets back.

The page is `fixtures/question.html`, written as the renderer writes it and served under a strict
content security policy; the script and the style sheet are the bundle that the package ships.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from ..conftest import Serve
from ..probes import RECORD_EVENTS
from ..rendered import write_site
from .choice_page import SELECT_ALL


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site: the fixtures, the theme's style sheets, our bundle."""
    return write_site(tmp_path_factory.mktemp("question") / "site")


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    """The question with six options, of which three are correct."""
    page.goto(f"{site}/question.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(SELECT_ALL)
