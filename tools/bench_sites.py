"""The sites that the benchmarks build: one text as plain pages, as our questions, as a rival's.

Every question has a scenario with a code block, six options with a rationale each, a short and a
full explanation with a table, sources, and a figure with a caption and a data table. No two
questions have a text in common, so that nothing is gained by remembering one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["plain", "questions", "mkdocs-quiz"]
KINDS: tuple[Kind, ...] = get_args(Kind)

FIGURES = 20
"""Questions share that many figures."""
TOPICS = 20

SETTINGS = """\
site_name: Bench
site_url: https://example.org/bench/
not_in_nav: /questions/*
theme: {theme}
plugins: {plugins}
markdown_extensions: [abbr, admonition, attr_list, def_list, md_in_html, tables, toc,
  pymdownx.details, pymdownx.highlight, pymdownx.inlinehilite, pymdownx.superfences]
"""
PLUGINS = {"plain": [], "questions": ["itembank"], "mkdocs-quiz": ["mkdocs_quiz"]}

STEM = """\
Eight GPUs in node {n} form a ring, and each holds a gradient buffer of {n} MiB. They run a ring
all-reduce over NVLink, with `NCCL_ALGO=Ring` set, and the network of node {n} stays idle:

```bash
NCCL_ALGO=Ring torchrun --nproc-per-node 8 train.py --seed {n} --buffer {n}M
```

What is true of the traffic of GPU {n} % 8 and its two neighbours?
"""
OPTIONS = (
    (
        True,
        "It sends almost **twice** its buffer of {n} MiB, in `2 (N - 1)` steps.",
        "Reduce-scatter moves 7/8 of the {n} MiB, and so does all-gather. Together that is 1.75\n"
        "times the buffer, and a ring of any size stays below twice.",
    ),
    (
        False,
        "It sends the {n} MiB *once*, because each value has to leave its owner only once.",
        "That is one half of the work only. After reduce-scatter each GPU of node {n} holds the\n"
        "sums of *its* part, and nobody else has them yet.",
    ),
    (
        True,
        "It receives as many bytes as it sends, from GPU {n} - 1 alone.",
        "In a ring each GPU has one sender and one receiver. What comes in over one side goes out\n"
        "over the other in the next of the steps of node {n}.",
    ),
    (
        False,
        "It sends {n} MiB to each of its seven peers, one copy for each.",
        "A naive exchange does that: 7 × {n} MiB. A ring sends each part to its neighbour alone,\n"
        "which is why it needs no switch that all can reach at once.",
    ),
    (
        True,
        "With `{n}` more GPUs in the ring, the bytes that it sends hardly change.",
        "The factor is 2 (N - 1)/N. It grows from 1.75 at eight GPUs towards 2, and never beyond;\n"
        "what grows is the number of steps, and with it the latency for {n} MiB.",
    ),
    (
        False,
        "It sends nothing of its {n} MiB, since the switch adds up the values.",
        "Only with in-network reduction, such as SHARP in NVSwitch. `NCCL_ALGO=Ring` rules that\n"
        "out, and even then each GPU of node {n} sends its buffer **once**.",
    ),
)
SHORT = """\
A ring all-reduce of {n} MiB moves 2 (N - 1)/N times the buffer through every link, in each
direction. For eight GPUs that is 1.75 times, whatever the order of the GPUs in node {n}.
"""
EXPLANATION = """\
A ring all-reduce has two phases of N - 1 steps. In each step GPU {n} % 8 sends 1/N of the buffer
to the next one, and receives as much from the one before.

| phase of {n} | steps | sent |
|---|---|---|
| reduce-scatter | 7 | 7/8 of {n} MiB |
| all-gather | 7 | 7/8 of {n} MiB |

**Where the latency comes from:** each of the 14 steps waits for its neighbour, so a buffer of
{n} KiB instead of {n} MiB takes about as long as an empty one. See the
[guide of node {n}](https://example.org/guides/{n}) on when NCCL changes to a tree.
"""
TITLE = "What GPU {n} sends in a ring all-reduce"
SOURCES = (
    ("On rings, part {n}", "https://example.org/rings/{n}", "section {n}"),
    ("All-reduce, part {n}", "https://example.org/reduce/{n}", "table {n}"),
)

CAPTION = "Bus bandwidth by size of message on server {f}, from the file of measurements {f}."
ALT = "A curve that rises from 2 GB/s at 64 KiB to {f} GB/s at 1 GiB and is level from there."
ROWS = tuple((f"{4**k} KiB", f"{k * 13}.{k}", f"{k * 7}.{k}") for k in range(2, 9))
HEAD = ("message", "bus bandwidth, GB/s", "of the link, %")
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="400" viewBox="0 0 760 400">'
    '<path d="M0 400L760 {f}"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Site:
    """A site on disk: its root, and the file of the last question."""

    root: Path
    last: Path


def write_site(root: Path, kind: Kind, count: int, theme: str = "material") -> Site:
    """Write a site of `count` questions below `root`, which must not exist."""
    docs = root / "docs"
    (docs / "questions").mkdir(parents=True)
    (docs / "index.md").write_text("# Start\n\nA site to measure.\n", encoding="utf-8")
    settings = SETTINGS.format(
        theme=json.dumps({"name": theme, **({"font": False} if theme == "material" else {})}),
        plugins=json.dumps(["search", *PLUGINS[kind]]),
    )
    (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
    write_figures(root, kind)
    if kind == "questions":
        (root / "itembank.yml").write_text("figures: figures\n", encoding="utf-8")
        for n in range(count):
            file = root / f"content/questions/topic-{n % TOPICS}/q{n}.yml"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(question_file(n), encoding="utf-8")
        return Site(root, file)
    page: Callable[[int], str] = plain_page if kind == "plain" else rival_page
    links = "\n".join(f"- [{TITLE.format(n=n)}](q{n}.md)" for n in range(count))
    (docs / "questions/index.md").write_text(f"# Questions\n\n{links}\n", encoding="utf-8")
    for n in range(count):
        file = docs / f"questions/q{n}.md"
        file.write_text(page(n), encoding="utf-8")
    return Site(root, file)


def write_figures(root: Path, kind: Kind) -> None:
    """Write the drawings where the site wants them; for our questions with a manifest each."""
    for f in range(FIGURES):
        if kind != "questions":
            file = root / f"docs/figures/{f}.svg"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(SVG.format(f=f), encoding="utf-8")
            continue
        folder = root / f"figures/rings-{f}"
        folder.mkdir(parents=True)
        (folder / "light.svg").write_text(SVG.format(f=f), encoding="utf-8")
        (folder / "data.csv").write_text(
            "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in (HEAD, *ROWS)),
            encoding="utf-8",
        )
        manifest = {
            "id": f"rings-{f}",
            "title": f"Bandwidth of server {f}",
            "alt": ALT.format(f=f),
            "caption": CAPTION.format(f=f),
            "images": [
                {
                    "file": "light.svg",
                    "scheme": "light",
                    "layout": "wide",
                    "width": 760,
                    "height": 400,
                }
            ],
            "data": "data.csv",
        }
        (folder / "figure.yml").write_text(_yaml(manifest), encoding="utf-8")


def question_file(n: int) -> str:
    """Return question `n` in our format."""
    lines = [f"id: q{n}", "type: choice", f"title: {TITLE.format(n=n)}"]
    lines += _block("stem", STEM.format(n=n))
    lines.append("options:")
    for index, (correct, text, rationale) in enumerate(OPTIONS):
        lines += [f"  - id: option-{index}", f"    correct: {str(correct).lower()}"]
        lines += _block("text", text.format(n=n), "    ")
        lines += _block("rationale", rationale.format(n=n), "    ")
    lines += _block("short_explanation", SHORT.format(n=n))
    lines += [f"figure: rings-{n % FIGURES}", *_block("explanation", EXPLANATION.format(n=n))]
    lines.append("sources:")
    for title, url, at in SOURCES:
        said = {"title": title.format(n=n), "url": url.format(n=n), "at": at.format(n=n)}
        lines.append(f"  - {json.dumps(said)}")
    return "\n".join([*lines, "difficulty: 2", "reviewed: 2026-12-01", ""])


def plain_page(n: int) -> str:
    """Return the same text as a page of plain Markdown."""
    options = "\n".join(f"- {text.format(n=n)}" for _, text, _ in OPTIONS)
    return "\n\n".join([f"# {TITLE.format(n=n)}", STEM.format(n=n), options, *_answer(n), ""])


def rival_page(n: int) -> str:
    """Return the same text as a page of `mkdocs-quiz`."""
    options = "\n".join(
        f"- [{'x' if correct else ' '}] {text.format(n=n)}" for correct, text, _ in OPTIONS
    )
    stem = STEM.format(n=n)
    parts = ["<quiz>", stem, options, *_answer(n), "</quiz>"]
    return f"# {TITLE.format(n=n)}\n\n" + "\n\n".join(parts) + "\n"


def _answer(n: int) -> Iterator[str]:
    """Yield what stands below the options, as plain Markdown."""
    f = n % FIGURES
    yield "\n".join(
        f"- **{'Correct' if correct else 'Not correct'}.** {rationale.format(n=n)}".replace(
            "\n", "\n  "
        )
        for correct, _, rationale in OPTIONS
    )
    yield SHORT.format(n=n)
    yield f"![{ALT.format(f=f)}](../figures/{f}.svg)"
    yield CAPTION.format(f=f)
    rows = [HEAD, ("---",) * len(HEAD), *ROWS]
    yield "\n".join(f"| {' | '.join(row)} |" for row in rows)
    yield EXPLANATION.format(n=n)
    yield "Sources"
    yield "\n".join(
        f"- [{title.format(n=n)}]({url.format(n=n)}), {at.format(n=n)}"
        for title, url, at in SOURCES
    )


def _block(name: str, text: str, indent: str = "") -> list[str]:
    lines = text.rstrip("\n").split("\n")
    return [f"{indent}{name}: |", *(f"{indent}  {line}".rstrip() for line in lines)]


def _yaml(mapping: Mapping[str, object]) -> str:
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in mapping.items())
