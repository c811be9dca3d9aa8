"""The MkDocs plugin; imports `mkdocs` alone, so that ProperDocs runs it too."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mkdocs.config import base
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from itembank.hosts.pages import bank_index, question_page
from itembank.hosts.site import Asset, Site
from itembank.markup import ItembankExtension, PageContext, Problem, spoilers
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
        self._cut: dict[str, dict[str, str]] = {}
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
        self._site.check_pages(sorted(docs.rglob("*.md")), findings)
        self._assets = {asset.name: asset for asset in self._site.assets()}
        self._say(findings)

        config.watch.extend(str(path) for path in self._site.watched() if path.exists())
        extensions: list[Any] = config.markdown_extensions
        extensions[:] = [entry for entry in extensions if entry != "itembank"]
        extensions.append(ItembankExtension(self._context))
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add a page for each question, an index for each bank, and the assets."""
        site = self._site
        assert site is not None
        for bank_item in site.bank.items.values():
            page = question_page(bank_item, site.evaluator)
            self._add_page(files, config, bank_item.src_uri, page, edit=bank_item.path)
        for url in dict.fromkeys(bank.url for bank in site.settings.banks):
            self._add_page(files, config, f"{url}/index.md", bank_index(site.bank, url))
        for asset in self._assets.values():
            files.append(File.generated(config, asset.uri, abs_src_path=str(asset.file)))
        return files

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

    def _add_page(
        self,
        files: Files,
        config: MkDocsConfig,
        src_uri: str,
        content: str,
        edit: str | None = None,
    ) -> None:
        if files.get_file_from_path(src_uri) is not None:
            return  # the author's own page, or one written by `itembank pages`, wins
        file = File.generated(config, src_uri, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
        if edit is not None:
            file.edit_uri = f"../{edit}"
        files.append(file)

    def _context(self) -> PageContext:
        site, page = self._site, self._page
        assert site is not None, "on_config loads the site"
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
        if self._site is not None and file.abs_src_path is not None:
            name = self._site.shown(Path(file.abs_src_path))
        at = Position(name, problem.line + self._first_line, problem.column)
        found = Diagnostic(at, "error", problem.rule, problem.message, problem.hint)
        if found not in self._said:
            self._render_errors += 1
            log.error(_shown(found))

    def _say(self, findings: Findings) -> None:
        """Log what was found; end a build, but keep serving the last good state."""
        self._said = frozenset(findings)
        for found in findings:
            (log.error if found.severity == "error" else log.warning)(_shown(found))
        if not findings.errors:
            return
        words = f"{_errors(len(findings.errors))} in questions, figures or values"
        if self._serving:
            log.error(f"{words}: the last good version of these stays on the site")
        else:
            raise PluginError(f"itembank: {words}; nothing was written")


def _errors(count: int) -> str:
    return f"{count} error{'s' if count > 1 else ''}"


def _shown(found: Diagnostic) -> str:
    return str(found)
