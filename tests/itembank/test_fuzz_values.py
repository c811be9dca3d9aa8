"""Whatever stands in `{{= }}`, a page gets a finite number or the author gets words.

Expressions are grown from the language's own parts, sound and unsound, with numbers at the edges of
what a computer can count; beside them stand the known ways to make an evaluator work for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from itembank.values import Evaluator, Quantity, TemplateError, expand
from itembank.values.template import NOT_COMPUTED

RATE = (("B", 1), ("s", -1))


@dataclass(frozen=True)
class Link:
    name: str
    rate: Quantity


FUNCTIONS = {
    "link": lambda name="a": Link(name, Quantity(450e9, RATE, "per direction")),
    "size": lambda value=1: Quantity(value, (("B", 1),)),
    "seconds": lambda value=1: Quantity(value, (("s", 1),)),
    "number": lambda value=1: value,
    "odd": lambda *_: [object()],
    "fails": lambda *_: 1 // 0,
}

numbers = st.sampled_from(
    [
        *("0", "1", "2", "0.1", "8", "64", "65", "1e308", "1e-308", "5e-324", "1e999", "9" * 100),
        *("9" * 350, "1_0", "0x10", "1j", "True", "None", "''", "'a'", "b'a'", "f'{1}'", "..."),
    ]
)
operators = st.sampled_from(["+", "-", "*", "/", "**", "//", "%", "@", "<", "and", "if", "|", "^"])
names = st.sampled_from([*FUNCTIONS, "min", "max", "abs", "sqrt", "log2", "ceil", "floor", "x"])
attributes = st.sampled_from(["rate", "name", "value", "__class__", "__init__", "_x", "real"])


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, operators, inner).map(" ".join),
        inner.map("({})".format),
        inner.map("-{}".format),
        st.tuples(names, st.lists(inner, max_size=3).map(", ".join)).map("{0[0]}({0[1]})".format),
        st.tuples(inner, attributes).map(".".join),
        st.tuples(names, inner).map("{0[0]}(value={0[1]})".format),
        inner.map("[{}]".format),
        inner.map("lambda: {}".format),
    )


expressions = st.recursive(st.one_of(numbers, names), grow, max_leaves=10)
formats = st.sampled_from(
    ["", "GB/s", "GB", "ns", "us", "d", "%", "x", "bare", "2 digits", "9 digits %", "kWh", "b", "q"]
)


def check(text: str) -> bool:
    """Expand `text`, check what holds for all, and say whether a value was printed."""
    found: list[TemplateError] = []
    printed = expand(text, Evaluator(FUNCTIONS), found.append)
    for error in found:
        assert error.message
        assert len(error.message) < 1200
        assert "Traceback" not in error.message
        assert "object at 0x" not in error.message
    if not found and "{{=" in text:
        words = printed.replace(",", "").split()
        assert not {"inf", "-inf", "nan", "inf×", "nan×"} & set(words), printed
    assert (NOT_COMPUTED in printed) == bool(found)
    return not found


@settings(max_examples=400)
@given(expressions, formats)
def test_grown_expressions(expression: str, form: str) -> None:
    check(f"a {{{{= {expression} | {form} }}}} b" if form else f"a {{{{= {expression} }}}} b")


@given(st.text(max_size=60), formats)
def test_any_text_in_braces(expression: str, form: str) -> None:
    check(f"{{{{= {expression} | {form} }}}}")


@given(st.floats(allow_nan=False, allow_infinity=False), formats)
def test_any_finite_number_in_any_format(value: float, form: str) -> None:
    check(f"{{{{= {value!r} | {form} }}}} {{{{= seconds({value!r}) | {form} }}}}")


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9**9",
        "2**64**64",
        "10.0**64**8",
        "(9**64)**64",
        "1e308 * 10",
        "0 * 1e999",
        "size(1e999)",
        "size(1e308) * size(1e308)",
        "seconds(1) ** 64 ** 64",
        "size() ** 0.5",
        "0 ** -1",
        "(-8) ** 0.5",
        "'a' * 9**9",
        "[0] * 9**9",
        "number('a' * 9)",
        "odd()",
        "-odd()",
        "fails()",
        "number(number)",
        "min()",
        "max(1, 'a')",
        "ceil(1e999)",
        "floor(-1e999)",
        "log2(0)",
        "sqrt(-1)",
        "abs('a')",
        "number(" * 40 + "1" + ")" * 40,
        "(" * 201 + "1" + ")" * 190,
        "-" * 399 + "1",
        "[" * 300,
        "1" + "+1" * 198,
        "x" * 10_000,
        "'" + "x" * 10_000 + "'",
        "9" * 10_000,
        "\\" * 300,
        "1 if 1 else 1",
        "[1 for _ in number()]",
        "(lambda: 1)()",
        "number(*[1])",
        "number(**{})",
        "link().rate.value.real",
        "link().__class__",
        "().__class__.__bases__[0].__subclasses__()",
        "__import__('os')",
        "open('/etc/passwd')",
        "(x := 1)",
        "await number()",
        "f'{number()}'",
        "1\x001",
        "\ud800",
    ],
)
def test_what_is_made_to_break_or_to_last(expression: str) -> None:
    assert not check(f"{{{{= {expression} }}}}")
    if "\n" not in expression:
        assert not check(f"{{{{= {expression} | GB/s }}}}")


@pytest.mark.parametrize(
    "text", ["{{= 1e308 | % }}", "{{= seconds(1e300) | ns }}", "{{= size(1e308) | b }}"]
)
def test_a_number_that_is_finite_until_it_is_printed(text: str) -> None:
    assert not check(text)
