"""The MkDocs plugin; imports `mkdocs` alone, so that ProperDocs runs it too."""

from __future__ import annotations

from collections.abc import Iterator
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

from itembank.hosts.addresses import question_of
from itembank.hosts.assets import FOLDER, Asset
from itembank.hosts.links import check_links
from itembank.hosts.mkdocs_cache import RenderedPages, surroundings
from itembank.hosts.mkdocs_deck import deck_assets
from itembank.hosts.mkdocs_files import (
    add_assets,
    add_pages,
    require_written_pages,
    withhold_banks,
)
from itembank.hosts.mkdocs_links import LinkMessages
from itembank.hosts.pages import GeneratedPage, generated_pages
from itembank.hosts.site import Site
from itembank.markup import ItembankExtension, PageContext, Problem, spoilers
from itembank.markup.context import INDEX
from itembank.markup.placement import PlacementExtension
from itembank.model import Diagnostic, Findings, Position

if TYPE_CHECKING:
    from jinja2 import Environment

log = get_plugin_logger(__name__)

EARLY, LATE = 100, -100
_NO_ROBOTS = '<meta name="robots" content="noindex">'


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
        self._index = ""
        self._in_nav: set[str] = set()
        self._said: frozenset[Diagnostic] = frozenset()
        self._first_line = 0
        self._render_errors = 0
        self._files = Files([])
        self._messages: LinkMessages | None = None

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
        if findings.errors:
            check_links(self._site, docs, findings)  # else MkDocs checks them, and knows all pages
        self._assets = {asset.name: asset for asset in self._site.assets()}
        if INDEX in self._assets:
            # Its version is known when every page is rendered; pages name this one until then.
            self._assets[INDEX] = Asset(INDEX, f"{FOLDER}/{INDEX}")
        self._say(findings)
        require_written_pages(self._site, config)
        self._listen(LinkMessages(self._site, self._source_text))

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
        # That plugin crashes on pages that are no files, and pages of answers are never written.
        keys = "i18n" not in config.plugins
        pages = generated_pages(site.bank, site.arrangement, site.evaluator, keys=keys)
        self._pages, self._standing = add_pages(pages, site.root, files, config)
        add_assets((a for a in self._assets.values() if a.name != INDEX), files, config)
        self._files = files
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
        self._index = ""
        if INDEX in self._assets:
            deck = list(self._deck(files))
            add_assets(deck, files, config)
            self._index = deck[-1].uri

    @event_priority(EARLY)
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Take answers out before search, feeds and descriptions read the page."""
        html, parts = spoilers.cut(html)
        if parts:
            self._cut[page.file.src_uri] = parts
        return html

    @event_priority(EARLY)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put the answers back into the finished page, and let it load the finished index."""
        ours = self._pages.get(page.file.src_uri)
        if ours is not None and ours.holds_key:
            output = output.replace("</head>", f"{_NO_ROBOTS}</head>", 1)
        if self._index:
            output = output.replace(self._assets[INDEX].uri, self._index)
        return spoilers.restore(output, self._cut.pop(page.file.src_uri, {}))

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Leave what MkDocs says alone."""
        self._listen(None)

    def on_build_error(self, *, error: Exception) -> None:
        """Leave what MkDocs says alone."""
        self._listen(None)

    def _listen(self, messages: LinkMessages | None) -> None:
        if self._messages is not None:
            self._messages.remove()
        self._messages = messages
        if messages is not None:
            messages.install()

    def _source_text(self, src_uri: str) -> str:
        """Return what an author has written for a page; nothing for a page of ours."""
        file = self._files.get_file_from_path(src_uri)
        return file.content_string if file is not None and src_uri not in self._pages else ""

    def _deck(self, files: Files) -> Iterator[Asset]:
        def content(page: Page) -> str:
            return spoilers.restore(page.content or "", self._cut.get(page.file.src_uri, {}))

        return deck_assets(
            self._loaded,
            files,
            lambda src_uri: self._standing.get(src_uri, src_uri),
            content,
            self._assets.__getitem__,
        )

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
            own=question_of(page.file.src_uri, site.bank),
            page_of=lambda src_uri: self._standing.get(src_uri, src_uri),
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
