"""Build one tiny site under every host, each in an environment of its own.

    python tools/hosts.py                  all hosts
    python tools/hosts.py zensical         one of them

Writes `build/hosts/<host>/env` and `build/hosts/<host>/site/site`. A host whose environment cannot
be installed, say without a network, is skipped with a message; a site that cannot be built is an
error. The wheel of itembank is built once and installed into each.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "hosts"
SOURCE = ROOT / "tests" / "hosts" / "site"
PACKAGE = ROOT / "plugins" / "itembank"

COMMANDS: dict[str, Sequence[Sequence[str]]] = {
    "mkdocs": [["mkdocs", "build", "--strict"]],
    "properdocs": [["properdocs", "build", "--strict", "-f", "mkdocs.yml"]],
    "zensical": [["itembank", "pages"], ["zensical", "build", "--clean", "--strict"]],
}
"""What builds the site of each host, from the programs of its environment."""


class CannotInstallError(Exception):
    """An environment cannot be made; the message ends with what pip said."""


def build_wheel() -> Path:
    """Build the wheel of itembank and return it."""
    folder = FOLDER / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(PACKAGE)]
    subprocess.run(command, check=True)
    return next(folder.glob("itembank-*.whl"))


def install(host: str, wheel: Path) -> Path:
    """Make the environment of `host`, unless it is there, and return the folder of its programs.

    Raises CannotInstallError.
    """
    environment = FOLDER / host / "env"
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    lock = ROOT / "requirements" / f"hosts-{host}.txt"
    made_with = environment / "made-with"
    version = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not made_with.is_file() or made_with.read_text(encoding="utf-8") != version:
        venv.create(environment, clear=True, with_pip=True, symlinks=os.name == "posix")
        _pip(programs, "install", "--require-hashes", "--requirement", str(lock))
        made_with.write_text(version, encoding="utf-8")
    _pip(programs, "install", "--no-deps", "--no-index", "--force-reinstall", str(wheel))
    return programs


def build(host: str, programs: Path) -> None:
    """Build a copy of the tiny site."""
    copy = FOLDER / host / "site"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    for command in COMMANDS[host]:
        program = [str(programs / command[0]), *command[1:]]
        subprocess.run(program, cwd=copy, env={**os.environ, **quiet, "PATH": path}, check=True)


def _pip(programs: Path, *arguments: str) -> None:
    command = [str(programs / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise CannotInstallError(said[-1] if said else f"pip ended with {done.returncode}")


def main() -> int:
    """Build the sites, name what was skipped; return 1 when a site could not be built."""
    parser = argparse.ArgumentParser(description="Build one site under every host.")
    parser.add_argument("hosts", nargs="*", help=f"of {', '.join(COMMANDS)}; all when absent")
    hosts = parser.parse_args().hosts or list(COMMANDS)
    for unknown in set(hosts) - COMMANDS.keys():
        parser.error(f"no host {unknown!r}; there are {', '.join(COMMANDS)}")
    wheel = build_wheel()
    failed = 0
    for host in hosts:
        shutil.rmtree(FOLDER / host / "site", ignore_errors=True)
        try:
            programs = install(host, wheel)
        except CannotInstallError as error:
            print(f"SKIPPED {host}: its environment cannot be installed: {error}", file=sys.stderr)
            continue
        print(f"{host}:", flush=True)
        try:
            build(host, programs)
        except subprocess.CalledProcessError as error:
            print(f"FAILED {host}: {error}", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
