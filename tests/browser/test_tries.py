"""A site with three tries: before the last one nothing but the score tells about a response."""

from __future__ import annotations

from itertools import chain, combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Serve
from .probes import (
    RECORD_EVENTS,
    assert_targets,
    overflow,
    retry,
    score_of,
    seen,
    settle,
    submit,
    violations,
)
from .rendered import bank_with, set_up, write_page, write_site

CHOICE, ORDER, NUMERIC = "#q-with-hints", "#q-start-a-job", "#q-all-reduce-time"
OPTIONS = ("all-reduce", "broadcast", "matmul", "norm")
STEPS = ("allocate", "rendezvous", "init", "broadcast", "step")
POLICIES = ("all_or_nothing", "net_correct", "each_answer", "coverage")

# Submit each response to a fresh question; return score and page as scripts and readers find it.
SUBMIT_EACH = """
([selector, responses]) => {
  const host = document.querySelector(selector);
  let score;
  host.addEventListener("itembank:attempt", (event) => { score = event.detail.score; });
  return responses.map((response) => {
    host.retry();
    host.restore({ response });
    score = null;
    host.querySelector("form").requestSubmit();
    const shown = document.documentElement.outerHTML;
    const rows = [...host.querySelectorAll(".itembank-steps > li")].map((row) => row.outerHTML);
    // The reader's own order of steps is what the reader did.
    return [score, rows.sort().reduce((html, row) => html.replace(row, ""), shown)];
  });
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tries")
    folder = write_site(root / "site")
    set_up(folder, tries=3)
    bank = bank_with(root, "practice: {tries: 3}")
    write_page(folder, "tries.html", "with-hints", "start-a-job", "all-reduce-time", bank=bank)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path, serve: Serve) -> str:
    return serve({"/": folder})


@pytest.fixture
def question(page: Page, site: str) -> Locator:
    page.goto(f"{site}/tries.html")
    page.evaluate(RECORD_EVENTS)
    return page.locator(CHOICE)


def answer(question: Locator, *options: str) -> None:
    for box in question.get_by_role("checkbox").all():
        box.set_checked(box.input_value() in options)
    submit(question)


def one_page_a_score(found: list[list[Any]]) -> dict[float, str]:
    pages: dict[float, str] = {}
    for score, html in found:
        # None: it was no attempt, but the order that the page itself had shown.
        if score is not None and score < 1:
            assert pages.setdefault(score, html) == html
    return pages


@pytest.mark.parametrize("policy", POLICIES)
def test_responses_of_equal_score_look_the_same(
    page: Page, folder: Path, site: str, policy: str
) -> None:
    html = (folder / "tries.html").read_text(encoding="utf-8")
    html = html.replace('data-scoring="net_correct"', f'data-scoring="{policy}"')
    page.route("**/tries.html", lambda route: route.fulfill(body=html))
    page.goto(f"{site}/tries.html")
    every = list(
        map(list, chain.from_iterable(combinations(OPTIONS, size) for size in range(1, 5)))
    )
    found = page.evaluate(SUBMIT_EACH, [CHOICE, every])
    assert len({score for score, _ in found}) > 1
    pages = one_page_a_score(found)
    for html in pages.values():
        assert "data-state" not in html
        assert "stay in one GPU" not in html


def test_orders_of_equal_score_look_the_same(page: Page, question: Locator) -> None:
    found = page.evaluate(SUBMIT_EACH, [ORDER, [list(order) for order in permutations(STEPS)]])
    assert len(one_page_a_score(found)) > 3


def test_numbers_of_equal_score_look_the_same(page: Page, question: Locator) -> None:
    slips = ["490 ms", "490", "0.98 ms", "1", "-3 s", "1e9", "980000"]
    found = page.evaluate(SUBMIT_EACH, [NUMERIC, slips])
    assert list(one_page_a_score(found)) == [0]


def test_what_a_screen_reader_finds_is_the_same(page: Page, question: Locator) -> None:
    """But for the reader's own ticks."""
    trees = []
    for response in (["all-reduce"], ["broadcast"], ["all-reduce", "broadcast", "norm"]):
        question.evaluate("(host) => host.retry()")
        answer(question, *response)
        assert score_of(question) == "Score 50 %"
        trees.append(page.locator("body").aria_snapshot().replace(" [checked]", ""))
    assert trees[0] == trees[1] == trees[2]


def test_the_last_try_shows_the_answer(page: Page, question: Locator) -> None:
    answer(question, "norm")
    title = question.get_by_role("heading", name="Not yet Score 0 %")
    expect(title).to_be_focused()
    expect(question.get_by_text("Tries left: 2")).to_be_visible()
    expect(question.get_by_role("button", name="Submit")).to_be_visible()
    answer(question, "norm", "all-reduce")
    expect(question.get_by_text("Tries left: 1")).to_be_visible()
    assert [event["name"] for event in seen(page)] == ["attempt", "attempt"]
    answer(question, "all-reduce")
    assert question.locator("[data-state].itembank-option").count() == 4
    assert question.locator(".itembank-result").count() == 1
    expect(question.locator(".itembank-result-title")).to_be_focused()
    assert [event["name"] for event in seen(page)][2:] == ["attempt", "reveal"]
    expect(question.get_by_role("button", name="Show the answer")).to_have_count(0)

    retry(question)
    assert question.locator(".itembank-result").count() == 0
    answer(question, "norm")
    expect(question.get_by_text("Tries left: 2")).to_be_visible()


def test_the_right_answer_needs_no_more_tries(page: Page, question: Locator) -> None:
    answer(question, "all-reduce", "broadcast")
    assert score_of(question) == "Score 100 %"
    assert question.locator("[data-state].itembank-option").count() == 4


def test_the_answer_for_those_who_ask(page: Page, question: Locator) -> None:
    answer(question, "norm")
    question.get_by_role("button", name="Show the answer").click()
    assert question.locator("[data-state].itembank-option").count() == 4
    expect(question.locator(".itembank-result-title")).to_be_focused()
    events = seen(page)
    assert [event["name"] for event in events] == ["attempt", "reveal"]
    assert events[1]["detail"] == events[0]["detail"]


def test_the_same_answer_again_is_no_try(page: Page, question: Locator) -> None:
    answer(question, "norm")
    submit(question)
    expect(question.get_by_role("status")).to_have_text("Change your answer, then submit.")
    expect(question.get_by_text("Tries left: 2")).to_be_visible()
    assert len(seen(page)) == 1
    answer(question, "matmul")
    expect(question.get_by_role("status")).to_be_empty()
    expect(question.get_by_text("Tries left: 1")).to_be_visible()


def test_another_set_of_numbers_starts_anew(page: Page, question: Locator) -> None:
    number = page.locator(NUMERIC)
    number.get_by_role("textbox").fill("1")
    submit(number)
    expect(number.get_by_text("Tries left: 2")).to_be_visible()
    number.get_by_role("button", name="Another set").click()
    assert number.locator(".itembank-result").count() == 0
    number.get_by_role("textbox").fill("1")
    submit(number)
    expect(number.get_by_text("Tries left: 2")).to_be_visible()


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_it_is_accessible_and_fits_a_phone(page: Page, question: Locator, scheme: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
    answer(question, "norm")
    settle(page)
    assert violations(page) == []
    assert overflow(page) == 0
    assert_targets(question)
