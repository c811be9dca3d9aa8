"""The files that pages load: style, script, and what figures are made of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from itembank.hosts.addresses import address
from itembank.hosts.browser_settings import browser_settings
from itembank.hosts.deck import Card, index_script
from itembank.markup.context import INDEX, KIND_SCRIPTS, SCRIPT
from itembank.markup.placement import STYLE, style_sheet
from itembank.model import Bank
from itembank.model.arrangement import Arrangement

BROWSER_FILES = Path(__file__).parent.parent / "browser" / "dist"
FOLDER = "assets/itembank"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that pages load: its plain `name`, its `uri` with a version, and what it holds.

    That is `file` on disk, or `text` when there is no such file.
    """

    name: str
    uri: str
    file: Path | None = None
    text: str = ""

    def content(self) -> bytes:
        """Return what the file holds."""
        return self.file.read_bytes() if self.file else self.text.encode()


class Assets:
    """Knows the versions of files, and reads again only those that have changed."""

    def __init__(self) -> None:
        self._versions: dict[Path, tuple[tuple[int, int], str]] = {}

    def of(self, bank: Bank, arrangement: Arrangement) -> Iterator[Asset]:
        """Yield everything that the pages of a site may load."""
        head = browser_settings(bank.settings)
        for file in sorted(BROWSER_FILES.glob("itembank*.*")):
            if head and file.name == SCRIPT:
                yield _text_asset(SCRIPT, head + file.read_text(encoding="utf-8"))
            else:
                yield self._asset(file.name, FOLDER, file)
        yield _text_asset(STYLE, style_sheet(arrangement))
        if bank.settings.has_deck:
            yield self._index(bank, arrangement)
        for figure in bank.figures.values():
            folder = f"figures/{figure.manifest.id}"
            names = [image.file for image in figure.manifest.images]
            names += [figure.manifest.data] if figure.manifest.data else []
            for name in names:
                yield self._asset(f"{folder}/{name}", f"{FOLDER}/{folder}", figure.folder / name)

    def _index(self, bank: Bank, arrangement: Arrangement) -> Asset:
        """Return the index of questions for hosts that cannot cut them out of their pages."""
        cards = [Card(entry, f"{address(entry.src_uri)}/") for entry in bank.items.values()]
        topics = [topic for topics in arrangement.banks.values() for topic in topics]
        urls = {topic.name: f"{address(topic.src_uri)}/" for topic in topics}
        kinds = {
            kind: PurePosixPath(self._asset(name, FOLDER, BROWSER_FILES / name).uri).name
            for kind, name in KIND_SCRIPTS.items()
        }
        text = index_script(cards, arrangement, urls, kinds)
        return _text_asset(INDEX, text)

    def _asset(self, name: str, folder: str, file: Path) -> Asset:
        status = file.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        known = self._versions.get(file)
        if known is None or known[0] != stamp:
            known = self._versions[file] = (stamp, digest(file.read_bytes()))
        return Asset(name, versioned(folder, file.name, known[1]), file)


def _text_asset(name: str, text: str) -> Asset:
    return Asset(name, versioned(FOLDER, name, digest(text.encode())), text=text)


def versioned(folder: str, name: str, version: str) -> str:
    """Return where a file of this version stands, so that browsers never show an older one."""
    path = PurePosixPath(name)
    return f"{folder}/{path.stem}.{version}{path.suffix}"


def digest(content: bytes) -> str:
    """Return the version of a file that holds `content`."""
    return hashlib.sha256(content).hexdigest()[:8]
