"""Numbers and sequences graded by hand; `grading_cases.json` holds what the browser shares.

What a person would say of a typed response, beside the edges of each rule: the tolerance, the
largest exponent, the case of a unit.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from itembank.grade import NumericResult, grade_numeric, read_number, score_order
from itembank.grade.scoring import score

CASES = json.loads((Path(__file__).parents[1] / "grading_cases.json").read_text("utf-8"))["numbers"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["text"]))
def test_worked_readings(case: dict) -> None:
    assert read_number(case["text"]) == (None if case["read"] is None else tuple(case["read"]))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1e300", (1e300, "")),
        ("-1e300", (-1e300, "")),
        ("1e-300", (1e-300, "")),
        ("10^300", (1e300, "")),
        ("1e301", None),
        ("1e-301", None),
        ("10^301", None),
        ("9" * 20 + "e300", None),  # the exponent may be, the number is none
        ("9" * 400, None),
        ("10^-3 s", (0.001, "s")),
        ("-10^3", (-1000, "")),
        ("10 ^ 3", (1000, "")),
        ("10 ^3", (1000, "")),
        ("10^ 3", (1000, "")),
        ("2 e - 3", (0.002, "")),
        ("2e+3", (2000, "")),
        ("1,234", (1234, "")),
        ("0,234", (0.234, "")),
        ("1234,567", (1234.567, "")),
        ("1,234,5", None),
        ("1.234.567,89", (1234567.89, "")),
        ("1,234,567.89", (1234567.89, "")),
        ("999,999", (999999, "")),
        ("1 000 000", (1e6, "")),
        ("1 000 000 B", (1e6, "B")),
        ("12 34 567", (1234567, "")),
        ("1'000'000", (1e6, "")),
        (",5", (0.5, "")),
        (".5.", (0.5, "")),
        ("5,", (5, "")),
        ("5, ms", (5, "ms")),
        ("≈5", (5, "")),
        ("≈ 5", (5, "")),
        ("~ = 5", None),
        ("- 5", (-5, "")),
        ("-$5", (-5, "$")),
        ("$-5", None),
        ("$5 /h", (5, "$ /h")),
        ("5 ms!", (5, "ms")),
        ("5 ms;", (5, "ms")),
        ("5 ms,", (5, "ms")),
        ("5 m·s", (5, "m*s")),
        ("5\u200bms", (5, "ms")),
        ("\u202d5\u2069", (5, "")),
        ("5 \u00b5s", (5, "µs")),
        ("5 \u03bcs", (5, "µs")),
        ("٠", (0, "")),
        ("٩", (9, "")),
        ("۰۹", (9, "")),
        ("０９", (9, "")),
        ("5`000", (5000, "")),
        ("5´000", (5000, "")),
        ("10⁺³", (1000, "")),
        ("10⁰", (1, "")),
        ("10¹²", (1e12, "")),
        ("10⁴⁵", (1e45, "")),
        ("10⁶⁷", (1e67, "")),
        ("10⁸⁹", (1e89, "")),
        ("2✕10^2", (200, "")),
        ("2⋅10^2", (200, "")),
        ("‒5", (-5, "")),
        ("－5", (-5, "")),
        ("–5", (-5, "")),
        ("1٬234٫5", (1234.5, "")),
    ],
)
def test_more_readings(text: str, read: tuple[float, str] | None) -> None:
    found = read_number(text)
    if read is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == pytest.approx(read[0], rel=1e-15)
        assert found[1] == read[1]


UNITS = {"GB/s": 1.0, "Gb/s": 0.125, "MB/s": 1e-3, "mB": 5.0, "kW": 2.0, "KW": 2.0, "GBps": 1.0}


@pytest.mark.parametrize(
    ("response", "result"),
    [
        ("40", NumericResult("correct", 40)),
        ("40 GB/s", NumericResult("correct", 40)),
        ("320 Gb/s", NumericResult("correct", 40)),
        ("40000 MB/s", NumericResult("correct", 40)),
        ("40 GB per s", NumericResult("correct", 40)),
        ("40 G B / s", NumericResult("correct", 40)),
        ("40 GBPS", NumericResult("correct", 40)),
        ("40 gbps", NumericResult("correct", 40)),
        ("40 gb/s", NumericResult("unknown-unit")),  # bits or bytes?
        ("20 kw", NumericResult("correct", 40)),
        ("20 Kw", NumericResult("correct", 40)),
        ("40000 Mb/s", NumericResult("correct", 40)),
        ("40000 mb/s", NumericResult("unknown-unit")),  # milli is never mega
        ("8 mb", NumericResult("correct", 40)),
        ("8 MB", NumericResult("unknown-unit")),
        ("40000 Mx/s", NumericResult("unknown-unit")),
        ("40 parsec", NumericResult("unknown-unit")),
        ("", NumericResult("unreadable")),
        ("forty", NumericResult("unreadable")),
        ("-40", NumericResult("wrong", -40)),
        ("0", NumericResult("wrong", 0)),
        # Two percent on either side belong to it, by hand: 39.2 and 40.8.
        ("39.2", NumericResult("correct", 39.2)),
        ("40.8", NumericResult("correct", 40.8)),
        ("39.19", NumericResult("wrong", 39.19)),
        ("40.81", NumericResult("wrong", 40.81)),
        # Slips, by the place in the list; the tolerance is that of the slip's own value.
        ("320", NumericResult("slip", 320, 0)),
        ("326.4", NumericResult("slip", 326.4, 0)),
        ("326.5", NumericResult("wrong", 326.5)),
        ("5", NumericResult("slip", 5, 1)),
        ("-7", NumericResult("slip", -7, 2)),
        ("-7.13", NumericResult("slip", -7.13, 2)),
    ],
)
def test_what_becomes_of_a_response(response: str, result: NumericResult) -> None:
    found = grade_numeric(response, 40, [320, 5, -7], UNITS, 0.02)
    assert found.verdict == result.verdict
    assert found.slip == result.slip
    assert found.value == (None if result.value is None else pytest.approx(result.value))


def test_the_first_of_two_slips_that_fit() -> None:
    assert grade_numeric("10", 40, [10.01, 10], {}, 0.02).slip == 0


def test_a_response_that_is_too_large_in_the_unit_asked_for() -> None:
    assert grade_numeric("1e300 a", 1, [], {"a": 1e10}, 0.02) == NumericResult("unreadable")


def test_the_edge_of_the_tolerance_is_inside_in_spite_of_binary_fractions() -> None:
    """0.3 is 20 % above 0.25 for everyone but a computer; 0.3000001 is not."""
    for answer, tolerance in ((0.25, 0.2), (1.1, 0.1), (3.3, 0.05), (70.7, 0.01)):
        edge = answer * (1 + tolerance)
        assert grade_numeric(f"{edge:.12g}", answer, [], {}, tolerance).verdict == "correct"
        assert (
            grade_numeric(f"{edge * 1.000001:.12g}", answer, [], {}, tolerance).verdict == "wrong"
        )


def test_nothing_but_zero_is_zero() -> None:
    assert grade_numeric("0", 0, [], {}, 0.02).verdict == "correct"
    assert grade_numeric("0.0001", 0, [], {}, 0.02).verdict == "wrong"


@pytest.mark.parametrize(
    ("policy", "response", "expected"),
    [
        ("all_or_nothing", "abcd", 1),
        ("all_or_nothing", "abdc", 0),
        ("all_or_nothing", "dcba", 0),
        ("pairs", "abcd", 1),
        ("pairs", "abdc", Fraction(2, 3)),
        ("pairs", "badc", Fraction(1, 3)),
        ("pairs", "bcad", Fraction(1, 3)),
        ("pairs", "cbad", 0),
        ("pairs", "dabc", 0),
        ("pairs", "dcba", 0),
    ],
)
def test_sequences(policy, response: str, expected: Fraction) -> None:
    """Of six pairs: those in order less those that are not, over six, and never below zero."""
    found = score_order(policy, "abcd", response)
    assert found == expected
    assert isinstance(found, Fraction)


@pytest.mark.parametrize("response", ["abc", "abcdd", "abce", "", "aabc", "abcde"])
def test_what_is_no_order(response: str) -> None:
    with pytest.raises(ValueError, match=r"^the response must hold every step once$"):
        score_order("pairs", "abcd", response)


def test_a_key_with_a_step_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the response must hold every step once$"):
        score_order("pairs", "aabc", "aabc")


def test_pairs_against_inversions_counted_one_by_one() -> None:
    """Bubble sort swaps neighbours as often as pairs stand in the wrong order."""
    for response in permutations("abcde"):
        steps, swaps = list(response), 0
        for end in range(len(steps) - 1, 0, -1):
            for i in range(end):
                if steps[i] > steps[i + 1]:
                    steps[i], steps[i + 1], swaps = steps[i + 1], steps[i], swaps + 1
        expected = max(Fraction(0), Fraction(10 - 2 * swaps, 10))
        assert score_order("pairs", "abcde", response) == expected
        assert score_order("all_or_nothing", "abcde", response) == (swaps == 0)


@pytest.mark.parametrize(
    ("options", "key", "response", "words"),
    [
        ("AB", "A", "", "a blank response is not an attempt"),
        ("AB", "", "A", "an item without a key cannot be scored"),
        ("AB", "A", "AYX", "unknown option ids: X, Y"),
        ("AB", "AZ", "A", "unknown option ids: Z"),
    ],
)
def test_what_is_never_graded(options: str, key: str, response: str, words: str) -> None:
    with pytest.raises(ValueError, match=f"^{words}$"):
        score("net_correct", options, frozenset(key), frozenset(response))


def test_weights_that_are_missing_count_nothing() -> None:
    key = frozenset("AB")
    assert score("weights", "ABC", key, frozenset("AC"), weights={"A": Fraction(1, 2)}) == 0.5
    assert score("weights", "ABC", key, frozenset("A")) == 0
    heavy = {"A": Fraction(3, 2), "B": Fraction(-2)}
    assert score("weights", "ABC", key, frozenset("A"), weights=heavy) == 1
    assert score("weights", "ABC", key, frozenset("B"), weights=heavy) == 0
    assert math.isclose(float(score("weights", "ABC", key, frozenset("AC"), weights=heavy)), 1)
