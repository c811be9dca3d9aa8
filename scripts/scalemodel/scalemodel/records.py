"""One mapping of a data file to one typed fact, with the invariants between its numbers.

Every function raises `ScaleModelError` that names file, key and what would be right.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scalemodel.entry import Entry
from scalemodel.errors import unknown_name
from scalemodel.hardware import GBIT, TRANSPORTS, Fabric, Gpu, Link, Node
from scalemodel.transformer import Transformer

GB = 1e9
MIB = 2**20


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


def source(e: Entry) -> Source:
    """An entry of sources.yml."""
    found = Source(
        e.key.split(".", 1)[1],
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


def link(e: Entry) -> Link:
    """An entry of links.yml: both directions are twice one, Gb/s are eight times GB/s."""
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


def gpu(e: Entry) -> Gpu:
    """An entry of gpus.yml: both directions are twice one."""
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


def node(e: Entry, gpus: Mapping[str, Gpu]) -> Node:
    """An entry of nodes.yml: injection is adapters times rate / 8."""
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


def transformer(e: Entry) -> Transformer:
    """An entry of models.yml, or a file with the same keys."""
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


def measured(e: Entry) -> MeasuredAllReduce:
    """An entry of measured_all_reduce in links.yml."""
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
