"""What the commands say: results to standard output, remarks to standard error."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def never_fail_to_print() -> None:
    """Let a console that lacks a character show its code instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class CommandError(Exception):
    """The command cannot do what it was asked; the message says why and what would work."""


def out(text: str) -> None:
    """Write a result at once, into a pipe too; `text` brings its own line end."""
    sys.stdout.write(text)
    sys.stdout.flush()


def note(text: str) -> None:
    """Write a line for the person at the terminal."""
    sys.stderr.write(f"{text}\n")


def counted(number: int, word: str) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
