"""Test itembank with the oldest, or the newest, versions of its dependencies that it allows.

    python tools/test_versions.py lowest-direct tests/itembank tests/hosts
    python tools/test_versions.py highest tests/itembank tests/hosts

The environment is made anew in build/versions; the index is the one that pip is set to use.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / "build/versions"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
DIRECT = ("Markdown", "PyYAML", "pydantic", "mkdocs")
# What the tests need beside; never older than the locks, and never a reason for newer DIRECT ones.
FOR_TESTS = (
    "babel", "hatchling", "hypothesis", "jsonschema", "mkdocs-material", "playwright",
    "pymdown-extensions", "pytest", "pytest-xdist",
)  # fmt: skip


def uv(*arguments: str, answer: bool = False) -> str:
    """Run uv and return what it said, if asked.

    Raises:
        subprocess.CalledProcessError: uv failed.
    """
    command = [str(Path(sys.executable).with_name("uv")), *arguments, "--quiet"]
    done = subprocess.run(
        command, check=True, text=True, stdout=subprocess.PIPE if answer else None
    )
    return done.stdout or ""


def main(arguments: Sequence[str]) -> int:
    """Make the environment and run the tests in it; return their exit code."""
    resolution, *tests = arguments
    uv("venv", "--clear", "--python", sys.executable, str(ENVIRONMENT))
    here = ["--python", str(PYTHON)]
    package = f"{ROOT / 'plugins/itembank'}[mkdocs]"
    uv("pip", "install", *here, "--resolution", resolution, "--editable", package)
    frozen = uv("pip", "freeze", *here, answer=True).splitlines()
    pins = [
        line for line in frozen if line.lower().startswith(tuple(f"{d.lower()}==" for d in DIRECT))
    ]
    print(*pins)
    constraints = ENVIRONMENT / "direct.txt"
    constraints.write_text("\n".join(pins) + "\n")
    uv("pip", "install", *here, "--constraints", str(constraints), *FOR_TESTS)
    command = [str(PYTHON), "-m", "pytest", "--quiet", "--numprocesses", "auto", *tests]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
