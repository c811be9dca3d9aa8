"""A site in another language: every word of ours is translated, before Submit and after."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Serve

ROOT = Path(__file__).parents[2]

SELECT_ALL = {"de": "Wählen Sie alles Zutreffende aus.", "ar": "اختر كل ما ينطبق."}
BLANK = {
    "de": "Kreuzen Sie mindestens eine Option an, dann schicken Sie ab.",
    "ar": "اختر خيارًا واحدًا على الأقل ثم أرسل.",
}
RETRY = {"de": "Noch einmal", "ar": "حاول مرة أخرى"}
QUESTION = """\
id: ring
type: choice
title: Ring
stem: What does each GPU of a ring send?
options:
  - {id: twice, text: Almost twice the buffer, correct: true, rationale: Two passes.}
  - {id: once, text: The buffer once, correct: false, rationale: That is one pass.}
explanation: Reduce-scatter, then all-gather.
sources: [{url: "https://example.org", title: On rings}]
reviewed: 2026-12-01
"""


def build(folder: Path, language: str) -> subprocess.CompletedProcess[str]:
    """Build a site of one question whose words are in `language`."""
    questions = folder / "content/questions"
    questions.mkdir(parents=True)
    (questions / "ring.yml").write_text(QUESTION, encoding="utf-8")
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text("# Start\n", encoding="utf-8")
    (folder / "itembank.yml").write_text(f"language: {language}\n", encoding="utf-8")
    spoken = "en" if language == "tlh" else language
    theme = f"theme: {{name: material, font: false, language: {spoken}}}"
    (folder / "mkdocs.yml").write_text(
        f"site_name: S\n{theme}\nplugins: [search, itembank]\n", encoding="utf-8"
    )
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("language", ["de", "ar"])
def test_a_question_speaks_the_language_of_the_site(
    page: Page, serve: Serve, tmp_path: Path, language: str
) -> None:
    built = build(tmp_path, language)
    assert built.returncode == 0, built.stderr
    page.goto(serve({"/": tmp_path / "site"}, policy="") + "/questions/ring/")
    question = page.locator("itembank-question")

    expect(question.locator(".itembank-instruction")).to_have_text(SELECT_ALL[language])
    question.locator(".itembank-submit").click()
    expect(question.get_by_role("status")).to_have_text(BLANK[language])
    question.locator("input[value=twice]").check()
    question.locator(".itembank-submit").click()

    expect(question.get_by_role("button", name=RETRY[language])).to_be_visible()
    words = question.inner_text()
    for english in ("Correct", "Score", "Net correct", "In short", "Full explanation", "Sources"):
        assert english not in words
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    if language == "ar":
        direction = question.evaluate("node => getComputedStyle(node).direction")
        assert direction == "rtl"


def test_an_unknown_language_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    built = build(tmp_path, "tlh")
    assert built.returncode == 1
    assert "error[language]: no catalogue for the language `tlh`" in built.stderr
    assert "ar, de" in built.stderr
    assert "Traceback" not in built.stderr


def test_catalogues_hold_the_words_of_the_code_and_no_other() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/catalogues.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_page_in_english_loads_no_catalogue(tmp_path: Path) -> None:
    assert build(tmp_path, "en").returncode == 0
    html = (tmp_path / "site/questions/ring/index.html").read_text(encoding="utf-8")
    assert "itembank-words" not in html
