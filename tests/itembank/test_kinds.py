"""Numeric and order questions: computed answers, steps out of order, and no word of the answer."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from itembank.model import OrderItem

from .conftest import BuildFailed, Html, SiteFolder, words

COMMON: dict[str, Any] = {
    "title": "How long",
    "explanation": "zqlong",
    "sources": [{"url": "https://example.org", "title": "S"}],
    "reviewed": datetime.date(2026, 12, 1),
}
NUMERIC = COMMON | {
    "id": "time",
    "type": "numeric",
    "stem": "A buffer of {{= size }} GB passes a link.\n\nHow long does it take?",
    "answer": "buffer(size) / rate()",
    "unit": "ms",
    "variants": {"size": [1, 2, 5]},
    "slips": [
        {"id": "bits", "value": "answer * 8", "rationale": "zqslip bits for bytes."},
    ],
    "rationale": "zqwhy {{= buffer(size) / rate() | ms }}.",
}
ORDER = COMMON | {
    "id": "steps",
    "type": "order",
    "stem": "What comes first?",
    "steps": [
        {"id": name, "text": f"zqstep {name}", "rationale": f"zqwhy {name}, not [](option:update)"}
        for name in ("forward", "backward", "reduce", "update")
    ],
}
CODE = """\
from itembank.values import Quantity

__all__ = ["buffer", "rate"]


def buffer(gigabytes):
    return Quantity(gigabytes * 1e9, (("B", 1),))


def rate():
    return Quantity(50e9, (("B", 1), ("s", -1)), "per direction")
"""


@pytest.fixture
def kinds(site: SiteFolder) -> SiteFolder:
    site.values(CODE, "numbers_of_kinds")
    write(site, NUMERIC)
    write(site, ORDER)
    site.page("index.md", "# Start\n\n/// question | time\n///\n\n/// question | steps\n///\n" * 2)
    return site


def write(site: SiteFolder, data: dict[str, Any]) -> None:
    site.write(f"content/questions/{data['id']}.yml", yaml.safe_dump(data, sort_keys=False))


def check(html: Html) -> None:
    ids = {node.get("id") for node in html.root.iter()}
    labels = {node.get("for") for node in html.find_all("label")}
    for node in html.root.iter():
        if node.tag in ("input", "select"):
            assert node.get("id") in labels
        for name in (node.get("aria-labelledby") or node.get("for") or "").split():
            assert name in ids


def test_pages_of_both_kinds_hold_together(kinds: SiteFolder) -> None:
    built = kinds.build()
    for path in ("index.html", "questions/time/index.html", "questions/steps/index.html"):
        check(built.page(path))


def test_the_answer_of_every_variant_is_computed(kinds: SiteFolder) -> None:
    page = kinds.build().page("questions/time/index.html")
    answers = json.loads(page.find(".itembank-solution").get("data-answers", ""))
    assert answers == pytest.approx([20, 40, 100])  # 1, 2, 5 GB at 50 GB/s, in ms
    [slip] = page.find(".itembank-slips")
    assert json.loads(slip.get("data-answers", "")) == pytest.approx([160, 320, 800])
    assert words(page.find(".itembank-stem")) == "A buffer of 1 GB passes a link."


def test_the_description_is_that_of_the_first_variant(kinds: SiteFolder) -> None:
    page = kinds.build().page("questions/time/index.html")
    [meta] = [node for node in page.find_all("meta") if node.get("name") == "description"]
    assert meta.get("content") == "A buffer of 1 GB passes a link. How long does it take?"


def test_neither_kind_gives_its_answer_away(kinds: SiteFolder) -> None:
    kinds.configure(plugins=["search", "itembank"])
    index = kinds.build().source("search/search_index.json")
    assert "passes a link" in index
    assert "What comes first?" in index
    for hidden in ("zqstep", "zqwhy", "zqslip", "zqlong", "forward", "160", "data-answers"):
        assert hidden not in index


def test_steps_are_shown_out_of_order_and_explained_in_order(kinds: SiteFolder) -> None:
    page = kinds.build().page("questions/steps/index.html")
    authored = [step["id"] for step in ORDER["steps"]]
    shown = [node.get("data-option") for node in page.find(".itembank-steps")]
    answer = [node.get("data-option") for node in page.find(".itembank-rationales")]
    assert answer == authored
    assert shown != authored
    assert sorted(map(str, shown)) == sorted(authored)


def test_a_reference_prints_the_letter_that_the_page_shows(kinds: SiteFolder) -> None:
    page = kinds.build().page("questions/steps/index.html")
    letters = {
        row.get("data-option"): words(row.find(".//label/span"))
        for row in page.find(".itembank-steps")
    }
    for reference in page.find_all(".itembank-ref"):
        assert words(reference) == f"step {letters['update']}"


@given(st.lists(st.from_regex(r"[a-z]{1,5}", fullmatch=True), min_size=3, max_size=12, unique=True))
def test_no_order_is_shown_as_it_is_right(names: list[str]) -> None:
    steps = [{"id": name, "text": name, "rationale": "r"} for name in names]
    item = OrderItem.model_validate(ORDER | {"steps": steps})
    assert item.shown() != item.steps
    assert sorted(step.id for step in item.shown()) == sorted(names)
    assert item.shown() == item.shown()


MISTAKES: list[tuple[dict[str, Any], str]] = [
    (NUMERIC | {"answer": "buffer(size)"}, "ms"),
    (NUMERIC | {"answer": "buffer(size) / speed()"}, "no function `speed`"),
    (NUMERIC | {"answer": "length / rate()"}, "`length`"),
    (NUMERIC | {"unit": "msec"}, "msec"),
    (NUMERIC | {"variants": {"size": [1, 2], "count": [1, 2, 3]}}, "same number of values"),
    (NUMERIC | {"variants": {"size": [1]}}, "at least 2 entries"),
    (NUMERIC | {"variants": {}}, "no value `size`"),
    (NUMERIC | {"tolerance": 0}, "`tolerance` must be more than 0"),
    (
        NUMERIC | {"slips": [{"id": "a", "value": "answer * 1.001", "rationale": "r"}]},
        "right answer",
    ),
    (NUMERIC | {"slips": [{"id": "a", "value": "rate()", "rationale": "r"}]}, "ms"),
    (NUMERIC | {"rationale": "{{= answer }"}, "not closed"),
    (NUMERIC | {"options": []}, "unknown key `options`"),
    (NUMERIC | {"answer": None}, "`answer`"),
    (ORDER | {"steps": ORDER["steps"][:2]}, "at least 3 entries"),
    (ORDER | {"steps": [*ORDER["steps"], ORDER["steps"][0]]}, "step id `forward` is already used"),
    (ORDER | {"scoring": "net_correct"}, "`scoring` must be"),
]


@pytest.mark.parametrize(("data", "word"), MISTAKES, ids=[word for _, word in MISTAKES])
def test_a_mistake_is_said_and_ends_the_build(kinds: SiteFolder, data, word: str) -> None:
    write(kinds, data)
    file = f"content/questions/{data['id']}.yml:"
    said = [line for line in kinds.lint() if line.startswith(file)]
    assert said
    assert any(word in line for line in said), said
    with pytest.raises(BuildFailed) as caught:
        kinds.build()
    assert not any("Traceback" in line for line in caught.value.log)


def test_a_reference_to_a_step_that_does_not_exist(kinds: SiteFolder) -> None:
    write(kinds, ORDER | {"explanation": "See [](option:later)."})
    assert any("no option `later`" in line for line in kinds.lint())
