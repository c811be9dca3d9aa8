"""Time of one transformer layer, and of the output head, on one GPU. No communication here.

t tokens pass per micro-batch and GPU (micro_batch * seq / cp); widths are divided by tp. The terms:

- matrix multiplications at a sustained share of the peak, less for few tiles (the last wave leaves
  multiprocessors idle) and for a short inner dimension (a tile's prologue is not amortised);
- attention. Fused: the causal half of 4 t s h / tp FLOP, backward 2.5 times (arXiv:2205.14135: the
  scores are computed again). Unfused: two full products and the traffic of the s x s scores;
- everything element-wise: bytes over memory bandwidth;
- the host: a layer cannot run faster than its kernels can be launched.
"""

from dataclasses import dataclass
from math import ceil

from scalemodel.constants import Architecture, Constants, Framework
from scalemodel.hardware import Gpu
from scalemodel.transformer import Layout, Transformer

TILE = 128
"""Rows and columns of the output tile that one multiprocessor computes."""


@dataclass(frozen=True, slots=True)
class LayerTime:
    """Device seconds of one layer and one micro-batch.

    `core` and `core_backward` are the attention within them, `last` the last product; `launch_*`
    the host seconds to dispatch the layer.
    """

    forward: float
    backward: float
    core: float
    core_backward: float
    last: float
    launch_forward: float
    launch_backward: float


@dataclass(frozen=True, slots=True)
class Engine:
    """One GPU as training software drives it.

    FLOP/s of large products and of fused attention, bytes/s of memory, and what shrinks the first.
    """

    flops: float
    attention_flops: float
    memory_bandwidth: float
    sm_count: float
    inner_ramp: float
    wave: float

    def gemm(self, m: float, n: float, k: float, count: int = 1) -> float:
        """Seconds of `count` (m, k) x (k, n) products in 2-byte numbers, launched together."""
        tiles = count * ceil(m / TILE) * ceil(n / TILE)
        use = tiles / (tiles + self.wave * self.sm_count) * k / (k + self.inner_ramp)
        traffic = 2 * count * (m * k + k * n + m * n)
        return max(2 * count * m * n * k / (self.flops * use), traffic / self.memory_bandwidth)


def engine(
    gpu: Gpu, precision: str, generation: Architecture, framework: Framework, constants: Constants
) -> Engine:
    """The sustained rates of `gpu`. Raises `UnknownFact` where the hardware data has a gap."""
    peak = gpu.peak_flops(precision)
    wide = gpu.peak_flops("bf16") if precision == "fp8" else peak
    return Engine(
        peak * generation.gemm * (constants.fp8_gemm if precision == "fp8" else 1.0),
        wide * generation.attention * framework.attention,
        gpu.need("memory_bandwidth") * constants.memory_efficiency,
        gpu.need("sm_count"),
        constants.inner_ramp,
        constants.wave,
    )


def layer_time(
    model: Transformer, layout: Layout, gpu: Engine, framework: Framework, constants: Constants
) -> LayerTime:
    """Device time of one layer for one micro-batch, forward and backward."""
    tp, hidden = layout.tp, model.hidden
    tokens = layout.micro_batch * model.seq / layout.cp
    up = model.mlp_matrices - 1
    gemms = [
        (tokens, (hidden + 2 * model.kv_width) / tp, hidden, 1),
        (tokens, hidden, hidden / tp, 1),
    ]
    ffn_tokens, ffn, local_experts = tokens, model.ffn, 1
    if model.experts > 1:
        ffn_tokens, ffn = tokens * model.experts_per_token, model.expert_ffn or model.ffn
        local_experts = model.experts // layout.ep
        if model.shared_expert_ffn:
            width = model.shared_expert_ffn / tp
            gemms += [(tokens, up * width, hidden, 1), (tokens, hidden, width, 1)]
    rows = ffn_tokens / local_experts
    gemms += [
        (rows, up * ffn / tp, hidden, local_experts),
        (rows, hidden, ffn / tp, local_experts),
    ]
    forward = backward = 0.0
    for m, n, k, count in gemms:
        forward += gpu.gemm(m, n, k, count)
        backward += gpu.gemm(m, k, n, count) + gpu.gemm(n, k, m, count)

    half = 2 * tokens * (model.seq + constants.attention_block) * hidden / tp
    if layout.flash_attention:
        core = half / gpu.attention_flops
        core_backward = 2.5 * core / constants.attention_backward
    else:
        product = 2 * half / gpu.flops
        scores = tokens * model.seq * model.heads / tp / gpu.memory_bandwidth
        core = product + constants.score_bytes_forward * scores
        core_backward = 2 * product + constants.score_bytes_backward * scores

    shard = tp if layout.sequence_parallel else 1
    narrow, wide = tokens * hidden / shard, ffn_tokens * up * ffn / tp
    per_byte = framework.elementwise / gpu.memory_bandwidth
    return LayerTime(
        forward + core + per_byte * (22 * narrow + 4 * wide),
        backward + core_backward + per_byte * (22 * narrow + 6 * wide),
        core,
        core_backward,
        gpu.gemm(*gemms[-1]),
        constants.kernels_forward * framework.dispatch,
        constants.kernels_backward * framework.dispatch,
    )


def head_time(model: Transformer, layout: Layout, gpu: Engine) -> tuple[float, float]:
    """Seconds of output projection and loss on the last stage: forward, backward.

    The t x vocab / tp logits are written in 2 bytes and pass through softmax and loss in 4.
    """
    tokens = layout.micro_batch * model.seq / layout.cp
    vocab = model.vocab / layout.tp
    logits = tokens * vocab / gpu.memory_bandwidth
    forward = gpu.gemm(tokens, vocab, model.hidden) + 8 * logits
    data, weight = gpu.gemm(tokens, model.hidden, vocab), gpu.gemm(vocab, model.hidden, tokens)
    return forward, data + weight + 10 * logits
