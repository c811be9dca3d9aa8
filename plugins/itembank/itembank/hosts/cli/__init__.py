"""The command line: one module a command."""

from __future__ import annotations

import argparse

from itembank import __version__
from itembank.hosts.cli import lint, new, pages, preview, schema, stats
from itembank.hosts.cli.console import CommandError, note

COMMANDS = (lint, new, preview, stats, pages, schema)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 fine, 1 findings, 2 used wrongly."""
    parser = argparse.ArgumentParser(prog="itembank", description="Question banks in YAML.")
    parser.add_argument("--version", action="version", version=f"itembank {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
    except CommandError as error:
        note(f"itembank {options.command}: {error}")
        return 2
    except (KeyboardInterrupt, EOFError):
        note("")
        return 130
    return code
