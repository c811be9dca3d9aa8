"""`itembank lint`: errors of the format and rules of item writing, for a site or single files."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator, Sequence
from pathlib import Path

from itembank.hosts.cli.checks import Limits, check
from itembank.hosts.cli.console import CommandError, Commands, counted, note, out
from itembank.hosts.cli.places import find_root, from_here, shown_path
from itembank.lint import GUESS_BOUND, REVIEW_DAYS, chosen_rules
from itembank.lint.reference import rules_reference
from itembank.lint.reports import REPORTS
from itembank.model import Diagnostic


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "lint",
        help="check questions: format, values, and how they are written",
        description="Check a site, or single question files. Ends with 1 when there are errors.",
    )
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="folder of itembank.yml, question files or pages; the current folder when absent",
    )
    parser.add_argument("--docs", help="folder of pages that embed questions (docs)")
    parser.add_argument("--format", choices=[*REPORTS], default="text", help="default: text")
    parser.add_argument("--strict", action="store_true", help="end with 1 on warnings too")
    parser.add_argument(
        "--select", type=_names, default=(), metavar="RULES", help="only these rules (a,b)"
    )
    parser.add_argument(
        "--ignore", type=_names, default=(), metavar="RULES", help="not these rules (a,b)"
    )
    parser.add_argument(
        "--today",
        type=datetime.date.fromisoformat,
        default=datetime.date.today(),
        metavar="YYYY-MM-DD",
        help="the day that `review-stale` counts from",
    )
    parser.add_argument(
        "--review-days",
        type=int,
        default=REVIEW_DAYS,
        metavar="DAYS",
        help="a review is stale after this many days (default: %(default)s)",
    )
    parser.add_argument(
        "--guess-bound",
        type=float,
        default=GUESS_BOUND,
        metavar="SCORE",
        help="`blind-guess` tells scores above this (default: one third)",
    )
    parser.add_argument("--rules", action="store_true", help="print all rules as Markdown, and end")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, report, and return 1 when the findings ask for it."""
    if options.rules:
        out(rules_reference())
        return 0
    try:
        rules = chosen_rules(options.select, options.ignore)
    except LookupError as error:
        raise CommandError(str(error.args[0])) from error
    docs = options.docs or "docs"
    limits = Limits(options.today, options.review_days, options.guess_bound, docs)
    found: list[Diagnostic] = []
    questions = 0
    for root, files in _targets(options.paths or [Path()]):
        if options.docs and not (root / docs).is_dir():
            raise CommandError(f"there is no folder `{shown_path(root / docs)}`")
        more, count = check(root, files, rules, limits)
        found += (from_here(diagnostic, root) for diagnostic in more)
        questions += count
    if not questions and not found and not any(path.suffix == ".md" for path in options.paths):
        raise CommandError("no question was found: is this the folder of `itembank.yml`?")
    found = sorted(
        diagnostic
        for diagnostic in dict.fromkeys(found)
        if diagnostic.severity == "error" or diagnostic.rule not in options.ignore
    )
    out(REPORTS[options.format](found))
    errors, warnings, infos = (
        sum(diagnostic.severity == severity for diagnostic in found)
        for severity in ("error", "warning", "info")
    )
    summary = ", ".join(
        [
            counted(questions, "question"),
            counted(errors, "error"),
            counted(warnings, "warning"),
            f"{infos} for information",
        ]
    )
    note(summary)
    return 1 if errors or (options.strict and warnings) else 0


def _targets(paths: Sequence[Path]) -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """Yield each site root with the files to check in it; no files: the whole site."""
    files: dict[Path, list[Path]] = {}
    for path in paths:
        if path.is_dir():
            yield path, ()
        elif path.is_file():
            files.setdefault(find_root(path) or path.resolve().parent, []).append(path)
        else:
            raise CommandError(f"there is no file or folder `{path}`")
    for root, chosen in files.items():
        yield root, tuple(chosen)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())
