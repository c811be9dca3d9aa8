"""Collective operations: time and bandwidth by the cost model."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from course.values.quantities import facts, in_bytes, number, plain, rate, seconds
from itembank.values import Quantity
from scalemodel.collectives import Group, traffic_factor
from scalemodel.collectives import collective as cost
from scalemodel.constants import COLLECTIVES
from scalemodel.hardware import parse_fabric


@dataclass(frozen=True, slots=True)
class Collective:
    """One collective; bandwidths as nccl-tests define them."""

    time: Quantity
    bus_bandwidth: Quantity
    algorithm_bandwidth: Quantity
    latency: Quantity
    """Time that the smallest message takes."""
    algorithm: str


@dataclass(frozen=True, slots=True)
class NetworkTransport:
    """What the cost model assumes of a way to use a network."""

    latency: Quantity
    """One way, beside NCCL's own time for a step."""
    efficiency: Quantity
    """Share of the line rate that a large message reaches."""


def transport(name: str) -> NetworkTransport:
    """Return the constants for `name`, such as `rdma`, `efa` or `tcp`."""
    found = COLLECTIVES.transports[name]
    return NetworkTransport(latency=seconds(found.latency), efficiency=number(found.efficiency))


def collective(
    op: str, size: Quantity | float, nodes: int = 1, node: str = "dgx-h100", fabric: str = ""
) -> Collective:
    """Return the cost of `op` on `size` bytes over all GPUs of `nodes`.

    `fabric`, such as `rdma:8x400` or `tcp:1x100`, replaces the node's own network.
    """
    design = facts().nodes[node]
    if fabric:
        design = design.with_fabric(parse_fabric(fabric))
    gpus = design.gpus_per_node * int(nodes)
    group = Group(size=gpus, per_domain=min(gpus, design.domain_gpus))
    found = cost(op, plain(size), group, design)
    return Collective(
        time=seconds(found.time),
        bus_bandwidth=rate(found.bus_bandwidth),
        algorithm_bandwidth=rate(found.algorithm_bandwidth),
        latency=seconds(found.latency),
        algorithm=found.algorithm,
    )


def wire(op: str, size: Quantity | float, ranks: int) -> Quantity:
    """Return the bytes that each of `ranks` GPUs sends, or receives, for `op` on `size` bytes.

    That is what sending and receiving needs at least; reduction in a switch needs less.
    """
    return in_bytes(plain(size) * traffic_factor(op, int(ranks)))


def calls(total: Quantity | float, size: Quantity | float) -> int:
    """Return how many messages of `size` bytes carry `total` bytes; the last may be smaller."""
    return ceil(plain(total) / plain(size))
