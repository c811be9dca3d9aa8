"""What was to be filled in later is found, and what only looks like it is not."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import SiteFolder
from .test_lint_rules import findings

FOUND: list[dict[str, Any]] = [
    {"stem": "TODO: a stem?"},
    {"explanation": "Long. FIXME"},
    {"title": "TBD"},
    {"explanation": "Lorem ipsum dolor."},
    {"options": {"once": {"id": "todo-2"}}},
    {"sources": [{"url": "https://example.org/replace-me", "at": "page 3"}]},
    {"sources": [{"url": "https://example.org", "at": "TODO"}]},
]
FINE: list[dict[str, Any]] = [
    {"explanation": "A comment `# TODO` in code."},
    {"explanation": "```python\n# TODO: x\n```"},
    {"explanation": "All todos are done, método XXXL."},
    {"options": {"once": {"id": "to-do"}}},
    {"options": {"once": {"id": "todos"}}},
]


@pytest.mark.parametrize("changes", FOUND, ids=str)
def test_a_placeholder_is_found(site: SiteFolder, changes: dict[str, Any]) -> None:
    [found] = findings(site, "placeholder", **changes)
    assert found.severity == "warning"


@pytest.mark.parametrize("changes", FINE, ids=str)
def test_what_only_looks_like_one_is_not(site: SiteFolder, changes: dict[str, Any]) -> None:
    assert findings(site, "placeholder", **changes) == []


def test_its_place_is_that_of_the_word(site: SiteFolder) -> None:
    [found] = findings(site, "placeholder", explanation="One. TBD, two.")
    line = (site.root / "content/questions/q.yml").read_text().splitlines()[found.position.line - 1]
    assert line[found.position.column - 1 :].startswith("TBD")
