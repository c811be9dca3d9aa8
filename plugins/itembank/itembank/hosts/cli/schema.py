"""`itembank schema`: the JSON Schemas of the files that authors write, for editors."""

from __future__ import annotations

import argparse
import json

from itembank.hosts.cli.console import Commands, out
from itembank.model import SCHEMAS


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of a question or another file",
        description="Print the JSON Schema of a file that you write; editors complete by it.",
    )
    parser.add_argument(
        "file", nargs="?", choices=list(SCHEMAS), default="question", help="default: question"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print it."""
    out(json.dumps(SCHEMAS[options.file](), indent=2, ensure_ascii=False) + "\n")
    return 0
