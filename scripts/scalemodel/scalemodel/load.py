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

from scalemodel.entry import Entry
from scalemodel.errors import ScaleModelError, unknown_name
from scalemodel.hardware import (
    GBIT,
    TRANSPORTS,
    Calibration,
    Fabric,
    Gpu,
    Link,
    Node,
    parse_fabric,
)
from scalemodel.transformer import Transformer

GB = 1e9
MIB = 2**20
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact comes from. `verify`: open the primary text before citing it elsewhere."""

    key: str
    title: str
    url: str | None
    ref: str | None
    kind: str
    checked: str
    verify: bool
    note: str | None


@dataclass(frozen=True, slots=True)
class MeasuredAllReduce:
    """A published all-reduce bandwidth: `bus_bandwidth` in bytes/s by nccl-tests' definition."""

    fabric: str
    gpu: str
    gpus: int
    nodes: int
    size_bytes: float
    bus_bandwidth: float
    note: str | None
    source: tuple[str, ...]


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
    sources = _sources(root / "sources.yml")
    links_file = _read(root / "hardware" / "links.yml")
    links = _table(links_file, "links", _link)
    gpus = _table(_read(root / "hardware" / "gpus.yml"), "gpus", _gpu)
    nodes = _table(_read(root / "hardware" / "nodes.yml"), "nodes", lambda e: _node(e, gpus))
    models = _table(_read(root / "models.yml"), "transformers", _transformer)
    measured = tuple(
        _measured(Entry(links_file.path, f"measured_all_reduce[{i}]", row))
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
    return _transformer(_read(Path(name)))


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


def _sources(path: Path) -> dict[str, Source]:
    found = {}
    for key, e in _entries(_read(path), "sources"):
        found[key] = Source(
            key,
            e.get("title", str),
            e.optional("url", str),
            e.optional("ref", str),
            e.get("kind", str),
            e.get("checked", str),
            e.get("verify", bool),
            e.optional("note", str),
        )
        e.finish()
    return found


def _link(e: Entry) -> Link:
    per_direction = e.positive("gb_s_per_direction") * GB
    both = e.optional("gb_s_bidirectional", float)
    if both is not None and abs(both * GB - 2 * per_direction) > 1e-6 * per_direction:
        raise e.error("gb_s_bidirectional", f"must be twice {per_direction / GB:g}, got {both:g}")
    gbit = e.optional("gbit_s_per_direction", float)
    if gbit is not None and abs(gbit * GBIT - per_direction) > 1e-6 * per_direction:
        raise e.error("gbit_s_per_direction", f"must be 8 x {per_direction / GB:g}, got {gbit:g}")
    link = Link(
        e.key.split(".", 1)[1],
        e.get("name", str),
        e.get("family", str),
        per_direction,
        None if both is None else both * GB,
        e.names("source"),
    )
    e.optional("links_per_gpu", int)
    e.finish()
    return link


def _gpu(e: Entry) -> Gpu:
    peaks = e.get("peak_dense_tflop_s", dict)
    label = e.optional("memory_label_gb", float)
    reported = e.optional("memory_reported_mib", float)
    memory = reported * MIB if reported else None if label is None else label * GB
    bandwidth = e.optional("memory_gb_s", float)
    scale_up = e.positive("scale_up_gb_s_per_direction")
    both = e.positive("scale_up_gb_s_bidirectional")
    if both != 2 * scale_up:
        raise e.error("scale_up_gb_s_bidirectional", f"must be twice {scale_up:g}, got {both:g}")
    pair = e.optional("pair_gb_s_per_direction", float)
    gpu = Gpu(
        e.key.split(".", 1)[1],
        e.get("name", str),
        e.get("architecture", str),
        {fmt: None if rate is None else float(rate) * 1e12 for fmt, rate in peaks.items()},
        memory,
        None if bandwidth is None else bandwidth * GB,
        e.optional("sm_count", int),
        scale_up * GB,
        e.get("scale_up_link", str),
        None if pair is None else pair * GB,
        e.optional("tdp_w", float),
        {k: v * 1e12 for k, v in e.get("matmul_measured_tflop_s", dict).items()},
        e.names("source"),
    )
    e.finish("vendor", "status", "pcie_link")
    return gpu


def _node(e: Entry, gpus: Mapping[str, Gpu]) -> Node:
    gpu_id = e.get("gpu", str)
    if gpu_id not in gpus:
        raise e.error("gpu", str(unknown_name("gpu", gpu_id, gpus)))
    transport = e.get("transport", str)
    if transport not in TRANSPORTS:
        raise e.error("transport", f"expected one of {', '.join(TRANSPORTS)}, got {transport!r}")
    nics, gbit = e.optional("nics", int), e.optional("nic_gbit_s", float)
    injection = e.optional("injection_gb_s_per_direction", float)
    fabric = None
    if nics is not None and gbit is not None:
        fabric = Fabric(transport, nics, gbit * GBIT)
        if injection is None or abs(injection * GB - fabric.injection) > 1e-6 * fabric.injection:
            raise e.error(
                "injection_gb_s_per_direction",
                f"must be nics x nic_gbit_s / 8 = {fabric.injection / GB:g}, got {injection}",
            )
    elif injection is not None:
        fabric = Fabric(transport, 1, injection * GB)
    node = Node(
        e.key.split(".", 1)[1],
        e.get("name", str),
        gpus[gpu_id],
        e.get("gpus_per_node", int),
        e.get("domain_gpus", int),
        fabric,
        e.get("scale_up_kind", str),
        e.default("links_per_gpu", 1),
        e.optional("ring_links", dict),
        e.default("in_network_reduction", False),
        e.names("source"),
    )
    e.finish("scale_up_topology", "nic_link")
    return node


def _transformer(e: Entry) -> Transformer:
    model = Transformer(
        name=e.get("name", str),
        **{
            k: e.get(k, int)
            for k in ("layers", "hidden", "heads", "kv_heads", "ffn", "vocab", "seq")
        },
        gated=e.get("gated", bool),
        tied_embeddings=e.get("tied_embeddings", bool),
        experts=e.default("experts", 1),
        experts_per_token=e.default("experts_per_token", 1),
        expert_ffn=e.optional("expert_ffn", int),
        shared_expert_ffn=e.default("shared_expert_ffn", 0),
        source=e.names("source"),
    )
    e.finish()
    return model


def _measured(e: Entry) -> MeasuredAllReduce:
    row = MeasuredAllReduce(
        e.get("fabric", str),
        e.get("gpu", str),
        e.get("gpus", int),
        e.get("nodes", int),
        e.positive("size_bytes"),
        e.positive("bus_bandwidth_gb_s") * GB,
        e.optional("note", str),
        e.names("source"),
    )
    e.finish()
    return row
