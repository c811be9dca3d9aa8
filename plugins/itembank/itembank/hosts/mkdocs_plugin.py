"""The MkDocs plugin; imports `mkdocs` alone, so that ProperDocs runs it too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mkdocs.config import base
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from itembank.hosts.assets import Asset
from itembank.hosts.mkdocs_cache import RenderedPages, surroundings
from itembank.hosts.mkdocs_files import (
    add_assets,
    add_pages,
    require_written_pages,
    withhold_banks,
)
from itembank.hosts.pages import GeneratedPage, generated_pages
from itembank.hosts.site import Site
from itembank.markup import ItembankExtension, PageContext, Problem, spoilers
from itembank.markup.placement import PlacementExtension
from itembank.model import Diagnostic, Findings, Position

if TYPE_CHECKING:
    from jinja2 import Environment

log = get_plugin_logger(__name__)

EARLY, LATE = 100, -100


class ItembankConfig(base.Config):
    """The plugin has no options of its own: `itembank.yml` is read by every adapter."""


class ItembankPlugin(BasePlugin[ItembankConfig]):
    """Adds question pages and embeds, and keeps answers away from search and feeds."""

    def __init__(self) -> None:
        self._site: Site | None = None
        self._serving = False
        self._page: Page | None = None
        self._assets: dict[str, Asset] = {}
        self._pages: dict[str, GeneratedPage] = {}
        self._standing: dict[str, str] = {}
        self._rendered = RenderedPages()
        self._cut: dict[str, dict[str, str]] = {}
        self._in_nav: set[str] = set()
        self._said: frozenset[Diagnostic] = frozenset()
        self._first_line = 0
        self._render_errors = 0

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Keep this instance, and with it all that is loaded, across rebuilds."""
        self._serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Load and check everything before MkDocs empties the output folder."""
        root = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
        if self._site is None or self._site.root != root:
            self._site = Site(root)
        findings = self._site.load(keep_last_good=self._serving, tell=log.info)
        docs = Path(config.docs_dir)
        self._site.check_pages(docs, findings)
        self._assets = {asset.name: asset for asset in self._site.assets()}
        self._say(findings)
        require_written_pages(self._site, config)

        config.watch.extend(str(path) for path in self._site.watched() if path.exists())
        extensions: list[Any] = config.markdown_extensions
        extensions[:] = [entry for entry in extensions if entry != "itembank"]
        extensions.append(ItembankExtension(self._context))
        extensions.append(
            PlacementExtension(
                self._context,
                lambda: self._loaded.arrangement,
                lambda src_uri: self._standing.get(src_uri, src_uri),
            )
        )
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add a page for each question, an index for each topic and bank, and the assets."""
        site = self._loaded
        withhold_banks(site, files, config)
        pages = generated_pages(site.bank, site.arrangement, site.evaluator)
        self._pages, self._standing = add_pages(pages, site.root, files, config)
        add_assets(self._assets.values(), files, config)
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Look at what pages depend on, and at which of ours stand in the navigation."""
        self._in_nav = {page.file.src_uri for page in nav.pages}
        if self._serving:
            self._rendered.start(surroundings(self._loaded, config, files))
        return nav

    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """While serving, put a page in place that is rendered only if it must be."""
        ours = self._pages.get(page.file.src_uri)
        if ours is None or not self._serving or page.file.src_uri in self._in_nav:
            return page
        return self._rendered.page(page.file, config, ours.shows)

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Remember which page is rendered next: the Markdown extension asks for it."""
        self._page = page
        source = page.file.content_string
        front_matter = source.removesuffix(markdown) if source.endswith(markdown) else ""
        self._first_line = front_matter.count("\n")
        return markdown

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """End the build if a page that came from no file, or raw HTML, had a mistake."""
        count, self._render_errors = self._render_errors, 0
        if count and not self._serving:
            raise PluginError(f"itembank: {_errors(count)} in pages")

    @event_priority(EARLY)
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Take answers out before search, feeds and descriptions read the page."""
        html, parts = spoilers.cut(html)
        if parts:
            self._cut[page.file.src_uri] = parts
        return html

    @event_priority(EARLY)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the answers back into the finished page."""
        return spoilers.restore(output, self._cut.pop(page.file.src_uri, {}))

    @property
    def _loaded(self) -> Site:
        assert self._site is not None, "on_config loads the site"
        return self._site

    def _context(self) -> PageContext:
        site, page = self._loaded, self._page
        assert page is not None, "on_page_markdown names the page"

        def asset_url(name: str) -> str:
            return get_relative_url(self._assets[name].uri, page.url)

        return PageContext(
            site.bank,
            site.evaluator,
            asset_url,
            docs_root="../" * page.file.src_uri.count("/"),
            report=self._report,
        )

    def _report(self, problem: Problem) -> None:
        """Log what only rendering tells: on_config has checked all pages that are files."""
        assert self._page is not None, "on_page_markdown names the page"
        file = self._page.file
        name = file.src_uri
        if file.abs_src_path is not None:
            name = self._loaded.shown(Path(file.abs_src_path))
        at = Position(name, problem.line + self._first_line, problem.column)
        found = Diagnostic(at, "error", problem.rule, problem.message, problem.hint)
        if found not in self._said:
            self._render_errors += 1
            log.error(str(found))

    def _say(self, findings: Findings) -> None:
        """Log what was found; end a build, but keep serving the last good state."""
        self._said = frozenset(findings)
        for found in findings:
            (log.error if found.severity == "error" else log.warning)(str(found))
        if not findings.errors:
            return
        words = f"{_errors(len(findings.errors))} in questions, figures or values"
        if self._serving:
            log.error(f"{words}: the last good version of these stays on the site")
        else:
            raise PluginError(f"itembank: {words}; nothing was written")


def _errors(count: int) -> str:
    return f"{count} error{'s' if count > 1 else ''}"
