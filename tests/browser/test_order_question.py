"""An order question in a real browser; the page is rendered from `fixtures/bank`."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from itembank.grade import score_order

from .conftest import Serve
from .probes import (
    RECORD_EVENTS,
    WRAP_TEXT_IN_FONT,
    assert_targets,
    box,
    focused,
    overflow,
    retry,
    score_of,
    seen,
    settle,
    submit,
    violations,
)
from .rendered import write_page, write_site

PAIRS, STRICT = "#q-start-a-job", "#q-strict-order"
KEY = ["allocate", "rendezvous", "init", "broadcast", "step"]
SPOILERS = (*(f"zq-{id_}" for id_ in KEY), "zq-short", "zq-full", "zq-source", "data-place")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = write_site(tmp_path_factory.mktemp("order") / "site")
    write_page(site, "order.html", "start-a-job", "strict-order")
    return site


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    """Five steps, scored by pairs."""
    page.goto(f"{site}/order.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(PAIRS)


def order(question: Locator) -> list[str]:
    rows = question.locator(".itembank-option").all()
    return [row.get_attribute("data-option") or "" for row in rows]


def letter(question: Locator, step: str) -> str:
    return question.locator(f"[data-option='{step}'] label .itembank-letter").inner_text()


def mover(question: Locator, step: str, way: str) -> Locator:
    name = f"Move step {letter(question, step)} {way}"
    return question.get_by_role("button", name=name, exact=True)


def arrange(question: Locator, wanted: list[str]) -> None:
    for place, step in enumerate(wanted):
        for _ in range(order(question).index(step) - place):
            mover(question, step, "up").click()
    assert order(question) == wanted


def states(question: Locator) -> dict[str, str]:
    rows = question.locator(".itembank-option").all()
    return {
        row.get_attribute("data-option") or "": row.locator(".itembank-verdict").inner_text()
        for row in rows
    }


class TestOpen:
    def test_nothing_spoils_and_it_is_not_the_right_order(
        self, page: Page, question: Locator
    ) -> None:
        html = page.content()
        assert not [words for words in SPOILERS if words in html]
        assert question.locator("details, select").count() == 0
        assert sorted(order(question)) == sorted(KEY)
        assert order(question) != KEY
        assert order(page.locator(STRICT)) != ["forward", "backward", "update"]

    def test_the_order_is_that_of_the_html(self, page: Page, question: Locator, site: str) -> None:
        html = page.request.get(f"{site}/order.html").text()
        written = re.findall(r'<li class="itembank-option" data-option="([\w-]+)"', html)
        assert order(question) == written[:5]
        assert [letter(question, step) for step in written[:5]] == list("ABCDE")

    def test_each_step_has_two_buttons_with_names(self, question: Locator) -> None:
        names = [f"Move step {letter} {way}" for letter in "ABCDE" for way in ("up", "down")]
        buttons = question.locator(".itembank-moves button").all()
        for button, name in zip(buttons, names, strict=True):
            expect(button).to_have_accessible_name(name)
        expect(question.get_by_role("list")).to_have_count(1)
        expect(question.get_by_text("Move these into their order.")).to_be_visible()

    def test_a_move_says_the_place_and_keeps_focus(self, page: Page, question: Locator) -> None:
        first = order(question)[0]
        down = mover(question, first, "down")
        down.click()
        expect(down).to_be_focused()
        expect(question.get_by_role("status")).to_have_text("Step A, now place 2 of 5")
        page.keyboard.press("Enter")
        page.keyboard.press("Space")
        expect(down).to_be_focused()
        expect(question.get_by_role("status")).to_have_text("Step A, now place 4 of 5")
        assert order(question).index(first) == 3
        assert seen(page) == []

    def test_a_move_does_not_shift_what_stands_above(self, question: Locator) -> None:
        row = question.locator(".itembank-option").first
        before = box(row)["y"]
        mover(question, order(question)[1], "up").click()
        assert box(question.locator(".itembank-option").first)["y"] == before

    def test_the_ends_move_nothing_and_say_so(self, question: Locator) -> None:
        before = order(question)
        up, down = mover(question, before[0], "up"), mover(question, before[-1], "down")
        up.click()
        expect(up).to_be_focused()
        expect(question.get_by_role("status")).to_have_text("Step A is the first already")
        down.click()
        expect(question.get_by_role("status")).to_have_text("Step E is the last already")
        assert order(question) == before

    def test_an_untouched_order_is_a_message_and_no_attempt(
        self, page: Page, question: Locator
    ) -> None:
        submit(question)
        expect(question.get_by_role("status")).to_have_text(
            "Move these into their order, then submit."
        )
        expect(mover(question, order(question)[0], "down")).to_be_focused()
        assert seen(page) == []
        assert question.locator("[data-state], .itembank-result").count() == 0


class TestGraded:
    def test_right(self, page: Page, question: Locator) -> None:
        arrange(question, KEY)
        submit(question)

        expect(question.get_by_role("heading", name="Correct Score 100 %")).to_be_focused()
        assert set(states(question).values()) == {"In its place"}
        assert question.locator(".itembank-sequence").count() == 0
        expect(question.locator(".itembank-count")).to_have_text(
            "10 of 10 pairs stand in the right order."
        )
        expect(question.get_by_role("status")).to_be_empty()

    def test_partly_right(self, question: Locator) -> None:
        arrange(question, ["rendezvous", "allocate", "init", "broadcast", "step"])
        submit(question)

        assert score_of(question) == "Score 80 %"
        expect(question.locator(".itembank-outcome")).to_have_text("Partly correct")
        assert states(question) == {
            "rendezvous": "Belongs at place 2",
            "allocate": "Belongs at place 1",
            "init": "In its place",
            "broadcast": "In its place",
            "step": "In its place",
        }
        expect(question.locator(".itembank-rule")).to_have_text(
            re.compile("^Pairs in order: pairs in the right order minus pairs in the wrong one")
        )
        # The reader's order stays on show; the right one is a list after it.
        assert order(question)[:2] == ["rendezvous", "allocate"]
        sequence = question.locator(".itembank-sequence > li").all_inner_texts()
        assert [line.split()[0] for line in sequence] == [letter(question, step) for step in KEY]
        assert sequence[0].endswith("The scheduler grants four nodes.")
        assert question.get_by_role("heading", name="The right order").count() == 1

    def test_every_rationale_and_explanation_is_there(self, question: Locator) -> None:
        arrange(question, KEY[::-1])
        submit(question)
        text = question.inner_text()
        assert not [words for words in SPOILERS[:-1] if words not in text]
        for step in KEY:
            row = question.locator(f".itembank-option[data-option='{step}']")
            expect(row.locator(".itembank-rationale")).to_contain_text(f"zq-{step}")
        reference = question.locator(".itembank-ref")
        assert reference.inner_text() == f"step {letter(question, 'allocate')}"

    def test_all_or_nothing(self, page: Page, question: Locator) -> None:
        strict = page.locator(STRICT)
        arrange(strict, ["forward", "update", "backward"])
        submit(strict)
        assert score_of(strict) == "Score 0 %"
        expect(strict.locator(".itembank-outcome")).to_have_text("Partly correct")
        assert strict.locator(".itembank-count").count() == 0
        expect(strict.locator(".itembank-rule")).to_have_text(
            "All or nothing: only the exact order scores, everything else is 0 %."
        )

    def test_nothing_moves_any_more(self, page: Page, question: Locator) -> None:
        arrange(question, KEY)
        submit(question)
        assert question.locator(".itembank-moves:visible").count() == 0
        page.evaluate("() => document.querySelectorAll('form').forEach((f) => f.requestSubmit())")
        assert [event["name"] for event in seen(page)] == ["attempt", "reveal"]

    def test_events_carry_the_attempt(self, page: Page, question: Locator) -> None:
        wanted = ["allocate", "init", "rendezvous", "broadcast", "step"]
        arrange(question, wanted)
        submit(question)
        detail = seen(page)[0]["detail"]
        assert isinstance(detail.pop("t"), int)
        assert re.fullmatch("[0-9a-f]{12}", detail.pop("hash"))
        assert detail == {
            "item": "start-a-job",
            "revision": 1,
            "response": wanted,
            "score": 0.8,
            "policy": "pairs",
        }


class TestRetry:
    def test_it_starts_from_the_last_order_and_leaves_nothing_behind(
        self, page: Page, question: Locator
    ) -> None:
        wanted = ["rendezvous", "allocate", "init", "broadcast", "step"]
        arrange(question, wanted)
        question.locator(".itembank-status").evaluate(
            "(status) => { status.textContent = ''; delete status.dataset.tone; }"
        )
        before = page.content()
        submit(question)
        retry(question)

        assert page.content() == before
        assert order(question) == wanted
        expect(mover(question, "rendezvous", "down")).to_be_focused()

        submit(question)
        expect(question.get_by_role("status")).to_have_text(re.compile("Move these"))
        arrange(question, KEY)
        submit(question)
        assert score_of(question) == "Score 100 %"
        assert question.locator(".itembank-rationale").count() == 5

    def test_after_the_right_order_it_starts_from_the_first_one(self, question: Locator) -> None:
        shown = order(question)
        arrange(question, KEY)
        submit(question)
        retry(question)
        assert order(question) == shown


def test_text_wrapped_by_browser_translation(page: Page, question: Locator) -> None:
    page.evaluate(WRAP_TEXT_IN_FONT)
    arrange(question, KEY)
    page.evaluate(WRAP_TEXT_IN_FONT)
    submit(question)
    assert score_of(question) == "Score 100 %"
    page.evaluate(WRAP_TEXT_IN_FONT)
    retry(question)
    assert question.locator("[data-state], .itembank-feedback, .itembank-result").count() == 0


def test_by_keyboard_alone(page: Page, question: Locator) -> None:
    def tab_to(name: str) -> None:
        for _ in range(60):
            label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
            if name in (label, focused(page)):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{name} was never reached")

    while order(question) != KEY:
        now = order(question)
        step = next(step for step, there in zip(KEY, now, strict=True) if step != there)
        page.evaluate("() => { document.activeElement.blur(); }")
        tab_to(f"Move step {letter(question, step)} up")
        for _ in range(now.index(step) - KEY.index(step)):
            page.keyboard.press("Enter")
    tab_to("Submit")
    page.keyboard.press("Enter")
    expect(question.get_by_role("heading", name="Correct Score 100 %")).to_be_focused()
    tab_to("Try again")
    page.keyboard.press("Enter")
    expect(mover(question, order(question)[0], "down")).to_be_focused()


def test_touch(browser: Browser, site: str) -> None:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 800}) as context:
        page = context.new_page()
        page.goto(f"{site}/order.html")
        strict = page.locator(STRICT)
        for step in ("forward", "backward"):
            while order(strict).index(step) != ["forward", "backward"].index(step):
                mover(strict, step, "up").tap()
        strict.get_by_role("button", name="Submit").tap()
        assert score_of(strict) == "Score 100 %"


def test_any_order_of_moves(page: Page, question: Locator) -> None:
    """A long random walk; a plain list says what must be on show, the reference what it scores."""
    walk = random.Random(20261201)
    model, start = order(question), order(question)
    shown, graded, attempts = start[:], False, 0
    for _ in range(300):
        action = walk.choice(["up", "down", "up", "down", "submit", "retry"])
        step = walk.choice(KEY)
        found: dict[str, Any] = page.evaluate(ACT, [PAIRS, action, step])
        place = model.index(step)
        other = place + (-1 if action == "up" else 1)
        if action in ("up", "down") and not graded and 0 <= other < len(model):
            model[place], model[other] = model[other], model[place]
        elif action == "submit" and not graded and model != start:
            graded, attempts = True, attempts + 1
            score = seen(page)[-1]["detail"]["score"]
            assert abs(score - score_order("pairs", KEY, model)) < 1e-12
        elif action == "retry" and graded:
            graded = False
            model = shown[:] if model == KEY else model
            start = model[:]
        assert found["order"] == model
        assert found["verdicts"] == (len(KEY) if graded else 0)
        assert found["rationales"] == found["verdicts"]
        assert found["results"] == int(graded)
        assert sum(event["name"] == "attempt" for event in seen(page)) == attempts
    assert attempts > 15


def test_without_javascript(browser: Browser, site: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}/order.html")
        question = page.locator(PAIRS)
        selects = question.get_by_role("combobox").all()
        assert len(selects) == 5
        selects[0].select_option("3")
        expect(selects[0]).to_have_accessible_name(re.compile("^A The launchers meet"))
        expect(question.get_by_text("Give each its place.")).to_be_visible()
        question.get_by_text("Show the answer").click()
        assert question.locator(".itembank-rationale:visible").count() == 5


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(page: Page, question: Locator, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    settle(page)
    assert violations(page) == []
    submit(page.locator(STRICT))
    mover(question, order(question)[1], "up").click()
    settle(page)
    assert violations(page) == []
    submit(question)
    settle(page)
    assert violations(page) == []


def test_axe_finds_nothing_without_script(page: Page, site: str) -> None:
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"{site}/order.html")
    page.locator(PAIRS).get_by_text("Show the answer").click()
    found = violations(page)
    # Code that scrolls is made reachable by script, the theme's or ours.
    assert [line for line in found if not line.startswith("scrollable-region-focusable")] == []


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_320_pixels_wide(page: Page, question: Locator, direction: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)
    assert overflow(page) == 0
    assert_targets(question)
    row = question.locator(".itembank-option").first
    text, moves = box(row.locator("label")), box(row.locator(".itembank-moves"))
    assert (text["x"] < moves["x"]) == (direction == "ltr")
    mover(question, order(question)[1], "up").click()
    submit(question)
    assert overflow(page) == 0
    assert_targets(question)


def test_print_and_forced_colours(page: Page, question: Locator) -> None:
    page.emulate_media(media="print")
    assert question.locator("button:visible").count() == 0
    page.emulate_media(media="screen", forced_colors="active")
    move = question.locator(".itembank-moves button").first
    assert float(move.evaluate("(b) => parseFloat(getComputedStyle(b).borderTopWidth)")) >= 1
    mover(question, order(question)[1], "up").click()
    submit(question)
    expect(question.locator(".itembank-option").first).to_have_css("border-left-style", "solid")


# One step of the random walk, and what the question shows after it.
ACT = """
([name, action, step]) => {
  const question = document.querySelector(name);
  const all = (selector) => [...question.querySelectorAll(selector)];
  const row = question.querySelector(`.itembank-option[data-option="${step}"]`);
  const [up, down] = row.querySelectorAll(".itembank-moves button");
  if (question.dataset.graded === undefined) {
    if (action === "up") up.click();
    if (action === "down") down.click();
  }
  if (action === "submit") question.querySelector("form").requestSubmit();
  if (action === "retry") question.querySelector(".itembank-retry")?.click();
  return {
    order: all(".itembank-option").map((row) => row.dataset.option),
    verdicts: all(".itembank-option[data-state]").length,
    rationales: all(".itembank-option .itembank-rationale").length,
    results: all(".itembank-result").length,
  };
}
"""
