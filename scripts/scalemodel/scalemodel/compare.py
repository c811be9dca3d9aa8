"""The same training step on several fabrics, side by side: what the first infographic draws."""

from collections.abc import Sequence
from dataclasses import dataclass

from scalemodel import load
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import GBIT, Cluster, Fabric, Node, parse_fabric
from scalemodel.load import Catalog
from scalemodel.records import MeasuredAllReduce
from scalemodel.rounding import rounded_dict
from scalemodel.step import Step, predict
from scalemodel.transformer import Layout, Transformer

WORDS = {
    "infiniband": "InfiniBand",
    "roce": "RoCE",
    "rdma": "RDMA",
    "efa": "EFA",
    "slingshot": "Slingshot",
    "tcpxo": "GPUDirect-TCPXO",
    "tcpx": "GPUDirect-TCPX",
    "tcp": "Ethernet, TCP",
}

FAMILIES = {
    "infiniband": ("infiniband",),
    "rdma": ("infiniband", "ethernet"),
    "efa": ("cloud",),
    "slingshot": ("cloud",),
}
"""Families of links a transport runs on; Ethernet for the others."""


@dataclass(frozen=True, slots=True)
class FabricRow:
    """Plain data-parallel training on one fabric. Unrounded SI values; `as_dict` rounds and scales.

    `line_rate` is the specified rate, bytes/s in one direction: NVLink of one GPU, or all adapters
    of one node. `measured` is a published bandwidth of the same kind of fabric, where one is known.
    """

    fabric: str
    family: str
    label: str
    nodes: int
    gpus: int
    nics: int | None
    nic_rate: float | None
    line_rate: float
    gradient_bytes: float
    step: Step
    measured: MeasuredAllReduce | None
    line_rate_source: tuple[str, ...]

    @property
    def slowed(self) -> float:
        """Seconds that kernels lose to the exchange running beside them."""
        return self.step.parts.data - self.step.data_wait

    @property
    def busy_overlap(self) -> float:
        """Share of the step in which the GPU computes while gradients travel beside it."""
        busy = self.step.forward + self.step.backward + self.slowed
        return busy / (busy + self.step.data_wait)

    @property
    def busy_no_overlap(self) -> float:
        """The same when the exchange starts only after the backward pass."""
        compute = self.step.forward + self.step.backward
        return compute / (compute + self.step.data_exchange)

    def as_dict(self) -> dict[str, object]:
        """The row with unit and direction in every key, numbers to four significant digits."""
        step, measured = self.step, self.measured
        values = {
            "fabric": self.fabric,
            "fabric_family": self.family,
            "fabric_label": self.label,
            "nodes": self.nodes,
            "gpus": self.gpus,
            "nics_per_node": self.nics,
            "nic_rate_gbit_s_per_direction": None
            if self.nic_rate is None
            else self.nic_rate / GBIT,
            "line_rate_gb_s_per_direction": self.line_rate / 1e9,
            "line_rate_mark": "specified",
            "line_rate_source": list(self.line_rate_source),
            "bus_bandwidth_gb_s": step.data_bandwidth / 1e9,
            "bus_bandwidth_mark": "modelled",
            "measured_bus_bandwidth_gb_s": None
            if measured is None
            else measured.bus_bandwidth / 1e9,
            "measured_on": None if measured is None else _measured_on(measured),
            "measured_source": [] if measured is None else list(measured.source),
            "gradient_gb": self.gradient_bytes / 1e9,
            "forward_ms": step.forward * 1e3,
            "backward_ms": step.backward * 1e3,
            "all_reduce_ms": step.data_exchange * 1e3,
            "exposed_ms": step.data_wait * 1e3,
            "slowed_ms": self.slowed * 1e3,
            "optimizer_ms": step.parts.optimizer * 1e3,
            "step_ms": step.time * 1e3,
            "busy_percent_overlap": self.busy_overlap * 100,
            "busy_percent_no_overlap": self.busy_no_overlap * 100,
            "tokens_per_s": step.tokens_per_second,
            "mfu_percent": step.mfu * 100,
        }
        return rounded_dict(values)


def compare(
    catalog: Catalog,
    model: str,
    node: str,
    nodes: int,
    fabrics: Sequence[str],
    tokens_per_gpu: int,
    seq: int | None = None,
    precision: str = "bf16",
) -> tuple[FabricRow, ...]:
    """One row a fabric, in the given order: pure data parallelism, one micro-batch a step.

    `model` and `node` are ids or YAML files, as on the command line; so are `fabrics`: `nvlink` (as
    many of the `nodes` as share an NVLink domain: one, or up to 18 in an NVL72 rack) or
    `TRANSPORT:NICSxGBIT` (all `nodes`). `tokens_per_gpu` must be a multiple of the sequence length.
    Gradients are exchanged in 2-byte numbers. Raises `ScaleModelError` in words for anything that
    does not fit.
    """
    if not fabrics:
        raise ScaleModelError("compare needs at least one fabric, for example nvlink or rdma:8x400")
    if nodes < 1:
        raise ScaleModelError(f"nodes must be at least 1, not {nodes}")
    transformer = load.model(model, catalog)
    if seq is not None:
        transformer = transformer.with_seq(seq)
    if tokens_per_gpu < transformer.seq or tokens_per_gpu % transformer.seq:
        raise ScaleModelError(
            f"tokens per GPU ({tokens_per_gpu}) must be a multiple of the sequence length "
            f"({transformer.seq}); change one of them with --tokens-per-gpu or --seq"
        )
    design = load.node(node, catalog)
    return tuple(
        _row(catalog, spec, transformer, design, nodes, tokens_per_gpu, precision)
        for spec in fabrics
    )


def _row(
    catalog: Catalog,
    spec: str,
    model: Transformer,
    design: Node,
    nodes: int,
    tokens_per_gpu: int,
    precision: str,
) -> FabricRow:
    inside = spec == "nvlink"
    fabric = None if inside else parse_fabric(spec)
    node = design if fabric is None else design.with_fabric(fabric)
    count = min(nodes, max(1, node.domain_gpus // node.gpus_per_node)) if inside else nodes
    cluster = Cluster(node, count * node.gpus_per_node)
    micro_batch = tokens_per_gpu // model.seq
    layout = Layout(
        dp=cluster.gpus,
        precision=precision,
        micro_batch=micro_batch,
        global_batch=micro_batch * cluster.gpus,
    )
    step = predict(model, layout, cluster)
    link = catalog.links[node.gpu.scale_up_link]
    return FabricRow(
        fabric=spec,
        family="nvlink" if fabric is None else "tcp" if fabric.transport == "tcp" else "rdma",
        label=link.name
        if fabric is None
        else _label(fabric.nics, fabric.nic_rate, fabric.transport),
        nodes=count,
        gpus=cluster.gpus,
        nics=None if fabric is None else fabric.nics,
        nic_rate=None if fabric is None else fabric.nic_rate,
        line_rate=link.per_direction if fabric is None else fabric.injection,
        gradient_bytes=model.parameters * layout.gradient_bytes,
        step=step,
        measured=_nearest(catalog, spec, node),
        line_rate_source=link.source if fabric is None else _rate_source(catalog, fabric),
    )


def _label(nics: int, rate: float, transport: str) -> str:
    return f"{nics} x {rate / GBIT:g} Gb/s {WORDS[transport]}"


def _rate_source(catalog: Catalog, fabric: Fabric) -> tuple[str, ...]:
    """Sources of the port rate: links of the fitting family that run at it."""
    families = FAMILIES.get(fabric.transport, ("ethernet",))
    found = [
        key
        for link in catalog.links.values()
        if link.family in families and link.per_direction == fabric.nic_rate
        for key in link.source
    ]
    return tuple(dict.fromkeys(found)) or ("computed",)


def _measured_on(row: MeasuredAllReduce) -> str:
    return f"{row.gpus} x {row.gpu}, {row.fabric}" + (f", {row.note}" if row.note else "")


def _nearest(catalog: Catalog, spec: str, node: Node) -> MeasuredAllReduce | None:
    """A published measurement with the same kind of transport and injection, same GPU first."""
    matches = [row for row in catalog.measured_all_reduce if _comparable(row, spec)]
    same_link = [
        row
        for row in matches
        if spec != "nvlink" or catalog.gpus[row.gpu].scale_up_link == node.gpu.scale_up_link
    ]
    ranked = sorted(same_link, key=lambda row: row.gpu != node.gpu.id)
    return ranked[0] if ranked else None


def _comparable(row: MeasuredAllReduce, spec: str) -> bool:
    if "nvlink" in (row.fabric, spec):
        return row.fabric == spec
    ours, theirs = parse_fabric(spec), parse_fabric(row.fabric)
    kernel = ours.transport.startswith("tcp"), theirs.transport.startswith("tcp")
    return kernel[0] == kernel[1] and ours.injection == theirs.injection
