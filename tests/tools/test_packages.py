"""The two packages as they are published: complete, and the same from either way of building."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"itembank": ROOT / "plugins/itembank", "scalemodel": ROOT / "scripts/scalemodel"}
NEEDED = {
    "itembank": (
        "itembank/py.typed",
        "itembank/browser/dist/itembank.js",
        "itembank/browser/dist/itembank.css",
        "itembank/locale/de/LC_MESSAGES/itembank.mo",
    ),
    "scalemodel": (
        "scalemodel/py.typed",
        "scalemodel/data/models.yml",
        "scalemodel/data/hardware/gpus.yml",
        "scalemodel/data/measurements/sets.yml",
    ),
}


def build(package: Path, out: Path, *targets: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(out)]
    command += [part for target in targets for part in ("--target", target)]
    subprocess.run(command, cwd=package, check=True, capture_output=True)


def contents(wheel: Path) -> dict[str, int]:
    """Name and checksum of every file."""
    return {entry.filename: entry.CRC for entry in zipfile.ZipFile(wheel).infolist()}


@pytest.fixture(scope="module", params=PACKAGES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    out = tmp_path_factory.mktemp(request.param)
    build(PACKAGES[request.param], out, "sdist", "wheel")
    return request.param, out


def test_a_wheel_has_what_the_package_reads(built) -> None:
    name, out = built
    (wheel,) = out.glob("*.whl")
    files = contents(wheel)
    assert [file for file in NEEDED[name] if file not in files] == []
    assert [file for file in files if "__pycache__" in file or "node_modules" in file] == []


def test_the_source_archive_builds_the_same_wheel(built, tmp_path: Path) -> None:
    _, out = built
    (wheel,) = out.glob("*.whl")
    (archive,) = out.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    build(unpacked, tmp_path / "again", "wheel")
    (again,) = (tmp_path / "again").glob("*.whl")
    assert contents(again) == contents(wheel)


def test_a_wheel_works_without_the_repository(built, tmp_path: Path) -> None:
    name, out = built
    (wheel,) = out.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "lib")
    arguments = {
        "itembank": ["schema"],
        "scalemodel": ["predict", "--model", "llama3-70b", "--node", "dgx-h100", "--nodes", "16"],
    }[name]
    module = {"itembank": "itembank.hosts.cli", "scalemodel": "scalemodel"}[name]
    script = f"import sys, runpy; sys.path.insert(0, {str(tmp_path / 'lib')!r}); "
    script += f"import {name}; assert {name}.__file__.startswith({str(tmp_path)!r}); "
    script += f"sys.argv = ['x', *{arguments!r}]; runpy.run_module({module!r}, run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 500
