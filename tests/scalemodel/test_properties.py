"""Laws that hold for every layout, node design and message, whatever the constants."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalemodel import load
from scalemodel.collectives import OPS, Group, collective
from scalemodel.constants import CONSTANTS, Transport
from scalemodel.hardware import Cluster, Fabric, Node, parse_fabric
from scalemodel.memory import memory
from scalemodel.parallel import stage_parameters
from scalemodel.step import predict
from scalemodel.transformer import Layout, Transformer

FACTS = load.catalog()
NODES = [node for node in FACTS.nodes.values() if node.fabric is not None]
DENSE = [m for m in FACTS.transformers.values() if m.experts == 1]
COMMUNICATION = ("tensor", "context", "expert", "shard", "bubble", "transfer", "data")

nodes = st.sampled_from(NODES)
sizes = st.floats(1, 2**36)
ops = st.sampled_from([op for op in OPS if op != "send_recv"])
law = settings(max_examples=150, deadline=None)


def whole(count: int, node: Node) -> Group:
    """All GPUs of some nodes, as many of them in a domain as it has."""
    gpus = count * node.gpus_per_node
    return Group(gpus, min(gpus, node.domain_gpus))


def precision(node: Node) -> str:
    """bf16, or fp16 where the GPU has no other."""
    return "bf16" if node.gpu.peak["bf16"] else "fp16"


@st.composite
def jobs(draw: st.DrawFn) -> tuple[Transformer, Layout, Cluster]:
    """A model, a layout that is possible for it, and a cluster of that size."""
    node = draw(nodes)
    model = draw(st.sampled_from(list(FACTS.transformers.values())))
    tp = draw(st.sampled_from([n for n in (1, 2, 4, 8, 16) if model.heads % n == 0]))
    pp = draw(st.sampled_from([n for n in (1, 2, 4, 7, 8) if model.layers % n == 0]))
    cp, dp = draw(st.sampled_from([1, 2, 4])), draw(st.sampled_from([1, 2, 3, 8, 64, 512]))
    ep = draw(st.sampled_from([e for e in (1, 2, 8) if model.experts % e == dp * cp % e == 0]))
    micro, per_rank = draw(st.integers(1, 2)), draw(st.integers(1, 8))
    layout = Layout(
        tp=tp, pp=pp, cp=cp, dp=dp, ep=ep,
        virtual_pp=draw(st.sampled_from([1, 2])) if pp > 1 and per_rank % pp == 0 else 1,
        zero=draw(st.sampled_from([0, 1, 2, 3] if pp == 1 else [0, 1])),
        sequence_parallel=draw(st.booleans()),
        flash_attention=draw(st.booleans()),
        dp_overlap=draw(st.booleans()),
        tp_overlap=draw(st.booleans()),
        recompute=draw(st.sampled_from(["none", "selective", "full"])),
        precision=precision(node),
        gradient_bytes=draw(st.sampled_from([2, 4])),
        micro_batch=micro,
        global_batch=dp * micro * per_rank,
        framework=draw(st.sampled_from([*CONSTANTS.frameworks, "", "unheard of"])),
    )  # fmt: skip
    return model, layout, Cluster(node, layout.gpus)


@law
@given(jobs())
def test_a_step_is_the_sum_of_parts_that_are_not_negative(
    job: tuple[Transformer, Layout, Cluster],
) -> None:
    step = predict(*job)
    parts = {name: getattr(step.parts, name) for name in step.parts.__dataclass_fields__}
    assert min(parts.values()) >= 0, parts
    assert step.time == pytest.approx(sum(parts.values()))
    assert 0 < step.mfu <= step.hfu < 1
    assert 0 <= step.data_wait <= step.data_exchange


@law
@given(jobs())
def test_faster_networks_are_never_slower(job: tuple[Transformer, Layout, Cluster]) -> None:
    model, layout, cluster = job
    fabric = cluster.node.need_fabric()
    faster = replace(fabric, nic_rate=2 * fabric.nic_rate)
    better = replace(cluster, node=cluster.node.with_fabric(faster))
    assert predict(model, layout, better).time <= predict(model, layout, cluster).time * (1 + 1e-9)


@law
@given(jobs())
def test_hiding_communication_never_costs_more(job: tuple[Transformer, Layout, Cluster]) -> None:
    model, layout, cluster = job
    shown = predict(model, replace(layout, dp_overlap=False, tp_overlap=False), cluster).time
    hidden = predict(model, replace(layout, dp_overlap=True, tp_overlap=True), cluster).time
    assert hidden <= shown * (1 + 1e-9)


@law
@given(jobs())
def test_each_zero_stage_needs_less_memory_for_states(
    job: tuple[Transformer, Layout, Cluster],
) -> None:
    model, layout, _ = job
    stages = [memory(model, replace(layout, zero=zero)) for zero in range(4)]
    states = [m.weights + m.gradients + m.optimizer for m in stages]
    assert states == sorted(states, reverse=True)
    assert stages[0].activations == stages[3].activations


@law
@given(jobs())
def test_sharding_loses_no_parameter(job: tuple[Transformer, Layout, Cluster]) -> None:
    """All ranks of a ZeRO-sharded stage together hold it once, experts too."""
    model, layout, _ = job
    held = stage_parameters(model, layout)
    layers = -(-model.layers // layout.pp)
    tables = model.embedding_parameters if layout.pp == 1 else model.vocab * model.hidden
    whole_stage = layers * model.layer_parameters + tables
    ranks = layout.tp * layout.dp * layout.cp
    assert held.sharded(layout) * ranks == pytest.approx(whole_stage)


@pytest.mark.parametrize("model", DENSE, ids=lambda model: model.name)
def test_one_gpu_does_not_communicate(model: Transformer) -> None:
    step = predict(model, Layout(), Cluster(FACTS.nodes["dgx-h100"], 1))
    assert {name: getattr(step.parts, name) for name in COMMUNICATION} == dict.fromkeys(
        COMMUNICATION, 0
    )


@law
@given(nodes, st.sampled_from(DENSE), st.integers(1, 300), st.integers(1, 300))
def test_plain_data_parallelism_never_gains_per_gpu(
    node: Node, model: Transformer, few: int, more: int
) -> None:
    rates = []
    for count in sorted((few, few + more)):
        gpus = count * node.gpus_per_node
        layout = Layout(dp=gpus, global_batch=gpus, precision=precision(node))
        rates.append(predict(model, layout, Cluster(node, gpus)).tokens_per_second / gpus)
    assert rates[1] <= rates[0] * 1.002  # leaving a rack may start a better algorithm


@law
@given(nodes, ops, sizes, sizes, st.integers(1, 2048))
def test_larger_messages_take_longer(node: Node, op: str, a: float, b: float, count: int) -> None:
    group = whole(count, node)
    small, large = sorted((a, b))
    assert collective(op, small, group, node).time <= collective(op, large, group, node).time


@law
@given(nodes, ops, sizes, st.integers(1, 1024), st.integers(1, 1024))
def test_more_nodes_take_longer(node: Node, op: str, size: float, few: int, more: int) -> None:
    times = [collective(op, size, whole(n, node), node).time for n in (few, few + more)]
    # The tree that starts behind one NVL72 rack fills a little faster than its reducing switch.
    assert times[0] <= times[1] * 1.02


@law
@given(nodes, ops, sizes, st.integers(1, 512))
def test_no_bus_bandwidth_beats_the_line(node: Node, op: str, size: float, count: int) -> None:
    """Only reduction in the switch may: it moves fewer bytes than the definition counts. Two
    domains may reach twice their adapters: every byte crosses the network once."""
    group = whole(count, node)
    bus = collective(op, size, group, node).bus_bandwidth
    assert bus <= node.gpu.scale_up * (1.2 if node.in_network_reduction else 1)
    if group.domains > 1:
        line = Cluster(node, group.size).domain_injection
        remote = (group.size - 1) / (group.size - group.per_domain)
        assert bus <= line * (remote if op == "all_to_all" else 2 if group.domains == 2 else 1)


@pytest.mark.parametrize("op", OPS)
def test_without_latency_only_bandwidth_is_left(op: str) -> None:
    """Zero latency: time is wire bytes over bandwidth; infinite bandwidth: time is latency."""
    node = FACTS.nodes["dgx-h100"]
    group = Group(2, 1) if op == "send_recv" else whole(8, node)
    free = replace(
        CONSTANTS.collectives, base=0, ring_base=0, scale_up_step=0, in_switch_step=0,
        network_step=0, message_post=0, transports={"infiniband": Transport(0, 0.9)},
    )  # fmt: skip
    cost = collective(op, 1e9, group, node, free)
    assert cost.bus_bandwidth == pytest.approx(cost.bandwidth)
    wide = replace(node, gpu=replace(node.gpu, scale_up=1e30), fabric=Fabric("infiniband", 8, 1e30))
    cost = collective(op, 1e9, group, wide)
    assert cost.time == pytest.approx(cost.latency)


def test_leaving_a_tray_stays_on_nvlink_leaving_the_rack_does_not() -> None:
    rack = FACTS.nodes["gb200-nvl72"]
    slow = rack.with_fabric(parse_fabric("tcp:1x10"))
    model = FACTS.transformers["llama3-8b"]
    inside, outside = Layout(dp=72, global_batch=72), Layout(dp=144, global_batch=144)
    assert predict(model, inside, Cluster(rack, 72)) == predict(model, inside, Cluster(slow, 72))
    fast, thin = (predict(model, outside, Cluster(n, 144)).time for n in (rack, slow))
    assert thin > 2 * fast


@pytest.mark.parametrize("name", ["mixtral-8x7b", "mixtral-8x22b"])
def test_experts_that_no_other_rank_holds_are_not_exchanged(name: str) -> None:
    model, node = FACTS.transformers[name], FACTS.nodes["dgx-h100"]
    layouts = [Layout(dp=8, ep=ep, global_batch=8) for ep in (1, 2, 8)]
    exchange = [predict(model, each, Cluster(node, 8)).data_exchange for each in layouts]
    assert exchange[0] > exchange[1] > exchange[2]
    dense = 2 * (model.layers * model.dense_layer_parameters + model.embedding_parameters)
    alone = collective("all_reduce", dense, Group(8, 8), node).time
    assert exchange[2] == pytest.approx(alone)


@pytest.mark.parametrize("framework", ["", "unheard of", "Megatron-Core"])
@pytest.mark.parametrize(
    ("node", "fabric"),
    [("dgx-h100", "infiniband:8x400"), ("dgx-h200", "roce:8x400"), ("dgx-b200", "efa:8x400"),
     ("dgx-a100", "infiniband:8x200"), ("gb200-nvl72", "infiniband:4x400")],
)  # fmt: skip
def test_large_jobs_on_common_clusters_are_plausible(
    node: str, fabric: str, framework: str
) -> None:
    """Well-tuned dense training runs at 25 to 65 % MFU up to 16,384 GPUs."""
    model = FACTS.transformers["llama3-70b"]
    design = FACTS.nodes[node].with_fabric(parse_fabric(fabric))
    for gpus in (64, 1024, 16384):
        dp = gpus // 32
        layout = Layout(
            tp=8, pp=4, dp=dp, zero=1, sequence_parallel=True, gradient_bytes=4,
            global_batch=16 * dp, virtual_pp=4, framework=framework,
        )  # fmt: skip
        assert 0.25 < predict(model, layout, Cluster(design, gpus)).mfu < 0.65


def test_fp8_is_faster_but_not_twice() -> None:
    model, node = FACTS.transformers["llama3-8b"], FACTS.nodes["dgx-h100"]
    layout = Layout(dp=8, zero=1, global_batch=64)
    wide = predict(model, layout, Cluster(node, 8)).time
    narrow = predict(model, replace(layout, precision="fp8"), Cluster(node, 8)).time
    assert 1.1 < wide / narrow < 2
