"""Time of a collective operation on a group of GPUs.

Two facts give almost everything:

1. *Bandwidth* is the narrowest place a group shares. Inside a domain that is NVLink; between
   domains it is the network adapters, of which a group gets the share of its members: eight
   members in a node drive eight rails, one member drives one.
2. *Latency* counts hops, and how they fill decides the middle sizes. A ring is busy from its first
   step to its last: its hops and the wire add up, `a + v / B`. A tree, or a reducing switch, is a
   chain that chunks flow through: at the best chunk size it takes `(sqrt(a) + sqrt(v / B))**2`,
   where the cross term is the filling of the chain. One hop has nothing to fill.

Bus bandwidth follows nccl-tests (doc/PERFORMANCE.md): all-reduce moves 2(n-1)/n of the message,
all-gather, reduce-scatter and all-to-all (n-1)/n, broadcast, reduce and send/recv all of it.
Sizes are bytes as nccl-tests counts them (all-gather: the gathered message), times seconds.
"""

from dataclasses import dataclass, replace
from math import ceil, inf, log2, sqrt

from scalemodel.constants import COLLECTIVES, CollectiveConstants, Transport
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Calibration, Node

OPS = (
    "all_reduce",
    "reduce_scatter",
    "all_gather",
    "all_to_all",
    "broadcast",
    "reduce",
    "send_recv",
)

NO_GAIN = 0.96
"""Bus over wire bandwidth of reduction in the switch where no architecture's value is known."""


@dataclass(frozen=True, slots=True)
class Group:
    """`size` ranks that communicate, `per_domain` of them in each NVLink domain."""

    size: int
    per_domain: int

    @property
    def domains(self) -> int:
        """NVLink domains that the group touches."""
        return ceil(self.size / self.per_domain)


def spread(op: str, ranks: int, nodes: int, node: Node) -> Group:
    """The group that `op` of nccl-tests runs on: `ranks` evenly on `nodes` nodes of a design.

    send/recv goes around a ring of all ranks, so the pair that crosses the network sets the pace.
    """
    domains = ceil(nodes / max(1, node.domain_gpus // node.gpus_per_node))
    if op == "send_recv":
        return Group(2, 1 if domains > 1 else 2)
    return Group(ranks, ceil(ranks / domains))


@dataclass(frozen=True, slots=True)
class Collective:
    """What one call costs.

    `time` in seconds; `bandwidth` is the bus bandwidth in bytes/s that a message of any size cannot
    exceed; `latency` the time of an empty message; `algorithm` a word.
    """

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


@dataclass(frozen=True, slots=True)
class Route:
    """How an algorithm moves bytes.

    `start`: seconds that simply add up. `chain`: seconds of the hops that chunks flow through one
    after the other. `bandwidth`: bytes/s of the narrowest place.
    """

    algorithm: str
    start: float
    chain: float
    bandwidth: float

    def time(self, wire: float) -> float:
        """Seconds for `wire` bytes (message times traffic factor).

        N chunks flow through the chain: minimising `chain + T + N * hop + chain * T / (N * hop)`
        over N gives `(sqrt(chain) + sqrt(T))**2`, T = wire / bandwidth. One hop: nothing to fill.
        """
        return self.start + (sqrt(self.chain) + sqrt(wire / self.bandwidth)) ** 2


def collective(
    op: str,
    size_bytes: float,
    group: Group,
    node: Node,
    constants: CollectiveConstants = COLLECTIVES,
) -> Collective:
    """Cost of `op` on `size_bytes` by the best algorithm NCCL has for `group` on `node`.

    Raises `ScaleModelError` for an unknown operation and `UnknownFact` if the group leaves the
    domain and the node's network is unknown.
    """
    if op not in OPS:
        raise ScaleModelError(f"unknown collective {op!r} (one of {', '.join(OPS)})")
    ranks = group.size
    if node.calibration is not None:
        constants = calibrated(constants, node.calibration, node)
    if ranks <= 1 or size_bytes == 0:
        return Collective(op, size_bytes, ranks, 0.0, 0.0, inf, "none")
    wire = size_bytes * traffic_factor(op, ranks)
    if op == "send_recv":
        route = _send(group, node, constants)
    elif op == "all_to_all":
        route = _all_to_all(group, node, constants)
    elif op == "all_reduce":
        route = _ring(2, group, node, constants)
        if group.domains > 1 or node.in_network_reduction:
            tree = _tree(group, node, constants)
            route = min(route, tree, key=lambda option: option.time(wire))
    else:
        route = _ring(1, group, node, constants)
    return Collective(
        op,
        size_bytes,
        ranks,
        route.time(wire),
        route.start + route.chain,
        route.bandwidth,
        route.algorithm,
    )


def calibrated(constants: CollectiveConstants, own: Calibration, node: Node) -> CollectiveConstants:
    """`constants` with the values that were measured on `node`."""
    transports, efficiency = constants.transports, constants.scale_up_efficiency
    if node.fabric is not None:
        old = transports[node.fabric.transport]
        new = Transport(
            _us(own.transport_latency_us, old.latency),
            own.transport_efficiency or old.efficiency,
            old.stack_limit if own.transport_efficiency is None else inf,
        )
        transports = {**transports, node.fabric.transport: new}
    gain = constants.in_switch_gain
    if own.in_switch_gain is not None:
        gain = {**gain, node.gpu.architecture: own.in_switch_gain}
    if own.scale_up_efficiency is not None:
        efficiency = {**efficiency, node.scale_up_kind: own.scale_up_efficiency}
    return replace(
        constants,
        base=_us(own.base_us, constants.base),
        ring_base=_us(own.ring_base_us, constants.ring_base),
        scale_up_step=_us(own.scale_up_step_us, constants.scale_up_step),
        in_switch_step=_us(own.in_switch_step_us, constants.in_switch_step),
        in_switch_gain=gain,
        scale_up_efficiency=efficiency,
        transports=transports,
    )


def _us(measured: float | None, default: float) -> float:
    return default if measured is None else measured * 1e-6


def _ring(rounds: int, group: Group, node: Node, constants: CollectiveConstants) -> Route:
    """A ring through every member, once (reduce-scatter, all-gather, broadcast) or twice."""
    domains = group.domains
    bandwidth = _scale_up(min(group.size, group.per_domain), node, constants)
    start = constants.ring_base + rounds * (group.size - domains) * constants.scale_up_step
    if domains > 1:
        start += rounds * (domains - 1) * _network_hop(node, constants)
        bandwidth = min(bandwidth, _rails(group, node, constants))
    return Route("ring", start, 0.0, bandwidth)


def _tree(group: Group, node: Node, constants: CollectiveConstants) -> Route:
    """All-reduce: reduce in the domain, a double binary tree between domains, back.

    With reduction in the switch (NVLS) the domain part is one step and its bus bandwidth exceeds
    the wire. In a double binary tree a domain is inner node of one tree and leaf of the other and
    sends two bytes per byte of message, however many domains there are. Two domains are a chain and
    send one: two nodes flatter the fabric.
    """
    domains, inside = group.domains, group.per_domain
    bandwidth = _scale_up(inside, node, constants)
    chain = constants.base + 2 * (inside - 1) * constants.scale_up_step
    if node.in_network_reduction and inside > 2:
        chain = constants.base + 2 * constants.in_switch_step
        gain = constants.in_switch_gain.get(node.gpu.architecture, NO_GAIN)
        bandwidth = gain * node.gpu.scale_up
    if domains == 1:
        return Route("tree", 0.0, chain, bandwidth)
    hop = 2 * _network_hop(node, constants)
    rails = _rails(group, node, constants) * traffic_factor("all_reduce", group.size)
    bandwidth = min(bandwidth, rails if domains == 2 else rails / 2)
    return Route(
        "tree",
        constants.base + hop,
        chain - constants.base + (ceil(log2(domains)) - 1) * hop,
        bandwidth,
    )


def _send(group: Group, node: Node, constants: CollectiveConstants) -> Route:
    """One message to one peer. NCCL splits it over a few channels, each bound to one adapter."""
    if group.domains == 1:
        lane = _scale_up(2, node, constants)
        return Route("direct", constants.base + constants.scale_up_step, 0.0, lane)
    fabric = node.need_fabric()
    channels = constants.send_channels * fabric.nic_rate
    bandwidth = min(
        _rails(group, node, constants),
        channels * constants.transports[fabric.transport].efficiency,
    )
    # Rendezvous: the receiver announces its buffer before the sender writes.
    return Route("direct", constants.base + 2 * _network_hop(node, constants), 0.0, bandwidth)


def _all_to_all(group: Group, node: Node, constants: CollectiveConstants) -> Route:
    """A message from every rank to every other; those that leave the domain share its rails."""
    lane = _scale_up(min(group.size, group.per_domain), node, constants)
    if group.domains == 1:
        return Route("direct", 0.0, constants.base, lane)
    remote = group.size - group.per_domain
    rails = _rails(group, node, constants) / group.per_domain
    return Route(
        "direct",
        remote * constants.message_post,
        constants.base + _network_hop(node, constants),
        min(lane, rails * (group.size - 1) / remote),
    )


def _scale_up(members: int, node: Node, constants: CollectiveConstants) -> float:
    """Bytes/s of a ring over `members` GPUs of one domain."""
    if members == 1:
        return inf
    return constants.scale_up_efficiency[node.scale_up_kind] * node.scale_up_rate(members)


def _rails(group: Group, node: Node, constants: CollectiveConstants) -> float:
    """Bytes/s that one domain's members of the group can send into the network.

    Their share of the adapters: the other GPUs of the domain run groups of their own meanwhile.
    """
    fabric = node.need_fabric()
    transport = constants.transports[fabric.transport]
    per_node = min(fabric.injection * transport.efficiency, transport.stack_limit)
    return per_node * group.per_domain / node.gpus_per_node


def _network_hop(node: Node, constants: CollectiveConstants) -> float:
    """Seconds for one step between domains: NCCL's own step plus the fabric's one-way latency."""
    return constants.network_step + constants.transports[node.need_fabric().transport].latency
