"""What saving one file costs on a site of questions, beside the same site of plain Markdown.

Both sites have the same number of pages with the same text (`bench_sites`). Each is built once,
then one file is saved and the site built again, as `mkdocs serve` does, several times; every run is
a process of its own, which reports its CPU time (user and system), so that other work on the
machine counts little.

    python tools/bench_serve.py 100 1000
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench_sites import Kind, write_site

SAVES = 5
KINDS: tuple[Kind, ...] = ("plain", "questions")


def measure(kind: Kind, count: int, theme: str) -> dict[str, float]:
    """Build a site, save one file several times, and return CPU seconds and peak memory."""
    import logging

    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "site"
        file = write_site(root, kind, count, theme).last

        def once(*, start: bool = False) -> float:
            before = _cpu()
            config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "built"))
            if start:
                config.plugins.on_startup(command="serve", dirty=False)
            build(config, serve_url="http://127.0.0.1:8000/")
            return _cpu() - before

        first = once(start=True)
        saves = []
        text = file.read_text(encoding="utf-8")
        for number in range(SAVES):
            file.write_text(text.replace("form a ring", f"form ring {number}"), encoding="utf-8")
            saves.append(once())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"first": first, "save": statistics.median(saves), "peak_mib": peak}


def _cpu() -> float:
    times = os.times()
    return times.user + times.system


def in_own_process(kind: Kind, count: int, theme: str) -> dict[str, float]:
    """Run `measure` in a new process."""
    command = [sys.executable, __file__, "--one", kind, "--theme", theme, str(count)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def main() -> int:
    """Print a table, or the measurement of one site as JSON."""
    parser = argparse.ArgumentParser(description="Cost of a save: questions beside plain pages.")
    parser.add_argument("counts", nargs="*", type=int, default=[100, 1000])
    parser.add_argument("--theme", default="material")
    parser.add_argument("--one", choices=KINDS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one, options.counts[0], options.theme)))
        return 0
    print(f"theme {options.theme}; CPU seconds (user + system), median of {SAVES} saves")
    print("pages  what       first build  one save  peak MiB")
    extra: dict[int, float] = {}
    for count in options.counts:
        plain, ours = (in_own_process(kind, count, options.theme) for kind in KINDS)
        _print(f"{count:5d}  plain    ", plain)
        _print(f"{count:5d}  questions", ours)
        _print(f"{count:5d}  ratio    ", {name: ours[name] / plain[name] for name in ours})
        extra[count] = ours["first"] - plain["first"]
    if len(extra) > 1:
        # The difference of differences leaves out what is paid once, such as imports.
        least, most = min(extra), max(extra)
        each = (extra[most] - extra[least]) / (most - least) * 1000
        print(f"first build, over plain Markdown: {each:.2f} ms a question")
    return 0


def _print(label: str, row: dict[str, float]) -> None:
    print(f"{label}  {row['first']:11.2f}  {row['save']:8.2f}  {row['peak_mib']:8.2f}")


if __name__ == "__main__":
    sys.exit(main())
