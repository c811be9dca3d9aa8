"""Colours, narrow screens, print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from ..probes import assert_targets, overflow, settle, submit, violations
from .choice_page import EXACTLY_TWO, KEY, SELECT_ALL, SELECT_ONE, SPOILERS, tick


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(page: Page, question: Locator, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    settle(page)

    assert violations(page) == []
    submit(question)
    tick(question, "fewer-steps", "utilization-drops")
    submit(page.locator(EXACTLY_TWO))
    assert violations(page) == []
    submit(question)
    one = page.locator(SELECT_ONE)
    tick(one, "nvlink")
    submit(one)
    question.locator(".itembank-data summary").click()
    settle(page)
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_icons_and_borders_stand_out(page: Page, question: Locator, scheme: str) -> None:
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    tick(question, "fewer-steps", "utilization-drops")
    submit(question)
    settle(page)

    ratios = page.evaluate(CONTRAST_OF_ICONS)
    assert len(ratios) == 10
    assert min(ratios) >= 3


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_320_pixels_wide(page: Page, question: Locator, direction: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)

    assert overflow(page) == 0
    assert_targets(question)
    submit(question)
    tick(question, "fewer-steps", "utilization-drops")
    submit(question)
    question.locator(".itembank-data summary").click()
    assert overflow(page) == 0
    assert_targets(question)


def test_print(page: Page, question: Locator) -> None:
    page.emulate_media(media="print")
    expect(question.locator(".itembank-submit")).to_be_hidden()
    expect(question.locator("label").first).to_be_visible()

    page.emulate_media(media="screen")
    tick(question, *KEY)
    submit(question)
    page.emulate_media(media="print")
    text = question.inner_text()
    assert "Try again" not in text
    assert not [words for words in SPOILERS if words not in text]


def test_print_of_an_opened_answer_without_our_script(page: Page, site: str) -> None:
    """Themes open every `details` to print it; the answer must stay out all the same."""

    def refuse(route: Route) -> None:
        route.fulfill(body="", content_type="text/javascript")

    page.route("**/itembank.js", refuse)
    page.goto(f"{site}/question.html")
    page.evaluate("() => document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    page.emulate_media(media="print")
    expect(page.locator(f"{SELECT_ALL} .itembank-answer")).to_be_hidden()


@pytest.mark.parametrize(("scheme", "shown"), [("default", "light"), ("slate", "dark")])
def test_a_figure_alone_shows_one_picture(page: Page, site: str, scheme: str, shown: str) -> None:
    page.goto(f"{site}/figure.html")
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)

    for name in ("light", "dark"):
        picture = page.locator(f".itembank-picture[data-scheme='{name}'] img")
        if name == shown:
            expect(picture).to_be_visible()
            # The picture is drawn, not just its place.
            page.wait_for_function("(img) => img.naturalWidth > 0", arg=picture.element_handle())
        else:
            expect(picture).to_be_hidden()
    page.get_by_text("Data table").click()
    expect(page.get_by_role("region", name="Bandwidth per GPU")).to_be_visible()

    page.emulate_media(media="print")
    expect(page.locator(".itembank-picture[data-scheme='light'] img")).to_be_visible()
    expect(page.locator(".itembank-picture[data-scheme='dark'] img")).to_be_hidden()
    page.emulate_media(media="screen")
    settle(page)
    assert violations(page) == []


CONTRAST_OF_ICONS = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // What stands behind: the colours of all ancestors, painted over each other.
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      layers.unshift(getComputedStyle(at).backgroundColor);
    }
    return layers;
  };
  const luminance = (layers) => {
    canvas.fillStyle = "white";
    canvas.fillRect(0, 0, 1, 1);
    for (const layer of layers) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return [...document.querySelectorAll(".itembank-icon")].map((icon) => {
    const ground = behind(icon);
    const pair = [luminance(ground), luminance([...ground, getComputedStyle(icon).color])];
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  });
}
"""
