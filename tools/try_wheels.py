"""Install each of our wheels into an empty environment, and use it as a stranger would.

    python tools/try_wheels.py build/wheels

Exit code 0: both work; 1: what failed was said.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

SETTINGS = "site_name: Try\nplugins:\n  - itembank\n"
QUESTION = """\
id: first
type: choice
title: The first question
stem: Which number is even?
select: one
options:
  - {id: two, text: "2", correct: true, rationale: It is twice one.}
  - {id: three, text: "3", correct: false, rationale: It leaves one over.}
short_explanation: Two is even.
explanation: An even number is a multiple of two.
sources:
  - {title: Arithmetic, url: "https://example.org/arithmetic", at: the first page}
reviewed: 2026-12-01
"""


def environment(folder: Path, requirement: str) -> Path:
    """Return the `bin` of a new environment with what was asked for."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", requirement)
    return programs


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command and return what it printed; a failure ends the program with its words."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def try_itembank(wheel: Path, folder: Path) -> None:
    """A new MkDocs project with one question: it is on its page, graded and without leaks."""
    programs = environment(folder / "env", f"{wheel}[mkdocs]")
    (folder / "docs").mkdir()
    (folder / "docs/index.md").write_text("# Try\n\n/// question | first\n///\n")
    (folder / "content/questions").mkdir(parents=True)
    (folder / "content/questions/first.yml").write_text(QUESTION)
    (folder / "mkdocs.yml").write_text(SETTINGS)
    run(programs / "itembank", "lint", cwd=folder)
    run(programs / "mkdocs", "build", "--strict", "--quiet", cwd=folder)
    page = (folder / "site/index.html").read_text()
    scripts = list((folder / "site/assets/itembank").glob("itembank.*.js"))
    if "<itembank-question" not in page or not scripts:
        sys.exit("itembank: the page has no question, or no script")


def try_scalemodel(wheel: Path, folder: Path) -> None:
    """The command answers with the facts that travel in the wheel."""
    programs = environment(folder / "env", str(wheel))
    command = ["predict", "--model", "llama3-70b", "--node", "dgx-h100", "--nodes", "16"]
    answer = run(programs / "scalemodel", *command, cwd=folder)
    if "goodput" not in answer.lower():
        sys.exit(f"scalemodel: no goodput in the answer\n{answer}")


def main(arguments: Sequence[str]) -> int:
    """Try the wheels in the folder named by the one argument."""
    wheels = Path(arguments[0]).resolve()
    for name, attempt in (("itembank", try_itembank), ("scalemodel", try_scalemodel)):
        for wheel in sorted(wheels.glob(f"{name}-*.whl")):
            with tempfile.TemporaryDirectory() as folder:
                attempt(wheel, Path(folder))
            print(f"{wheel.name}: works in an empty environment")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
