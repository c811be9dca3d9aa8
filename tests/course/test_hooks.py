"""What the site adds to MkDocs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from markdown import markdown

from course import hooks

TABLE = "| a | b |\n|--:|---|\n| 1 | 2 |\n"


def test_alignment_is_a_class_and_cells_keep_their_other_classes() -> None:
    html = markdown(TABLE, extensions=["tables", "attr_list", hooks.StrictTables()])
    assert "style=" not in html
    assert '<td class="align-right">1</td>' in html
    assert "<td>2</td>" in html


def test_builds_of_a_commit_have_its_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "for the clean-up at the end")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    command = ["git", "log", "-1", "--format=%cI"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    hooks.on_startup(command="build", dirty=False)
    if done.returncode:
        assert "SOURCE_DATE_EPOCH" not in os.environ
        return
    show = ["git", "show", "--no-patch", "--format=%cd", "--date=unix", "HEAD"]
    date = subprocess.run(show, cwd=root, capture_output=True, text=True, check=True).stdout
    assert os.environ["SOURCE_DATE_EPOCH"] == date.strip()


def test_a_date_that_is_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    hooks.on_startup(command="build", dirty=False)
    assert os.environ["SOURCE_DATE_EPOCH"] == "86400"
