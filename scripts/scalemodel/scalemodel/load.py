"""Reading content/ into typed facts: the one place of the package that knows YAML.

The data directory holds `hardware/{gpus,links,nodes}.yml`, `models.yml`, `sources.yml` and
`measurements/`. It is looked for in this order: the argument, `$SCALEMODEL_DATA`, the data packed
into the wheel, the `content/` of the repository that contains this file.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TypeVar

import yaml

from scalemodel import records
from scalemodel.entry import Entry
from scalemodel.errors import ScaleModelError, unknown_name
from scalemodel.hardware import Calibration, Gpu, Link, Node, parse_fabric
from scalemodel.records import MeasuredAllReduce, Source
from scalemodel.transformer import Transformer

T = TypeVar("T")


class Index(dict[str, T]):
    """A mapping whose unknown key raises a `ScaleModelError` with the nearest known ones."""

    def __init__(self, kind: str, items: Mapping[str, T]) -> None:
        super().__init__(items)
        self._kind = kind

    def __missing__(self, key: str) -> T:
        raise unknown_name(self._kind, key, self)


@dataclass(frozen=True, slots=True)
class Catalog:
    """All facts, by id."""

    root: Path
    gpus: Index[Gpu]
    links: Index[Link]
    nodes: Index[Node]
    transformers: Index[Transformer]
    sources: Index[Source]
    measured_all_reduce: tuple[MeasuredAllReduce, ...]


def data_root(data: str | Path | None = None) -> Path:
    """The data directory (see above). Raises `ScaleModelError` if there is none."""
    here = Path(__file__).resolve().parent
    candidates: list[Path] = []
    if data is not None:
        candidates = [Path(data)]
    elif os.environ.get("SCALEMODEL_DATA"):
        candidates = [Path(os.environ["SCALEMODEL_DATA"])]
    else:
        candidates = [here / "data", *(parent / "content" for parent in here.parents)]
    for candidate in candidates:
        if (candidate / "hardware" / "gpus.yml").is_file():
            return candidate
    raise ScaleModelError(
        f"no hardware facts in {candidates[0]}: expected hardware/gpus.yml there "
        "(pass --data DIR or set SCALEMODEL_DATA)"
    )


def catalog(data: str | Path | None = None) -> Catalog:
    """Load and check every fact.

    Raises `ScaleModelError` naming file and key of the first mistake.
    """
    root = data_root(data)
    sources = _table(_read(root / "sources.yml"), "sources", records.source)
    links_file = _read(root / "hardware" / "links.yml")
    links = _table(links_file, "links", records.link)
    gpus = _table(_read(root / "hardware" / "gpus.yml"), "gpus", records.gpu)
    nodes = _table(_read(root / "hardware" / "nodes.yml"), "nodes", lambda e: records.node(e, gpus))
    models = _table(_read(root / "models.yml"), "transformers", records.transformer)
    measured = tuple(
        records.measured(Entry(links_file.path, f"measured_all_reduce[{i}]", row))
        for i, row in enumerate(links_file.raw.get("measured_all_reduce", []))
    )
    for table in (links, gpus, nodes, models):
        for item_id, item in table.items():
            _check_sources(item_id, getattr(item, "source", ()), sources)
    for row in measured:
        _check_sources(f"measured_all_reduce {row.fabric}", row.source, sources)
    for gpu in gpus.values():
        if gpu.scale_up_link not in links:
            raise unknown_name(f"scale_up_link of {gpu.id}", gpu.scale_up_link, links)
    return Catalog(
        root,
        Index("gpu", gpus),
        Index("link", links),
        Index("node", nodes),
        Index("model", models),
        Index("source", sources),
        measured,
    )


def set_uses(facts: Catalog, kind: str) -> dict[str, str]:
    """What each measured set may be used for, `fit` or `check`, by `kind`: step_times, collectives.

    Empty if the data directory has no measurements.
    """
    path = facts.root / "measurements" / "sets.yml"
    if not path.is_file():
        return {}
    return {name: e.get("use", str) for name, e in _entries(_read(path), kind)}


def model(name: str, facts: Catalog) -> Transformer:
    """A preset, or the model described by the YAML file `name` (the keys of a preset)."""
    if not name.endswith((".yml", ".yaml")):
        return facts.transformers[name]
    return records.transformer(_read(Path(name)))


def node(name: str, facts: Catalog) -> Node:
    """A node design, or the node file `name` that `scalemodel calibrate` wrote."""
    if not name.endswith((".yml", ".yaml")):
        return facts.nodes[name]
    entry = _read(Path(name))
    entry = Entry(entry.path, "node", entry.get("node", dict))
    base = facts.nodes[entry.get("base", str)]
    fabric = entry.optional("fabric", str)
    if fabric is not None:
        base = base.with_fabric(parse_fabric(fabric))
    own = Entry(entry.path, "node.calibration", entry.get("calibration", dict))
    values = {key: own.positive(key) for key in own.raw}
    entry.finish()
    try:
        return replace(base, calibration=Calibration(**values))
    except TypeError:
        known = ", ".join(f.name for f in fields(Calibration))
        raise own.error("", f"unknown key (known: {known})") from None


def _read(path: Path) -> Entry:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=loader)
    except OSError as problem:
        raise ScaleModelError(f"{path}: {problem.strerror or problem}") from None
    except UnicodeDecodeError as problem:
        raise ScaleModelError(f"{path}: not UTF-8 text: {problem.reason}") from None
    except yaml.YAMLError as problem:
        raise ScaleModelError(f"{path}: not valid YAML: {problem}") from None
    return Entry(path, path.stem, raw)


def _entries(file: Entry, top: str) -> Iterator[tuple[str, Entry]]:
    for item_id, raw in file.get(top, dict).items():
        yield item_id, Entry(file.path, f"{top}.{item_id}", raw)


def _table(file: Entry, top: str, build: Callable[[Entry], T]) -> dict[str, T]:
    return {item_id: build(entry) for item_id, entry in _entries(file, top)}


def _check_sources(item: str, keys: tuple[str, ...], sources: Mapping[str, Source]) -> None:
    for key in keys:
        if key not in sources:
            raise unknown_name(f"source of {item}", key, sources)
