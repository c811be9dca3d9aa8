"""One optimizer step of a transformer on a cluster, from top to bottom. Read `predict` first.

A step is: m micro-batches through p pipeline stages, then whatever of the gradient exchange did not
fit behind the computation, then the optimizer; and a synchronous step waits for its slowest GPU.
Every part is in seconds and the parts add up to the step: what is hidden costs nothing here.
"""

from dataclasses import dataclass, fields
from math import ceil

from scalemodel.compute import Engine, LayerTime, engine, head_time, layer_time
from scalemodel.constants import CONSTANTS, Constants
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster
from scalemodel.parallel import (
    Job,
    context_parallel,
    expert_parallel,
    gradient_exchange,
    layer_parameters,
    shard_traffic,
    stage_parameters,
    stage_transfers,
    tensor_parallel,
)
from scalemodel.stragglers import expected_delay
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class Pass:
    """Seconds of one or more layers in one direction, by cause.

    Kernels, waiting for kernel launches, and exposed communication of tensor, context and expert
    parallelism and of sharding.
    """

    compute: float
    host: float = 0.0
    tensor: float = 0.0
    context: float = 0.0
    expert: float = 0.0
    shard: float = 0.0

    @property
    def total(self) -> float:
        """Seconds in sum."""
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

    def __mul__(self, times: float) -> "Pass":
        return Pass(
            self.compute * times,
            self.host * times,
            self.tensor * times,
            self.context * times,
            self.expert * times,
            self.shard * times,
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the seconds of one step go, on the slowest pipeline stage. They sum to the step.

    compute: kernels, recomputation included. host: waiting for kernels to be launched.
    tensor, context, expert: exposed communication of these kinds of parallelism inside layers.
    shard: exposed gathering and scattering of FSDP, and kernels slowed down by it.
    bubble: pipeline fill and drain. transfer: activations between stages. data: exposed gradient
    exchange, and kernels slowed by the hidden part. optimizer: the update. straggler: waiting for
    the slowest of all GPUs.
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
    """A predicted step.

    `forward`, `backward`: seconds that one GPU of the slowest stage computes. `data_exchange`:
    seconds of the whole gradient exchange, hidden or not; `data_wait`: the part that nothing hides;
    `data_bandwidth`: its bus bandwidth, bytes/s. `mfu` counts model FLOP, `hfu` also recomputed
    ones; both count the full attention square (`Transformer.flops_per_token`) against the dense
    peak of the precision.
    """

    time: float
    parts: Parts
    forward: float
    backward: float
    data_exchange: float
    data_wait: float
    data_bandwidth: float
    tokens_per_second: float
    mfu: float
    hfu: float


def predict(
    model: Transformer, layout: Layout, cluster: Cluster, constants: Constants = CONSTANTS
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
    framework = constants.framework(layout.framework)
    generation = constants.architecture(gpu.architecture)
    held = layer_parameters(model, layout), stage_parameters(model, layout)
    job = Job(model, layout, cluster, constants, framework, generation, *held)
    rates = engine(gpu, layout.precision, generation, framework, constants)

    # 1. One layer, and the output head, for one micro-batch.
    forward, backward = _layer(job, layer_time(model, layout, rates, framework, constants), rates)
    head_forward, head_backward = head_time(model, layout, rates)
    head_backward += _gradient_traffic(job, model.vocab * model.hidden / layout.tp, rates)
    head = Pass(head_forward + head_backward)

    # 2. One pipeline stage. The last one also runs the head; the first and the last have fewer
    #    layers where the layers do not divide, and a balanced split evens out all stages.
    layer = forward + backward
    layers = ceil(model.layers / layout.pp)
    if framework.balanced:
        slowest = (layer * model.layers + head) * (1 / layout.pp)
    else:
        ends = layer * (model.layers // layout.pp) + head
        slowest = max(layer * layers, ends, key=lambda stage: stage.total)

    # 3. All micro-batches, one forward and one backward in turn (1F1B, arXiv:2104.04473, 2.2).
    #    Interleaving v chunks per GPU divides the fill and drain time by v.
    m, p = layout.micro_batches, layout.pp
    v = layout.virtual_pp if p > 1 else 1
    work = slowest * m
    bubble = (p - 1) / v * layer.total * model.layers / p
    transfer = stage_transfers(job)

    # 4. Gradients: what computation could not hide, and what hiding cost. The backward pass of the
    #    last micro-batch hides the exchange; with interleaving also the chunks that end earlier.
    gradients = gradient_exchange(job)
    exchange = gradients.reduce + gradients.gather
    hidden = 0.0
    if layout.dp_overlap:
        chunk = backward.total * layers / v
        window = chunk * (1 - v / max(2 * v, layers)) + (v - 1) * chunk * min(m, p)
        ahead = forward.total * layers * (min(m, p) if v > 1 else 1)
        hidden = min(gradients.reduce, window) + min(gradients.gather, ahead)
        hidden *= 1 - constants.data_tail

    data = exchange - hidden * (1 - generation.contention)

    # 5. The optimizer reads and writes its states; the framework does what it does once a step.
    optimizer = _optimizer(job, rates) + framework.overhead

    # 6. A synchronous step waits for the slowest of its GPUs.
    busy = work.total + bubble + transfer
    straggler = busy * expected_delay(constants.straggler, cluster.gpus)

    parts = Parts(
        work.compute,
        work.host,
        work.tensor,
        work.context,
        work.expert,
        work.shard,
        bubble,
        transfer,
        data,
        optimizer,
        straggler,
    )
    time = parts.total
    rate = layout.global_batch * model.seq / time
    peak = gpu.peak_flops(layout.precision) * cluster.gpus
    return Step(
        time,
        parts,
        m * (layers * forward.compute + head_forward),
        m * (layers * backward.compute + head_backward),
        exchange,
        exchange - hidden,
        gradients.bandwidth,
        rate,
        rate * model.flops_per_token / peak,
        rate * hardware_flops_per_token(model, layout) / peak,
    )


def hardware_flops_per_token(model: Transformer, layout: Layout) -> float:
    """Model FLOP plus recomputed ones.

    Full: the forward pass of the layers again (arXiv:2104.04473, eq. 3). Selective: the two
    products of the attention core again, 4 * hidden * seq a layer. arXiv:2205.05198 counts three
    times as much (s/3h in the place of s/6h), so its hardware FLOP/s are 1 to 4 % higher.
    """
    attention = 4 * model.layers * model.hidden * model.seq
    repeated = 0.0
    if layout.recompute == "full":
        repeated = 2 * model.layers * model.active_layer_parameters + attention
    elif layout.recompute == "selective" and not layout.flash_attention:
        repeated = attention
    return model.flops_per_token + repeated


def _layer(job: Job, layer: LayerTime, rates: Engine) -> tuple[Pass, Pass]:
    """Forward and backward of one layer with its communication and recomputation."""
    layout = job.layout
    tensor, expert = tensor_parallel(job), expert_parallel(job)

    def direction(compute: float, launch: float, core: float) -> Pass:
        context = context_parallel(job, core)
        host = max(0.0, launch - compute - tensor - context - expert)
        return Pass(compute, host, tensor, context, expert)

    forward = direction(layer.forward, layer.launch_forward, layer.core)
    gradients = _gradient_traffic(job, job.layer.total, rates)
    backward = direction(layer.backward + gradients, layer.launch_backward, layer.core_backward)
    if layout.recompute == "full":
        # PyTorch's checkpointing stops once all saved tensors are back: before the last product.
        spared = layer.last if job.framework.stops_early else 0.0
        backward += direction(layer.forward - spared, layer.launch_forward, layer.core)
    elif layout.recompute == "selective" and not layout.flash_attention:
        backward += Pass(layer.core)

    gather, scatter = shard_traffic(job)
    return _beside(job, forward, gather), _beside(job, backward, scatter)


def _beside(job: Job, work: Pass, traffic: float) -> Pass:
    """`work` while `traffic` seconds of communication run beside it.

    They slow its kernels a little; what is longer than the work is exposed.
    """
    if traffic == 0.0:
        return work
    slowed = job.generation.contention * min(work.total, traffic)
    return work + Pass(0.0, shard=slowed + max(0.0, traffic - work.total - slowed))


def _gradient_traffic(job: Job, parameters: float, rates: Engine) -> float:
    """Seconds of memory traffic for one GPU's gradients of one micro-batch, beside the products.

    fused: the weight product adds into the accumulator by itself. added: a kernel of its own reads
    the new gradient and updates the accumulator. cast: FSDP casts the gradient to the type it
    reduces in and scales it, before every reduce-scatter.
    """
    size, kind = job.layout.gradient_bytes, job.framework.gradients
    traffic = 0
    if kind == "cast":
        traffic = 2 * size + (2 + size if size > 2 else 0)
    elif kind == "added" and job.layout.micro_batches > 1:
        traffic = 2 + 2 * size
    return traffic * parameters / rates.memory_bandwidth


def _optimizer(job: Job, rates: Engine) -> float:
    """Seconds of the update of this GPU's share of the parameters."""
    share = job.stage.sharded(job.layout) if job.layout.zero else job.stage.total
    return share * job.constants.optimizer_bytes / rates.memory_bandwidth
