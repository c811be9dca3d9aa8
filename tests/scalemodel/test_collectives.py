"""Collectives against nccl-tests' definitions and published bandwidths."""

from dataclasses import replace
from itertools import pairwise

import pytest

from scalemodel.collectives import OPS, Group, collective, traffic_factor
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Node, parse_fabric
from scalemodel.load import Catalog
from scalemodel.measurements import csv_files
from scalemodel.validate import score_collectives

MIB, GIB = 2**20, 2**30


def whole(nodes: int, node: Node) -> Group:
    """All GPUs of some nodes."""
    return Group(nodes * node.gpus_per_node, node.gpus_per_node)


def test_traffic_factors_are_those_of_nccl_tests() -> None:
    # doc/PERFORMANCE.md of nccl-tests, for 8 ranks
    expected = {"all_reduce": 1.75, "all_gather": 0.875, "reduce_scatter": 0.875,
                "all_to_all": 0.875, "broadcast": 1.0, "reduce": 1.0, "send_recv": 1.0}  # fmt: skip
    assert {op: traffic_factor(op, 8) for op in OPS} == expected


def test_bus_bandwidth_is_algorithm_bandwidth_times_factor(facts: Catalog) -> None:
    cost = collective("all_reduce", GIB, Group(8, 8), facts.nodes["dgx-a100"])
    assert cost.algorithm_bandwidth == pytest.approx(GIB / cost.time)
    assert cost.bus_bandwidth == pytest.approx(1.75 * GIB / cost.time)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("nodes", [1, 2, 4, 64])
def test_no_message_beats_the_slowest_link(facts: Catalog, op: str, nodes: int) -> None:
    node = replace(facts.nodes["dgx-h100"], in_network_reduction=False)
    group = Group(2, 1) if op == "send_recv" and nodes > 1 else whole(nodes, node)
    for size in (1, 64 * 1024, MIB, GIB, 64 * GIB):
        cost = collective(op, size, group, node)
        assert cost.time > 0
        assert cost.bus_bandwidth <= node.gpu.scale_up
        assert cost.time >= cost.latency


@pytest.mark.parametrize("op", OPS)
def test_time_grows_with_size_and_with_less_bandwidth(facts: Catalog, op: str) -> None:
    node = facts.nodes["dgx-h100"]
    thin = node.with_fabric(parse_fabric("infiniband:1x100"))
    group = Group(2, 1) if op == "send_recv" else whole(4, node)
    times = [collective(op, size, group, node).time for size in (1, MIB, 64 * MIB, GIB)]
    assert times == sorted(times)
    assert collective(op, GIB, group, thin).time > 4 * times[-1]


def test_members_in_a_node_share_its_rails(facts: Catalog) -> None:
    # A ring with 8 members in each node drives eight adapters, one with a single member drives one.
    node = facts.nodes["dgx-h100"]
    wide = collective("all_reduce", 64 * GIB, Group(512, 8), node)
    narrow = collective("all_reduce", 64 * GIB, Group(64, 1), node)
    assert 6 < wide.bus_bandwidth / narrow.bus_bandwidth <= 8.2


def test_two_nodes_flatter_the_network(facts: Catalog) -> None:
    node = facts.nodes["dgx-b200"]
    two, four, many = (
        collective("all_reduce", 256 * GIB, whole(k, node), node).bus_bandwidth for k in (2, 4, 64)
    )
    assert two > 1.5 * four
    assert four == pytest.approx(many, rel=0.1)


def test_published_all_reduce_bandwidths(facts: Catalog) -> None:
    # nccl-tests results on A100, H100, H200, B200 in one node and over EFA and InfiniBand.
    designs = {"h100-sxm": "dgx-h100", "h200-sxm": "dgx-h200", "a100-sxm-80": "dgx-a100",
               "b200-sxm": "dgx-b200"}  # fmt: skip
    assert len(facts.measured_all_reduce) >= 8
    for row in facts.measured_all_reduce:
        node = facts.nodes[designs[row.gpu]]
        if "ring" in (row.note or ""):
            node = replace(node, in_network_reduction=False)
        group = Group(row.gpus, max(1, row.gpus // row.nodes))
        if row.fabric != "nvlink":
            fabric = parse_fabric(row.fabric)
            if group.per_domain == 1:
                # One GPU of a node reaches one adapter: give it a node of its own.
                node = replace(node, gpus_per_node=1, domain_gpus=1)
            node = node.with_fabric(fabric)
        cost = collective("all_reduce", row.size_bytes, group, node)
        assert cost.bus_bandwidth == pytest.approx(row.bus_bandwidth, rel=0.15), row


def test_a_pair_in_a_mesh_has_one_link(facts: Catalog) -> None:
    # MI300X: 2 GPUs measured 47.7 GB/s, 8 GPUs 312.9 GB/s (mle-net).
    node = facts.nodes["azure-nd-mi300x"]
    two = collective("all_reduce", 4 * GIB, Group(2, 2), node).bus_bandwidth
    eight = collective("all_reduce", 4 * GIB, Group(8, 8), node).bus_bandwidth
    assert two == pytest.approx(47.7e9, rel=0.1)
    assert eight == pytest.approx(312.9e9, rel=0.1)


def test_latency_counts_hops(facts: Catalog) -> None:
    # A ring passes every node, a tree its depth: small all-reduces must not grow with the nodes.
    node = facts.nodes["dgx-h100"]
    small = [collective("all_reduce", 8, whole(k, node), node).time for k in (2, 4, 8, 64)]
    steps = [b - a for a, b in pairwise(small)]
    assert steps[0] == pytest.approx(steps[1], rel=0.01)
    assert steps[2] == pytest.approx(3 * steps[0], rel=0.01)
    ring = [collective("all_gather", 8, whole(k, node), node).time for k in (8, 64)]
    assert ring[1] > 6 * ring[0]


def test_one_rank_costs_nothing(facts: Catalog) -> None:
    assert collective("all_reduce", GIB, Group(1, 1), facts.nodes["dgx-h100"]).time == 0


def test_unknown_operation(facts: Catalog) -> None:
    with pytest.raises(ScaleModelError, match="unknown collective 'allreduce'"):
        collective("allreduce", 1, Group(2, 2), facts.nodes["dgx-h100"])


def test_gate_median_error_of_every_set(facts: Catalog) -> None:
    """The promise of the documentation: 10 % or less from 64 KiB on, on every set."""
    folder = facts.root / "measurements" / "collectives"
    for score in score_collectives(csv_files([str(folder)]), facts):
        values = score.as_dict()
        assert values["rows"], score.name
        assert float(str(values["median_absolute_error_percent"])) <= 10, score.name


def test_gate_nodes_that_were_not_fitted(facts: Catalog) -> None:
    """Hugging Face's runs on 2 to 15 nodes except 8, which no constant has seen: all-reduce and
    all-to-all within 10 %; send/recv fails below five nodes, as the documentation says."""
    path = facts.root / "measurements" / "collectives" / "hf-h100-1-to-15-nodes.csv"
    (score,) = score_collectives([path], facts)
    from scalemodel.measurements import CollectiveRow, read_collectives

    kinds = {r.id: r for r in read_collectives(path, facts) if isinstance(r, CollectiveRow)}
    for op in ("all_reduce", "all_to_all"):
        errors = sorted(
            abs(row.error)
            for row in score.rows
            if kinds[row.id].op == op and kinds[row.id].ranks not in (8, 64)
        )
        assert len(errors) > 150
        assert errors[len(errors) // 2] <= 0.10, op
