"""The spelling check against small texts, and against all that this repository lets people read."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "spelling.py"


def check(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TOOL, *paths]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=ROOT)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "page.md"


def test_an_unknown_word_is_told_with_its_place_and_a_better_one(page: Path) -> None:
    page.write_text("# Rings\n\nEach GPU recieves the **sum**.\n", encoding="utf-8")
    found = check(page)
    assert found.returncode == 1
    assert f"{page}:3: 'recieves'" in found.stdout
    assert "did you mean 'receives'?" in found.stdout


@pytest.mark.parametrize(
    "text",
    [
        "Run `recieve --teh` now.",
        "```sh\nrecieve\n```",
        "    recieves: a block option",
        "{{= recieve(3) | GB }} of data",
        "[text](https://recieve.example/teh.html) and https://recieve.example",
        "<div class='recieve'></div>",
        "/// question | recieve-teh",
        "$recieve^2$",
        "H100, NVLink, fp32, GPUs and MFU",
        "the colour of a neighbour, and Slurm's queue; don’t wait",
    ],
)
def test_what_is_not_prose_or_is_listed_is_left_alone(page: Path, text: str) -> None:
    page.write_text(f"Some words.\n\n{text}\n", encoding="utf-8")
    found = check(page)
    assert (found.returncode, found.stdout) == (0, "")


def test_questions_are_read_by_their_text_keys_with_the_right_line(tmp_path: Path) -> None:
    item = tmp_path / "item.yml"
    item.write_text(
        "id: recieve-teh\nstem: |\n  One line.\n\n  Two gradiants here.\noptions:\n"
        "  - id: hte\n    text: The secnd line\n",
        encoding="utf-8",
    )
    places = [line.split(" is not")[0] for line in check(item).stdout.splitlines()]
    assert places == [f"{item}:5: 'gradiants'", f"{item}:8: 'secnd'"]


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    found = check(tmp_path)
    assert found.returncode == 2
    assert "no Markdown or YAML file" in found.stderr


def test_everything_that_people_read_is_spelled_right() -> None:
    read_mes = ["plugins/itembank/README.md", "scripts/scalemodel/README.md"]
    texts = [ROOT / "docs", ROOT / "content", *ROOT.glob("*.md"), *(ROOT / r for r in read_mes)]
    found = check(*texts)
    assert found.stdout == ""
    assert found.returncode == 0
