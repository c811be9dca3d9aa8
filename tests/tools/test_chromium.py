"""Which Chromium the browser tests get."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "chromium.py"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are shell scripts")


def program(path: Path, exit_code: int) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {exit_code}\n", "utf-8")
    path.chmod(0o755)
    return path


def ask(**environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TOOL]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_named_one_comes_first(tmp_path: Path) -> None:
    named = program(tmp_path / "mine", 0)
    program(tmp_path / "bin" / "chromium", 0)
    result = ask(CHROMIUM=str(named), PATH=str(tmp_path / "bin"))
    assert (result.returncode, result.stdout) == (0, f"{named}\n")


def test_one_on_the_path_is_found(tmp_path: Path) -> None:
    found = program(tmp_path / "bin" / "google-chrome", 0)
    result = ask(PATH=str(tmp_path / "bin"))
    assert (result.returncode, result.stdout) == (0, f"{found}\n")


def test_one_that_does_not_start_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path / "bin" / "chromium", 127)
    works = program(tmp_path / "bin" / "google-chrome", 0)
    result = ask(PATH=str(tmp_path / "bin"))
    assert (result.returncode, result.stdout) == (0, f"{works}\n")


@pytest.mark.parametrize("exit_code", [None, 127])
def test_a_named_one_that_does_not_start_is_an_error(tmp_path: Path, exit_code: int | None) -> None:
    named = tmp_path / "mine"
    if exit_code is not None:
        program(named, exit_code)
    works = program(tmp_path / "bin" / "chromium", 0)
    result = ask(CHROMIUM=str(named), PATH=str(works.parent))
    assert (result.returncode, result.stdout) == (1, "")
    assert f"CHROMIUM={named} does not run" in result.stderr
