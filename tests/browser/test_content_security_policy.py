"""The site under the policy that `make csp` writes: as a header, and as a meta element."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Serve
from .test_site import ROOT, answer, build

TOOL = ROOT / "tools/csp.py"
# One of every type of page. The last parts of exam and practice pages are found in the site.
PAGES = (
    "",
    "topics/bandwidth/",
    "questions/",
    "questions/bandwidth/",
    "questions/from-one-node-to-many/",
    "questions/time-through-a-port/",
    "questions/fastest-first/",
    "pictures/",
    "model/accuracy/",
    "authors/reference/",
    "404.html",
)
MORE = ("exams/*/", "practice/*/")
# The path of the site's public address: the page for what is not found links from there.
BASE = "/from-one-node-to-many/"
KEY = ("mfu-falls", "exposed-gradient-exchange", "port-paces-the-exchange")


def run(*arguments: object) -> None:
    subprocess.run([sys.executable, str(TOOL), *map(str, arguments)], check=True)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    build(ROOT, out)
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> list[str]:
    more = [path.parent for name in MORE for path in sorted(site.glob(name + "index.html"))]
    return [*PAGES, *(path.relative_to(site).as_posix() + "/" for path in more)]


@pytest.fixture(scope="module", params=["header", "meta"])
def address(
    request: pytest.FixtureRequest,
    site: Path,
    serve: Serve,
    tmp_path_factory: pytest.TempPathFactory,
) -> str:
    folder = tmp_path_factory.mktemp("csp")
    if request.param == "header":
        run(site, folder)
        text = (folder / "_headers").read_text()
        return serve({BASE: site}, policy=text.partition("Policy: ")[2].strip()) + BASE
    copy = folder / "site"
    shutil.copytree(site, copy)
    run(copy, "--insert")
    return serve({BASE: copy}, policy="") + BASE


def stay_at_home(page: Page, address: str) -> list[str]:
    """Refuse every request that leaves the site, and note it."""
    strangers: list[str] = []

    def look(route: Route) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            strangers.append(route.request.url)
            route.abort()

    page.route("**/*", look)
    return strangers


def test_every_type_of_page_loads_without_a_violation(
    page: Page, address: str, pages: list[str]
) -> None:
    strangers = stay_at_home(page, address)
    for name in pages:
        page.goto(address + name)
        expect(page.locator("h1")).to_have_count(1)
    assert strangers == []


def test_a_question_reached_by_instant_navigation_grades_and_search_works(
    page: Page, address: str
) -> None:
    strangers = stay_at_home(page, address)
    page.goto(address + "questions/utilization/")
    page.locator("a[href$='from-one-node-to-many/']").first.click()
    expect(page).to_have_url(re.compile("from-one-node-to-many/$"))
    answer(page, *KEY)
    expect(page.locator(".itembank-result")).to_be_visible()
    figure = page.locator("itembank-question figure img").first
    assert figure.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    page.locator(".md-search__input").first.click()
    page.keyboard.type("bandwidth")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert strangers == []


def test_a_script_that_is_not_the_themes_does_not_run(
    page: Page, site: Path, serve: Serve, tmp_path: Path
) -> None:
    """The oracle: with the same policy, one more inline script is refused."""
    run(site, tmp_path)
    text = (tmp_path / "_headers").read_text().partition("Policy: ")[2].strip()
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>x</h1><script>document.title = 'ran'</script>")
    opened = page.context.new_page()
    opened.goto(serve({"/": folder}, policy=text))
    assert opened.title() != "ran"
    opened.close()
