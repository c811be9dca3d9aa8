"""Peak memory of one GPU: what training states, activations and buffers need, and what would help.

Activations follow arXiv:2205.05198 (section 4), written out per tensor so that grouped keys, gated
MLPs, fused attention and context parallelism change the right terms; with the paper's model they
reduce to its `s b h (10 + 24 / t + 5 a s / h t)`. States follow ZeRO (arXiv:1910.02054): bytes per
parameter for weights, gradients and a 12-byte mixed-precision Adam, each divided by the
data-parallel ranks from the stage on that shards it.
"""

from dataclasses import dataclass, fields, replace

from scalemodel.constants import CONSTANTS, MEMORY, MemoryConstants
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Gpu
from scalemodel.parallel import layer_parameters, stage_parameters
from scalemodel.transformer import Layout, Transformer

OPTIMIZER_BYTES = 12
"""fp32 master weight and two moments of Adam."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes on the fullest GPU.

    `gathered`: parameters and gradients of layers that FSDP holds in full while it works on them.
    `margin`: what the allocator, libraries and NCCL take on top.
    """

    weights: float
    gradients: float
    optimizer: float
    gathered: float
    activations: float
    logits: float
    margin: float

    @property
    def total(self) -> float:
        """Bytes in sum."""
        return float(sum(getattr(self, f.name) for f in fields(self)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a layout fits.

    `capacity` in bytes; `remedies` are single changes that would make it fit, each with the bytes
    it would need.
    """

    memory: Memory
    capacity: float
    remedies: tuple[tuple[str, float], ...]

    @property
    def fits(self) -> bool:
        """False means out of memory."""
        return self.memory.total <= self.capacity


def memory(model: Transformer, layout: Layout, constants: MemoryConstants = MEMORY) -> Memory:
    """Peak bytes on the fullest GPU of `layout`. Raises `ScaleModelError` if it is impossible."""
    layout.check(model)
    ranks = layout.dp * layout.cp
    held = stage_parameters(model, layout)

    def from_stage(stage: int) -> float:
        return held.sharded(layout) if layout.zero >= stage else held.total

    gathered = 0.0
    if layout.zero == 3 and ranks > 1:
        layer = layer_parameters(model, layout)
        whole = layer.shared + (layer.experts if ranks > layout.ep else 0.0)
        gathered = constants.gathered_layers * whole * (2 + layout.gradient_bytes)
    first, last = _activations(model, layout, 0), _activations(model, layout, layout.pp - 1)
    logits = _logits(model, layout, constants)
    activations, logits = max((first, 0.0 if layout.pp > 1 else logits), (last, logits), key=sum)
    states = Memory(
        _weight_bytes(layout) * from_stage(3),
        (layout.gradient_bytes + _spare_gradients(layout)) * from_stage(2),
        OPTIMIZER_BYTES * from_stage(1),
        gathered,
        activations,
        logits,
        0.0,
    )
    moving = states.gathered + states.activations + states.logits
    return replace(states, margin=constants.fixed + constants.fraction * moving)


def _weight_bytes(layout: Layout) -> int:
    """Bytes per parameter of 2-byte weights; FSDP makes them from fp32 shards when it gathers."""
    sharded = layout.zero == 3 and layout.dp * layout.cp > 1
    return 0 if sharded and CONSTANTS.framework(layout.framework).gradients == "cast" else 2


def _spare_gradients(layout: Layout) -> int:
    """Bytes per parameter of 2-byte gradients beside a 4-byte accumulator.

    Frameworks that add them with a kernel of their own hold both.
    """
    adds = CONSTANTS.framework(layout.framework).gradients == "added"
    return 2 if adds and layout.gradient_bytes == 4 else 0


def activation_bytes(model: Transformer, layout: Layout) -> float:
    """Bytes that one layer keeps for the backward pass of one micro-batch.

    Without recomputation of whole layers; selective recomputation drops the attention core.
    """
    tokens = layout.micro_batch * model.seq / layout.cp
    shard = layout.tp if layout.sequence_parallel else 1
    hidden, tp = model.hidden, layout.tp
    dropout = 0 if model.gated else 1  # gated MLPs stand for the Llama family: rotary, no dropout
    # Two norms, the inputs of attention and MLP (2 bytes each), two dropout masks.
    narrow = (8 + 2 * dropout) * hidden / shard
    # Queries, keys, values and the attention output; rotary embeddings keep queries and keys twice.
    qkv = 2 * (hidden + 2 * model.kv_width) + 2 * hidden
    if model.gated:
        qkv += 2 * (hidden + model.kv_width)
    ffn = model.ffn
    if model.experts > 1:
        ffn = model.experts_per_token * (model.expert_ffn or model.ffn) + model.shared_expert_ffn
    wide = (8 if model.gated else 4) * ffn
    core = 0.0
    if not layout.flash_attention and layout.recompute != "selective":
        core = 5 * model.heads * model.seq
    return tokens * (narrow + (qkv + wide + core) / tp)


def _activations(model: Transformer, layout: Layout, stage: int) -> float:
    """Bytes of all activations of one pipeline stage at its fullest moment.

    1F1B keeps pp - stage micro-batches in flight; interleaving adds (pp - 1) / (pp v)
    (arXiv:2205.05198, section 4.2.3). Full recomputation keeps layer inputs and one whole layer.
    """
    layers = -(-model.layers // layout.pp)
    in_flight = min(layout.micro_batches, layout.pp - stage)
    extra = 1.0
    if layout.virtual_pp > 1 and layout.micro_batches > in_flight:
        extra += (layout.pp - 1) / (layout.pp * layout.virtual_pp)
    one = activation_bytes(model, layout)
    if layout.recompute == "full":
        shard = layout.tp if layout.sequence_parallel else 1
        tokens = layout.micro_batch * model.seq / layout.cp
        return layers * in_flight * extra * 2 * tokens * model.hidden / shard + one
    return layers * in_flight * extra * one


def _logits(model: Transformer, layout: Layout, constants: MemoryConstants) -> float:
    """Bytes of the output logits, their fp32 copy and its gradient."""
    tokens = layout.micro_batch * model.seq / layout.cp
    return constants.logit_bytes * tokens * model.vocab / layout.tp


def check(
    model: Transformer, layout: Layout, gpu: Gpu, constants: MemoryConstants = MEMORY
) -> Verdict:
    """Whether `layout` fits into the memory of `gpu`, and which single changes would help."""
    need, capacity = memory(model, layout, constants), gpu.need("memory")
    if need.total <= capacity:
        return Verdict(need, capacity, ())
    remedies = []
    for words, change in _changes(layout):
        try:
            total = memory(model, change, constants).total
        except ScaleModelError:
            continue
        if total <= capacity:
            remedies.append((words, total))
    return Verdict(need, capacity, tuple(remedies))


def _changes(layout: Layout) -> list[tuple[str, Layout]]:
    """Single changes that save memory on the same number of GPUs."""
    found: list[tuple[str, Layout]] = []
    if layout.dp * layout.cp > 1:
        stages = range(layout.zero + 1, 4 if layout.pp == 1 else 2)
        found += [(f"zero {stage}", replace(layout, zero=stage)) for stage in stages]
    if layout.recompute != "full":
        found.append(("recompute full", replace(layout, recompute="full")))
    if layout.micro_batch > 1:
        found.append(("micro-batch 1", replace(layout, micro_batch=1)))
    if layout.dp % 2 == 0:
        half = layout.dp // 2
        found.append((f"tp {2 * layout.tp}", replace(layout, tp=2 * layout.tp, dp=half)))
        found.append((f"pp {2 * layout.pp}", replace(layout, pp=2 * layout.pp, dp=half)))
    if layout.tp > 1 and not layout.sequence_parallel:
        found.append(("sequence parallelism", replace(layout, sequence_parallel=True)))
    return found
