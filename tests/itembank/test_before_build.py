"""The site's own step before a build, and the module that computes its values."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from itembank.hosts.site import Site

from .conftest import SiteFolder

STEP = """\
import pathlib
import helper_of_step

log = pathlib.Path("runs.txt")
log.write_text(log.read_text() + "run\\n" if log.exists() else "run\\n")
print("drew 1 figure")
"""


@pytest.fixture
def stepped(site: SiteFolder) -> SiteFolder:
    site.write("code/step_before.py", STEP)
    site.write("code/helper_of_step.py", "")
    site.write("facts/a.yml", "a: 1\n")
    site.settings(
        before_build={"run": ["python", "-m", "step_before"], "path": "code", "inputs": ["facts"]}
    )
    return site


class Loads:
    def __init__(self, folder: SiteFolder) -> None:
        self.site = Site(folder.root)
        self.told: list[str] = []

    def load(self) -> list[str]:
        findings = self.site.load(keep_last_good=True, tell=self.told.append)
        return [str(found) for found in findings]


def runs(folder: SiteFolder) -> int:
    return len((folder.root / "runs.txt").read_text().splitlines())


def touch(file: Path) -> None:
    os.utime(file, (1, 1))


def test_the_step_runs_once_and_again_when_an_input_changes(stepped: SiteFolder) -> None:
    loads = Loads(stepped)
    assert loads.load() == []
    assert loads.told == ["drew 1 figure"]
    assert loads.load() == []
    assert runs(stepped) == 1
    touch(stepped.root / "facts/a.yml")
    loads.load()
    assert runs(stepped) == 2
    stepped.write("facts/b.yml", "b: 1\n")
    loads.load()
    assert runs(stepped) == 3
    stepped.question()
    loads.load()
    assert runs(stepped) == 3


def test_a_failing_step_is_one_finding_and_runs_again(stepped: SiteFolder) -> None:
    loads = Loads(stepped)
    stepped.write("code/helper_of_step.py", "raise ValueError('a.yml: no such link')\n")
    said = (
        "itembank.yml:1:1: error[before-build]: `python -m step_before` ended with 1: "
        "ValueError: a.yml: no such link"
    )
    assert loads.load() == [said]
    assert loads.load() == [said]
    stepped.write("code/helper_of_step.py", "")
    assert loads.load() == []
    assert runs(stepped) == 1


def test_a_program_that_does_not_exist(site: SiteFolder) -> None:
    site.settings(before_build={"run": ["no-such-program-at-all", "x"]})
    [found] = Loads(site).load()
    assert found == (
        "itembank.yml:1:1: error[before-build]: `no-such-program-at-all x`: "
        "No such file or directory"
    )


def test_values_are_imported_anew_when_their_code_changes(site: SiteFolder) -> None:
    site.write("code/values_one.py", "from values_two import size\n\n__all__ = ['size']\n")
    site.write("code/values_two.py", "def size():\n    return 1\n")
    site.settings(values={"module": "values_one", "path": "code"})
    loads = Loads(site)
    assert loads.load() == []
    assert loads.site.evaluator.render("size()") == "1"
    site.write("code/values_two.py", "def size():\n    return 22\n")
    assert loads.load() == []
    assert loads.site.evaluator.render("size()") == "22"


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("def f(:\n", "SyntaxError"),
        ("x = 1\n", "__all__"),
        ("__all__ = ['missing']\n", "missing"),
        ("raise RuntimeError('no data')\n", "RuntimeError: no data"),
        ("import no_such_module_at_all\n", "no_such_module_at_all"),
        ("raise SystemExit(3)\n", "SystemExit"),
    ],
    ids=lambda text: text.strip(),
)
def test_a_module_that_fails_is_one_finding(site: SiteFolder, code: str, word: str) -> None:
    name = f"values_failing_{abs(hash(code))}"
    site.values(code, name)
    [found] = Loads(site).load()
    assert found.startswith(f"itembank.yml:1:1: error[values]: `{name}` cannot be imported: ")
    assert word in found
    assert len(found.splitlines()) == 1


def test_two_sites_in_one_process_do_not_share_values(site: SiteFolder, new_site) -> None:
    other = new_site()
    for folder, number in ((site, 1), (other, 2)):
        folder.values(f"__all__ = ['n']\n\n\ndef n():\n    return {number}\n", "values_of_a_site")
        loads = Loads(folder)
        assert loads.load() == []
        assert loads.site.evaluator.render("n()") == str(number)
