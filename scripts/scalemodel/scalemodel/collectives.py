"""Time of a collective operation on a group of GPUs.

Two facts give almost everything:

1. *Bandwidth* is the narrowest place a group shares. Inside a domain that is NVLink; between
   domains it is the network adapters, of which a group gets the share of its members: eight
   members in a node drive eight rails, one member drives one.
2. *Latency and middle sizes* are one thing. A message cut into chunks that flow through a chain of
   hops takes, at the best chunk size, `(sqrt(a) + sqrt(v / B))**2`: `a` is the time of the hops,
   `v / B` the time on the wire, and the cross term is the filling of the pipeline. One hop
   (send/recv, all-to-all) cannot be pipelined and takes `a + v / B`.

Bus bandwidth follows nccl-tests (doc/PERFORMANCE.md): all-reduce moves 2(n-1)/n of the message,
all-gather, reduce-scatter and all-to-all (n-1)/n, broadcast, reduce and send/recv all of it.
Sizes are bytes as nccl-tests counts them (all-gather: the gathered message), times seconds.
"""

from dataclasses import dataclass
from math import ceil, log2, sqrt

from scalemodel.constants import COLLECTIVES, CollectiveConstants
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Node

OPS = ("all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce", "send_recv")


@dataclass(frozen=True, slots=True)
class Group:
    """`size` ranks that communicate, `per_domain` of them in each NVLink domain."""

    size: int
    per_domain: int

    @property
    def domains(self) -> int:
        """NVLink domains that the group touches."""
        return ceil(self.size / self.per_domain)


@dataclass(frozen=True, slots=True)
class Collective:
    """What one call costs: `time` in seconds; `bandwidth` is the bus bandwidth in bytes/s that a
    message of any size cannot exceed; `latency` the time of an empty message; `algorithm` a word."""

    op: str
    size_bytes: float
    ranks: int
    time: float
    latency: float
    bandwidth: float
    algorithm: str

    @property
    def algorithm_bandwidth(self) -> float:
        """Message size over time, bytes/s."""
        return self.size_bytes / self.time

    @property
    def bus_bandwidth(self) -> float:
        """nccl-tests' bus bandwidth, bytes/s: comparable with a link's rate whatever the ranks."""
        return self.algorithm_bandwidth * traffic_factor(self.op, self.ranks)


def traffic_factor(op: str, ranks: int) -> float:
    """Bytes each rank sends per byte of message (nccl-tests doc/PERFORMANCE.md)."""
    if op == "all_reduce":
        return 2 * (ranks - 1) / ranks
    if op in ("reduce_scatter", "all_gather", "all_to_all"):
        return (ranks - 1) / ranks
    return 1.0


def collective(
    op: str, size_bytes: float, group: Group, node: Node, constants: CollectiveConstants = COLLECTIVES
) -> Collective:
    """Cost of `op` on `size_bytes` by the best algorithm NCCL has for `group` on `node`.

    Raises `ScaleModelError` for an unknown operation and `UnknownFact` if the group leaves the
    domain and the node's network is unknown.
    """
    if op not in OPS:
        raise ScaleModelError(f"unknown collective {op!r} (one of {', '.join(OPS)})")
    ranks = group.size
    if ranks <= 1:
        return Collective(op, size_bytes, ranks, 0.0, 0.0, float("inf"), "none")
    wire = size_bytes * traffic_factor(op, ranks)
    if op in ("all_to_all", "send_recv"):
        latency, bandwidth = _direct(op, group, node, constants)
        time = latency + wire / bandwidth
        return Collective(op, size_bytes, ranks, time, latency, bandwidth, "direct")
    options = [("ring", *_ring(op, group, node, constants))]
    if op == "all_reduce":
        options.append(("tree", *_tree(group, node, constants)))
    name, latency, bandwidth = min(options, key=lambda o: pipelined(o[1], wire / o[2]))
    return Collective(
        op, size_bytes, ranks, pipelined(latency, wire / bandwidth), latency, bandwidth, name
    )


def pipelined(latency: float, transfer: float) -> float:
    """Seconds for a message in optimally sized chunks through a chain of hops.

    N chunks through hops that cost `latency` in sum: minimise over N the time
    `latency + transfer + N * hop + latency * transfer / (N * hop)`.
    """
    return (sqrt(latency) + sqrt(transfer)) ** 2


def _rail_bandwidth(group: Group, node: Node, constants: CollectiveConstants) -> float:
    """Bytes/s one domain's members of the group can send into the network."""
    fabric = node.need_fabric()
    transport = constants.transports[fabric.transport]
    injection = fabric.injection * node.domain_gpus / node.gpus_per_node
    injection = min(injection, transport.stack_limit * node.domain_gpus / node.gpus_per_node)
    return transport.efficiency * injection * group.per_domain / node.domain_gpus


def _hop(node: Node, constants: CollectiveConstants) -> float:
    """Seconds for one step between domains: NCCL's own step plus the fabric's one-way latency."""
    return constants.network_step + constants.transports[node.need_fabric().transport].latency


def _ring(op: str, group: Group, node: Node, constants: CollectiveConstants) -> tuple[float, float]:
    """Latency and bus bandwidth of a ring through every member."""
    rounds = 2 if op == "all_reduce" else 1
    domains = group.domains
    bandwidth = constants.ring_efficiency * node.scale_up_rate(min(group.size, node.domain_gpus))
    latency = constants.base + rounds * (group.size - domains) * constants.scale_up_step
    if domains > 1:
        bandwidth = min(bandwidth, _rail_bandwidth(group, node, constants))
        latency += rounds * (domains - 1) * _hop(node, constants)
    return latency, bandwidth


def _tree(group: Group, node: Node, constants: CollectiveConstants) -> tuple[float, float]:
    """Latency and bus bandwidth of all-reduce in a domain, then a double binary tree between domains.

    With reduction in the switch (NVLS) the domain part is one step and its bus bandwidth exceeds
    the wire. In a double binary tree a domain is inner node of one tree and leaf of the other, so
    it sends two bytes per byte of message however many domains there are; two domains form a chain
    and send one, which is why two nodes flatter the fabric.
    """
    ranks, domains = group.size, group.domains
    in_switch = node.in_network_reduction and group.per_domain > 2
    scale_up = node.scale_up_rate(min(ranks, node.domain_gpus))
    if in_switch:
        bandwidth = constants.in_switch_gain * scale_up
        latency = constants.base + 2 * constants.in_switch_step
    else:
        bandwidth = constants.ring_efficiency * scale_up
        latency = constants.base + 2 * (group.per_domain - 1) * constants.scale_up_step
    if domains > 1:
        crossings = 1 if domains == 2 else 2
        rails = _rail_bandwidth(group, node, constants) * traffic_factor("all_reduce", ranks)
        bandwidth = min(bandwidth, rails / crossings)
        latency += 2 * ceil(log2(domains)) * _hop(node, constants)
    return latency, bandwidth


def _direct(op: str, group: Group, node: Node, constants: CollectiveConstants) -> tuple[float, float]:
    """Latency and bus bandwidth of point-to-point messages: send/recv and all-to-all."""
    pair = node.gpu.pair or node.gpu.scale_up
    if group.domains == 1:
        lanes = pair if op == "send_recv" else node.scale_up_rate(group.size)
        return constants.base, constants.ring_efficiency * lanes
    latency = constants.base + 2 * _hop(node, constants)
    rails = _rail_bandwidth(group, node, constants) / group.per_domain
    if op == "send_recv":
        return latency, rails
    remote = group.size - group.per_domain
    latency = max(latency, constants.base + remote * constants.message_post)
    return latency, min(constants.ring_efficiency * pair, rails * (group.size - 1) / remote)
