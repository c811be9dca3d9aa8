"""`itembank lint` and `itembank schema`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from itembank import __version__
from itembank.hosts.site import Site
from itembank.model import json_schema


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser(prog="itembank", description="Question banks in YAML.")
    parser.add_argument("--version", action="version", version=f"itembank {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    lint = commands.add_parser("lint", help="check every question, figure and value of a site")
    lint.add_argument("root", nargs="?", default=".", help="folder of itembank.yml")
    lint.add_argument("--docs", default="docs", help="folder of pages that embed questions")
    commands.add_parser("schema", help="print the JSON Schema of a question file")
    options = parser.parse_args(arguments)
    if options.command == "schema":
        print(json.dumps(json_schema(), indent=2))
        return 0
    return _lint(Path(options.root), Path(options.root) / options.docs)


def _lint(root: Path, docs: Path) -> int:
    site = Site(root)
    findings = site.load(keep_last_good=False, tell=lambda line: print(line, file=sys.stderr))
    site.check_pages(sorted(docs.rglob("*.md")), findings)
    for found in findings:
        print(found)
    items = len(site.bank.items)
    print(f"{items} questions, {len(findings.errors)} errors", file=sys.stderr)
    return 1 if findings.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
