"""Change the graders, the loader's checks and the collectives one operator at a time, with mutmut.

    python tools/mutation.py [JOBS]

Works on a copy in build/mutation, so that no file of the checkout ever holds a fault. Prints every
change that no test noticed; docs/development/mutation.md says why those that are left may be.

Exit code 0: done; 1: mutmut did not run to its end.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "build/mutation"
PACKAGES = (ROOT / "plugins/itembank/itembank", ROOT / "scripts/scalemodel/scalemodel")
# Tests that need no browser and no server: milliseconds each, for there are a thousand changes.
TESTS = (
    "grading_cases.json",
    "itembank/conftest.py",
    "itembank/test_grading_worked.py",
    "itembank/test_scoring.py",
    "itembank/test_yaml_document.py",
    "itembank/test_validation.py",
    "scalemodel/conftest.py",
    "scalemodel/test_collectives.py",
    "scalemodel/test_collectives_worked.py",
)
NOTICED = ("killed", "timeout", "caught by type check")


def copy() -> None:
    """Lay the packages, their data and the tests side by side in an empty folder."""
    shutil.rmtree(COPY, ignore_errors=True)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(package, COPY / package.name, ignore=ignored)
    shutil.copytree(ROOT / "content", COPY / "content")
    for name in TESTS:
        target = COPY / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, target)
    shutil.copy(ROOT / "tools/mutation.toml", COPY / "pyproject.toml")


def mutmut(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run mutmut on the copy."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, cwd=COPY, stdout=subprocess.PIPE, text=True, check=False)


def main(jobs: str) -> int:
    """Run everything, then print what was not noticed as differences."""
    copy()
    if mutmut("run", "--max-children", jobs).returncode:
        print("mutmut did not run to its end", file=sys.stderr)
        return 1
    results = [line.split(": ") for line in mutmut("results", "--all", "true").stdout.splitlines()]
    states = {parts[0].strip(): parts[1] for parts in results if len(parts) == 2}
    left = [name for name, state in states.items() if state not in NOTICED]
    for name in left:
        print(f"{name}: {states[name]}")
        lines = mutmut("show", name).stdout.splitlines()
        print(*(line for line in lines if line[:1] in ("+", "-")), sep="\n")
    print(f"{len(states) - len(left)} of {len(states)} changes were noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "2"))
