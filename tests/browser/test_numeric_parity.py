"""The browser reads and grades numbers exactly as the Python reference does.

Worked readings, in `grading_cases.json`, hold both to what people mean; random and generated texts
hold the two to each other.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from itembank.grade import grade_numeric, read_number
from itembank.values import spellings

from .bundler import BROWSER
from .conftest import Serve

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "grading_cases.json").read_text(encoding="utf-8"))["numbers"]
UNITS = ("ms", "GB/s", "Gb/s", "TFLOP/s", "USD/h", "GiB", "tokens/s", "kW", "%", "x", "min")

READ = """
async (texts) => {
  const { readNumber } = await import("/src/numeric/read-number.js");
  return texts.map((text) => {
    const read = readNumber(text);
    return read && [read.number, read.unit];
  });
}
"""
GRADE = """
async ({ texts, answer, slips, units, tolerance }) => {
  const { gradeNumeric } = await import("/src/numeric/grading.js");
  const sizes = new Map(Object.entries(units));
  return texts.map((text) => {
    const { verdict, value, slip } = gradeNumeric(text, answer, slips, sizes, tolerance);
    return [verdict, value ?? null, slip === undefined || slip < 0 ? null : slip];
  });
}
"""
# What people type, and what they type by mistake; every sign that either reader knows by name.
PIECES = (
    *"0123456789" * 3,
    *".,.,.,  ''-+-+~≈=$%eExX×*·⋅^/_`´’:;!()",
    *"−–‒－٫٬٣۵９０¹²³⁴⁹⁰⁻⁺μµ",
    *"\t\n\r\x0b\x0c\x1c\x1f\x85\u00a0\u1680\u2007\u2009\u2028\u202f\u205f\u3000\ufeff",
    *"\u200b\u200e\u200f\u202a\u2066\u2069",
    *("e3", "E-3", "x10^", "×10", "·10⁻", "10^", "10**", " 000", ",000", ".000", "1,234", "'567"),
    *("ms", "MS", "s", "GB/s", "gb/s", "Gbit/s", "GBps", " GB / s", "GB per second", "TFLOPS"),
    *("Kw", "KB", "µs", "μs", "$", "constructor", "__proto__", "é", "😀", "ﬁ", "İ", "ẞ", "Σ", "K"),
)


@dataclass(frozen=True)
class Question:
    answer: float
    slips: tuple[float, ...]
    units: Mapping[str, float]
    tolerance: float


@pytest.fixture(scope="module")
def reader(browser: Browser, serve: Serve) -> Iterator[Page]:
    with browser.new_page() as page:
        page.goto(serve({"/src/": BROWSER / "src", "/": HERE / "fixtures"}) + "/blank.html")
        yield page


def test_worked_readings(reader: Page) -> None:
    texts = [case["text"] for case in GOLDEN]
    expected = [None if case["read"] is None else tuple(case["read"]) for case in GOLDEN]

    assert [read_number(text) for text in texts] == expected
    assert _read(reader, texts) == expected


def test_random_texts(reader: Page) -> None:
    chance = random.Random(20261201)
    texts = ["".join(chance.choices(PIECES, k=chance.randint(1, 9))) for _ in range(20_000)]
    expected = [read_number(text) for text in texts]

    assert sum(read is not None for read in expected) > 2_000
    assert _read(reader, texts) == expected
    for index, unit in enumerate(UNITS):
        question = Question(35.0, (4.375, 70.0), spellings(unit), 0.03)
        some = texts[index :: len(UNITS)]
        assert _graded(reader, some, question) == _reference(some, question)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(st.text(max_size=20), min_size=20, max_size=60))
def test_any_text(reader: Page, texts: list[str]) -> None:
    assert _read(reader, texts) == [read_number(text) for text in texts]


NUMBERS = st.one_of(
    st.floats(min_value=-1e12, max_value=1e12).map(repr),
    st.floats(min_value=-1e12, max_value=1e12).map("{:,.3f}".format),
    st.integers(min_value=-(10**40), max_value=10**40).map(str),
    st.tuples(st.integers(1, 999), st.integers(-400, 400)).map("{0[0]}x10^{0[1]}".format),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    unit=st.sampled_from(UNITS),
    answer=st.floats(min_value=-1e9, max_value=1e9, allow_subnormal=False),
    slips=st.lists(st.floats(min_value=-1e9, max_value=1e9), max_size=3),
    tolerance=st.floats(min_value=0.001, max_value=0.5),
    data=st.data(),
)
def test_any_number_with_any_spelling(
    reader: Page,
    unit: str,
    answer: float,
    slips: list[float],
    tolerance: float,
    data: st.DataObject,
) -> None:
    question = Question(answer, tuple(slips), spellings(unit), tolerance)
    spelling = st.sampled_from([*question.units, unit.lower(), unit.upper(), "furlongs"])
    texts = data.draw(
        st.lists(st.tuples(NUMBERS, spelling).map(" ".join), min_size=10, max_size=30)
    )
    # At the edges of what is right, too.
    texts += [repr(answer * (1 + sign * tolerance)) for sign in (-1, 1)]
    assert _graded(reader, texts, question) == _reference(texts, question)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("0.102 s", "correct"),
        ("98", "correct"),
        ("97.9", "wrong"),
        ("102.0", "correct"),
        ("1.0e2 milliseconds", "correct"),
        ("100 000 µs", "correct"),
        ("100000 μs", "correct"),
        ("100 MSEC", "unknown-unit"),
        ("100 Ms", "unknown-unit"),
        ("0.1 Seconds", "correct"),
        ("800", "slip"),
        ("100 furlongs", "unknown-unit"),
        ("100 constructor", "unknown-unit"),
        ("a hundred", "unreadable"),
        ("90-110", "unreadable"),
        ("9e300 days", "unreadable"),
    ],
)
def test_verdicts(reader: Page, text: str, verdict: str) -> None:
    question = Question(100.0, (800.0,), spellings("ms"), 0.02)
    assert grade_numeric(text, 100.0, (800.0,), question.units, 0.02).verdict == verdict
    assert _graded(reader, [text], question)[0][0] == verdict


@pytest.mark.parametrize(
    ("unit", "text", "verdict"),
    [
        ("GB/s", "100 Gb/s", "correct"),
        ("GB/s", "100 Gbit/s", "correct"),
        ("GB/s", "12.5 GBps", "correct"),
        ("GB/s", "12.5 GB per second", "correct"),
        ("GB/s", "12500 MB / s", "correct"),
        ("GB/s", "12.5 gb/s", "unknown-unit"),
        ("TFLOP/s", "12.5 TFLOPS", "correct"),
        ("TFLOP/s", "12.5 tflops", "correct"),
        ("TFLOP/s", "0.0125 PFLOPs/s", "correct"),
        ("USD/h", "$12.50/h", "correct"),
        ("USD/h", "$ 12.50 per hour", "correct"),
        ("kW", "12500 w", "correct"),
        ("kW", "12.5 KW", "correct"),
        ("kW", "12.5 mW", "unknown-unit"),
        ("x", "12.5×", "correct"),
        ("x", "12.5 times", "correct"),
        ("%", "12,5 %", "correct"),
        ("%", "12.5 Percent.", "correct"),
    ],
)
def test_usual_spellings_of_units(reader: Page, unit: str, text: str, verdict: str) -> None:
    question = Question(12.5, (), spellings(unit), 0.001)
    assert grade_numeric(text, 12.5, (), question.units, 0.001).verdict == verdict
    assert _graded(reader, [text], question)[0][0] == verdict


def _read(page: Page, texts: Sequence[str]) -> list[tuple[float, str] | None]:
    found: list[Any] = page.evaluate(READ, list(texts))
    return [None if read is None else (float(read[0]), read[1]) for read in found]


def _graded(page: Page, texts: Sequence[str], question: Question) -> list[tuple[Any, ...]]:
    found: list[Any] = page.evaluate(
        GRADE,
        {
            "texts": list(texts),
            "answer": question.answer,
            "slips": list(question.slips),
            "units": dict(question.units),
            "tolerance": question.tolerance,
        },
    )
    # A whole number comes back as an int, which may have more digits than the number in between.
    return [
        (verdict, None if value is None else float(value), slip) for verdict, value, slip in found
    ]


def _reference(texts: Sequence[str], question: Question) -> list[tuple[Any, ...]]:
    graded = (
        grade_numeric(text, question.answer, question.slips, question.units, question.tolerance)
        for text in texts
    )
    return [(result.verdict, result.value, result.slip) for result in graded]
