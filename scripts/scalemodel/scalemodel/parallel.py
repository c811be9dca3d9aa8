"""What each kind of parallelism makes a GPU send, and for how long. Seconds, one micro-batch.

Ranks are numbered with tensor parallelism innermost, then context, data and pipeline, as Megatron
and nanotron do: the groups that talk most are the ones that share an NVLink domain.
"""

from dataclasses import dataclass
from math import ceil, inf

from scalemodel.collectives import Collective, Group, collective
from scalemodel.constants import Architecture, Constants, Framework
from scalemodel.hardware import Cluster
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class Held:
    """Parameters that one GPU holds before data-parallel sharding.

    `shared`: copies are on all dp * cp ranks; `experts`: with expert parallelism, only on one in
    ep of them.
    """

    shared: float
    experts: float

    @property
    def total(self) -> float:
        """All of them."""
        return self.shared + self.experts

    def sharded(self, layout: Layout) -> float:
        """One rank's part once every copy is divided among the ranks that hold it."""
        return (self.shared + self.experts * layout.ep) / (layout.dp * layout.cp)


@dataclass(frozen=True, slots=True)
class Job:
    """One training job with the constants that apply to its framework and GPUs.

    `layer`, `stage`: parameters of one layer and of the largest pipeline stage on one GPU.
    """

    model: Transformer
    layout: Layout
    cluster: Cluster
    constants: Constants
    framework: Framework
    generation: Architecture
    layer: Held
    stage: Held

    @property
    def tokens(self) -> float:
        """Tokens of one micro-batch on one GPU."""
        return self.layout.micro_batch * self.model.seq / self.layout.cp

    @property
    def layer_sharded(self) -> bool:
        """Whether layers are gathered and scattered one by one (FSDP, or ZeRO-3)."""
        zero = self.layout.zero
        return zero == 3 or (zero == 2 and self.framework.gradients == "cast")

    def group(self, size: int, stride: int) -> Group:
        """The group of `size` ranks that are `stride` apart, spread evenly over its domains."""
        limit = max(1, self.cluster.node.domain_gpus // stride)
        return Group(size, ceil(size / ceil(size / limit)))

    def copies(self, held: Held) -> list[tuple[float, Group]]:
        """Parameters, and the ranks that hold copies of them: all, or those with one's experts."""
        layout = self.layout
        ranks = layout.dp * layout.cp
        found = [(held.shared, self.group(ranks, layout.tp))]
        if held.experts:
            same = self.group(ranks // layout.ep, layout.tp * layout.ep)
            found.append((held.experts, same))
        return found

    def cost(self, op: str, size_bytes: float, group: Group) -> Collective:
        """A collective of this job's cluster."""
        return collective(op, size_bytes, group, self.cluster.node, self.constants.collectives)


def tensor_parallel(job: Job) -> float:
    """Exposed seconds in one direction of one layer: two all-reduces of the activations.

    Sequence parallelism sends the same bytes as reduce-scatter and all-gather
    (arXiv:2205.05198, section 4.2). Overlapped communication takes multiprocessors from the
    products, so hiding it is not free.
    """
    layout = job.layout
    if layout.tp == 1:
        return 0.0
    size = 2 * job.tokens * job.model.hidden
    group = job.group(layout.tp, 1)
    ops = ("reduce_scatter", "all_gather") if layout.sequence_parallel else ("all_reduce",)
    exposed = 2 * sum(job.cost(op, size, group).time for op in ops)
    if layout.tp_overlap:
        exposed *= 1 - job.constants.tp_hidden * (1 - job.generation.contention)
    return exposed


def context_parallel(job: Job, core: float) -> float:
    """Exposed seconds in one direction of one layer.

    Keys and values travel around the ring of context ranks while the attention of `core` seconds
    runs (arXiv:2310.01889).
    """
    layout = job.layout
    if layout.cp == 1:
        return 0.0
    block = 2 * 2 * job.tokens * job.model.kv_width / layout.tp
    group = job.group(layout.cp, layout.tp)
    return max(0.0, job.cost("all_gather", layout.cp * block, group).time - core)


def expert_parallel(job: Job) -> float:
    """Seconds in one direction of one layer.

    Tokens go to their experts and come back: two all-to-alls, not overlapped (arXiv:2006.16668).
    """
    layout, model = job.layout, job.model
    if layout.ep == 1:
        return 0.0
    copies = job.tokens * model.experts_per_token
    size = 2 * copies * model.hidden / (layout.tp if layout.sequence_parallel else 1)
    return 2 * job.cost("all_to_all", size, job.group(layout.ep, layout.tp)).time


def shard_traffic(job: Job) -> tuple[float, float]:
    """Seconds that a layer's parameters and gradients spend on the wire, forward and backward.

    FSDP gathers the parameters before each direction and scatters the gradients after the backward
    pass; ZeRO-2 keeps the gathered parameters (arXiv:1910.02054, arXiv:2304.11277).
    """
    layout = job.layout
    if layout.dp * layout.cp == 1 or not job.layer_sharded:
        return 0.0, 0.0
    gather = scatter = 0.0
    for parameters, group in job.copies(job.layer):
        gather += job.cost("all_gather", 2 * parameters, group).time
        scatter += job.cost("reduce_scatter", layout.gradient_bytes * parameters, group).time
    return gather, scatter + (gather if layout.zero == 3 else 0.0)


def stage_transfers(job: Job) -> float:
    """Seconds of the step in which a stage waits for activations of its neighbours.

    Two messages for every micro-batch and chunk, and two for every stage while the pipeline fills.
    Tensor-parallel ranks send a part each (arXiv:2104.04473, section 4.1).
    """
    layout = job.layout
    if layout.pp == 1:
        return 0.0
    group = job.group(2, layout.tp * layout.cp * layout.dp)
    one = job.cost("send_recv", 2 * job.tokens * job.model.hidden / layout.tp, group).time
    return one * (2 * (layout.pp - 1) + 2 * layout.micro_batches * layout.virtual_pp)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The gradient exchange of one step.

    `reduce`: seconds for the gradients, `gather`: for the parameters that a sharded optimizer
    updated. `bandwidth`: bus bandwidth of the larger reduction, bytes/s (infinite for one rank).
    """

    reduce: float
    gather: float
    bandwidth: float


def gradient_exchange(job: Job) -> Exchange:
    """Exchange of gradients, and of the parameters that a sharded optimizer updated.

    Plain data parallelism all-reduces; ZeRO 1 and 2 reduce-scatter gradients and all-gather
    parameters: the same traffic. Where layers are sharded, only the embeddings are left. Experts
    are exchanged among the ranks that hold the same ones.
    """
    layout, held = job.layout, job.stage
    if job.layer_sharded:
        held = Held(job.model.embedding_parameters / layout.tp, 0.0)
    parts = job.copies(held)
    op = "reduce_scatter" if layout.zero else "all_reduce"
    reduce = [job.cost(op, layout.gradient_bytes * size, group) for size, group in parts]
    gather = [job.cost("all_gather", 2 * size, group) for size, group in parts if layout.zero]
    largest = max(reduce, key=lambda each: each.time)
    return Exchange(
        sum(each.time for each in reduce),
        sum(each.time for each in gather),
        largest.bus_bandwidth if largest.time else inf,
    )


def layer_parameters(model: Transformer, layout: Layout) -> Held:
    """Parameters of one layer that one GPU holds."""
    if layout.ep == 1:
        return Held(model.layer_parameters / layout.tp, 0.0)
    routed = model.layer_parameters - model.dense_layer_parameters
    return Held(model.dense_layer_parameters / layout.tp, routed / layout.ep / layout.tp)


def stage_parameters(model: Transformer, layout: Layout) -> Held:
    """Parameters of the largest pipeline stage that one GPU holds."""
    layer, layers = layer_parameters(model, layout), ceil(model.layers / layout.pp)
    tables = model.embedding_parameters if layout.pp == 1 else model.vocab * model.hidden
    return Held(layers * layer.shared + tables / layout.tp, layers * layer.experts)
