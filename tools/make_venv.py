"""Make a virtual environment, or say plainly what is missing.

Where the `venv` module cannot install pip (Debian and Ubuntu ship that part apart) and the
user is root, the missing system package is installed.

    python3 tools/make_venv.py .venv
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path


def has_pip_installer() -> bool:
    """Whether this Python can put pip into a new environment."""
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def install_pip_installer(package: str) -> None:
    """Install the system package that brings `ensurepip`, if this user may."""
    apt = shutil.which("apt-get")
    if apt is None or os.name != "posix" or os.geteuid() != 0:
        return
    print(f"Installing the system package {package}, which Python lacks.", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        command = [apt, "-qq", *arguments]
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)


def main(arguments: list[str]) -> int:
    """Make the environment named by the one argument; return the exit code."""
    if len(arguments) != 1:
        print("usage: make_venv.py FOLDER", file=sys.stderr)
        return 2
    package = "python{}.{}-venv".format(*sys.version_info)
    if not has_pip_installer():
        install_pip_installer(package)
    if not has_pip_installer():
        print(
            f"{sys.executable} cannot make a virtual environment: its module ensurepip is missing."
            f" On Debian and Ubuntu: apt-get install {package}",
            file=sys.stderr,
        )
        return 1
    folder = Path(arguments[0])
    venv.EnvBuilder(with_pip=True, symlinks=os.name == "posix").create(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
