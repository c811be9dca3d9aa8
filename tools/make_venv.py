"""Make a virtual environment, or say plainly what is missing.

One that is there and works is kept as it is; a broken one is replaced. Where the `venv` module
cannot install pip (Debian and Ubuntu ship that part apart) and the user is root, the missing
system package is installed.

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


def works(folder: Path) -> bool:
    """Whether `folder` holds an environment with a Python and a pip that start."""
    python = folder / "bin" / "python"
    command = [str(python), "-m", "pip", "--version"]
    return (
        python.exists()
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


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
    folder = Path(arguments[0])
    if works(folder):
        return 0
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
    venv.EnvBuilder(clear=True, with_pip=True, symlinks=os.name == "posix").create(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
