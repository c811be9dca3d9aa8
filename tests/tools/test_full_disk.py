"""Commands on a full disk and in folders that are read-only: words, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
COMMANDS = {
    "itembank": ["itembank.hosts.cli", "schema"],
    "scalemodel": ["scalemodel", "predict", "--model", "llama3-70b", "--nodes", "16"],
}


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", COMMANDS)
def test_output_to_a_full_disk_is_said_in_one_line(name: str) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", *COMMANDS[name]],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert os.strerror(28) in done.stderr
