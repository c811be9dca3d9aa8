"""Print how much of each core package the tests reach, in branches and lines; fail below a limit.

    coverage run -m pytest ... && coverage combine
    python tools/core_coverage.py --fail-under 95

Exit code 0: every core reaches the limit; 1: one does not, with the lines and branches that are
missed; 2: there is no data.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import coverage

CORES = (
    *(f"itembank/{name}" for name in ("model", "load", "lint", "grade", "values", "markup")),
    "scalemodel",
)


@dataclass(frozen=True, slots=True)
class Reach:
    """What tests reached of one package: lines and branches, and the rest by file."""

    package: str
    lines: int
    lines_hit: int
    branches: int
    branches_hit: int
    missed: tuple[str, ...]

    @property
    def branch_percent(self) -> float:
        """Share of branches that were taken; a package without branches has no gap."""
        return 100 * self.branches_hit / self.branches if self.branches else 100.0


def package_of(path: str) -> str | None:
    """Return the core package that a source file belongs to."""
    parts = Path(path).parts
    for core in CORES:
        wanted = tuple(core.split("/"))
        if any(parts[i : i + len(wanted)] == wanted for i in range(len(parts) - len(wanted))):
            return core
    return None


def reaches(report: Mapping[str, Any]) -> Iterator[Reach]:
    """Yield one sum for each core, from coverage's JSON report."""
    files: dict[str, list[tuple[str, Mapping[str, Any]]]] = {core: [] for core in CORES}
    for path, entry in report["files"].items():
        if core := package_of(path):
            files[core].append((path, entry))
    for core, entries in files.items():
        sums = [entry["summary"] for _, entry in entries]
        yield Reach(
            core,
            lines=sum(each["num_statements"] for each in sums),
            lines_hit=sum(each["covered_lines"] for each in sums),
            branches=sum(each["num_branches"] for each in sums),
            branches_hit=sum(each["covered_branches"] for each in sums),
            missed=tuple(missed for path, entry in entries for missed in _missed(path, entry)),
        )


def _missed(path: str, entry: Mapping[str, Any]) -> Iterator[str]:
    for line in entry["missing_lines"]:
        yield f"{path}:{line}: never run"
    for line, target in entry["missing_branches"]:
        if line not in entry["missing_lines"]:
            yield f"{path}:{line}: never goes on " + (
                f"to {target}" if target > 0 else "to the end"
            )


def main() -> int:
    """Read the data file that the settings name, print a table, and say what is missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--fail-under", type=float, default=95, metavar="PERCENT")
    wanted = parser.parse_args()
    data = coverage.Coverage()
    data.load()
    if not data.get_data().measured_files():
        print("there is no data: run the tests under `coverage run` first", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "coverage.json"
        data.json_report(outfile=str(file))
        found = list(reaches(json.loads(file.read_text("utf-8"))))
    print(f"{'core':<18}{'lines':>14}{'branches':>14}{'of them':>9}")
    for core in found:
        lines = f"{core.lines_hit}/{core.lines}"
        branches = f"{core.branches_hit}/{core.branches}"
        print(f"{core.package:<18}{lines:>14}{branches:>14}{core.branch_percent:>8.1f}%")
    print(*(line for core in found for line in core.missed), sep="\n")
    low = [core.package for core in found if core.branch_percent < wanted.fail_under]
    if low:
        print(f"below {wanted.fail_under:g} % of branches: {', '.join(low)}", file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
