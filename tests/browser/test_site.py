"""The site itself, built as CI builds it: the seed's item from YAML and facts to a graded page."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from .conftest import Serve

ROOT = Path(__file__).parents[2]
QUESTION = "questions/from-one-node-to-many/"
KEY = ("mfu-falls", "exposed-gradient-exchange", "port-paces-the-exchange")
DISTRACTORS = ("fewer-tokens-to-loss", "failing-rank-reports-itself", "states-divided-by-four")
FABRICS = ("nvlink", "rdma:8x400", "rdma:1x400", "rdma:1x200", "tcp:1x100")
SITE_FILES = ("content", "docs", "mkdocs.yml", "itembank.yml", "scripts/course")
# Words that stand in rationales and explanations alone.
SPOILERS = (
    "keeps a full copy on every GPU",
    "nearly all of it was covered",
    "Where the time goes",
    "symptom (",
)
# What bare Material leaves to its makers; each is listed in research of the theme, none is ours.
THEME_RULES = {"aria-dialog-name", "label", "landmark-unique"}


def build(root: Path, out: Path, **environment: str) -> None:
    """Build the site at `root` into `out`, strictly, as `make build` does."""
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
        check=True,
        capture_output=True,
        text=True,
    )


def copy_of_the_site(folder: Path) -> Path:
    """Copy what an author edits, so that a test can edit it too."""
    for name in SITE_FILES:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    if (ROOT / "build/figures").is_dir():
        shutil.copytree(ROOT / "build/figures", folder / "build/figures")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    build(ROOT, out)
    return out


@pytest.fixture(scope="module")
def address(site: Path, serve: Serve) -> str:
    """The site over HTTP; Material's own inline scripts do not pass our strict policy."""
    return serve({"/": site}, policy="") + "/"


def answer(page: Page, *options: str) -> None:
    for option in options:
        page.locator(f"input[value='{option}']").check()
    page.get_by_role("button", name="Submit").click()


def text_of(page: Page) -> str:
    return page.locator("itembank-question").inner_text().replace("\u00a0", " ")


def compared(*extra: str) -> list[dict]:
    """What `scalemodel compare --json` prints for the run of the question."""
    arguments = ["compare", "--model", "llama3.2-3b", "--node", "dgx-h100", "--nodes", "4"]
    arguments += [part for fabric in FABRICS for part in ("--fabric", fabric)]
    done = subprocess.run(
        [sys.executable, "-m", "scalemodel", *arguments, "--tokens-per-gpu", "8192", "--json"],
        check=True,
        capture_output=True,
        text=True,
    )
    rows: list[dict] = json.loads(done.stdout)
    return rows


@pytest.mark.parametrize("place", [QUESTION, ""])
def test_the_item_is_graded_on_its_page_and_on_the_start_page(
    page: Page, address: str, place: str
) -> None:
    page.goto(address + place)

    answer(page, *KEY)

    expect(page.locator(".itembank-outcome")).to_have_text("Correct")
    states = {
        row.get_attribute("data-option"): row.get_attribute("data-state")
        for row in page.locator(".itembank-option").all()
    }
    assert states == dict.fromkeys(KEY, "hit") | dict.fromkeys(DISTRACTORS, "correct-rejection")
    assert page.locator(".itembank-option .itembank-rationale").count() == 6
    expect(page.locator(".itembank-sources").get_by_role("link")).not_to_have_count(0)


def test_short_explanation_infographic_and_full_explanation_in_place(
    page: Page, address: str
) -> None:
    page.goto(address + QUESTION)
    answer(page, *KEY)

    short = page.locator(".itembank-short-text").bounding_box()
    picture = page.locator(".itembank-picture:visible").bounding_box()
    full = page.locator(".itembank-explanation").bounding_box()

    assert short
    assert picture
    assert full
    assert short["x"] + short["width"] <= picture["x"], "not beside each other"
    assert picture["y"] + picture["height"] <= full["y"], "not below the picture"
    assert picture["width"] >= 640, "too small to be read"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_picture_is_the_one_for_scheme_and_width(
    browser: Browser, address: str, scheme: str, width: int
) -> None:
    with browser.new_context(
        color_scheme=scheme,  # type: ignore[arg-type]
        viewport={"width": width, "height": 900},
    ) as context:
        page = context.new_page()
        page.goto(address + QUESTION)
        answer(page, *KEY)
        image = page.locator(".itembank-picture img:visible")
        image.scroll_into_view_if_needed()
        page.wait_for_function("image => image.complete", arg=image.element_handle())

        layout = "wide" if width > 600 else "narrow"
        assert f"{scheme}-{layout}." in image.evaluate("image => image.currentSrc")
        assert image.evaluate("image => image.naturalWidth") > 0
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_of_ours(browser: Browser, address: str, scheme: str) -> None:
    for place in (QUESTION, "", "questions/"):
        with browser.new_context(
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
        ) as context:
            page = context.new_page()
            page.goto(address + place)
            found = Axe().run(page).response["violations"]
            if page.locator("itembank-question").count():
                answer(page, KEY[0], DISTRACTORS[0])
                found += Axe().run(page).response["violations"]
            assert {violation["id"] for violation in found} <= THEME_RULES, place


def test_instant_navigation_grades_too(page: Page, address: str, site: Path) -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "navigation.instant" in settings
    page.goto(address + "questions/")
    page.evaluate("window.sameDocument = true")

    page.get_by_role("main").get_by_role("link", name="From one node to many").click()
    page.wait_for_url("**/" + QUESTION)
    answer(page, *KEY)

    expect(page.locator(".itembank-outcome")).to_have_text("Correct")


def test_from_a_file(browser: Browser, tmp_path: Path) -> None:
    """The offline copy, by Material's offline plugin: no server, pages as files."""
    root = copy_of_the_site(tmp_path / "site")
    settings = (root / "mkdocs.yml").read_text(encoding="utf-8")
    settings = settings.replace("  - search\n", "  - search\n  - offline\n")
    settings = settings.replace("    - navigation.instant\n", "")
    (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
    out = tmp_path / "out"
    build(root, out)

    with browser.new_context(offline=True) as context:
        page = context.new_page()
        page.goto((out / "questions/from-one-node-to-many.html").as_uri())
        answer(page, *KEY)
        expect(page.locator(".itembank-outcome")).to_have_text("Correct")


def test_without_javascript_the_answer_is_one_click_away(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address + QUESTION)
        expect(page.locator(".itembank-option")).to_have_count(6)
        expect(page.locator("button[type=submit].itembank-submit")).to_be_hidden()
        expect(page.locator(".itembank-rationale").first).to_be_hidden()

        page.get_by_text("Show the answer").click()

        expect(page.locator(".itembank-rationale:visible")).to_have_count(6)
        correct = page.locator("li[data-correct=true]")
        assert {entry.get_attribute("data-option") for entry in correct.all()} == set(KEY)
        expect(page.locator(".itembank-picture:visible")).to_have_count(1)


def test_a_print_of_the_unanswered_page_has_no_answer(page: Page, address: str) -> None:
    page.goto(address + QUESTION)
    page.emulate_media(media="print")
    assert "nearly all of it was covered" not in page.locator("body").inner_text()


def test_nothing_leaks_before_the_answer(site: Path) -> None:
    for name in ("search/search_index.json", "sitemap.xml"):
        text = (site / name).read_text(encoding="utf-8")
        assert not [spoiler for spoiler in SPOILERS if spoiler in text], name
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    entry = next(doc for doc in index["docs"] if doc["location"] == QUESTION)
    assert "Which of these should the team expect" in entry["text"]
    assert "The Ethernet port sets the pace" not in entry["text"]
    html = (site / QUESTION / "index.html").read_text(encoding="utf-8")
    description = re.search(r'<meta name="description" content="([^"]*)"', html)
    assert description
    assert "pre-trains" in description[1]
    assert "Right" not in description[1]


def test_no_rationale_of_the_bank_is_in_search(site: Path) -> None:
    """Of each rationale a piece from its middle: long enough to be found in no other text."""
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    searched = plain("".join(doc["text"] for doc in json.loads(index)["docs"]))
    rationales = [
        plain(text)
        for file in sorted((site / "questions").glob("*/index.html"))
        for text in re.findall(
            r'<div class="itembank-rationale">(.*?)</div>', file.read_text("utf-8"), re.DOTALL
        )
    ]
    pieces = [text[len(text) // 4 :][:80] for text in rationales if len(text) > 120]
    assert len(pieces) > 400
    assert [piece for piece in pieces if piece in searched] == []


def plain(html: str) -> str:
    """The words of some HTML, with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def test_our_part_of_a_page_is_external_and_small(site: Path) -> None:
    question = (site / QUESTION / "index.html").read_text(encoding="utf-8")
    ours = question[question.index("<itembank-question") : question.index("</itembank-question>")]
    assert "<script" not in ours
    assert "<style" not in ours
    assert not re.search(r"\s(?:on\w+|style)=", ours)
    loaded = re.findall(r'(?:src|href)="[./]*(assets/itembank/[^"/]+)"', question)
    assert {Path(name).suffix for name in loaded} == {".css", ".js"}
    size = sum(len(gzip.compress((site / name).read_bytes(), 9)) for name in loaded)
    assert size <= 10 * 1024

    prose = (site / "path/index.html").read_text(encoding="utf-8")
    assert "assets/itembank/itembank" not in prose


def test_the_table_holds_what_the_command_prints(page: Page, address: str, site: Path) -> None:
    rows = compared()
    page.goto(address + QUESTION)
    answer(page, *KEY)
    table = page.locator(".itembank-data table")
    cells = [
        [cell.text_content() for cell in row.locator("td").all()]
        for row in table.locator("tbody tr").all()
    ]
    file = next((site / "assets/itembank/figures/interconnects").glob("data.*.csv"))
    with file.open(encoding="utf-8", newline="") as lines:
        assert list(csv.reader(lines))[1:] == cells

    assert len(cells) == len(rows)
    for row, printed in zip(rows, cells, strict=True):
        for key in (
            "line_rate_gb_s_per_direction",
            "bus_bandwidth_gb_s",
            "forward_ms",
            "backward_ms",
            "all_reduce_ms",
            "exposed_ms",
            "busy_percent_overlap",
            "busy_percent_no_overlap",
        ):
            assert json.dumps(row[key]) in printed, (row["fabric"], key)


def test_a_changed_fact_changes_picture_words_table_and_question(
    page: Page, tmp_path: Path, site: Path
) -> None:
    root = copy_of_the_site(tmp_path / "site")
    links = root / "content/hardware/links.yml"
    text = links.read_text(encoding="utf-8")
    changed = re.sub(
        r"(nvlink4: .*gb_s_per_direction: )450(, gb_s_bidirectional: )900",
        r"\g<1>320\g<2>640",
        text,
    )
    assert changed != text
    links.write_text(changed, encoding="utf-8")

    build(root, tmp_path / "out", SCALEMODEL_DATA=str(root / "content"))

    def figure(name: str, out: Path) -> str:
        found = next((out / "assets/itembank/figures/interconnects").glob(name))
        return found.read_text(encoding="utf-8")

    before = (site / QUESTION / "index.html").read_text(encoding="utf-8")
    after = (tmp_path / "out" / QUESTION / "index.html").read_text(encoding="utf-8")
    for name in ("light-wide.*.svg", "dark-narrow.*.svg", "data.*.csv"):
        assert figure(name, site) != figure(name, tmp_path / "out"), name
    alt = re.compile(r'<img alt="([^"]*)"')
    assert alt.findall(before) != alt.findall(after)
    assert "each had 450 on NVLink, one way" in before
    assert "each had 320 on NVLink, one way" in after
    assert "each had 450" not in after


def test_two_builds_are_the_same_bytes(tmp_path: Path, site: Path) -> None:
    build(ROOT, tmp_path, TZ="Asia/Tokyo", PYTHONHASHSEED="7", LC_ALL="C")
    first = {p.relative_to(site): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    again = {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []
