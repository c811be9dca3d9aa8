"""Published measurements: reading the CSV files of content/measurements and files shaped like them.

A row that lacks something the model needs is kept, with the reason, never dropped in silence.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from scalemodel.collectives import Group, spread
from scalemodel.errors import ScaleModelError, unknown_name
from scalemodel.hardware import GBIT, TRANSPORTS, Cluster, Fabric, Gpu, Node
from scalemodel.load import Catalog
from scalemodel.transformer import Layout, Transformer

STEP_COLUMNS = (
    "id", "gpu", "gpus", "gpus_per_node", "layers", "hidden", "heads", "ffn", "vocab", "seq",
    "micro_batch", "global_batch", "step_time_s",
)  # fmt: skip
COLLECTIVE_COLUMNS = ("id", "op", "gpus", "nodes", "size_bytes", "time_us")
ONE_PER_NODE = "h100-sxm"
"""Stands for an unnamed GPU that is alone in its node: its links to others don't matter."""

LARGEST_COUNT = 1e12
"""No GPU count, batch or model dimension comes near; beyond it a cell is a slip."""

OPS = {"alltoall": "all_to_all", "sendrecv": "send_recv"}
"""Names in the files that differ from nccl-tests' underscore style."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """One published step. `step_time` seconds; `peak_memory` bytes per GPU where published."""

    id: str
    model: Transformer
    layout: Layout
    cluster: Cluster
    step_time: float
    peak_memory: float | None
    assumed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CollectiveRow:
    """One published collective: `time` seconds for `size_bytes` (as nccl-tests counts it)."""

    id: str
    op: str
    node: Node
    ranks: int
    group: Group
    size_bytes: float
    time: float


@dataclass(frozen=True, slots=True)
class Unusable:
    """A row the model can't do, and why."""

    id: str
    reason: str


class Fields:
    """One CSV record with typed access; raises `ScaleModelError` naming column and value."""

    def __init__(self, record: Mapping[str, str | None]) -> None:
        self._record = record

    def text(self, column: str, default: str | None = None) -> str:
        """The cell, or the default where it is empty."""
        value = (self._record.get(column) or "").strip()
        if value:
            return value
        if default is None:
            raise ScaleModelError(f"{column} is empty")
        return default

    def number(self, column: str, default: float | None = None) -> float:
        """A number above 0; 0 only where that is the default."""
        text = self.text(column, None if default is None else str(default))
        try:
            value = float(text)
        except ValueError:
            raise ScaleModelError(f"{column} is not a number: {text!r}") from None
        if not (0 < value < inf or value == default):
            raise ScaleModelError(f"{column} must be above 0, not {text}")
        return value

    def count(self, column: str, default: int | None = None) -> int:
        """A whole number."""
        value = self.number(column, default)
        if value != int(value) or value > LARGEST_COUNT:
            raise ScaleModelError(
                f"{column} must be a whole number up to {LARGEST_COUNT:g}, not {value:g}"
            )
        return int(value)

    def flag(self, column: str, default: bool) -> bool:
        """True or false."""
        text = self.text(column, str(default)).lower()
        if text not in ("true", "false", "1", "0"):
            raise ScaleModelError(f"{column} must be true or false, not {text!r}")
        return text in ("true", "1")


def csv_files(paths: list[str]) -> list[Path]:
    """The CSV files named by `paths`; a folder stands for the files directly in it.

    Raises `ScaleModelError` for a path that does not exist or a folder without CSV files.
    """
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("*.csv"))
            if not inside:
                raise ScaleModelError(f"{path}: no .csv files in this folder")
            found += inside
        elif path.is_file():
            found.append(path)
        else:
            raise ScaleModelError(f"{path}: no such file or folder")
    return found


def read_steps(path: Path, catalog: Catalog) -> Iterator[StepRow | Unusable]:
    """The step times of one file. Raises `ScaleModelError` if a required column is missing."""
    for number, record in _records(path, STEP_COLUMNS):
        row_id = record.get("id") or f"{path.stem}/{number:04d}"
        try:
            yield _step(row_id, Fields(record), catalog)
        except ScaleModelError as problem:
            yield Unusable(row_id, str(problem))


def read_collectives(path: Path, catalog: Catalog) -> Iterator[CollectiveRow | Unusable]:
    """The collectives of one file. Raises `ScaleModelError` if a required column is missing."""
    for number, record in _records(path, COLLECTIVE_COLUMNS):
        row_id = record.get("id") or f"{path.stem}/{number:04d}"
        try:
            yield _collective(row_id, Fields(record), catalog)
        except ScaleModelError as problem:
            yield Unusable(row_id, str(problem))


def _records(path: Path, needed: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str | None]]]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise ScaleModelError(f"{path}: cannot be read: {problem}") from None
    reader = csv.DictReader(line for line in lines if line.strip() and not line.startswith("#"))
    try:
        missing = [column for column in needed if column not in (reader.fieldnames or ())]
        if missing:
            hint = "see measurements/README.md"
            if needed is STEP_COLUMNS and "op" in (reader.fieldnames or ()):
                hint = "a file of collectives needs --collectives"
            raise ScaleModelError(f"{path}: missing column {', '.join(missing)} ({hint})")
        yield from enumerate(reader, start=1)
    except csv.Error as problem:
        raise ScaleModelError(f"{path}: not a CSV file: {problem}") from None


def _step(row_id: str, f: Fields, catalog: Catalog) -> StepRow:
    gpu = catalog.gpus[f.text("gpu")]
    gpus = f.count("gpus")
    heads = f.count("heads")
    model = Transformer(
        name=row_id,
        layers=f.count("layers"),
        hidden=f.count("hidden"),
        heads=heads,
        kv_heads=f.count("kv_heads", heads),
        ffn=f.count("ffn"),
        gated=f.flag("gated", False),
        vocab=f.count("vocab"),
        seq=f.count("seq"),
        tied_embeddings=f.flag("tied_embeddings", False),
    )
    tp, pp, cp = f.count("tp", 1), f.count("pp", 1), f.count("cp", 1)
    framework = f.text("framework", "")
    precision = f.text("precision", "bf16").lower()
    layout = Layout(
        tp=tp,
        pp=pp,
        virtual_pp=f.count("virtual_pp", 1),
        cp=cp,
        dp=f.count("dp", max(1, gpus // (tp * pp * cp))),
        zero=f.count("zero", 0),
        sequence_parallel=f.flag("sequence_parallel", False),
        flash_attention=f.flag("flash_attention", True),
        dp_overlap=f.flag("dp_overlap", True),
        tp_overlap=f.flag("tp_overlap", False),
        recompute=f.text("recompute", "none"),
        precision=precision,
        gradient_bytes=_gradient_bytes(f.text("gradient_dtype", ""), precision, framework),
        micro_batch=f.count("micro_batch"),
        global_batch=f.count("global_batch"),
        framework=framework,
    )
    memory = f.number("peak_memory_gib", 0) * 2**30
    node = _node(f, gpu, None, catalog)
    return StepRow(
        row_id,
        model,
        layout,
        Cluster(node, gpus),
        f.number("step_time_s"),
        memory or None,
        tuple(f.text("assumed", "").split()),
    )


def _gradient_bytes(dtype: str, precision: str, framework: str) -> int:
    """Bytes of one gradient on the wire. Megatron accumulates and exchanges bf16 runs in fp32."""
    if dtype:
        return 4 if dtype in ("fp32", "float32", "tf32") else 2
    name = framework.lower()
    return 4 if precision != "fp16" and ("megatron" in name or "nanotron" in name) else 2


def _collective(row_id: str, f: Fields, catalog: Catalog) -> CollectiveRow:
    op = f.text("op").lower()
    gpus, nodes = f.count("gpus"), f.count("nodes")
    gpu_id = f.text("gpu", "")
    if not gpu_id and gpus > nodes:
        raise ScaleModelError("gpu is empty: the links inside the node are unknown")
    if gpus < 2 or gpus % nodes:
        raise ScaleModelError(f"{gpus} GPUs on {nodes} nodes: expected the same number in each")
    time = f.number("time_us") * 1e-6
    op = OPS.get(op, op)
    node = _node(f, catalog.gpus[gpu_id or ONE_PER_NODE], nodes, catalog)
    return CollectiveRow(
        row_id,
        op,
        node,
        gpus,
        spread(op, gpus, nodes, node),
        f.number("size_bytes"),
        time,
    )


def _node(f: Fields, gpu: Gpu, nodes: int | None, catalog: Catalog) -> Node:
    """The node design that fits a row: a known one with this GPU, behind the row's network.

    `nodes` is None where the row counts only GPUs.
    """
    designs = [node for node in catalog.nodes.values() if node.gpu.id == gpu.id]
    if not designs:
        designs = [n for n in catalog.nodes.values() if n.gpu.scale_up_link == gpu.scale_up_link]
    if not designs:
        raise ScaleModelError(f"no node design with {gpu.name} is known")
    per_node = f.count("gpus_per_node", designs[0].gpus_per_node)
    base = replace(designs[0], gpu=gpu)
    if (
        (nodes or 1) > 1
        and per_node < base.gpus_per_node
        and not f.text("injection_gbit_s_per_node", "")
    ):
        # Only some GPUs of a known node took part: they can use their share of its adapters.
        per_node = base.gpus_per_node
    if per_node > base.domain_gpus or base.domain_gpus == base.gpus_per_node:
        base = replace(base, domain_gpus=per_node)
    base = replace(base, gpus_per_node=per_node)
    used = f.count("gpus") if nodes is None else nodes * per_node
    if nodes == 1 or used <= base.domain_gpus:
        return base
    return base.with_fabric(_fabric(f, designs))


def _fabric(f: Fields, designs: list[Node]) -> Fabric:
    """The network of a row: adapters as in the known design with the same rate, else one a GPU."""
    name = f.text("fabric", "infiniband").lower()
    transport = next((known for known in TRANSPORTS if name.startswith(known)), None)
    if transport is None:
        raise unknown_name("fabric", name, TRANSPORTS)
    rate = f.number("injection_gbit_s_per_node", 0) * GBIT
    known = [d.fabric for d in designs if d.fabric is not None]
    if rate == 0 and not f.text("gpu", ""):
        raise ScaleModelError("neither gpu nor injection_gbit_s_per_node is given")
    if rate == 0:
        same = [fabric for fabric in known if fabric.transport == transport]
        if not same:
            raise ScaleModelError("injection_gbit_s_per_node is empty and no known node fits")
        return same[0]
    for fabric in known:
        if fabric.transport == transport and abs(fabric.injection - rate) < 1e-3 * rate:
            return fabric
    nics = f.count("gpus_per_node", designs[0].gpus_per_node)
    return Fabric(transport, nics, rate / nics)
