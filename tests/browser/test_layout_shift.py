"""Submit moves nothing under the reader's eyes: measured by the browser, on pages of the real site.

The browser calls a shift `hadRecentInput` when it follows a click within half a second: what the
reader asked for. All others count (https://wicg.github.io/layout-instability/).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Serve
from .test_site import KEY, QUESTION, build

ROOT = Path(__file__).parents[2]

OBSERVE = """
() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      window.shifts.push({ value, hadRecentInput });
  }).observe({ type: "layout-shift", buffered: true });
}
"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    out = tmp_path_factory.mktemp("site")
    build(ROOT, out)
    return serve({"/": out}, policy="") + "/"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("place", [QUESTION, ""])
def test_nothing_shifts_but_what_the_reader_asked_for(
    page: Page, address: str, width: int, place: str
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address + place, wait_until="networkidle")
    for option in KEY:
        page.locator(f"input[value='{option}']").check()
    page.evaluate(TWO_FRAMES)
    before = page.evaluate("() => window.shifts.length")

    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".itembank-outcome")).to_be_visible()
    page.wait_for_timeout(800)  # shifts within 500 ms of the click are excused; wait beyond

    after = page.evaluate("() => window.shifts")[before:]
    assert sum(shift["value"] for shift in after if not shift["hadRecentInput"]) == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_the_result_is_where_the_reader_looks(page: Page, address: str, width: int) -> None:
    """The result stands above the options, has the focus and is in view, whole."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(address + QUESTION, wait_until="networkidle")
    for option in KEY:
        page.locator(f"input[value='{option}']").check()

    page.get_by_role("button", name="Submit").click()

    outcome = page.locator(".itembank-outcome")
    expect(outcome).to_be_in_viewport(ratio=1)
    assert outcome.evaluate("node => document.activeElement.contains(node)")
