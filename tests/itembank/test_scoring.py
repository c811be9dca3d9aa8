"""Grading, against published rules: worked scores, and what must hold for every response."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from itembank.grade import VERDICT_WORDS, score, score_item, verdicts
from itembank.model import ChoiceItem, ScoringPolicy

CASES = json.loads((Path(__file__).parents[1] / "grading_cases.json").read_text())
POLICIES = get_args(ScoringPolicy)
UNWEIGHTED = [policy for policy in POLICIES if policy != "weights"]
OPTIONS, KEY = "ABCDEF", frozenset("BDF")


def responses(options: str) -> Iterable[frozenset[str]]:
    """Every response but the blank one."""
    return (
        frozenset(chosen)
        for chosen in chain.from_iterable(
            combinations(options, size) for size in range(1, len(options) + 1)
        )
    )


@pytest.mark.parametrize("case", CASES["policies"], ids=lambda case: case["name"])
def test_worked_scores(case: dict[str, Any]) -> None:
    weights = {option: Fraction(w) for option, w in case.get("weights", {}).items()}

    def grade(response: frozenset[str]) -> Fraction:
        return score(
            case["policy"], OPTIONS, KEY, response, cap=case.get("cap"), weights=weights or None
        )

    for response, expected in case["scores"].items():
        assert grade(frozenset(response)) == Fraction(expected)
    if "mean" in case:
        total = sum(grade(response) for response in responses(OPTIONS)) + Fraction(case["blank"])
        assert round(float(total / 64), 3) == pytest.approx(case["mean"], abs=0.0005)


@pytest.mark.parametrize(
    ("case", "ticks", "expected"),
    [
        ("all or nothing", 3, "1/20"),
        ("net correct", 3, "1/5"),
        ("coverage", 6, "1/2"),
        ("each answer", 1, "1/2"),
        ("weights without penalty", 6, "1"),
        ("weights that a wrong tick wipes out", 1, "1/6"),
    ],
)
def test_the_best_that_blind_play_reaches(case: str, ticks: int, expected: str) -> None:
    """The best expected score from a fixed number of random ticks, as published in research."""
    [found] = [c for c in CASES["policies"] if c["name"] == case]
    weights = {option: Fraction(w) for option, w in found.get("weights", {}).items()}
    means = {}
    for size in range(1, 7):
        of_size = [r for r in responses(OPTIONS) if len(r) == size]
        scores = [score(found["policy"], OPTIONS, KEY, r, weights=weights) for r in of_size]
        means[size] = sum(scores) / len(of_size)
    best = max(means.values())
    assert means[ticks] == best
    if expected != "1/6":
        assert best == Fraction(expected)
    else:
        assert abs(best - Fraction(1, 6)) < Fraction(1, 1000)


selections = st.integers(2, 7).flatmap(
    lambda n: st.tuples(
        st.just("ABCDEFG"[:n]),
        st.sets(st.sampled_from("ABCDEFG"[:n]), min_size=1),
        st.sets(st.sampled_from("ABCDEFG"[:n]), min_size=1),
    )
)


@pytest.mark.parametrize("policy", UNWEIGHTED)
@given(selections)
def test_a_score_is_a_share_and_only_the_key_earns_it_all(policy, selection) -> None:
    options, key, response = selection
    earned = score(policy, options, key, response)
    assert 0 <= earned <= 1
    assert isinstance(earned, Fraction)
    assert (earned == 1) == (response == key)


@pytest.mark.parametrize("policy", UNWEIGHTED)
@given(selections)
def test_one_more_hit_never_costs_and_one_more_false_alarm_never_pays(policy, selection) -> None:
    options, key, response = selection
    earned = score(policy, options, key, response)
    for option in set(options) - response:
        more = score(policy, options, key, response | {option})
        assert more >= earned if option in key else more <= earned


@pytest.mark.parametrize("policy", ["all_or_nothing", "net_correct"])
@given(st.integers(2, 7), st.integers(1, 3))
def test_ticking_everything_earns_nothing_unless_half_is_right(policy, n, keys) -> None:
    options = "ABCDEFG"[:n]
    key = set(options[: min(keys, n // 2)])
    assert score(policy, options, key, set(options)) == 0


@pytest.mark.parametrize("policy", UNWEIGHTED)
@given(selections, st.randoms())
def test_neither_the_order_nor_the_names_of_options_matter(policy, selection, random) -> None:
    options, key, response = selection
    shuffled = list(options)
    random.shuffle(shuffled)
    renamed = {option: f"option-{index}" for index, option in enumerate(shuffled)}
    assert score(policy, options, key, response) == score(
        policy,
        [renamed[option] for option in shuffled],
        {renamed[option] for option in key},
        {renamed[option] for option in response},
    )


@given(st.integers(1, 4).flatmap(lambda k: st.tuples(st.just(k), st.integers(0, k))))
def test_a_capped_question_counts_a_wrong_tick_once(counts: tuple[int, int]) -> None:
    """NCSBN's rule: with N ticks for N keys, a wrong tick already is a missed key."""
    keys, hits = counts
    options = "ABCDEFGH"
    key = set(options[:keys])
    response = set(options[:hits]) | set(options[keys : keys + keys - hits])
    assert score("net_correct", options, key, response, cap=keys) == Fraction(hits, keys)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_blank_response_is_not_graded(policy: ScoringPolicy) -> None:
    with pytest.raises(ValueError, match="blank"):
        score(policy, OPTIONS, KEY, frozenset(), weights={})


@pytest.mark.parametrize("policy", POLICIES)
def test_an_item_without_a_key_is_not_graded(policy: ScoringPolicy) -> None:
    with pytest.raises(ValueError, match="without a key"):
        score(policy, OPTIONS, frozenset(), frozenset("A"), weights={})


def test_an_option_that_the_item_does_not_have() -> None:
    with pytest.raises(ValueError, match="X"):
        score("net_correct", OPTIONS, KEY, frozenset("BX"))


@given(selections)
def test_each_option_has_one_verdict(selection) -> None:
    options, key, response = selection
    given_verdicts = verdicts(options, key, response)
    assert list(given_verdicts) == list(options)
    expected = {
        "hit": key & response,
        "false-alarm": response - key,
        "missed": key - response,
        "correct-rejection": set(options) - key - response,
    }
    for verdict, members in expected.items():
        assert {option for option, v in given_verdicts.items() if v == verdict} == members
    assert set(VERDICT_WORDS) == set(expected)


def item(**changes: Any) -> ChoiceItem:
    option = {"text": "t", "rationale": "r", "correct": False}
    data: dict[str, Any] = {
        "id": "x",
        "type": "choice",
        "title": "t",
        "stem": "s",
        "options": [
            {**option, "id": name, "text": name, "correct": name in "bd"} for name in "abcd"
        ],
        "explanation": "e",
        "sources": [{"ref": "r"}],
        "reviewed": __import__("datetime").date(2026, 12, 1),
    }
    return ChoiceItem.model_validate(data | changes)


def test_an_item_s_own_policy_goes_before_the_default() -> None:
    assert score_item(item(), {"b"}, "net_correct") == Fraction(1, 2)
    assert score_item(item(scoring="all_or_nothing"), {"b"}, "net_correct") == 0


def test_an_item_that_caps_its_ticks_counts_a_wrong_one_once() -> None:
    assert score_item(item(select={"exactly": 2}), {"a", "b"}, "net_correct") == Fraction(1, 2)
    assert score_item(item(select="all"), {"a", "b"}, "net_correct") == 0


def test_weights_are_the_decimals_that_the_author_wrote() -> None:
    options = [
        {"id": n, "text": n, "rationale": "r", "correct": n in "bd", "weight": w}
        for n, w in zip("abcd", (-0.1, 0.7, 0.0, 0.3), strict=True)
    ]
    weighted = item(scoring="weights", options=options)
    assert score_item(weighted, {"b", "d"}, "net_correct") == 1
    assert score_item(weighted, {"b", "a"}, "net_correct") == Fraction(6, 10)
    assert score_item(weighted, {"a"}, "net_correct") == 0
