"""Everything that the settings name -> the bank; unchanged files are not read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from itembank.load.figures import load_figures
from itembank.load.items import LoadedItem, check_references, load_item
from itembank.load.sources import load_sources
from itembank.model import Bank, BankItem, Diagnostic, Findings, Position, Settings

_Fingerprint = tuple[int, int]


@dataclass(slots=True)
class _Entry:
    fingerprint: _Fingerprint
    loaded: LoadedItem | None
    found: tuple[Diagnostic, ...]
    last_good: LoadedItem | None


@dataclass(slots=True)
class BankLoader:
    """Loads the bank of the site at `root`; kept between builds, it reads only what changed."""

    root: Path
    files_read: int = 0
    loaded: dict[str, LoadedItem] = field(default_factory=dict)
    """Item documents of the last load, by item id."""
    _cache: dict[Path, _Entry] = field(default_factory=dict)

    def load(self, settings: Settings, findings: Findings, *, keep_last_good: bool = False) -> Bank:
        """Return the bank, recording every mistake.

        With `keep_last_good` an item whose file has become invalid stays as it last was.
        """
        sources = (
            load_sources(self.root / settings.sources, settings.sources, findings)
            if settings.sources
            else {}
        )
        figures = (
            load_figures(self.root / settings.figures, settings.figures, findings)
            if settings.figures
            else {}
        )
        items: dict[str, BankItem] = {}
        self.loaded = {}
        for bank in settings.banks:
            folder = self.root / bank.path
            if not folder.is_dir():
                message = f"the folder of questions `{bank.path}` does not exist"
                findings.error(Position("itembank.yml"), "missing-folder", message)
                continue
            for file in sorted(folder.rglob("*.y*ml")):
                if file.suffix not in (".yml", ".yaml"):
                    continue
                shown_as = f"{bank.path}/{file.relative_to(folder).as_posix()}"
                loaded = self._load_file(file, shown_as, findings, keep_last_good)
                if loaded is None:
                    continue
                item = loaded.item
                if item.id in items:
                    at = loaded.document.position(("id",))
                    first = items[item.id].path
                    findings.error(at, "duplicate-id", f"id `{item.id}` is already used in {first}")
                    continue
                known = sources if settings.sources else None
                check_references(loaded, known, figures, findings)
                topic = file.relative_to(folder).parent.as_posix()
                items[item.id] = BankItem(
                    item=item, path=shown_as, topic="" if topic == "." else topic, url=bank.url
                )
                self.loaded[item.id] = loaded
        self._cache = {file: entry for file, entry in self._cache.items() if file.exists()}
        return Bank(settings=settings, items=items, figures=figures, sources=sources)

    def _load_file(
        self, file: Path, shown_as: str, findings: Findings, keep_last_good: bool
    ) -> LoadedItem | None:
        status = file.stat()
        fingerprint = (status.st_mtime_ns, status.st_size)
        entry = self._cache.get(file)
        if entry is None or entry.fingerprint != fingerprint:
            found = Findings()
            loaded = load_item(file, shown_as, found)
            self.files_read += 1
            last_good = loaded or (entry.last_good if entry else None)
            entry = _Entry(fingerprint, loaded, tuple(found), last_good)
            self._cache[file] = entry
        findings.extend(entry.found)
        return entry.last_good if keep_last_good else entry.loaded
