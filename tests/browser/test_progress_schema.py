"""The published schema of copies of progress says what the browser takes, record by record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from playwright.sync_api import Page

from .bundler import BROWSER
from .conftest import Serve
from .rendered import FIXTURES

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schemas/progress-1.json").read_text())
VALIDATOR = Draft202012Validator(SCHEMA)
ATTEMPT = {
    "item": "ring-1",
    "hash": "0a1b2c3d4e5f",
    "revision": 1,
    "response": ["a"],
    "score": 0.5,
    "policy": "net_correct",
    "t": 5,
}
SITTING = {
    "exam": "mock",
    "seed": "a-0-b",
    "started": 1,
    "t": 9,
    "minutes": 60,
    "policy": "all_or_nothing",
    "questions": ["ring-1"],
    "answered": 1,
    "score": 1,
    "domains": {"1": {"right": 1, "of": 1}},
}
OPTIONAL = {"variant": 0, "confidence": 3, "hints": 1, "exam": "mock:a-0-b", "other": {}}
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [
        None, True, "", "text", "a b", "é", "x" * 201, "1", 0, 1, 3, 4, -1, 0.5, 1.5, 1e300,
        253402300799999, 253402300800000, 8.64e15, [], ["a"], ["a b"], [1], {},
        {"1": {"right": 1, "of": 2}}, {"1": {"right": -1, "of": 2}}, {"1": []},
        {"1": {"right": 1}}, [[]],
    ]
)  # fmt: skip


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("name", "record"), [("attempts", ATTEMPT), ("sittings", SITTING)])
def test_it_takes_what_the_browser_takes(
    page: Page, serve: Serve, name: str, record: dict[str, Any]
) -> None:
    page.goto(serve({"/src/": BROWSER / "src", "/": FIXTURES}) + "/blank.html")
    page.evaluate(
        "async () => { window.transfer = await import('/src/state/transfer.js'); }",
    )
    fields = [*record, *(OPTIONAL if name == "attempts" else {})]

    @settings(max_examples=400, deadline=None, derandomize=True)
    @given(
        st.dictionaries(st.sampled_from(fields), VALUES, max_size=2),
        st.sets(st.sampled_from(fields), max_size=1),
    )
    def check(change: dict[str, Any], left: set[str]) -> None:
        changed = {**record, **(OPTIONAL if name == "attempts" else {}), **change}
        for key in left:
            changed.pop(key, None)
        file = {"version": 1, name: [changed]}
        refused = page.evaluate(
            "(text) => transfer.importLog(text).refused.length", json.dumps(file)
        )
        assert VALIDATOR.is_valid(file) is (refused == 0), changed

    check()


def test_what_is_exported_fits(page: Page, serve: Serve) -> None:
    page.goto(serve({"/src/": BROWSER / "src", "/": FIXTURES}) + "/blank.html")
    text = page.evaluate(
        """async ([attempt, sitting]) => {
          const { exportLog, forgetAll } = await import("/src/state/transfer.js");
          const { openLog } = await import("/src/state/log.js");
          openLog().add(attempt);
          forgetAll();
          openLog().add(attempt);
          openLog().addSitting(sitting);
          return exportLog();
        }""",
        [{**ATTEMPT, **OPTIONAL}, SITTING],
    )
    data = json.loads(text)
    VALIDATOR.validate(data)
    assert len(data["attempts"]) == len(data["sittings"]) == len(data["forgotten"]) == 1
