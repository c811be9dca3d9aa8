"""The browser scores sequences exactly as the Python reference does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from itembank.grade import score_order
from itembank.model import OrderPolicy

from .bundler import BROWSER
from .conftest import Serve

POLICIES: tuple[OrderPolicy, ...] = ("pairs", "all_or_nothing")

SCORE = """
async ({ policy, key, responses }) => {
  const { scoreOrder } = await import("/src/order/scoring.js");
  return responses.map((response) => {
    try {
      return scoreOrder(policy, key, response);
    } catch (error) {
      return error.name;
    }
  });
}
"""


@pytest.fixture(scope="module")
def scorer(browser: Browser, serve: Serve) -> Iterator[Page]:
    fixtures = Path(__file__).parent / "fixtures"
    with browser.new_page() as page:
        page.goto(serve({"/src/": BROWSER / "src", "/": fixtures}) + "/blank.html")
        yield page


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", range(2, 7))
def test_every_order(scorer: Page, policy: OrderPolicy, count: int) -> None:
    key = [f"step-{index}" for index in range(count)]
    _assert_same(scorer, policy, key, list(permutations(key)))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", range(7, 13))
def test_random_orders(scorer: Page, policy: OrderPolicy, count: int) -> None:
    chance = random.Random(count)
    key = [f"step-{index}" for index in range(count)]
    _assert_same(scorer, policy, key, [key, *(chance.sample(key, count) for _ in range(500))])


@pytest.mark.parametrize(
    ("response", "score"),
    [
        ("abcd", Fraction(1)),
        # Kendall's tau: one swap of neighbours of six pairs, then two, then the half and beyond.
        ("bacd", Fraction(4, 6)),
        ("badc", Fraction(2, 6)),
        ("cabd", Fraction(2, 6)),
        ("cbad", Fraction(0)),
        ("dcba", Fraction(0)),
    ],
)
def test_worked_scores(scorer: Page, response: str, score: Fraction) -> None:
    assert score_order("pairs", "abcd", response) == score
    assert _scores(scorer, "pairs", "abcd", [response]) == pytest.approx([float(score)], abs=1e-12)


@pytest.mark.parametrize("response", ["abc", "abcdd", "abca", "abce", ""])
def test_what_is_no_order_is_refused(scorer: Page, response: str) -> None:
    assert _scores(scorer, "pairs", "abcd", [response]) == ["RangeError"]
    with pytest.raises(ValueError, match="every step once"):
        score_order("pairs", "abcd", response)


def test_an_unknown_policy_is_refused(scorer: Page) -> None:
    assert _scores(scorer, "generous", "abcd", ["abcd"]) == ["RangeError"]


def _assert_same(
    page: Page, policy: OrderPolicy, key: Sequence[str], responses: Sequence[Sequence[str]]
) -> None:
    found = _scores(page, policy, key, responses)
    for response, points in zip(responses, found, strict=True):
        assert abs(points - score_order(policy, key, response)) < 1e-12, response


def _scores(
    page: Page, policy: str, key: Sequence[str], responses: Sequence[Sequence[str]]
) -> list[Any]:
    found: list[Any] = page.evaluate(
        SCORE, {"policy": policy, "key": list(key), "responses": [list(r) for r in responses]}
    )
    return found
