"""The command line: one module a command."""

from __future__ import annotations

import argparse
import os
import sys

from itembank import __version__
from itembank.hosts.cli import lint, new, pages, preview, schema, stats
from itembank.hosts.cli.console import CommandError, never_fail_to_print, note

COMMANDS = (lint, new, preview, stats, pages, schema)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code: 0 fine, 1 findings, 2 used wrongly."""
    parser = argparse.ArgumentParser(prog="itembank", description="Question banks in YAML.")
    parser.add_argument("--version", action="version", version=f"itembank {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    options = parser.parse_args(arguments)
    never_fail_to_print()
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except CommandError as error:
        note(f"itembank {options.command}: {error}")
        return 2
    except BrokenPipeError:  # `itembank lint | head`: the reader has seen enough
        _let_go_of_output()
        return 141
    except OSError as error:  # a full disk, a folder that is read-only
        if error.filename is None:
            _let_go_of_output()
        note(f"itembank {options.command}: {error.filename or 'output'}: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        note("")
        return 130
    return code


def _let_go_of_output() -> None:
    """Keep what could not be written from failing once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
