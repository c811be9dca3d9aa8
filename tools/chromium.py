"""Print the path of a Chromium that runs; install one if there is none.

Looked for in this order: `$CHROMIUM`, the PATH, Playwright's own. If none runs, Playwright's
installer is tried, then (as root, where there is apt-get) the system's package manager.
The path goes to standard output, everything else to standard error.

    CHROMIUM=$(python tools/chromium.py)
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

PLAYWRIGHT_PATH = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

HELP = """\
The browser tests need Chromium, and none was found or could be installed. Any of these helps:
  - install it with your system's package manager (Debian, as root: apt-get install chromium)
  - install Playwright's: {python} -m playwright install --with-deps chromium
  - name one that you have: CHROMIUM=/path/to/chromium make test"""


def say(message: str) -> None:
    """Tell the user, without touching standard output."""
    print(message, file=sys.stderr, flush=True)


def runs(path: str) -> bool:
    """Whether the program at `path` starts: a download without its libraries does not."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def playwright_path() -> str | None:
    """Where Playwright keeps its Chromium, whether or not it is there."""
    answer = subprocess.run(
        [sys.executable, "-c", PLAYWRIGHT_PATH], capture_output=True, text=True, check=False
    )
    return answer.stdout.strip() or None


def candidates() -> Iterator[str]:
    """Every path worth a try, best first."""
    for name in NAMES:
        if path := shutil.which(name):
            yield path
    if path := playwright_path():
        yield path


def find() -> str | None:
    """The first Chromium that runs."""
    return next(filter(runs, candidates()), None)


def attempt(command: Sequence[str], *, loud: bool = True) -> bool:
    """Run a command, named first if `loud`. Whether it succeeded; else its error is shown."""
    if loud:
        say("+ " + " ".join(command))
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    answer = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if answer.returncode != 0:
        errors = [line for line in answer.stderr.splitlines() if "rror" in line]
        say(errors[0] if errors else f"it failed with exit code {answer.returncode}")
    return answer.returncode == 0


def install_packages(*packages: str) -> bool:
    """Install system packages, if this user may. Whether that succeeded."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return False
    attempt([apt, "-qq", "update"])
    return attempt([apt, "-qq", "install", "--yes", "--no-install-recommends", *packages])


def playwright_starts() -> bool:
    """Whether Playwright runs, with a library for it installed if need be.

    The Node.js that it brings needs libatomic, which a bare Debian lacks.
    """
    version = [sys.executable, "-m", "playwright", "--version"]
    return attempt(version, loud=False) or (install_packages("libatomic1") and attempt(version))


def install() -> str | None:
    """Install Chromium by the first way that works, and return its path."""
    say("No Chromium found; installing one for the browser tests (once).")
    playwright = [sys.executable, "-m", "playwright"]
    if attempt([*playwright, "install", "--no-shell", "chromium"]):
        if path := find():
            return path
        if os.geteuid() == 0 and attempt([*playwright, "install-deps", "chromium"]):
            return find()
    return find() if install_packages("chromium", "fonts-liberation") else None


def main() -> int:
    """Print the path and return 0, or say what to do and return 1."""
    named = os.environ.get("CHROMIUM")
    if named and not runs(named):
        say(f"CHROMIUM={named} does not run. Correct it, or leave it unset to have one found.")
        return 1
    if not playwright_starts():
        say("Playwright does not start. Is libatomic missing? Debian: apt-get install libatomic1")
        return 1
    path = named or find() or install()
    if path is None:
        say(HELP.format(python=sys.executable))
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
