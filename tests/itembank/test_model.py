"""The model: what stays the same when an author edits, and what cannot be changed by accident."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from itembank.model import ChoiceItem, Diagnostic, Findings, Position

from .conftest import SiteFolder


@pytest.fixture
def load(site: SiteFolder):
    """Write a question and return it as the loader makes it."""

    def load(**changes: Any) -> ChoiceItem:
        from itembank.hosts.site import Site

        site.question(**changes)
        loaded = Site(site.root)
        findings = loaded.load(keep_last_good=False, tell=lambda _: None)
        assert list(findings) == []
        item = loaded.bank.items["ring"].item
        assert isinstance(item, ChoiceItem)
        return item

    return load


def test_an_item_is_what_the_file_says(load) -> None:
    item = load(difficulty=2, objectives=["comms"], exam_domains={"nca-aiio": "2"})
    assert item.key == {"twice"}
    assert [option.id for option in item.options] == ["twice", "once", "none"]
    assert item.select == "all"
    assert item.cap is None
    assert item.revision == 1
    assert item.reviewed.isoformat() == "2026-12-01"
    assert item.exam_domains == {"nca-aiio": "2"}


@pytest.mark.parametrize(
    ("select", "cap"), [("all", None), ("one", 1), ({"exactly": 1}, 1), ({"up_to": 2}, 2)]
)
def test_how_many_may_be_ticked(load, select: object, cap: int | None) -> None:
    assert load(select=select).cap == cap


def test_a_better_wording_keeps_attempts(load) -> None:
    first = load().content_hash
    again = load(
        title="Other",
        stem="Other?",
        explanation="Other.",
        options={
            "twice": {"text": "2x", "rationale": "Yes."},
            "once": {"misconception": "half"},
        },
        hints=["Look at the wire."],
        difficulty=3,
        shuffle=False,
        revision=2,
        tags=["a"],
    )
    assert again.content_hash == first


def test_another_order_keeps_attempts(load) -> None:
    first = load()
    options = [option.model_dump(exclude_none=True) for option in reversed(first.options)]
    assert load(options=options).content_hash == first.content_hash


@pytest.mark.parametrize(
    "changes",
    [
        {"options": {"once": {"correct": True}}},
        {"options": {"once": {"id": "one-time"}}},
        {"options": {"twice": {"correct": False}, "none": {"correct": True}}},
    ],
)
def test_another_key_is_another_question(load, changes: dict[str, Any]) -> None:
    assert load().content_hash != load(**changes).content_hash


def test_an_item_cannot_be_changed(load) -> None:
    item = load()
    with pytest.raises(ValidationError):
        item.title = "Other"
    with pytest.raises(ValidationError):
        item.options[0].correct = False


def test_a_finding_is_one_line() -> None:
    found = Diagnostic(Position("a.yml", 3, 7), "error", "rule", "two\n  lines", "and\ta hint")
    assert str(found) == "a.yml:3:7: error[rule]: two lines (and a hint)"


def test_findings_are_sorted_by_place_and_said_once() -> None:
    findings = Findings()
    for line in (10, 9, 10, 2):
        findings.error(Position("b.yml", line), "rule", "message")
    findings.error(Position("a.yml", 20), "rule", "message")
    assert [(f.position.path, f.position.line) for f in findings] == [
        ("a.yml", 20),
        ("b.yml", 2),
        ("b.yml", 9),
        ("b.yml", 10),
    ]
    assert len(findings) == len(findings.errors) == 4
