"""What the benchmarks share: environments of their own, and the cost of a process.

CPU time is user and system together, of the process and its children: other work on the machine
counts little in it. Compare numbers of one run only, by their ratio.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "bench"


class CannotInstallError(Exception):
    """An environment cannot be made; the message ends with what pip said."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process took; `peak` is the most memory it held."""

    cpu_s: float
    wall_s: float
    peak_mib: float


def cheapest(costs: Sequence[Cost]) -> Cost:
    """Return the run with the least CPU time: what disturbs a run only ever adds to it."""
    return min(costs, key=lambda cost: cost.cpu_s)


def run(command: Sequence[str], folder: Path) -> Cost:
    """Run `command` in `folder` and return its cost; its output is shown only if it fails.

    Raises CalledProcessError.
    """
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            sys.stderr.write(output.read().decode(errors="replace"))
            raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024)


def environment(name: str) -> Path:
    """Make the environment of `requirements/NAME.txt`, if need be; return its programs' folder.

    Raises CannotInstallError, such as without a network.
    """
    folder = FOLDER / name
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    lock = ROOT / "requirements" / f"{name}.txt"
    made_with = folder / "made-with"
    version = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not made_with.is_file() or made_with.read_text(encoding="utf-8") != version:
        venv.create(folder, clear=True, with_pip=True, symlinks=os.name == "posix")
        install(programs, "--require-hashes", "--requirement", str(lock))
        made_with.write_text(version, encoding="utf-8")
    return programs


def install(programs: Path, *arguments: str) -> None:
    """Let the pip of an environment install something; raises CannotInstallError."""
    command = [str(programs / "python"), "-m", "pip", "install", "--quiet", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        raise CannotInstallError(lines[-1])
