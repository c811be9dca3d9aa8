"""Collectives worked by hand: round numbers for every constant, each term of each algorithm.

One second for the base, ten for a ring's; hops of 0.1 s inside a domain, 0.2 s through its switch
and 2 + 3 s between domains. Links of 100 B/s of which a ring reaches half; four adapters of 10 B/s
a node, of which 80 % arrive: 32 B/s.
"""

from dataclasses import asdict, replace
from math import inf, sqrt

import pytest

from scalemodel.collectives import (
    Collective,
    Group,
    Route,
    calibrated,
    collective,
    spread,
    traffic_factor,
)
from scalemodel.constants import CollectiveConstants, Transport
from scalemodel.errors import ScaleModelError, UnknownFact
from scalemodel.hardware import Calibration, Fabric, Gpu, Node

ROUND = CollectiveConstants(
    base=1,
    ring_base=10,
    scale_up_step=0.1,
    in_switch_step=0.2,
    network_step=2,
    message_post=0.05,
    send_channels=2,
    scale_up_efficiency={"switch": 0.5, "mesh": 0.4},
    in_switch_gain={"hopper": 1.25},
    transports={"infiniband": Transport(3, 0.8), "tcp": Transport(3, 0.8, 16)},
)
GPU = Gpu("g", "G", "hopper", {}, None, None, None, 100, "link", None, None, {}, ())
NODE = Node("n", "N", GPU, 4, 4, Fabric("infiniband", 4, 10))
REDUCING = replace(NODE, in_network_reduction=True)
SLIM = replace(NODE, gpus_per_node=1, domain_gpus=1)


def chain(hops: float, wire: float) -> float:
    """Chunks that flow through a chain: (sqrt(hops) + sqrt(wire)) squared."""
    return hops + wire + 2 * sqrt(hops * wire)


@pytest.mark.parametrize(
    ("op", "size", "group", "node", "algorithm", "latency", "bandwidth", "time"),
    [
        # A ring inside a domain: three hops; half the links; 3/4 of the message, or all of it.
        ("all_gather", 200, (4, 4), NODE, "ring", 10.3, 50, 10.3 + 150 / 50),
        ("reduce_scatter", 200, (4, 4), NODE, "ring", 10.3, 50, 10.3 + 150 / 50),
        ("broadcast", 100, (4, 4), NODE, "ring", 10.3, 50, 10.3 + 100 / 50),
        ("reduce", 100, (4, 4), NODE, "ring", 10.3, 50, 10.3 + 100 / 50),
        ("all_reduce", 100, (4, 4), NODE, "ring", 10.6, 50, 10.6 + 150 / 50),
        # Two domains: six hops inside, one of five seconds between; the adapters are narrower.
        ("all_gather", 160, (8, 4), NODE, "ring", 15.6, 32, 15.6 + 140 / 32),
        ("all_gather", 120, (12, 4), NODE, "ring", 20.9, 32, 20.9 + 110 / 32),
        # One member a node drives its share of the adapters, a quarter.
        ("reduce_scatter", 160, (2, 1), NODE, "ring", 15, 8, 15 + 80 / 8),
        # TCP moves 16 B/s, whatever its adapters could.
        ("all_gather", 160, (8, 4), NODE.with_fabric(Fabric("tcp", 4, 10)), "ring", 15.6, 16,
         15.6 + 140 / 16),
        # Reduction in the switch: up and down once, 1.25 of the wire; not for two members.
        ("all_reduce", 100, (4, 4), REDUCING, "tree", 1.4, 125, chain(1.4, 150 / 125)),
        ("all_reduce", 100, (3, 3), REDUCING, "tree", 1.4, 125, chain(1.4, 400 / 3 / 125)),
        ("all_reduce", 100, (2, 2), REDUCING, "tree", 1.2, 50, chain(1.2, 100 / 50)),
        # A generation whose gain nobody has measured: 0.96.
        ("all_reduce", 96, (4, 4), replace(REDUCING, gpu=replace(GPU, architecture="new")),
         "tree", 1.4, 96, chain(1.4, 144 / 96)),
        # Trees between domains: two are a chain, more send two bytes per byte of message.
        ("all_reduce", 80, (8, 4), NODE, "tree", 11.6, 50, 11 + chain(0.6, 140 / 50)),
        ("all_reduce", 80, (8, 4), REDUCING, "tree", 11.4, 56, 11 + chain(0.4, 140 / 56)),
        ("all_reduce", 80, (16, 4), NODE, "tree", 21.6, 30, 11 + chain(10.6, 150 / 30)),
        ("all_reduce", 80, (20, 4), NODE, "tree", 31.6, 30.4, 11 + chain(20.6, 152 / 30.4)),
        ("all_reduce", 60, (12, 4), NODE, "ring", 31.8, 32, 31.8 + 110 / 32),
        ("all_reduce", 80, (32, 4), NODE, "tree", 31.6, 31, 11 + chain(20.6, 155 / 31)),
        # A large message goes around the ring: it is 32 B/s wide there, 30 in the tree.
        ("all_reduce", 1e6, (16, 4), NODE, "ring", 42.4, 32, 42.4 + 1.875e6 / 32),
        # One message: inside a hop, between domains a handshake and at most two adapters.
        ("send_recv", 100, (2, 2), NODE, "direct", 1.1, 50, 1.1 + 100 / 50),
        ("send_recv", 80, (2, 1), NODE, "direct", 11, 8, 11 + 80 / 8),
        ("send_recv", 80, (2, 1), SLIM, "direct", 11, 16, 11 + 80 / 16),
        # All to all: four of seven peers are remote and share the node's adapters.
        ("all_to_all", 200, (4, 4), NODE, "direct", 1, 50, chain(1, 150 / 50)),
        ("all_to_all", 80, (8, 4), NODE, "direct", 6.2, 14, 0.2 + chain(6, 70 / 14)),
        ("all_to_all", 90, (12, 4), NODE, "direct", 6.4, 11, 0.4 + chain(6, 82.5 / 11)),
    ],
)  # fmt: skip
def test_every_algorithm(
    op: str, size: float, group: tuple[int, int], node: Node,
    algorithm: str, latency: float, bandwidth: float, time: float,
) -> None:  # fmt: skip
    cost = collective(op, size, Group(*group), node, ROUND)
    assert (cost.op, cost.size_bytes, cost.ranks) == (op, size, group[0])
    assert cost.algorithm == algorithm
    assert cost.latency == pytest.approx(latency)
    assert cost.bandwidth == pytest.approx(bandwidth)
    assert cost.time == pytest.approx(time)


@pytest.mark.parametrize(("size", "ranks"), [(100, 1), (100, 0), (0, 4)])
def test_nothing_to_do_takes_no_time(size: float, ranks: int) -> None:
    nothing = collective("all_reduce", size, Group(ranks, 4), NODE, ROUND)
    assert nothing == Collective("all_reduce", size, ranks, 0, 0, inf, "none")


def test_a_byte_is_something_to_do() -> None:
    assert collective("all_reduce", 1, Group(2, 2), NODE, ROUND).time > 10


def test_the_mesh_has_an_efficiency_of_its_own() -> None:
    """A pair in a mesh has one of four links: 25 B/s, of which 40 % arrive."""
    mesh = replace(NODE, scale_up_kind="mesh", link_count=4)
    assert collective("all_gather", 100, Group(2, 2), mesh, ROUND).bandwidth == pytest.approx(10)
    assert collective("all_gather", 100, Group(4, 4), mesh, ROUND).bandwidth == pytest.approx(30)
    assert collective("all_to_all", 100, Group(4, 4), mesh, ROUND).bandwidth == pytest.approx(30)
    assert collective("send_recv", 100, Group(2, 2), mesh, ROUND).bandwidth == pytest.approx(10)
    tree = collective("all_reduce", 80, Group(8, 4), mesh, ROUND)
    assert (tree.algorithm, tree.bandwidth) == ("tree", pytest.approx(30))


def test_a_network_that_nobody_knows_is_an_error_only_where_it_is_needed() -> None:
    alone = NODE.with_fabric(None)
    assert collective("all_gather", 200, Group(4, 4), alone, ROUND).time == pytest.approx(13.3)
    for op in ("all_gather", "all_reduce", "all_to_all", "send_recv"):
        with pytest.raises(UnknownFact, match="number or rate of the network adapters"):
            collective(op, 200, Group(8, 4) if op != "send_recv" else Group(2, 1), alone, ROUND)


def test_an_unknown_operation_lists_those_there_are() -> None:
    with pytest.raises(ScaleModelError) as caught:
        collective("gather", 1, Group(2, 2), NODE, ROUND)
    assert str(caught.value) == (
        "unknown collective 'gather' (one of all_reduce, reduce_scatter, all_gather, all_to_all, "
        "broadcast, reduce, send_recv)"
    )


@pytest.mark.parametrize(
    ("size", "per_domain", "domains"), [(8, 8, 1), (8, 4, 2), (9, 4, 3), (1, 8, 1), (7, 1, 7)]
)
def test_domains_that_a_group_touches(size: int, per_domain: int, domains: int) -> None:
    assert Group(size, per_domain).domains == domains


def test_bandwidths_as_nccl_tests_prints_them() -> None:
    cost = Collective("all_reduce", 80, 8, 4, 1, 50, "ring")
    assert cost.algorithm_bandwidth == 20
    assert cost.bus_bandwidth == 35
    assert Collective("broadcast", 80, 8, 4, 1, 50, "ring").bus_bandwidth == 20
    assert traffic_factor("all_gather", 4) == 0.75


def test_a_route_s_time() -> None:
    """N chunks through a chain of 4 s, with 9 s on the wire: no N does better than 25 s."""
    route = Route("tree", 7, 4, 10)
    assert route.time(90) == pytest.approx(7 + 25)
    assert route.time(0) == pytest.approx(7 + 4)
    hops, on_the_wire = 4, 9
    times = [
        (hops + n * 0.25) * (1 + on_the_wire / (n * 0.25)) for n in range(1, 200)
    ]  # n chunks: the last one arrives after all hops and all chunks before it
    assert min(times) == pytest.approx(25)


RACK = replace(NODE, gpus_per_node=4, domain_gpus=72)
EIGHT = replace(NODE, gpus_per_node=8, domain_gpus=8)


@pytest.mark.parametrize(
    ("op", "ranks", "nodes", "node", "group"),
    [
        ("all_reduce", 8, 1, EIGHT, Group(8, 8)),
        ("all_reduce", 16, 2, EIGHT, Group(16, 8)),
        ("all_reduce", 2, 2, EIGHT, Group(2, 1)),
        ("all_reduce", 9, 2, EIGHT, Group(9, 5)),
        ("all_reduce", 72, 18, RACK, Group(72, 72)),
        ("all_reduce", 76, 19, RACK, Group(76, 38)),
        ("send_recv", 8, 1, EIGHT, Group(2, 2)),
        ("send_recv", 16, 2, EIGHT, Group(2, 1)),
        ("send_recv", 72, 18, RACK, Group(2, 2)),
        ("send_recv", 144, 36, RACK, Group(2, 1)),
        # A node is in one domain as a whole: four of six GPUs fit, never half of the next node.
        ("all_reduce", 12, 3, replace(RACK, domain_gpus=6), Group(12, 4)),
        # A domain smaller than a node counts as one.
        ("all_reduce", 8, 2, replace(EIGHT, domain_gpus=4), Group(8, 4)),
    ],
)
def test_the_group_of_a_run(op: str, ranks: int, nodes: int, node: Node, group: Group) -> None:
    assert spread(op, ranks, nodes, node) == group


MEASURED = {
    "base_us": ("base", 5e6, 5),
    "ring_base_us": ("ring_base", 6e6, 6),
    "scale_up_step_us": ("scale_up_step", 7e6, 7),
    "in_switch_step_us": ("in_switch_step", 8e6, 8),
    "scale_up_efficiency": ("scale_up_efficiency", 0.7, {"switch": 0.7, "mesh": 0.4}),
    "in_switch_gain": ("in_switch_gain", 1.1, {"hopper": 1.1}),
    "transport_latency_us": (
        "transports", 9e6, {**ROUND.transports, "tcp": Transport(9, 0.8, 16)},
    ),
    "transport_efficiency": (
        "transports", 0.6, {**ROUND.transports, "tcp": Transport(3, 0.6, inf)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURED)
def test_what_was_measured_replaces_one_constant(name: str) -> None:
    """A measured efficiency holds for the software as well: the limit of its stack is in it."""
    constant, measured, expected = MEASURED[name]
    node = NODE.with_fabric(Fabric("tcp", 4, 10))
    found = asdict(calibrated(ROUND, Calibration(**{name: measured}), node))
    want = asdict(replace(ROUND, **{constant: expected}))
    assert found.keys() == want.keys()
    mappings = {key for key, value in want.items() if isinstance(value, dict)}
    assert {key: found[key] for key in mappings} == {key: want[key] for key in mappings}
    times = want.keys() - mappings
    assert [found[key] for key in times] == pytest.approx([want[key] for key in times])


def test_a_node_without_network_keeps_its_transports() -> None:
    own = Calibration(transport_efficiency=0.6, base_us=5e6)
    found = calibrated(ROUND, own, NODE.with_fabric(None))
    assert found.transports == ROUND.transports
    assert found.base == pytest.approx(5)


def test_the_calibration_of_a_node_is_used() -> None:
    own = replace(NODE, calibration=Calibration(ring_base_us=20e6))
    assert collective("all_gather", 200, Group(4, 4), own, ROUND).time == pytest.approx(23.3)
