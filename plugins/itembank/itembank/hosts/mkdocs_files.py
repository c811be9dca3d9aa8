"""What itembank adds to the files of a MkDocs site, and what it takes away."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

from itembank.hosts.addresses import address
from itembank.hosts.assets import Asset
from itembank.hosts.page_files import compare
from itembank.hosts.pages import GeneratedPage
from itembank.hosts.site import Site


def add_pages(
    pages: Iterable[GeneratedPage], root: Path, files: Files, config: MkDocsConfig
) -> tuple[dict[str, GeneratedPage], dict[str, str]]:
    """Add `pages`, but for those that the author has written.

    Returns the pages that were added by their place in the tree, and the places of the author's
    pages by those of the pages for which they stand.
    """
    taken = {address(file.src_uri): file.src_uri for file in files.documentation_pages()}
    source_root = os.path.relpath(root.resolve(), Path(config.docs_dir).resolve())
    added: dict[str, GeneratedPage] = {}
    standing: dict[str, str] = {}
    for page in pages:
        if own := taken.get(address(page.src_uri)):
            standing[page.src_uri] = own
        else:
            added[page.src_uri] = page
            files.append(_page_file(page, source_root, config))
    return added, standing


def add_assets(assets: Iterable[Asset], files: Files, config: MkDocsConfig) -> None:
    """Add `assets`, but for those that `itembank pages` has written."""
    for asset in assets:
        if files.get_file_from_path(asset.uri) is not None:
            continue
        if asset.file is None:
            files.append(File.generated(config, asset.uri, content=asset.text))
        else:
            files.append(File.generated(config, asset.uri, abs_src_path=str(asset.file)))


def withhold_banks(site: Site, files: Files, config: MkDocsConfig) -> None:
    """Take away the YAML of banks below the docs folder, which MkDocs would publish as it is."""
    banks = [(site.root / path).resolve() for path in site.published(Path(config.docs_dir))]
    if not banks:
        return
    for file in list(files):
        if file.src_uri.endswith((".yml", ".yaml")) and file.abs_src_path is not None:
            source = Path(file.abs_src_path).resolve()
            if any(source.is_relative_to(bank) for bank in banks):
                files.remove(file)


def require_written_pages(site: Site, config: MkDocsConfig) -> None:
    """Refuse to build virtual pages where a plugin is on that can only see files on disk.

    Raises PluginError when `itembank pages` has to be run.
    """
    if "i18n" in config.plugins and (stale := compare(site, Path(config.docs_dir)).stale):
        raise PluginError(
            f"itembank: the plugin i18n needs every page on disk, and `{stale[0]}` is missing or "
            "out of date: run `itembank pages` before each build"
        )


def _page_file(page: GeneratedPage, source_root: str, config: MkDocsConfig) -> File:
    in_nav = page.in_nav and config.nav is None
    inclusion = InclusionLevel.INCLUDED if in_nav else InclusionLevel.NOT_IN_NAV
    file = File.generated(config, page.src_uri, content=page.markdown, inclusion=inclusion)
    if page.source:
        file.edit_uri = Path(os.path.normpath(f"{source_root}/{page.source}")).as_posix()
    return file
