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
        "itembank.yml:5:3: error[before-build]: `python -m step_before` ended with 1: "
        "ValueError: a.yml: no such link (code/helper_of_step.py, line 1)"
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
        "itembank.yml:2:3: error[before-build]: `no-such-program-at-all x`: "
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
    ("code", "said"),
    [
        ("x = 1\ndef f(:\n", "SyntaxError: invalid syntax ({file}, line 2)"),
        ("x = 1\n", "AttributeError: it has no `__all__`"),
        ("__all__ = 'x'\n", 'TypeError: `__all__` must be a list, as in `["x"]`'),
        ("__all__ = ['x']\nx = 1\n", "TypeError: `x` of `__all__` is no function"),
        (
            "__all__ = ['missing']\n",
            "AttributeError: module '{module}' has no attribute 'missing'",
        ),
        ("\n\nraise RuntimeError('no data')\n", "RuntimeError: no data ({file}, line 3)"),
        (
            "import no_such_module_at_all\n",
            "ModuleNotFoundError: No module named 'no_such_module_at_all' ({file}, line 1)",
        ),
        (
            "import json\n\njson.loads('{')\n",
            "JSONDecodeError: Expecting property name enclosed in double quotes: "
            "line 1 column 2 (char 1) ({file}, line 3)",
        ),
        ("raise SystemExit(3)\n", "SystemExit: 3 ({file}, line 1)"),
    ],
    ids=lambda text: text.strip(),
)
def test_a_module_that_fails_is_one_finding(site: SiteFolder, code: str, said: str) -> None:
    name = f"values_failing_{abs(hash(code))}"
    site.values(code, name)
    site.question(stem="From {{= size(3) | GB }} to {{= size(4) | GB }}?")
    site.page("index.md", "# Start\n\n{{= size(5) | GB }}\n")
    assert site.lint() == [
        f"itembank.yml:2:3: error[values]: `{name}` cannot be imported: "
        + said.replace("{file}", f"code/{name}.py").replace("{module}", name)
        + " (its `__all__` names the functions for expressions)"
    ]


def test_settings_with_a_mistake_do_not_hide_the_rest(site: SiteFolder) -> None:
    site.write("itembank.yml", "banks: [{path: content/questions}]\nvalues: {modul: numbers}\n")
    site.question(stem="From {{= size(3) | GB }}?", explanation="## No heading")
    assert site.lint() == [
        "content/questions/ring.yml:18:15: error[heading]: `explanation`: a heading "
        "(use **bold** text instead)",
        "itembank.yml:2:1: error[missing-field]: `module` is missing in `values`",
        "itembank.yml:2:10: error[unknown-key]: unknown key `modul` (did you mean `module`?)",
    ]
    site.write("itembank.yml", "banks: [{path: content/questions}]\nwacth: [code]\n")
    site.question(stem="From {{= 1 + }}?")
    assert [line.split("]")[0] for line in site.lint()] == [
        "content/questions/ring.yml:4:12: error[value",
        "itembank.yml:2:1: error[unknown-key",
    ]
    site.write("itembank.yml", "banks: [\n")
    assert [line.partition(":")[0] for line in site.lint()] == ["itembank.yml"]


def test_folders_and_files_of_the_settings_are_looked_for(site: SiteFolder) -> None:
    site.settings(sources="content/sourses.yml", figures="bild/figures")
    assert site.lint() == [
        "itembank.yml:1:10: error[missing-folder]: there is no folder `bild/figures`",
        "itembank.yml:2:10: error[missing-file]: there is no file `content/sourses.yml`",
    ]


def test_two_sites_in_one_process_do_not_share_values(site: SiteFolder, new_site) -> None:
    other = new_site()
    for folder, number in ((site, 1), (other, 2)):
        folder.values(f"__all__ = ['n']\n\n\ndef n():\n    return {number}\n", "values_of_a_site")
        loads = Loads(folder)
        assert loads.load() == []
        assert loads.site.evaluator.render("n()") == str(number)
