"""What saving one file costs on a site of questions, beside the same site of plain Markdown.

Both sites have the same number of pages with the same text. Each is built once, then one file is
saved and the site built again, as `mkdocs serve` does, several times; every run is a process of
its own, which reports its CPU time (user and system), so that other work on the machine counts
little. The plain pages hold the very Markdown that a question has: stem, options and rationales
as a list, explanation.

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

SAVES = 5
KINDS = ("plain", "questions")

QUESTION = """\
id: q{number}
type: choice
title: Question {number} on rings
stem: |
  Eight GPUs in node {number} form a ring, and each holds a gradient buffer of 1 GiB. They run
  a ring all-reduce over NVLink, with `NCCL_ALGO=Ring` set:

  ```bash
  NCCL_ALGO=Ring torchrun --nproc-per-node 8 train.py --seed {number}
  ```

  What does each GPU send in total?
options:
  - id: twice
    text: Almost **twice** the buffer, in `2 (N - 1)` steps.
    correct: true
    rationale: Reduce-scatter moves 7/8 of the buffer, and so does all-gather. Together 1.75 GiB.
  - id: once
    text: The buffer *once*, because each value has to leave its owner only once.
    correct: false
    rationale: That is one half only. After reduce-scatter no GPU holds all sums.
  - id: eight
    text: Eight times the buffer, one copy for each of the peers.
    correct: false
    rationale: A naive exchange does that. A ring sends each part to its neighbour alone.
  - id: nothing
    text: Nothing, since the switch adds up the values.
    correct: false
    rationale: Only with in-network reduction, and even then each GPU sends its buffer once.
explanation: |
  A ring all-reduce has two phases of N - 1 steps. In each step a GPU sends 1/N of the buffer.

  | phase | steps | sent |
  |---|---|---|
  | reduce-scatter | 7 | 7/8 |
  | all-gather | 7 | 7/8 |
sources:
  - {{url: "https://example.org/rings", title: On rings, at: section 2}}
reviewed: 2026-12-01
"""

PLAIN = """\
# Question {number} on rings

Eight GPUs in node {number} form a ring, and each holds a gradient buffer of 1 GiB. They run
a ring all-reduce over NVLink, with `NCCL_ALGO=Ring` set:

```bash
NCCL_ALGO=Ring torchrun --nproc-per-node 8 train.py --seed {number}
```

What does each GPU send in total?

- Almost **twice** the buffer, in `2 (N - 1)` steps.
- The buffer *once*, because each value has to leave its owner only once.
- Eight times the buffer, one copy for each of the peers.
- Nothing, since the switch adds up the values.

1. Reduce-scatter moves 7/8 of the buffer, and so does all-gather. Together 1.75 GiB.
2. That is one half only. After reduce-scatter no GPU holds all sums.
3. A naive exchange does that. A ring sends each part to its neighbour alone.
4. Only with in-network reduction, and even then each GPU sends its buffer once.

A ring all-reduce has two phases of N - 1 steps. In each step a GPU sends 1/N of the buffer.

| phase | steps | sent |
|---|---|---|
| reduce-scatter | 7 | 7/8 |
| all-gather | 7 | 7/8 |

Sources

- [On rings](https://example.org/rings), section 2
"""

SETTINGS = """\
site_name: Bench
site_url: https://example.org/bench/
not_in_nav: /questions/*
theme: {{name: {theme}{font}}}
plugins: [search{plugin}]
markdown_extensions: [admonition, attr_list, md_in_html, tables, toc, pymdownx.highlight,
  pymdownx.superfences, pymdownx.details]
"""


def write_site(root: Path, kind: str, count: int, theme: str) -> Path:
    """Write a site of `count` questions or plain pages; return the file that is saved."""
    (root / "docs").mkdir(parents=True)
    (root / "docs/index.md").write_text("# Start\n", encoding="utf-8")
    plugin = ", itembank" if kind == "questions" else ""
    font = ", font: false" if theme == "material" else ""
    settings = SETTINGS.format(theme=theme, font=font, plugin=plugin)
    (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
    folder = root / ("content/questions" if kind == "questions" else "docs/questions")
    for number in range(count):
        ending = f"t{number % 20}/q{number}.yml" if kind == "questions" else f"q{number}.md"
        file = folder / ending
        file.parent.mkdir(parents=True, exist_ok=True)
        text = (QUESTION if kind == "questions" else PLAIN).format(number=number)
        file.write_text(text, encoding="utf-8")
    if kind == "plain":
        links = "\n".join(f"- [Question {n} on rings](q{n}.md)" for n in range(count))
        (folder / "index.md").write_text(f"# Questions\n\n{links}\n", encoding="utf-8")
    return file


def measure(kind: str, count: int, theme: str) -> dict[str, float]:
    """Build a site, save one file several times, and return CPU seconds and peak memory."""
    import logging

    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        file = write_site(root, kind, count, theme)

        def once(*, start: bool = False) -> float:
            before = _cpu()
            config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "site"))
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


def in_own_process(kind: str, count: int, theme: str) -> dict[str, float]:
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
