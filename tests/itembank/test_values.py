"""Numbers in texts: right units, right rounding, nothing mixed, nothing that runs away."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from itembank.values import (
    Evaluator,
    ExpressionError,
    Quantity,
    QuantityError,
    TemplateError,
    evaluate,
    expand,
    format_number,
    format_quantity,
    parse_unit,
)
from itembank.values.template import NOT_COMPUTED

BYTES_PER_SECOND = (("B", 1), ("s", -1))
BYTES = (("B", 1),)
SECONDS = (("s", 1),)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("unit", "scale"),
    [
        ("B", 1),
        ("b", Fraction(1, 8)),
        ("kB", 10**3),
        ("MB", 10**6),
        ("GB", 10**9),
        ("TB", 10**12),
        ("KiB", 2**10),
        ("MiB", 2**20),
        ("GiB", 2**30),
        ("TiB", 2**40),
        ("Gb", Fraction(10**9, 8)),
        ("Mb", Fraction(10**6, 8)),
        ("GB/s", 10**9),
        ("Gb/s", Fraction(10**9, 8)),
        ("GiB/s", 2**30),
        ("ms", Fraction(1, 1000)),
        ("us", Fraction(1, 10**6)),
        ("µs", Fraction(1, 10**6)),
        ("ns", Fraction(1, 10**9)),
        ("s", 1),
        ("min", 60),
        ("h", 3600),
        ("d", 86400),
        ("TFLOP/s", 10**12),
        ("PFLOP", 10**15),
        ("W", 1),
        ("kW", 1000),
        ("mW", Fraction(1, 1000)),
        ("MW", 10**6),
        ("kWh", 3_600_000),
        ("USD/h", Fraction(1, 3600)),
        ("tokens/s", 1),
        ("token/s", 1),
        ("GPU", 1),
    ],
)
def test_one_of_a_unit_in_base_units(unit: str, scale: int | Fraction) -> None:
    assert parse_unit(unit).scale == pytest.approx(float(scale), rel=1e-15)


@pytest.mark.parametrize(
    ("unit", "dimensions"),
    [
        ("GB/s", BYTES_PER_SECOND),
        ("Gb/s", BYTES_PER_SECOND),
        ("ms", SECONDS),
        ("FLOP/B", (("B", -1), ("FLOP", 1))),
        ("USD/h", (("USD", 1), ("s", -1))),
    ],
)
def test_dimensions_of_a_unit(unit: str, dimensions: object) -> None:
    assert parse_unit(unit).dimensions == dimensions


@pytest.mark.parametrize(
    "unit",
    [
        *("GB/s/s", "", "/", "/s", "GB/", "Kb", "gB", "GBps", "Gbps", "Gbit/s", "kib", "bytes"),
        *("S", "mB", "Gs", "GiFLOP", "x/s", "%/s", "B B", "1GB", "GB s", "kGB", "  "),
    ],
)
def test_no_unit_is_made_up(unit: str) -> None:
    with pytest.raises(QuantityError):
        parse_unit(unit)


@pytest.mark.parametrize(
    ("value", "unit", "printed"),
    [
        (450e9, "GB/s", "450 GB/s"),
        (450e9, "Gb/s", "3,600 Gb/s"),
        (50e9, "Gb/s", "400 Gb/s"),
        (2**30, "GiB", "1 GiB"),
        (2**30, "GB", "1.07 GB"),
        (80e9, "GiB", "74.5 GiB"),
        (0.0123456, "ms", "12.3 ms"),
        (3.2e-6, "us", "3.2 µs"),
        (0, "ms", "0 ms"),
        (-5e-3, "ms", "-5 ms"),
        (1e-9, "s", "0.000000001 s"),
        (7200, "h", "2 h"),
    ],
)
def test_a_quantity_in_its_unit(value: float, unit: str, printed: str) -> None:
    quantity = Quantity(value, parse_unit(unit).dimensions)
    assert plain(format_quantity(quantity, unit)) == printed


def test_number_and_unit_are_never_parted() -> None:
    assert format_quantity(Quantity(1e9, BYTES), "GB") == "1\u00a0GB"


def test_the_direction_is_printed() -> None:
    link = Quantity(450e9, BYTES_PER_SECOND, "per direction")
    assert plain(format_quantity(link, "GB/s")) == "450 GB/s per direction"


@pytest.mark.parametrize("unit", ["GB", "ms", "Gb", "W", None, "x", "%"])
def test_a_bandwidth_is_not_printed_as_anything_else(unit: str | None) -> None:
    with pytest.raises(QuantityError):
        format_quantity(Quantity(450e9, BYTES_PER_SECOND), unit)


@pytest.mark.parametrize(
    ("value", "digits", "printed"),
    [
        (1234.5678, None, "1,230"),
        (1234, None, "1,234"),
        (9999999, None, "9,999,999"),
        (12345678, None, "12,300,000"),
        (0.5, None, "0.5"),
        (1 / 3, None, "0.333"),
        (2 / 3, 2, "0.67"),
        (0.1 + 0.2, None, "0.3"),
        (999.9, 3, "1,000"),
        (0.9999, 3, "1"),
        (99.95, 3, "100"),
        (1e-12, None, "0.000000000001"),
        (1e21, None, "1,000,000,000,000,000,000,000"),
        (0, None, "0"),
        (-0.0, None, "0"),
        (-1.5, None, "-1.5"),
        (5, 1, "5"),
        (1234, 1, "1,000"),
    ],
)
def test_numbers_as_people_write_them(value: float, digits: int | None, printed: str) -> None:
    assert format_number(value, digits) == printed


@given(st.floats(min_value=1e-9, max_value=1e15), st.integers(1, 9))
def test_rounding_is_that_of_decimals(value: float, digits: int) -> None:
    printed = Decimal(format_number(value, digits).replace(",", ""))
    exact = Decimal(value)
    step = Decimal(10) ** (exact.adjusted() - digits + 1)
    assert abs(printed - exact) <= step / 2 + step * Decimal("1e-6")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_finite_number_prints_without_an_exponent(value: float) -> None:
    assert not set("eE") & set(format_number(value))


FULL = Quantity(900e9, BYTES_PER_SECOND, "both directions")
HALF = Quantity(450e9, BYTES_PER_SECOND, "per direction")
SIZE = Quantity(6.4e9, BYTES)
TIME = Quantity(0.1, SECONDS)


@pytest.mark.parametrize(
    "mix",
    [
        lambda: FULL + HALF,
        lambda: FULL - HALF,
        lambda: FULL / HALF,
        lambda: FULL * HALF,
        lambda: SIZE + TIME,
        lambda: SIZE - TIME,
        lambda: SIZE + 1,
        lambda: 1 + SIZE,
        lambda: 1 - SIZE,
        lambda: SIZE / 0,
        lambda: SIZE / Quantity(0, SECONDS),
        lambda: SIZE**0.5,
    ],
)
def test_unlike_numbers_are_not_mixed(mix) -> None:
    with pytest.raises(QuantityError):
        mix()


def test_arithmetic_keeps_units_and_direction() -> None:
    assert (SIZE / TIME).dimensions == BYTES_PER_SECOND
    assert (SIZE / TIME).value == pytest.approx(64e9)
    assert (SIZE / HALF).dimensions == SECONDS
    assert (SIZE / HALF).qualifier == ""
    assert (HALF + HALF).qualifier == "per direction"
    assert (2 * HALF).qualifier == "per direction"
    assert (HALF / 2).qualifier == "per direction"
    assert (HALF / HALF).dimensions == ()
    assert (HALF / HALF).qualifier == ""
    assert (HALF * TIME).dimensions == BYTES
    assert (TIME**2).dimensions == (("s", 2),)
    assert (1 / TIME).dimensions == (("s", -1),)
    assert (-TIME).value == -0.1
    assert (1 - Quantity(0.25)).value == 0.75


@dataclasses.dataclass(frozen=True)
class Link:
    name: str
    rate: Quantity
    _secret: str = "hidden"

    @property
    def twice(self) -> Quantity:
        return self.rate * 2

    def method(self) -> str:
        return "called"


def link(name: str) -> Link:
    known = {"nvlink": HALF, "slow": Quantity(1e9, BYTES_PER_SECOND)}
    if name not in known:
        raise KeyError(f"no link {name!r}")
    return Link(name, known[name])


def broken() -> float:
    raise RuntimeError("the model has no such case")


FUNCTIONS = {
    "link": link,
    "size": lambda: SIZE,
    "broken": broken,
    "leaving": lambda: sys.exit("no data"),
    "nodes": lambda n=4: n,
    "seconds": lambda number: Quantity(number, SECONDS),
    "gpus": lambda number: Quantity(number, (("GPU", 1),)),
}


@pytest.fixture
def show():
    evaluator = Evaluator(FUNCTIONS)
    return lambda text: plain(expand(text, evaluator))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("{{= 1 + 1 }}", "2"),
        ("{{=1+1}}", "2"),
        ("{{= 2 * 3 | x }}", "6×"),
        ("{{= 0.125 | % }}", "12.5 %"),
        ("{{= 1 / 3 | 2 digits }}", "0.33"),
        ("{{= 1 / 3 | %, 1 digit }}", "30 %"),
        ('{{= link("nvlink").rate | GB/s }}', "450 GB/s per direction"),
        ("{{= link('nvlink').twice | Gb/s, 1 digit }}", "7,000 Gb/s per direction"),
        ('{{= link("nvlink").rate | GB/s bare }}', "450"),
        ("{{= link('nvlink').rate | bare, 2 digits GB/s }}", "450"),
        ("{{= 1 / 3 | 2 digits bare }}", "0.33"),
        ("{{= 1 / 3 | bare 2 digits, % }}", "33"),
        (
            "{{= seconds(3e-6) | us }} {{= seconds(3e-6) | µs }} {{= seconds(3e-6) | μs }}",
            "3 µs 3 µs 3 µs",
        ),
        ("{{= seconds(2) * link('nvlink').rate | GB }}", "900 GB per direction"),
        ("{{= seconds(2) * link('nvlink').rate / seconds(4) | GB/s }}", "225 GB/s per direction"),
        ("{{= size() / link('nvlink').rate | ms, 2 digits }}", "14 ms"),
        ("{{= ceil(gpus(2.1)) | GPUs }} {{= floor(gpus(2.9)) | GPUs }}", "3 GPUs 2 GPUs"),
        ("{{= ceil(size() / size()) + ceil(2.5) }}", "4"),
        (
            "{{= min(size(), 2 * size()) | GB }}, {{= max(size(), 0 * size()) | GB }}",
            "6.4 GB, 6.4 GB",
        ),
        ("{{= abs(-size()) | GB }} {{= sqrt(size() / size()) }}", "6.4 GB 1"),
        ('{{= link("nvlink").name }}', "nvlink"),
        ('{{= size() / link("slow").rate | s }}', "6.4 s"),
        ("{{= nodes(n=8) * 8 }}", "64"),
        ("{{= nodes() }}", "4"),
        ("{{= min(3, nodes(), 5) }}", "3"),
        ("{{= ceil(2.1) + floor(2.9) + abs(-1) }}", "6"),
        ("{{= sqrt(16) + log2(8) }}", "7"),
        ("{{= 2 ** 10 }}", "1,024"),
        ("{{= -nodes() }}", "-4"),
        ("a {{= 1 }}{{= 2 }} b", "a 12 b"),
        (r"\{{= 1 }}", "{{= 1 }}"),
        ("{{ 1 }} {= 1 } ${{ x }}", "{{ 1 }} {= 1 } ${{ x }}"),
        ("`{{= 1 }}`", "`1`"),
    ],
)
def test_what_is_printed(show, text: str, printed: str) -> None:
    assert show(text) == printed


@pytest.mark.parametrize(
    ("text", "offset", "word"),
    [
        (
            "ab {{= nope() }}",
            3,
            "no function `nope`; there are `broken`, `gpus`, `leaving`, `link`, `nodes`, `seconds`",
        ),
        ("{{= nope }}", 0, "no value `nope`"),
        ("{{= link }}", 0, "call it"),
        ("{{= link('x') }}", 0, "no link 'x'"),
        ("{{= link('nvlink').speed }}", 0, "no `speed`; there are name, rate, twice"),
        ("{{= link('nvlink')._secret }}", 0, "no `_secret`"),
        ("{{= link('nvlink').method }}", 0, "no `method`"),
        ("{{= link('nvlink').method() }}", 0, "not allowed"),
        ("{{= link('nvlink').rate }}", 0, "name the one to print"),
        ("{{= link('nvlink').rate }}", 0, "as in `| B/s`"),
        ("{{= link('nvlink').rate | GBps }}", 0, "unknown unit `GBps`; did you mean `GB/s`?"),
        ("{{= link('nvlink').rate | gb/s }}", 0, "did you mean `GB/s` or `Gb/s`?"),
        ("{{= link('nvlink').rate | Gbit/s }}", 0, "did you mean `Gb/s`?"),
        ("{{= 1 | TFLOPS }}", 0, "did you mean `TFLOP/s`?"),
        ("{{= seconds(1) | sec }}", 0, "did you mean `s`?"),
        ("{{= 1 | furlong }}", 0, "known: B, b, s"),
        ("{{= link('nvlink').rate | ms }}", 0, "it is in B/s"),
        ("{{= size() | GB 2 }}", 0, "write `2 digits`"),
        ("{{= size() | GB .2f }}", 0, "write `2 digits`"),
        ("{{= size() | GB, 2 digits, 3 digits }}", 0, "said twice"),
        ("{{= ceil(size()) | GB }}", 0, "`ceil` of B depends on the unit"),
        ("{{= sqrt(size()) }}", 0, "`sqrt` takes a plain number, not B"),
        ("{{= max(size(), seconds(1)) | GB }}", 0, "cannot compare s with B"),
        ("{{= link('nvlink').rate | ms }}", 0, "not measured in `ms`"),
        ("{{= link('nvlink') }}", 0, "neither a number nor a text"),
        ("{{= link() }}", 0, "missing 1 required"),
        ("{{= link('nvlink', 2) }}", 0, "positional"),
        ("{{= broken() }}", 0, "the model has no such case"),
        ("{{= leaving() }}", 0, "no data"),
        ("{{= 1 + }}", 0, "not an expression"),
        ("{{= }}", 0, "not an expression"),
        ("{{= 1 | }}", 0, ""),
        ("{{= 1 | GB MB }}", 0, "no format"),
        ("{{= 1 | 12 digits }}", 0, "no format"),
        ("{{= 1 | 0 digits }}", 0, "no format"),
        ("{{= 1 / 0 }}", 0, "division by zero"),
        ("{{= 'a' + 'b' }}", 0, "'a' is not a number"),
        ("{{= True + 1 }}", 0, "True is not a number"),
        ("{{= True }}", 0, "neither a number nor a text"),
        ("{{= None }}", 0, "not allowed"),
        ("{{= 1 < 2 }}", 0, "not allowed"),
        ("{{= size() + 1 }}", 0, "cannot add a plain number to B"),
        ("one\n{{= x", 4, "not closed by `}}` in the same line"),
        ("{{= 1\n}}", 0, "not closed by `}}` in the same line"),
        ("{{= sqrt(0 - 1) }}", 0, ""),
        ("{{= (0 - 8) ** 0.5 }}", 0, "finite"),
        ("{{= 10.0 ** 64 * 10.0 ** 64 * 10.0 ** 64 * 10.0 ** 64 * 10.0 ** 64 }}", 0, "finite"),
    ],
)
def test_what_fails_says_why_in_words(text: str, offset: int, word: str) -> None:
    found: list[TemplateError] = []
    left = expand(text, Evaluator(FUNCTIONS), found.append)
    if text == "{{= 1 | }}":
        assert left == "1"
        return
    [error] = found
    assert error.offset == offset
    assert word in error.message
    assert "Traceback" not in error.message
    assert left == text[:offset] + NOT_COMPUTED + left[offset + len(NOT_COMPUTED) :]
    assert "{{" not in left


def test_every_failure_of_a_text_is_found() -> None:
    found: list[TemplateError] = []
    text = "{{= a }} b {{= c }}\n{{= 1 }} {{= d"
    assert expand(text, Evaluator({}), found.append) == (
        f"{NOT_COMPUTED} b {NOT_COMPUTED}\n1 {NOT_COMPUTED} d"
    )
    assert [error.offset for error in found] == [0, 11, 29]


def test_an_expression_is_evaluated_once() -> None:
    calls: list[int] = []
    evaluator = Evaluator({"count": lambda: calls.append(1) or len(calls)})
    assert expand("{{= count() }} {{= count() }}", evaluator) == "1 1"
    assert len(calls) == 1


ESCAPES = [
    "().__class__",
    "().__class__.__bases__[0].__subclasses__()",
    "link.__globals__",
    "link.__globals__['__builtins__']",
    "link('nvlink').__class__",
    "link('nvlink').__class__.__mro__",
    "link('nvlink').__dict__",
    "link('nvlink').__init__.__globals__",
    "link('nvlink').rate.__class__",
    "link('nvlink').rate.value",
    "link('nvlink').name.format",
    "'{0.__class__}'.format(link('nvlink'))",
    "f'{link}'",
    'f"{().__class__}"',
    "'%s' % 1",
    "'a' * 1000000000",
    "[x for x in (1, 2)]",
    "{x: x for x in (1, 2)}",
    "(x for x in (1,))",
    "lambda: 1",
    "(lambda: 1)()",
    "(y := 1)",
    "1 if 1 else 2",
    "[1, 2][0]",
    "(1, 2)",
    "{'a': 1}",
    "not 1",
    "~1",
    "1 and 2",
    "1 << 1000000",
    "7 // 2",
    "7 % 2",
    "7 @ 2",
    "7 | 2",
    "open('/etc/passwd')",
    "__import__('os')",
    "eval('1')",
    "exec('1')",
    "globals()",
    "getattr(link, 'x')",
    "print(1)",
    "link(*['nvlink'])",
    "link(**{'name': 'nvlink'})",
    "await link('x')",
    "yield 1",
    "import os",
    "x = 1",
    "1; 2",
    "...",
    "b'bytes'",
    "1j",
    "nodes(1)(2)",
    "link('nvlink').rate.dimensions",
]


@pytest.mark.parametrize("source", ESCAPES)
def test_no_way_out_of_the_sandbox(source: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(source, FUNCTIONS)


HANGS = [
    "9**9**9",
    "9**9**9**9**9",
    "2**99999999999",
    "2**(2**64)",
    "(((((2**64)**64)**64)**64)**64)**64",
    "10**64 * 10**64 * 10**64 * 10**64 * 10**64",
    "9" * 10_000,
    "(" * 1_000 + "1" + ")" * 1_000,
    "-" * 390 + "1",
    "1" + "+1" * 190,
    "1e999",
    "-1e999",
    "1e308 * 10",
    "nodes(" * 60 + "1" + ")" * 60,
    "'" + "x" * 5_000 + "'",
    "9" * 398,
    "9" * 350 + " * 2",
]


@pytest.mark.parametrize("source", HANGS, ids=lambda source: source[:20])
def test_nothing_runs_away(source: str) -> None:
    """Ends at once, in a number that prints or in words; the test would hang otherwise."""
    found: list[TemplateError] = []
    printed = expand(f"{{{{= {source} }}}}", Evaluator(FUNCTIONS), found.append)
    assert len(printed) < 20_000
    if found:
        assert "Traceback" not in found[0].message
        assert len(found[0].message) < 1_000


@given(st.text(alphabet="0123456789.+-*/()' ,abcdefglinks[]{}:=_<>\"", max_size=60))
def test_any_expression_ends_in_a_value_or_in_words(source: str) -> None:
    with contextlib.suppress(ExpressionError):
        evaluate(source, FUNCTIONS)


@given(st.text(alphabet="{}=\\ \n1+ax|%\"'", max_size=60))
def test_any_text_is_expanded_or_left_alone(text: str) -> None:
    found: list[TemplateError] = []
    printed = expand(text, Evaluator({}), found.append)
    if "{{=" not in text:
        assert printed == text
        assert found == []
    for error in found:
        assert text[error.offset :].startswith("{{=")
