"""The pages and assets of a bank as files below the folder of pages.

For hosts that render files alone: Zensical, and MkDocs with plugins that must see every page on
disk. A page that is written says so in its front matter; one that does not is the author's own and
is never touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from itembank.hosts.addresses import address
from itembank.hosts.assets import FOLDER
from itembank.hosts.pages import generated_pages
from itembank.hosts.site import Site
from itembank.model import Findings, Position

PUBLISHED = "published-key"

MARK = "itembank"
"""Key of the front matter of a page that is written by `itembank pages`."""
WRITTEN = f"{FOLDER}/.written"
"""Names the assets that are written, one a line."""

_HEAD = f"---\n{MARK}: "


@dataclass(slots=True)
class Changes:
    """What is to be done, or was done: paths below the folder of pages."""

    write: dict[str, bytes] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    unchanged: int = 0

    @property
    def stale(self) -> list[str]:
        """Return every path that is not as it should be."""
        return [*self.write, *self.remove]


def compare(site: Site, docs: Path) -> Changes:
    """Return what has to change below `docs` so that it holds the pages of `site`."""
    wanted = dict(_wanted(site, own_pages(docs)))
    changes = Changes()
    for name, content in wanted.items():
        if (docs / name).is_file() and (docs / name).read_bytes() == content:
            changes.unchanged += 1
        else:
            changes.write[name] = content
    changes.remove = [name for name in _written(docs) if name not in wanted]
    return changes


def apply(changes: Changes, docs: Path) -> None:
    """Write and remove what `compare` has found, and folders that are left empty."""
    for name, content in changes.write.items():
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        _write(docs / name, content)
    for name in changes.remove:
        (docs / name).unlink()
        for folder in (docs / name).relative_to(docs).parents:
            if folder.parts and not any((docs / folder).iterdir()):
                (docs / folder).rmdir()


def _write(file: Path, content: bytes) -> None:
    """Write the whole file or none: half a page would pass for one of the author's own."""
    partial = file.with_name(f".{file.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(file)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error


def refuse_published(site: Site, docs: Path, findings: Findings) -> None:
    """Record banks that the host would publish, key and all: it copies what lies below `docs`."""
    for path in site.published(docs):
        message = f"the bank `{path}` lies in the folder of pages: its files would be published"
        findings.error(Position("itembank.yml"), PUBLISHED, message, "move it out of there")


def own_pages(docs: Path) -> Mapping[str, str]:
    """Return the author's own pages by their address."""
    return {
        address(name): name
        for file in sorted(docs.rglob("*.md"))
        if not _is_ours(file) and (name := file.relative_to(docs).as_posix())
    }


def _wanted(site: Site, own: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    # Nothing here could cut the answers out before search reads such a page.
    for page in generated_pages(site.bank, site.arrangement, site.evaluator, keys=False):
        if address(page.src_uri) not in own:
            yield page.src_uri, _marked(page.markdown, page.source).encode()
    assets = [(asset.uri, asset.content()) for asset in site.assets()]
    yield from assets
    yield WRITTEN, "".join(f"{uri}\n" for uri, _ in assets).encode()


def _marked(markdown: str, source: str) -> str:
    said = f"written from {source or 'the bank'}; change that, then run itembank pages"
    body = markdown.removeprefix("---\n")
    return f"{_HEAD}{said}\n" + (body if body != markdown else f"---\n\n{body}")


def _written(docs: Path) -> Iterator[str]:
    for file in sorted(docs.rglob("*.md")):
        if _is_ours(file):
            yield file.relative_to(docs).as_posix()
    listing = docs / WRITTEN
    if listing.is_file():
        for name in listing.read_text(encoding="utf-8").splitlines():
            if name.startswith(f"{FOLDER}/") and ".." not in name and (docs / name).is_file():
                yield name
        yield WRITTEN


def _is_ours(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_HEAD)) == _HEAD.encode()
