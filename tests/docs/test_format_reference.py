"""The author's reference and the published schema say what the code does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_reference_and_schema_are_those_of_the_model() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/format_reference.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
