"""Draws the figures whose inputs changed.

    python -m course.build [--out DIR] [--content DIR] [--only ID] [--force]

A figure's inputs are the code of its module, the shared code beside it, the cost model, the data it
reads, and the version of matplotlib.  When none of them changed, matplotlib is not even imported.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from course.figures import manifest
from course.figures.registry import FIGURES, Entry
from course.figures.style import LAYOUTS, SCHEMES
from scalemodel.errors import ScaleModelError

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).resolve().parents[1]
HOUR = 3600.0

Say = Callable[[str], None]


class BuildError(Exception):
    """A figure could not be drawn.  The message says which, why, and what would help."""


def build(
    out: Path,
    content: Path = ROOT / "content",
    only: Sequence[str] = (),
    force: bool = False,
    say: Say | None = None,
) -> list[str]:
    """Draw what is stale into `out`; the ids drawn.

    `only` limits it to some ids, `force` takes every one as stale.
    Raises BuildError in words for people.
    """
    chosen = select(only)
    stale = []
    for entry in chosen:
        inputs = inputs_hash(entry, content)
        if force or not manifest.is_fresh(out, entry.id, inputs):
            stale.append((entry, inputs))
    if not stale:
        return []
    manifest.sweep(out, time.time() - HOUR)
    for number, (entry, inputs) in enumerate(stale, 1):
        started = time.monotonic()
        largest = draw(entry, content, out, inputs, say or _say)
        took = time.monotonic() - started
        (say or _say)(
            f"figures: {number}/{len(stale)} {entry.id} drawn in {took:.1f} s,"
            f" largest picture {largest / 1000:.0f} kB"
        )
    return [entry.id for entry, _ in stale]


def select(only: Sequence[str]) -> list[Entry]:
    """The figures asked for; all when none is named."""
    known = {entry.id: entry for entry in FIGURES}
    for name in only:
        if name not in known:
            raise BuildError(f"no figure is called {name!r}; there are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(only)] if only else list(FIGURES)


def draw(entry: Entry, content: Path, out: Path, inputs: str, say: Say) -> int:
    """Draw one figure in every scheme and layout and write its folder; bytes of its largest SVG.

    What the checks of drawings find is said, and does not stop the build.
    """
    try:
        from course.figures import checks, svg  # imports matplotlib: only when something is stale

        plan = entry.plan(content)
        pictures = []
        for layout in LAYOUTS:
            for scheme in SCHEMES:
                picture, canvas = svg.render(plan.words, plan.draw, scheme, layout)
                pictures.append(picture)
                for finding in checks.problems(canvas):
                    say(f"warning: figure {entry.id}, {picture.file}: {finding}")
    except ModuleNotFoundError as problem:
        if (problem.name or "").partition(".")[0] != "matplotlib":
            raise
        raise BuildError(
            "figures need matplotlib, which is not installed; `make figures` installs it"
        ) from problem
    except (ValueError, LookupError, OSError, ScaleModelError) as problem:
        raise BuildError(f"figure {entry.id}: {problem}") from problem
    try:
        manifest.write(out, plan.words, pictures, inputs)
    except OSError as problem:
        where = problem.filename or out
        raise BuildError(
            f"figure {entry.id}: cannot write {where}: {problem.strerror or problem}"
        ) from problem
    return max(len(picture.svg.encode()) for picture in pictures)


def inputs_hash(entry: Entry, content: Path) -> str:
    """What the figure depends on, as 32 hexadecimal digits."""
    digest = hashlib.sha256()
    for part in (entry.id, _matplotlib()):
        digest.update(part.encode() + b"\0")
    for base, file in _inputs(entry, content):
        digest.update(file.relative_to(base).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:32]


def _inputs(entry: Entry, content: Path) -> Iterable[tuple[Path, Path]]:
    others = {other.module for other in FIGURES} - {entry.module}
    code = [SCRIPTS / "course" / "example.py"]
    for package in ("course/figures", "scalemodel"):
        code += sorted((SCRIPTS / package).rglob("*.py"))
    for file in code:
        module = ".".join(file.relative_to(SCRIPTS).with_suffix("").parts)
        if not any(module == other or module.startswith(f"{other}.") for other in others):
            yield SCRIPTS, file
    for fact in entry.facts:
        place = content / fact
        files = sorted(p for p in place.rglob("*") if p.is_file()) if place.is_dir() else [place]
        for file in files:
            if file.exists():
                yield content, file


def _matplotlib() -> str:
    try:
        return version("matplotlib")
    except PackageNotFoundError:
        return "none"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; 0 when every figure is up to date, 1 when one failed, 2 on wrong usage."""
    parser = argparse.ArgumentParser(
        prog="python -m course.build", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "figures", metavar="DIR")
    parser.add_argument("--content", type=Path, default=ROOT / "content", metavar="DIR")
    parser.add_argument("--only", action="append", default=[], metavar="ID")
    parser.add_argument("--force", action="store_true", help="draw what is up to date as well")
    given = parser.parse_args(arguments)
    try:
        build(given.out, given.content, given.only, given.force, _say)
    except BuildError as problem:
        sys.stderr.write(f"error: {problem}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("stopped; finished figures are kept\n")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
