"""One optimizer step of a transformer on a cluster, from top to bottom. Read `predict` first.

A step is: m micro-batches through p pipeline stages, then whatever of the gradient exchange did not
fit behind the backward pass, then the optimizer. Every part is in seconds and the parts add up to
the step: what is hidden costs nothing here and shows up as the missing time of another part.
"""

from dataclasses import dataclass, fields
from math import ceil, log, sqrt

from scalemodel.collectives import Group, collective
from scalemodel.compute import LayerTime, engine, head_time, layer_time
from scalemodel.constants import STEP, Profile, StepConstants, profile
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class Parts:
    """Where one step's seconds go, on the slowest pipeline stage. They sum to the step time.

    compute: kernels, recomputation included. host: waiting for kernels to be launched.
    tensor, context, expert, shard: exposed communication inside a layer (shard: FSDP's gathers).
    bubble: pipeline fill and drain. transfer: activations between stages. data: exposed gradient
    exchange. optimizer: the update. straggler: waiting for the slowest of many GPUs.
    """

    compute: float
    host: float
    tensor: float
    context: float
    expert: float
    shard: float
    bubble: float
    transfer: float
    data: float
    optimizer: float
    straggler: float

    @property
    def total(self) -> float:
        """Seconds of the whole step."""
        return float(sum(getattr(self, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class Step:
    """A predicted step. `forward` and `backward` are seconds of one GPU's compute in the step;
    `data_exchange` the full time of the gradient exchange and `data_window` the part of the
    backward pass that can hide it; rates are per second of `time`; `mfu` counts model FLOP only,
    `hfu` also recomputation, both over the full attention square (see
    `Transformer.flops_per_token`) and relative to the dense peak of the precision."""

    time: float
    parts: Parts
    forward: float
    backward: float
    data_exchange: float
    data_window: float
    data_bandwidth: float
    tokens_per_second: float
    mfu: float
    hfu: float


@dataclass(frozen=True, slots=True)
class Pass:
    """Seconds of one layer in one direction, by cause."""

    compute: float
    host: float = 0.0
    tensor: float = 0.0
    context: float = 0.0
    expert: float = 0.0
    shard: float = 0.0

    @property
    def total(self) -> float:
        """Seconds of the layer."""
        return self.compute + self.host + self.tensor + self.context + self.expert + self.shard

    def __add__(self, other: "Pass") -> "Pass":
        return Pass(
            self.compute + other.compute,
            self.host + other.host,
            self.tensor + other.tensor,
            self.context + other.context,
            self.expert + other.expert,
            self.shard + other.shard,
        )


def predict(
    model: Transformer,
    layout: Layout,
    cluster: Cluster,
    software: Profile | None = None,
    constants: StepConstants = STEP,
) -> Step:
    """Predict one optimizer step.

    Raises `ScaleModelError` for an impossible layout and `UnknownFact` where the hardware lacks a
    number that the layout needs.
    """
    layout.check(model)
    if layout.gpus != cluster.gpus:
        raise ScaleModelError(
            f"tp {layout.tp} x pp {layout.pp} x cp {layout.cp} x dp {layout.dp} = {layout.gpus} "
            f"GPUs, but the cluster has {cluster.gpus}"
        )
    gpu = cluster.node.gpu
    software = software or profile(gpu.architecture, layout.framework)
    rates = engine(gpu, layout.precision, software)

    # 1. One layer and the output head, for one micro-batch.
    layer = layer_time(model, layout, rates, software)
    forward, backward = _layer_passes(model, layout, cluster, layer, constants)
    head_forward, head_backward = head_time(model, layout, rates)

    # 2. One stage: its layers; the last one also runs the head.
    layers = ceil(model.layers / layout.pp)
    stage = _times(forward + backward, layers)
    head = Pass(head_forward + head_backward)
    slowest = stage + head
    mean = stage.total + head.total / layout.pp

    # 3. All micro-batches through the pipeline (1F1B; arXiv:2104.04473, section 2.2).
    m, v = layout.micro_batches, layout.virtual_pp
    compute = _times(slowest, m)
    bubble = (layout.pp - 1) / v * mean
    transfer = _stage_transfers(model, layout, cluster)

    # 4. Gradients: what the backward pass could not hide.
    exchange, bandwidth = _gradient_exchange(model, layout, cluster)
    window = layers * backward.total * (1 - 1 / layers)
    hidden = min(exchange * (1 - constants.dp_tail), window) if layout.dp_overlap else 0.0
    data = exchange - hidden

    # 5. The optimizer reads and writes its states.
    local = model.parameters / (layout.tp * layout.pp)
    shard = layout.dp * layout.cp if layout.zero else 1
    optimizer = (
        local * constants.optimizer_bytes / shard / rates.memory_bandwidth
        + constants.optimizer_overhead
    )

    # 6. A synchronous step waits for the slowest of its GPUs.
    busy = compute.total + bubble + transfer
    straggler = busy * constants.straggler_sigma * sqrt(2 * log(max(cluster.gpus, 1)))

    parts = Parts(
        compute.compute,
        compute.host,
        compute.tensor,
        compute.context,
        compute.expert,
        compute.shard,
        bubble,
        transfer,
        data,
        optimizer,
        straggler,
    )
    tokens = layout.global_batch * model.seq
    peak = gpu.peak_flops(layout.precision) * cluster.gpus
    rate = tokens / parts.total
    mfu = model.flops_per_token * rate / peak
    repeated = {"none": 0.0, "selective": 0.0, "full": 1 / 3}[layout.recompute]
    return Step(
        parts.total,
        parts,
        m * (layers * forward.compute + head_forward),
        m * (layers * backward.compute + head_backward),
        exchange,
        window,
        bandwidth,
        rate,
        mfu,
        mfu * (1 + repeated),
    )


def _times(one: Pass, count: float) -> Pass:
    return Pass(
        one.compute * count,
        one.host * count,
        one.tensor * count,
        one.context * count,
        one.expert * count,
        one.shard * count,
    )


def _layer_passes(
    model: Transformer,
    layout: Layout,
    cluster: Cluster,
    layer: LayerTime,
    constants: StepConstants,
) -> tuple[Pass, Pass]:
    """Forward and backward of one layer with communication and recomputation."""
    tokens = layout.micro_batch * model.seq / layout.cp
    tensor = 0.0
    if layout.tp > 1:
        group = Group(layout.tp, min(layout.tp, cluster.node.domain_gpus))
        one = collective("all_reduce", 2 * tokens * model.hidden, group, cluster.node).time
        tensor = 2 * one * (1 - constants.tp_hidden if layout.tp_overlap else 1.0)
    forward = _pass(layer.forward, layer.launch_forward, tensor)
    backward = _pass(layer.backward, layer.launch_backward, tensor)
    if layout.recompute == "full":
        backward = backward + forward
    elif layout.recompute == "selective" and not layout.flash_attention:
        backward = backward + Pass(layer.attention)
    return forward, backward


def _pass(compute: float, launch: float, tensor: float) -> Pass:
    return Pass(compute, max(0.0, launch - compute - tensor), tensor)


def _stage_transfers(model: Transformer, layout: Layout, cluster: Cluster) -> float:
    """Seconds in which a stage waits for activations of its neighbours."""
    if layout.pp == 1:
        return 0.0
    apart = layout.tp * layout.cp * layout.dp >= cluster.node.domain_gpus
    group = Group(2, 1 if apart else 2)
    size = 2 * layout.micro_batch * model.seq / layout.cp * model.hidden / layout.tp
    one = collective("send_recv", size, group, cluster.node).time
    fill = 2 * (layout.pp - 1)
    steady = 2 * layout.micro_batches * layout.virtual_pp
    return one * (fill + steady)


def _gradient_exchange(
    model: Transformer, layout: Layout, cluster: Cluster
) -> tuple[float, float]:
    """Seconds of one gradient all-reduce over data-parallel ranks, and its bus bandwidth."""
    ranks = layout.dp * layout.cp
    if ranks == 1:
        return 0.0, float("inf")
    per_domain = max(1, min(ranks, cluster.node.domain_gpus // layout.tp))
    size = model.parameters / (layout.tp * layout.pp) * layout.gradient_bytes
    done = collective("all_reduce", size, Group(ranks, per_domain), cluster.node)
    return done.time, done.bus_bandwidth
