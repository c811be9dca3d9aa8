"""`itembank schema`: the JSON Schema of a question file, for editors."""

from __future__ import annotations

import argparse
import json

from itembank.hosts.cli.console import Commands, out
from itembank.model import json_schema


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of a question file",
        description="Print the JSON Schema of a question file; editors complete by it.",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the schema."""
    out(json.dumps(json_schema(), indent=2) + "\n")
    return 0
