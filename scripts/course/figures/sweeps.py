"""The example run on more and more nodes, fabric by fabric: what two figures draw."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from course import example
from course.figures.style import Family
from scalemodel.hardware import parse_fabric
from scalemodel.load import catalog
from scalemodel.measurements import StepRow, read_steps
from scalemodel.scaling import ScalingRow, sweep
from scalemodel.transformer import Layout

NODES = (1, 2, 4, 8, 16, 32, 64)
PUBLISHED = ("llm-foundry-h100-one-node", "llm-foundry-h100-multi-node")
PUBLISHED_WIDTH = 4096


@dataclass(frozen=True)
class Curve:
    """One fabric: how the example run scales with `rows`, one for each entry of NODES."""

    fabric: str
    name: str
    family: Family
    rows: tuple[ScalingRow, ...]

    @property
    def short(self) -> str:
        """NICs of a node and their rate; TCP is named, RDMA goes without saying."""
        return self.name.replace(" Gb/s", "").removesuffix(" RDMA")


def curves(content: Path, strong: bool) -> tuple[Curve, ...]:
    """Plain data parallelism from 1 to 64 nodes on every fabric of the example that leaves a node.

    Weak scaling gives each GPU the example's tokens; strong scaling keeps the global batch that 64
    nodes would have, so that fewer nodes accumulate micro-batches.
    """
    facts = catalog(content)
    model, node = facts.transformers[example.MODEL], facts.nodes[example.NODE]
    micro_batch = max(1, example.TOKENS_PER_GPU // model.seq)
    per_node = node.gpus_per_node
    most = NODES[-1] * per_node * micro_batch
    found = []
    for spec in example.FABRICS:
        if spec == "nvlink":
            continue
        fabric = parse_fabric(spec)
        base = Layout(
            dp=per_node,
            micro_batch=micro_batch,
            global_batch=most if strong else per_node * micro_batch,
        )
        sizes = [nodes * per_node for nodes in NODES]
        rows = sweep(model, base, node.with_fabric(fabric), sizes, strong)
        family: Family = "tcp" if fabric.transport == "tcp" else "rdma"
        gbit = fabric.nic_rate * 8 / 1e9
        name = f"{fabric.nics} × {gbit:g} Gb/s {family.upper()}"
        found.append(Curve(spec, name, family, rows))
    return tuple(found)


@dataclass(frozen=True)
class Point:
    """A published run: throughput of a GPU on `nodes` nodes, relative to one node."""

    nodes: int
    gpus: int
    efficiency: float


def published(content: Path) -> tuple[Point, ...]:
    """Weak scaling of one published model that kept its batch on each GPU.

    Raises LookupError when the measurements hold no such run on one node.
    """
    facts = catalog(content)
    runs = [
        row
        for name in PUBLISHED
        for row in read_steps(content / "measurements" / f"{name}.csv", facts)
        if isinstance(row, StepRow)
        and row.model.hidden == PUBLISHED_WIDTH
        and row.model.seq == 2048
    ]
    single = [row for row in runs if row.cluster.nodes == 1 and row.layout.precision == "bf16"]
    for base in single:
        shape = (
            base.layout.micro_batch,
            _batch(base),
            base.layout.recompute,
            base.layout.precision,
        )
        same = [
            row
            for row in runs
            if (row.layout.micro_batch, _batch(row), row.layout.recompute, row.layout.precision)
            == shape
        ]
        if len(same) > 1:
            return tuple(
                Point(row.cluster.nodes, row.cluster.gpus, base.step_time / row.step_time)
                for row in sorted(same, key=lambda row: row.cluster.gpus)
            )
    raise LookupError(f"no published run of width {PUBLISHED_WIDTH} on one node and on several")


def _batch(row: StepRow) -> int:
    return row.layout.global_batch // row.cluster.gpus
