"""`itembank lint` and `itembank schema`, as a person or a CI job runs them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from .conftest import SiteFolder


def itembank(site: SiteFolder, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "itembank.hosts.cli", *arguments],
        cwd=site.root,
        capture_output=True,
        text=True,
        check=False,
    )


def errors(done: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in done.stdout.splitlines() if " error[" in line]


def test_a_site_with_mistakes_ends_with_1_and_says_all(site: SiteFolder) -> None:
    site.question("a", title=None)
    site.question("b", explanation="[^1]")
    site.page("index.md", "/// question | c\n///\n")
    done = itembank(site, "lint")
    assert done.returncode == 1
    assert [line.split(" ")[0] for line in errors(done)] == [
        "content/questions/a.yml:1:1:",
        "content/questions/b.yml:23:15:",
        "docs/index.md:1:1:",
    ]
    assert "2 questions, 3 errors" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_good_site_ends_with_0(site: SiteFolder) -> None:
    site.question()
    done = itembank(site, "lint")
    assert (done.returncode, errors(done)) == (0, [])


@pytest.mark.parametrize("arguments", [["lint", "no/such/folder"], ["lint", "--nonsense"], ["x"]])
def test_wrong_use_is_said_without_a_traceback(site: SiteFolder, arguments: list[str]) -> None:
    done = itembank(site, *arguments)
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr


def test_the_schema_is_json(site: SiteFolder) -> None:
    done = itembank(site, "schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["$schema"].startswith("https://json-schema.org/")
