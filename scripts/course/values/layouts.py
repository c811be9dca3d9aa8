"""A training job in any layout: what `scalemodel predict` says about its step and its memory."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import counted, facts, in_bytes, number, seconds
from itembank.values import Quantity
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.memory import memory
from scalemodel.step import predict
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class PeakMemory:
    """Bytes on the fullest GPU, by cause."""

    weights: Quantity
    gradients: Quantity
    optimizer: Quantity
    gathered: Quantity
    """Layers that FSDP holds in full while it works on them."""
    activations: Quantity
    logits: Quantity
    margin: Quantity
    """Allocator, libraries, NCCL."""
    states: Quantity
    """Weights, gradients and optimizer."""
    total: Quantity
    capacity: Quantity


@dataclass(frozen=True, slots=True)
class Job:
    """One optimizer step of a job; parts are exposed seconds and add up to the step."""

    step: Quantity
    compute: Quantity
    """Kernels, recomputation included."""
    tensor: Quantity
    shard: Quantity
    """Gathering and scattering of ZeRO-3."""
    bubble: Quantity
    transfer: Quantity
    data: Quantity
    optimizer: Quantity
    straggler: Quantity
    mfu: Quantity
    hfu: Quantity
    tokens_per_gpu: Quantity
    """Tokens that one GPU gets through in a second."""
    batch_tokens: Quantity
    """Tokens of the global batch."""
    memory: PeakMemory
    fits: bool


def job(
    model: str,
    nodes: int,
    tp: int = 1,
    pp: int = 1,
    virtual_pp: int = 1,
    zero: int = 0,
    micro_batch: int = 1,
    global_batch: int = 0,
    recompute: str = "none",
    seq: int = 0,
    node: str = "dgx-h100",
    fabric: str = "",
    gradient_bytes: int = 4,
) -> Job:
    """Return the prediction for a layout; arguments and defaults are those of `scalemodel predict`.

    Raises ScaleModelError for a layout that is impossible.
    """
    design = facts().nodes[node]
    if fabric:
        design = design.with_fabric(parse_fabric(fabric))
    transformer = facts().transformers[model]
    if seq:
        transformer = transformer.with_seq(int(seq))
    cluster = Cluster(design, int(nodes) * design.gpus_per_node)
    dp = cluster.gpus // int(tp * pp)
    chunks = 4 * pp if pp > 1 else 1
    layout = Layout(
        tp=int(tp),
        pp=int(pp),
        virtual_pp=int(virtual_pp),
        dp=dp,
        zero=int(zero),
        micro_batch=int(micro_batch),
        global_batch=int(global_batch or dp * micro_batch * chunks),
        recompute=recompute,
        gradient_bytes=int(gradient_bytes),
        sequence_parallel=tp > 1,
    )
    return _job(transformer, layout, cluster)


def _job(model: Transformer, layout: Layout, cluster: Cluster) -> Job:
    step, need = predict(model, layout, cluster), memory(model, layout)
    capacity = cluster.node.gpu.need("memory")
    parts = step.parts
    return Job(
        step=seconds(step.time),
        compute=seconds(parts.compute),
        tensor=seconds(parts.tensor),
        shard=seconds(parts.shard),
        bubble=seconds(parts.bubble),
        transfer=seconds(parts.transfer),
        data=seconds(parts.data),
        optimizer=seconds(parts.optimizer),
        straggler=seconds(parts.straggler),
        mfu=number(step.mfu),
        hfu=number(step.hfu),
        tokens_per_gpu=counted("token", step.tokens_per_second / cluster.gpus),
        batch_tokens=number(layout.global_batch * model.seq),
        memory=PeakMemory(
            weights=in_bytes(need.weights),
            gradients=in_bytes(need.gradients),
            optimizer=in_bytes(need.optimizer),
            gathered=in_bytes(need.gathered),
            activations=in_bytes(need.activations),
            logits=in_bytes(need.logits),
            margin=in_bytes(need.margin),
            states=in_bytes(need.weights + need.gradients + need.optimizer),
            total=in_bytes(need.total),
            capacity=in_bytes(capacity),
        ),
        fits=need.total <= capacity,
    )
