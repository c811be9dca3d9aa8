"""The settings that reach browser code: at the head of the core script, if there are any."""

from __future__ import annotations

import json
import re

import pytest

from itembank.hosts.assets import BROWSER_FILES

from .conftest import SiteFolder

CORE = (BROWSER_FILES / "itembank.js").read_text(encoding="utf-8")


def core_of(site: SiteFolder) -> str:
    """Return the core script that the question's page loads."""
    site.question()
    built = site.build()
    found = re.search(
        r'src="\.\./\.\./(assets/itembank/itembank\.\w+\.js)"',
        built.source("questions/ring/index.html"),
    )
    assert found
    return built.source(found[1])


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"practice": {"confidence": True, "tries": 3}}, {"confidence": True, "tries": 3}),
        ({"practice": {"confidence": False, "tries": 2}}, {"tries": 2}),
        ({"storage_key": "docs/1.0"}, {"key": "docs/1.0"}),
    ],
)
def test_what_differs_stands_before_the_code(
    site: SiteFolder, settings: dict[str, object], expected: dict[str, object]
) -> None:
    site.settings(**settings)
    line, _, code = core_of(site).partition("\n")
    found = re.fullmatch(r"globalThis\.itembankSettings=(\{.*\});", line)
    assert found
    assert json.loads(found[1]) == expected
    assert code == CORE


def test_without_settings_the_script_is_as_it_was_made(site: SiteFolder) -> None:
    assert core_of(site) == CORE


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"storage_key": "a b"}, "storage_key"),
        ({"practice": {"tries": 0}}, "tries"),
        ({"practice": {"trys": 2}}, "tries"),
    ],
)
def test_mistakes_are_told(site: SiteFolder, settings: dict[str, object], message: str) -> None:
    site.settings(**settings)
    site.question()
    assert any(message in str(found) for found in site.lint())
