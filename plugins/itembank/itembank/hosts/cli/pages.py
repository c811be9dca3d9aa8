"""`itembank pages`: the pages of a bank as files, for hosts that know no MkDocs plugins."""

from __future__ import annotations

import argparse
from pathlib import Path

from itembank.hosts.cli.console import CommandError, Commands, note, out
from itembank.hosts.cli.places import from_here, load_site, shown_path
from itembank.hosts.links import check_links
from itembank.hosts.page_files import apply, compare, own_pages, refuse_published


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "pages",
        help="write the pages of a bank as files, for Zensical and other hosts",
        description=(
            "Write a page for each question, topic and bank, and what they load, below the folder "
            "of pages. What has not changed is left alone, what is no longer needed is removed, "
            "and a page that you wrote yourself is never touched."
        ),
    )
    parser.add_argument("--root", type=Path, default=Path(), help="folder of itembank.yml")
    parser.add_argument("--docs", default="docs", help="folder of pages below it (docs)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if something had to change"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the pages, unless the bank has mistakes."""
    docs = options.root / options.docs
    if not docs.is_dir():
        raise CommandError(f"there is no folder `{shown_path(docs)}`: name yours with --docs")
    site, findings = load_site(options.root)
    refuse_published(site, docs, findings)
    site.check_pages(docs, findings, (docs / name for name in own_pages(docs).values()))
    check_links(site, docs, findings)
    for found in findings:
        out(f"{from_here(found, options.root)}\n")
    if findings.errors:
        note(f"{len(findings.errors)} errors; nothing was written")
        return 1
    changes = compare(site, docs)
    if options.check:
        for name in changes.stale:
            out(f"{shown_path(docs / name)}: out of date\n")
        return 1 if changes.stale else 0
    apply(changes, docs)
    note(
        f"{len(changes.write)} written, {len(changes.remove)} removed, "
        f"{changes.unchanged} unchanged in {shown_path(docs)}"
    )
    return 0
