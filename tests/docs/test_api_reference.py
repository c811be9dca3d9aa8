"""The API pages say what the docstrings say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_api_pages_are_those_of_the_code() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/api_reference.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_function_that_can_be_imported_is_on_a_page() -> None:
    import itembank.grade
    import scalemodel.collectives

    pages = {
        name: (ROOT / f"docs/development/api-{name}.md").read_text("utf-8")
        for name in ("itembank", "scalemodel")
    }
    for name in itembank.grade.__all__:
        assert f"### {name} {{ #itembank.grade.{name} }}" in pages["itembank"]
    assert scalemodel.collectives.traffic_factor.__doc__ in pages["scalemodel"]
