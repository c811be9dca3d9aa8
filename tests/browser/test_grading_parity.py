"""The browser's grader and the Python reference give the same score and the same verdicts.

Both are held against worked scores from the literature, and against each other on every response
to items of up to ten options.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Set
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from itembank.grade import score, verdicts

from .bundler import BROWSER
from .conftest import Serve

HERE = Path(__file__).parent
SOURCES = BROWSER / "src"
GOLDEN = json.loads((HERE.parent / "grading_cases.json").read_text(encoding="utf-8"))
ROWS = {row["name"]: row for row in GOLDEN["policies"]}
POLICIES = ("all_or_nothing", "net_correct", "each_answer", "coverage", "weights")

IN_THE_BROWSER = """
async ({ policy, options, key, cap, weights, responses }) => {
  const { score } = await import("/src/choice/scoring.js");
  const { verdicts } = await import("/src/choice/verdicts.js");
  const answer = { options, key: new Set(key), cap, weights: new Map(Object.entries(weights)) };
  return responses.map((response) => {
    try {
      const ticked = new Set(response);
      return [score(policy, answer, ticked), Object.fromEntries(verdicts(answer, ticked))];
    } catch (error) {
      return [error.name, null];
    }
  });
}
"""


@pytest.fixture(scope="module")
def grader(browser: Browser, serve: Serve) -> Iterator[Page]:
    with browser.new_page() as page:
        page.goto(serve({"/src/": SOURCES, "/": HERE / "fixtures"}) + "/blank.html")
        yield page


@pytest.mark.parametrize("name", ROWS)
def test_worked_scores(grader: Page, name: str) -> None:
    row = ROWS[name]
    expected = {response: Fraction(value) for response, value in row["scores"].items()}

    in_python = {response: _in_python(row, set(response)) for response in expected}
    in_browser = [points for points, _ in _in_browser(grader, row, [set(r) for r in expected])]

    assert in_python == expected
    assert in_browser == pytest.approx([float(value) for value in expected.values()], abs=1e-9)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "mean" in row])
def test_mean_of_blind_guessing(grader: Page, name: str) -> None:
    row = ROWS[name]
    responses = _non_blank(GOLDEN["options"])

    in_browser = sum(points for points, _ in _in_browser(grader, row, responses))

    assert (in_browser + float(Fraction(row["blank"]))) / 64 == pytest.approx(row["mean"], abs=6e-4)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", range(1, 11))
def test_every_response(grader: Page, policy: str, count: int) -> None:
    options = [f"option-{index}" for index in range(count)]
    responses = _non_blank(options)
    # All keys of small items; a few of the large ones, whose responses alone are a thousand.
    keys = responses if count <= 4 else [set(options[:1]), set(options[::2]), set(options[1:])]
    for key in keys:
        for cap in (None, len(key)):
            row = {
                "policy": policy,
                "options": options,
                "key": key,
                "cap": cap,
                "weights": _weights(options, key) if policy == "weights" else {},
            }
            graded = _in_browser(grader, row, responses)
            for response, (points, states) in zip(responses, graded, strict=True):
                # Not pytest.approx: it takes seconds for the tens of thousands of responses.
                assert abs(points - _in_python(row, response)) < 1e-9, (row, response)
                assert states == verdicts(options, key, response)


@pytest.mark.parametrize(
    ("key", "response"), [({"B"}, set()), (set(), {"B"}), ({"B"}, {"Z"}), ({"Z"}, {"B"})]
)
def test_what_is_no_attempt_is_refused(grader: Page, key: set[str], response: set[str]) -> None:
    row = {"policy": "net_correct", "key": key}

    assert _in_browser(grader, row, [response]) == [["RangeError", None]]
    with pytest.raises(ValueError, match=r".+"):
        _in_python(row, response)


def test_an_unknown_policy_is_refused(grader: Page) -> None:
    assert _in_browser(grader, {"policy": "generous"}, [{"B"}]) == [["RangeError", None]]


def test_decimal_weights_that_add_up_to_one_give_the_full_score(grader: Page) -> None:
    row = {"policy": "weights", "weights": {"A": "0.7", "B": "0.2", "C": "0.1"}}

    assert 0.7 + 0.2 + 0.1 < 1  # as binary fractions
    assert _in_browser(grader, row, [set("ABC")])[0][0] == 1


def _in_python(row: dict[str, Any], response: Set[str]) -> Fraction:
    weights = {option: Fraction(value) for option, value in row.get("weights", {}).items()}
    return score(
        row["policy"],
        row.get("options", GOLDEN["options"]),
        frozenset(row.get("key", GOLDEN["key"])),
        response,
        cap=row.get("cap"),
        weights=weights,
    )


def _in_browser(page: Page, row: dict[str, Any], responses: list[set[str]]) -> list[list[Any]]:
    weights = row.get("weights", {})
    answers: list[list[Any]] = page.evaluate(
        IN_THE_BROWSER,
        {
            "policy": row["policy"],
            "options": row.get("options", GOLDEN["options"]),
            "key": sorted(row.get("key", GOLDEN["key"])),
            "cap": row.get("cap"),
            "weights": {option: float(Fraction(value)) for option, value in weights.items()},
            "responses": [sorted(response) for response in responses],
        },
    )
    return answers


def _non_blank(options: list[str]) -> list[set[str]]:
    sizes = range(1, len(options) + 1)
    return [set(chosen) for chosen in chain.from_iterable(combinations(options, n) for n in sizes)]


def _weights(options: list[str], key: Set[str]) -> dict[str, Fraction]:
    return {o: Fraction(1, len(key)) if o in key else Fraction(-1, 4) for o in options}
