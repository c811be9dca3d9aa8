"""The builder: same bytes everywhere, draws only what changed, never leaves half a figure."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from course import build as builder
from course import example
from course.figures import manifest
from course.figures.words import Source, Table, Words

ROOT = Path(__file__).parents[2]
FEW = ("--only", "critical-batch", "--only", "interconnects")
BUILD = "import sys; from course.build import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Code and facts in a place of their own, where nobody edits them meanwhile."""
    root = tmp_path_factory.mktemp("tree")
    for part in ("scripts", "content"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def environment(tree: Path, **more: str) -> dict[str, str]:
    scripts = tree / "scripts"
    paths = os.pathsep.join([str(scripts), str(scripts / "scalemodel")])
    return {**os.environ, "PYTHONPATH": paths, **more}


def run(tree: Path, code: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment(tree, **more), check=False
    )


def contents(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def built(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built")
    done = run(tree, BUILD, "--out", str(out), PYTHONHASHSEED="1", TZ="Asia/Tokyo")
    assert (done.returncode, done.stderr) == (0, "")
    assert "interconnects" in done.stdout
    assert "warning" not in done.stdout
    return out


def test_bytes_depend_on_nothing_but_the_inputs(tree: Path, built: Path, tmp_path: Path) -> None:
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "matplotlibrc").write_text(
        "lines.linewidth: 9\nfont.size: 30\nsvg.fonttype: none\n"
    )
    out = tmp_path / "out"
    done = run(
        tree, BUILD, "--out", str(out), PYTHONHASHSEED="2", TZ="America/Lima", LC_ALL="C",
        MATPLOTLIBRC=str(settings), SOURCE_DATE_EPOCH="0",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(out) == contents(built)


def test_a_second_build_draws_nothing_and_leaves_matplotlib_alone(tree: Path, built: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    code = """
import sys
from pathlib import Path
from course.build import main
assert main(["--out", sys.argv[1]]) == 0
sys.exit("matplotlib" in sys.modules or "numpy" in sys.modules)
"""
    done = run(tree, code, str(built))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*")} == before


@pytest.mark.parametrize("name", ["light-wide.svg", "dark-narrow.svg", "data.csv", "figure.yml"])
@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"<svg")])
def test_a_harmed_figure_is_not_taken_for_good(
    built: Path, tmp_path: Path, name: str, harm: Callable[[Path], object]
) -> None:
    shutil.copytree(built, tmp_path, dirs_exist_ok=True)
    stamp = json.loads((tmp_path / "interconnects" / manifest.STAMP).read_bytes())
    inputs = stamp["inputs"]
    assert manifest.is_fresh(tmp_path, "interconnects", inputs)
    harm(tmp_path / "interconnects" / name)
    assert not manifest.is_fresh(tmp_path, "interconnects", inputs)


KILLED = """
import os, sys
from pathlib import Path
from course.figures.manifest import Picture, write
from course.figures.words import Table, Words

left = int(sys.argv[3])
def dying(function):
    def call(*arguments, **named):
        global left
        left -= 1
        if left < 0:
            if function is real_write:
                real_write(arguments[0], arguments[1][: len(arguments[1]) // 2])
            os._exit(9)
        return function(*arguments, **named)
    return call
real_write = Path.write_bytes
Path.write_bytes = dying(real_write)
Path.rename = dying(Path.rename)
words = Words("f", sys.argv[2], "alt", "caption", (), Table(("a",), (("1",),)))
write(Path(sys.argv[1]), words, [Picture("light", "wide", 10, 10, sys.argv[2])], sys.argv[2])
os._exit(0)
"""


@pytest.mark.parametrize("replaces", [False, True])
def test_a_build_killed_at_any_moment_leaves_a_whole_figure_or_none(
    tree: Path, tmp_path: Path, replaces: bool
) -> None:
    survived = 0
    for moment in range(20):
        out = tmp_path / str(moment)
        if replaces:
            assert run(tree, KILLED, str(out), "old", "99").returncode == 0
        code = run(tree, KILLED, str(out), "new", str(moment)).returncode
        folder = out / "f"
        if folder.exists():
            version = (folder / "light-wide.svg").read_text()
            assert version in ("old", "new")
            assert manifest.is_fresh(out, "f", version)
            assert yaml.safe_load((folder / "figure.yml").read_text())["title"] == version
        assert run(tree, KILLED, str(out), "new", "99").returncode == 0
        assert manifest.is_fresh(out, "f", "new")
        if code == 0:
            survived = moment
            break
    assert survived >= 5


def test_leavings_of_killed_builds_go_away_and_running_ones_stay(tmp_path: Path) -> None:
    old, young = tmp_path / ".partial-f-old", tmp_path / ".partial-f-young"
    old.mkdir()
    young.mkdir()
    os.utime(old, (1, 1))
    manifest.sweep(tmp_path, older_than=1000)
    assert (old.exists(), young.exists()) == (False, True)


def test_two_builds_at_once(tree: Path, built: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD, "--out", str(tmp_path / "out"), "--force", *FEW]
    both = [
        subprocess.Popen(command, env=environment(tree), stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[1] for process in both] == ["", ""]
    assert [process.returncode for process in both] == [0, 0]
    whole = contents(built)
    drawn = contents(tmp_path / "out")
    assert drawn == {name: data for name, data in whole.items() if name in drawn}
    assert {name.partition(os.sep)[0] for name in drawn} == {"critical-batch", "interconnects"}


def test_two_writers_of_one_figure(tree: Path, tmp_path: Path) -> None:
    loop = KILLED.replace("write(Path", "for _ in range(60):\n  write(Path")
    pair = [
        subprocess.Popen(
            [sys.executable, "-c", loop, str(tmp_path), text, "99999"], env=environment(tree)
        )
        for text in ("one", "two")
    ]
    assert [process.wait() for process in pair] == [0, 0]
    version = (tmp_path / "f" / "light-wide.svg").read_text()
    assert manifest.is_fresh(tmp_path, "f", version)
    assert [path.name for path in tmp_path.iterdir()] == ["f"]


def test_only_the_figure_whose_code_changed_is_drawn_again(
    tree: Path, built: Path, tmp_path: Path
) -> None:
    own, out = tmp_path / "tree", tmp_path / "out"
    shutil.copytree(tree, own)
    shutil.copytree(built, out)
    module = own / "scripts" / "course" / "figures" / "critical_batch.py"
    module.write_text(module.read_text("utf-8") + "\n# another thought\n", "utf-8")
    done = run(own, BUILD, "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[2] for line in done.stdout.splitlines()] == ["critical-batch"]


def test_one_changed_fact_changes_picture_alt_and_table(
    tree: Path, built: Path, tmp_path: Path
) -> None:
    content = tmp_path / "content"
    shutil.copytree(tree / "content", content)
    links = content / "hardware" / "links.yml"
    lines = links.read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.lstrip().startswith("nvlink4:"))
    halved = {"450": "225", "900": "450", "18": "9"}
    lines[at] = re.sub(r"(?<=: )(450|900|18)\b", lambda found: halved[found[0]], lines[at])
    links.write_text("".join(lines), "utf-8")
    out = tmp_path / "out"
    done = run(tree, BUILD, "--out", str(out), "--content", str(content), "--only", "interconnects")
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("light-wide.svg", "dark-narrow.svg", "data.csv"):
        before, after = (folder / "interconnects" / name for folder in (built, out))
        assert before.read_bytes() != after.read_bytes(), name
    alts = [
        yaml.safe_load((folder / "interconnects" / "figure.yml").read_text("utf-8"))["alt"]
        for folder in (built, out)
    ]
    assert "450 GB/s for each GPU" in alts[0]
    assert "225 GB/s for each GPU" in alts[1]


def test_table_is_what_the_command_line_prints(tree: Path, built: Path) -> None:
    fabrics = [word for fabric in example.FABRICS for word in ("--fabric", fabric)]
    command = [
        sys.executable, "-m", "scalemodel", "compare", "--model", example.MODEL,
        "--node", example.NODE, "--nodes", str(example.NODES),
        "--tokens-per-gpu", str(example.TOKENS_PER_GPU), *fabrics, "--json",
    ]  # fmt: skip
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(tree), check=True
    )
    printed = json.loads(done.stdout, parse_float=str, parse_int=str)
    with (built / "interconnects" / "data.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = {
        "Line rate, GB/s per direction (specified)": "line_rate_gb_s_per_direction",
        "All-reduce bus bandwidth, GB/s per direction (model)": "bus_bandwidth_gb_s",
        "Gradients on the wire, ms": "all_reduce_ms",
        "GPUs idle, best case, ms": "exposed_ms",
        "GPUs busy, best case, %": "busy_percent_overlap",
        "GPUs busy, worst case, %": "busy_percent_no_overlap",
        "Forward, ms": "forward_ms",
        "Backward, ms": "backward_ms",
    }
    assert len(rows) == len(printed) == len(example.FABRICS)
    for row, line in zip(rows, printed, strict=True):
        assert {title: row[title] for title in columns} == {
            title: line[key] for title, key in columns.items()
        }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "no-such"], "error: no figure is called 'no-such'; there are: interconnects"),
        (["--content", "nowhere"], "error: figure interconnects: no hardware facts in nowhere"),
    ],
)
def test_errors_are_one_line_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert builder.main(["--out", str(tmp_path), *arguments]) == 1
    error = capsys.readouterr().err
    assert error.startswith(message)
    assert error.count("\n") == 1


def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert builder.main(["--out", str(tmp_path / "file"), "--only", "interconnects"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: figure interconnects: cannot write ")
    assert error.count("\n") == 1


def test_quotes_and_newlines_survive_the_manifest(tmp_path: Path) -> None:
    odd = 'He said "no": {a} # b\n\n- c — µ'
    words = Words("f", odd, odd, odd, (Source("x", odd),), Table((odd,), ((odd,),)))
    manifest.write(tmp_path, words, [], "0")
    read = yaml.safe_load((tmp_path / "f" / "figure.yml").read_text("utf-8"))
    assert (read["title"], read["alt"], read["caption"]) == (odd, odd, odd)
    assert read["sources"] == [{"ref": "x", "at": odd}]


def test_errors_of_the_model_are_those_that_validate_prints(tree: Path, built: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "scalemodel",
        "validate",
        str(tree / "content" / "measurements"),
    ]
    done = subprocess.run(
        [*command, "--json"], capture_output=True, text=True, env=environment(tree), check=True
    )
    printed = {row["set"]: row for row in json.loads(done.stdout)["sets"] if row["rows"]}
    with (built / "model-error" / "data.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["Set"]: row for row in csv.DictReader(file)}
    assert rows.keys() == printed.keys()
    for name, row in rows.items():
        expected = (printed[name]["mape_percent"], printed[name]["null_model_mape_percent"])
        drawn = (row["Model, mean error, %"], row["Null model, mean error, %"])
        assert [float(cell) for cell in drawn] == pytest.approx(expected, rel=0.01)
        assert int(row["Rows"].replace(",", "")) == printed[name]["rows"]
