"""What the commands say: results to standard output, remarks to standard error."""

from __future__ import annotations

import argparse
import sys
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


class CommandError(Exception):
    """The command cannot do what it was asked; the message says why and what would work."""


def out(text: str) -> None:
    """Write a result; `text` brings its own line end."""
    sys.stdout.write(text)


def note(text: str) -> None:
    """Write a line for the person at the terminal."""
    sys.stderr.write(f"{text}\n")


def counted(number: int, word: str) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
