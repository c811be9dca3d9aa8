"""Find a site from what the author typed, and show paths as the author would type them."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

from itembank.hosts.cli.console import CommandError, note
from itembank.hosts.site import Site
from itembank.load import SETTINGS_FILE, BankLoader, load_settings
from itembank.model import Bank, Diagnostic, Findings, Settings

_MARKS = (SETTINGS_FILE, "mkdocs.yml", "mkdocs.yaml")


def find_root(path: Path) -> Path | None:
    """Return the nearest folder at or above `path` that holds a site's settings, if any."""
    start = path if path.is_dir() else path.parent
    for folder in (start.resolve(), *start.resolve().parents):
        if any((folder / mark).is_file() for mark in _MARKS):
            return folder
    return None


def load_site(root: Path) -> tuple[Site, Findings]:
    """Load the site at `root`, with every mistake found on the way."""
    if not root.is_dir():
        raise CommandError(f"there is no folder `{root}`")
    site = Site(root)
    return site, site.load(keep_last_good=False, tell=note)


def read_bank(root: Path) -> tuple[BankLoader, Bank, Findings]:
    """Read settings, questions, sources and figures as they are; nothing is computed or drawn."""
    if not root.is_dir():
        raise CommandError(f"there is no folder `{root}`")
    findings = Findings()
    settings = load_settings(root, findings).settings or Settings()
    loader = BankLoader(root)
    return loader, loader.load(settings, findings), findings


def from_here(found: Diagnostic, root: Path) -> Diagnostic:
    """Return `found` with a path that leads to the file from the current folder."""
    shown = shown_path(root / found.position.path)
    return dataclasses.replace(found, position=dataclasses.replace(found.position, path=shown))


def shown_path(file: Path) -> str:
    """Return `file` relative to the current folder, where that is possible."""
    try:
        return Path(os.path.relpath(file)).as_posix()
    except ValueError:  # another drive
        return file.as_posix()
