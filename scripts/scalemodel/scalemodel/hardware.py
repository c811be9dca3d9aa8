"""What a cluster is made of.

Bandwidths are bytes/s in ONE direction, memory is bytes, rates FLOP/s.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from scalemodel.errors import ScaleModelError, UnknownFact

GBIT = 1e9 / 8
"""Bytes in 10^9 bits."""


@dataclass(frozen=True, slots=True)
class Link:
    """One kind of link: per GPU for NVLink and xGMI, per x16 slot for PCIe, else per port."""

    id: str
    name: str
    family: str
    per_direction: float
    both_directions: float | None
    source: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gpu:
    """One accelerator. `peak` holds dense matrix FLOP/s by number format (fp32: vector units)."""

    id: str
    name: str
    architecture: str
    peak: Mapping[str, float | None]
    memory: float | None
    memory_bandwidth: float | None
    sm_count: int | None
    scale_up: float
    scale_up_link: str
    pair: float | None
    tdp_w: float | None
    matmul_measured: Mapping[str, float]
    source: tuple[str, ...]

    def peak_flops(self, precision: str) -> float:
        """Dense peak in FLOP/s. Raises `UnknownFact` if the format is unpublished or missing."""
        peak = self.peak.get(precision)
        if peak is None:
            have = ", ".join(name for name, value in self.peak.items() if value is not None)
            raise UnknownFact(
                f"{self.name} has no published dense {precision} rate (published: {have or 'none'})"
            )
        return peak

    def need(self, fact: str) -> float:
        """A number that may be unknown, by attribute name.

        Raises `UnknownFact` instead of guessing.
        """
        value: float | None = getattr(self, fact)
        if value is None:
            raise UnknownFact(
                f"{self.name}: {fact} is not known (null in content/hardware/gpus.yml)"
            )
        return value


@dataclass(frozen=True, slots=True)
class Fabric:
    """The network between NVLink domains, as one node sees it.

    `transport` decides latency and protocol efficiency; `nics` x `nic_rate` is the injection
    bandwidth of a node in one direction.
    """

    transport: str
    nics: int
    nic_rate: float

    @property
    def injection(self) -> float:
        """Bytes/s that one node can send."""
        return self.nics * self.nic_rate

    @property
    def spec(self) -> str:
        """The way it is written on the command line, `TRANSPORT:NICSxGBIT`."""
        return f"{self.transport}:{self.nics}x{self.nic_rate / GBIT:g}"


TRANSPORTS = ("infiniband", "roce", "rdma", "efa", "slingshot", "tcpxo", "tcpx", "tcp")
"""`rdma` = InfiniBand or RoCE without saying which."""


def parse_fabric(spec: str) -> Fabric:
    """Read `TRANSPORT:NICSxGBIT`, for example `rdma:8x400` or `tcp:1x100`.

    Raises `ScaleModelError` that names the part which is wrong.
    """
    transport, _, rate = spec.partition(":")
    if transport not in TRANSPORTS:
        raise ScaleModelError(
            f"fabric {spec!r}: unknown transport {transport!r} (one of {', '.join(TRANSPORTS)}; "
            "`compare` also takes nvlink)"
        )
    nics, _, gbit = rate.partition("x")
    try:
        fabric = Fabric(transport, int(nics), float(gbit) * GBIT)
    except ValueError:
        fabric = None
    if fabric is None or fabric.nics < 1 or not 0 < fabric.nic_rate < inf:
        raise ScaleModelError(
            f"fabric {spec!r}: write TRANSPORT:NICSxGBIT with the adapters of one node and their "
            f"rate in Gb/s, for example {transport}:8x400"
        )
    return fabric


@dataclass(frozen=True, slots=True)
class Calibration:
    """What `scalemodel calibrate` measured on one cluster; None where it had no data.

    The names are those of `CollectiveConstants` and `Transport`, which these values replace:
    times in microseconds, efficiencies as shares of the specified rate.
    """

    base_us: float | None = None
    ring_base_us: float | None = None
    scale_up_step_us: float | None = None
    in_switch_step_us: float | None = None
    scale_up_efficiency: float | None = None
    in_switch_gain: float | None = None
    transport_latency_us: float | None = None
    transport_efficiency: float | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A node design.

    `domain_gpus` is the number of GPUs that share scale-up links: 8 in a DGX, 72 in an NVL72 rack
    whose nodes have 4. `ring_links` gives, for machines without a switch, how many of a GPU's links
    a ring of n members can use.
    """

    id: str
    name: str
    gpu: Gpu
    gpus_per_node: int
    domain_gpus: int
    fabric: Fabric | None
    scale_up_kind: str = "switch"
    link_count: int = 1
    ring_links: Mapping[int, int] | None = None
    in_network_reduction: bool = False
    source: tuple[str, ...] = ()
    calibration: Calibration | None = None

    def with_fabric(self, fabric: Fabric | None) -> "Node":
        """The same node behind another network."""
        return replace(self, fabric=fabric)

    def need_fabric(self) -> Fabric:
        """The network of this node. Raises `UnknownFact` if its adapters are not published."""
        if self.fabric is None:
            raise UnknownFact(
                f"{self.name}: number or rate of the network adapters is not known; "
                "name a fabric such as rdma:8x400"
            )
        return self.fabric

    def scale_up_rate(self, members: int) -> float:
        """Bytes/s, one direction, that a ring of `members` GPUs of one domain can use per GPU.

        Behind a switch all links serve any group. In a full mesh a group of n reaches its peers
        over n-1 links; in the hybrid cube mesh of a DGX-1 the usable rings are tabulated.
        """
        if self.scale_up_kind == "switch" or members <= 1:
            return self.gpu.scale_up
        if self.ring_links is not None:
            usable = self.ring_links.get(min(members, max(self.ring_links)), self.link_count)
        else:
            usable = members - 1
        return self.gpu.scale_up * min(1.0, usable / self.link_count)


@dataclass(frozen=True, slots=True)
class Cluster:
    """`gpus` accelerators in nodes of one design."""

    node: Node
    gpus: int

    @property
    def nodes(self) -> int:
        """Operating-system images in use."""
        return -(-self.gpus // self.node.gpus_per_node)

    @property
    def domains(self) -> int:
        """NVLink domains in use; more than one means that traffic crosses the network."""
        return -(-self.gpus // self.node.domain_gpus)

    @property
    def domain_injection(self) -> float:
        """Bytes/s, one direction, that one NVLink domain can send into the network."""
        per_gpu = self.node.need_fabric().injection / self.node.gpus_per_node
        return per_gpu * self.node.domain_gpus
