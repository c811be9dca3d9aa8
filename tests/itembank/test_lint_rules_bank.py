"""Rules about whole banks, and the tests of chance that they rest on."""

from __future__ import annotations

import datetime
import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from itembank.lint import Context, chosen_rules, lint_bank
from itembank.lint.statistics import Stratum, rank_sum_z, two_sided_p, upper_tail
from itembank.model import ChoiceItem, Position

TODAY = datetime.date(2026, 12, 1)


def item(number: int, correct: Sequence[bool], lengths: Sequence[int] | None = None) -> ChoiceItem:
    lengths = lengths or [20] * len(correct)
    return ChoiceItem.model_validate(
        {
            "id": f"q-{number}",
            "type": "choice",
            "title": "Q",
            "stem": "What?",
            "options": [
                {"id": f"o-{i}", "text": "x" * length, "correct": key, "rationale": "y"}
                for i, (key, length) in enumerate(zip(correct, lengths, strict=True))
            ],
            "explanation": "z",
            "sources": [{"url": "https://example.org"}],
            "reviewed": TODAY,
        }
    )


def at_chance(count: int, seed: int = 7) -> list[ChoiceItem]:
    """Return items whose keys and lengths were drawn."""
    draw = random.Random(seed)
    items = []
    for number in range(count):
        keys = set(draw.sample(range(6), draw.randint(1, 5)))
        lengths = [draw.randint(20, 80) for _ in range(6)]
        items.append(item(number, [i in keys for i in range(6)], lengths))
    return items


def cues(items: Sequence[ChoiceItem]) -> dict[str, str]:
    rules = chosen_rules(ignore=["figure-unused"])
    found = lint_bank(items, Position("itembank.yml"), Context(today=TODAY), rules)
    return {each.rule: each.message for each in found}


@pytest.mark.parametrize("seed", range(5))
def test_a_bank_drawn_at_random_has_no_cue(seed: int) -> None:
    assert cues(at_chance(60, seed)) == {}


def test_keys_that_stand_first_too_often() -> None:
    items = [item(i, [True, False, i % 2 == 0, False]) for i in range(30)]
    assert "option 1 is a key in 30 of 30 questions, 11.2 by chance" in cues(items)["key-position"]


def test_always_as_many_keys() -> None:
    draw = random.Random(1)
    items = []
    for number in range(12):
        keys = draw.sample(range(6), 3)
        items.append(item(number, [i in keys for i in range(6)]))
    assert cues(items) == {"key-count": "12 of 12 select-all questions with 6 options have 3 keys"}


def test_every_second_option() -> None:
    items = [item(i, [i % 2 == 0, i % 2 == 1] * 3) for i in range(24)]
    assert cues(items)["key-alternates"] == "keys alternate in 24 of 24 questions, 2.4 by chance"


@pytest.mark.parametrize(("key", "other", "word"), [(30, 20, "longer"), (20, 30, "shorter")])
def test_keys_that_differ_in_length(key: int, other: int, word: str) -> None:
    items = []
    for number, keys in enumerate(combinations(range(6), 3)):
        correct = [i in keys for i in range(6)]
        items.append(item(number, correct, [key if yes else other for yes in correct]))
    assert cues(items)["key-length"].startswith(f"keys are {word} than distractors")


def test_the_shortest_option_is_a_key() -> None:
    items = [item(i, [i % 4 == j for j in range(4)], [20] * 4) for i in range(30)]
    assert "key-shortest" not in cues(items)  # none is the shortest
    shortest = [
        item(i, [i % 4 == j for j in range(4)], [20 if i % 4 == j else 30 + j for j in range(4)])
        for i in range(30)
    ]
    assert cues(shortest)["key-shortest"] == (
        "the shortest option is a key in 30 of 30 questions, 7.5 by chance"
    )


@pytest.mark.parametrize(
    ("in_keys", "word"), [(True, "keys"), (False, "distractors"), (None, "")], ids=str
)
def test_reasons_that_stand_on_one_side(in_keys: bool | None, word: str) -> None:
    draw = random.Random(3)
    items = []
    for number in range(60):
        keys = set(draw.sample(range(6), 3))
        marked = set(draw.sample(range(6), 3))
        if in_keys is not None:
            marked = keys if in_keys else set(range(6)) - keys
        data = item(number, [i in keys for i in range(6)]).model_dump()
        for i, option in enumerate(data["options"]):
            option["text"] = f"It waits, {'because of' if i in marked else 'beside'} number {i}."
        items.append(ChoiceItem.model_validate(data))
    said = cues(items).get("key-reasons", "")
    assert said.startswith(f"reasons stand mostly in {word}") if word else said == ""


def test_a_small_bank_says_nothing_about_chance() -> None:
    items = [item(i, [True, False, False, False], [80, 20, 20, 20]) for i in range(9)]
    assert cues(items) == {}


def test_unused_figures_are_named() -> None:
    context = Context(today=TODAY, unused_figures=frozenset({"b", "a"}))
    rules = chosen_rules(["figure-unused"])
    found = list(lint_bank([], Position("itembank.yml"), context, rules))
    assert [each.message for each in found] == ["figure `a` is not used", "figure `b` is not used"]


@pytest.mark.parametrize("observed", range(7))
def test_upper_tail_is_the_sum_over_all_outcomes(observed: int) -> None:
    chances = [0.5, 0.25, 1 / 3, 0.9, 0.1, 0.6]
    total = 0.0
    for outcome in product((True, False), repeat=len(chances)):
        if sum(outcome) >= observed:
            total += math.prod(p if yes else 1 - p for p, yes in zip(chances, outcome, strict=True))
    assert upper_tail(chances, observed) == pytest.approx(total)


def test_upper_tail_of_equal_chances_is_binomial() -> None:
    exact = sum(
        math.comb(20, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (20 - k) for k in range(9, 21)
    )
    assert upper_tail([0.25] * 20, 9) == pytest.approx(float(exact))


def _z_by_enumeration(strata: Sequence[Stratum], ranks: Callable[[Stratum], list[float]]) -> float:
    """Mean and variance of the rank sum over every way to mark as many values."""
    difference = variance = 0.0
    for stratum in strata:
        rank = ranks(stratum)
        sums = [sum(c) for c in combinations(rank, len(stratum.marked))]
        mean = sum(sums) / len(sums)
        difference += sum(rank[i] for i in stratum.marked) - mean
        variance += sum((s - mean) ** 2 for s in sums) / len(sums)
    return difference / math.sqrt(variance)


def _ranks(stratum: Stratum) -> list[float]:
    """Return ranks by definition: values below, and half of the equal ones."""
    return [
        sum(other < value for other in stratum.values)
        + (sum(other == value for other in stratum.values) + 1) / 2
        for value in stratum.values
    ]


def test_rank_sum_is_that_of_all_permutations_ties_included() -> None:
    strata = [
        Stratum([5, 9, 9, 2], [1]),
        Stratum([7, 7, 7, 1, 8, 3], [0, 4, 5]),
        Stratum([1, 2, 3], [2]),
    ]
    assert rank_sum_z(strata) == pytest.approx(_z_by_enumeration(strata, _ranks))


def test_rank_sum_without_any_difference_is_none() -> None:
    assert rank_sum_z([Stratum([4, 4, 4], [1])]) is None
    assert rank_sum_z([Stratum([1, 2], [0, 1])]) is None


@pytest.mark.parametrize(("z", "p"), [(0.0, 1.0), (1.959964, 0.05), (-2.575829, 0.01)])
def test_two_sided_p_is_that_of_the_tables(z: float, p: float) -> None:
    assert two_sided_p(z) == pytest.approx(p, rel=1e-5)
