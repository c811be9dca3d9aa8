"""The little language for sites of `tests/itembank`, and a way to save and build again."""

from __future__ import annotations

import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from itembank.hosts import assets
from itembank.hosts.mkdocs_plugin import ItembankPlugin

from ..itembank.conftest import Built, SiteFolder


class Counts(NamedTuple):
    """What one build has done."""

    files_read: int
    questions_checked: int
    pages_rendered: int


class Serving:
    """`mkdocs serve` without its server: builds again and again with the same plugin."""

    def __init__(self, site: SiteFolder) -> None:
        self.site = site
        self.started = False
        self._written: dict[str, Any] = {}

    def build(self) -> tuple[Built, Counts]:
        """Build as after a save; return what was written, and what was done for it."""
        config = load_config(str(self._settings()), site_dir=str(self.site.root / "site"))
        if not self.started:
            config.plugins.on_startup(command="serve", dirty=False)
            self.started = True
        plugin = config.plugins["itembank"]
        assert isinstance(plugin, ItembankPlugin)
        before = self._totals(plugin)
        build_site(config, serve_url="http://127.0.0.1:8000/")
        done = Counts(*(after - b for after, b in zip(self._totals(plugin), before, strict=True)))
        return Built(self.site.root / "site"), done

    def _settings(self) -> Path:
        """Write the settings, unless they are the same as before."""
        if self.site.config != self._written:
            self.site.write_config()
            self._written = deepcopy(self.site.config)
        return self.site.root / "mkdocs.yml"

    def _totals(self, plugin: ItembankPlugin) -> Counts:
        state = plugin._site
        if state is None or state.root != self.site.root:  # that of an earlier test
            return Counts(0, 0, plugin._rendered.renders)
        return Counts(state.loader.files_read, state._checked.checks, plugin._rendered.renders)


@pytest.fixture
def site(tmp_path: Path) -> SiteFolder:
    """An empty site: a start page, a tiny theme, no question."""
    return SiteFolder(tmp_path)


@pytest.fixture
def serving(
    site: SiteFolder, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Serving:
    """A site to save and build; a bundle made meanwhile, for another test, does not touch it."""
    bundle = tmp_path_factory.mktemp("bundle")
    for file in assets.BROWSER_FILES.glob("itembank*"):
        shutil.copy(file, bundle)
    monkeypatch.setattr(assets, "BROWSER_FILES", bundle)
    return Serving(site)
