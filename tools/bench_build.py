"""What building questions costs, beside the same text as plain Markdown, and beside mkdocs-quiz.

Every site is built by processes of one environment, in turn, so that all meet the same machine;
the cheapest of several builds counts.

    python tools/bench_build.py                   100, 1,000 and 5,000 questions
    python tools/bench_build.py 100 1000 --rounds 5
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from bench_process import CannotInstallError, Cost, cheapest, environment, install, run
from bench_sites import KINDS, Kind, write_site
from hosts import build_wheel

ROUNDS = {100: 5, 1000: 3}
LINKED = re.compile(r'<(?:script|link)[^>]*?(?:src|href)="([^"]+\.(?:js|css))"')

Costs = Mapping[Kind, Cost]


def main() -> int:
    """Print the tables; 0 even when they look bad."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("counts", nargs="*", type=int, default=[100, 1000, 5000])
    parser.add_argument("--rounds", type=int, help="builds of each site; fewer for large ones")
    options = parser.parse_args()
    kinds: tuple[Kind, ...] = KINDS
    try:
        programs = environment("bench")
    except CannotInstallError as error:
        print(f"NOT COMPARED with mkdocs-quiz: its environment cannot be made: {error}")
        programs, kinds = Path(sys.executable).parent, ("plain", "questions")
    else:
        wheel = str(build_wheel())
        install(programs, "--no-deps", "--no-index", "--force-reinstall", wheel)

    print("pages  site         CPU s  wall s  peak MiB  CPU / plain  ms a question over plain")
    found: dict[int, Costs] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in options.counts:
            rounds = options.rounds or ROUNDS.get(count, 1)
            found[count] = costs = build_in_turn(Path(folder), programs, kinds, count, rounds)
            print_rows(count, costs)
        if len(found) > 1:
            print_growth(found)
        print_weights(Path(folder), kinds, options.counts[0])
    return 0


def build_in_turn(
    folder: Path, programs: Path, kinds: tuple[Kind, ...], count: int, rounds: int
) -> Costs:
    """Build a site of each kind, one after the other, `rounds` times."""
    for kind in kinds:
        write_site(folder / f"{kind}-{count}", kind, count)
    costs: dict[Kind, list[Cost]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        for kind in kinds:
            command = [str(programs / "python"), "-m", "mkdocs", "build", "--quiet"]
            costs[kind].append(run(command, folder / f"{kind}-{count}"))
    return {kind: cheapest(costs[kind]) for kind in kinds}


def print_rows(count: int, costs: Costs) -> None:
    """Print one row for each kind of site."""
    plain = costs["plain"]
    for kind, cost in costs.items():
        over = (cost.cpu_s - plain.cpu_s) / count * 1000
        print(
            f"{count:5d}  {kind:11s}  {cost.cpu_s:5.2f}  {cost.wall_s:6.2f}  {cost.peak_mib:8.0f}"
            f"  {cost.cpu_s / plain.cpu_s:11.2f}  {over:23.2f}",
            flush=True,
        )


def print_growth(found: Mapping[int, Costs]) -> None:
    """Print what each further question costs between two sizes: equal numbers are linear growth.

    Differences leave out what is paid once, such as imports.
    """
    counts = sorted(found)
    for kind in found[counts[0]]:
        steps = []
        for less, more in pairwise(counts):
            rise = found[more][kind].cpu_s - found[less][kind].cpu_s
            steps.append(f"{rise / (more - less) * 1000:.2f} ms ({less} to {more})")
        print(f"each further page, {kind}: {', '.join(steps)}")


def print_weights(folder: Path, kinds: tuple[Kind, ...], count: int) -> None:
    """Print what a question's page weighs beyond the same text as a plain page, compressed."""
    print("bytes over plain, gzip: HTML of the page; scripts and styles, which browsers keep")
    plain = folder / f"plain-{count}/site"
    page = "questions/q7/index.html"
    for kind in kinds:
        site = folder / f"{kind}-{count}/site"
        html = _weight(site / page) - _weight(plain / page)
        files = _linked(site, page) - {plain_file.name for plain_file in plain.rglob("*.*s")}
        weights = [_weight(next(site.rglob(name))) for name in files]
        print(f"  {kind:11s}  {html:6,d}  {sum(weights):6,d} in {len(weights)} files")


def _linked(site: Path, page: str) -> set[str]:
    html = (site / page).read_text(encoding="utf-8")
    return {Path(link).name for link in LINKED.findall(html)}


def _weight(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), mtime=0))


if __name__ == "__main__":
    sys.exit(main())
