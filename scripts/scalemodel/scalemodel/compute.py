"""Time of one transformer layer, and of the output head, on one GPU. No communication here.

t tokens pass per micro-batch and GPU (micro_batch * seq / cp); widths are divided by tp. The terms:

- matrix multiplications at `peak * gemm`, less for few tiles (the last wave leaves multiprocessors
  idle) and for a short inner dimension (prologue and epilogue of a tile are not amortised);
- attention: fused, 4 * t * seq * hidden / tp FLOP forward of which the causal half is computed,
  backward 2.5 times (arXiv:2205.14135: recomputation makes five products out of four); unfused,
  the full square plus the traffic of the scores;
- everything element-wise: bytes over memory bandwidth;
- the host: a layer cannot be faster than its kernels can be launched.
"""

from dataclasses import dataclass
from math import ceil

from scalemodel.constants import COMPUTE, ComputeConstants, Profile
from scalemodel.hardware import Gpu
from scalemodel.transformer import Layout, Transformer

TILE = 128
"""Rows and columns of the output tile a multiprocessor computes."""


@dataclass(frozen=True, slots=True)
class LayerTime:
    """Device seconds of one layer and one micro-batch; `attention` is the core that selective
    recomputation repeats; `launch_*` is the host's time to dispatch the layer."""

    forward: float
    backward: float
    attention: float
    launch_forward: float
    launch_backward: float


@dataclass(frozen=True, slots=True)
class Engine:
    """One GPU as training software drives it."""

    flops: float
    attention_flops: float
    memory_bandwidth: float
    sm_count: float
    inner_ramp: float
    wave: float

    def gemm(self, m: float, n: float, k: float) -> float:
        """Seconds for an (m, k) x (k, n) product in 2-byte numbers."""
        tiles = ceil(m / TILE) * ceil(n / TILE)
        use = tiles / (tiles + self.wave * self.sm_count) * k / (k + self.inner_ramp)
        traffic = 2 * (m * k + k * n + m * n)
        return max(2 * m * n * k / (self.flops * use), traffic / self.memory_bandwidth)


def engine(
    gpu: Gpu, precision: str, profile: Profile, constants: ComputeConstants = COMPUTE
) -> Engine:
    """The sustained rates of `gpu` under `profile`. Raises `UnknownFact` for missing facts."""
    peak = gpu.peak_flops(precision)
    wide = gpu.peak_flops("bf16") if precision == "fp8" else peak
    return Engine(
        peak * profile.gemm,
        wide * profile.attention,
        gpu.need("memory_bandwidth") * constants.memory_efficiency,
        gpu.need("sm_count"),
        constants.inner_ramp,
        constants.wave,
    )


def layer_time(
    model: Transformer,
    layout: Layout,
    gpu: Engine,
    profile: Profile,
    constants: ComputeConstants = COMPUTE,
) -> LayerTime:
    """Device time of one layer for one micro-batch, forward and backward."""
    tp = layout.tp
    tokens = layout.micro_batch * model.seq / layout.cp
    hidden = model.hidden
    up = model.mlp_matrices - 1
    gemms = [
        (tokens, (hidden + 2 * model.kv_width) / tp, hidden),
        (tokens, hidden, hidden / tp),
    ]
    ffn_tokens, ffn = tokens, model.ffn
    if model.experts > 1:
        ffn_tokens, ffn = tokens * model.experts_per_token, model.expert_ffn or model.ffn
        if model.shared_expert_ffn:
            width = model.shared_expert_ffn / tp
            gemms += [(tokens, up * width, hidden), (tokens, hidden, width)]
    gemms += [(ffn_tokens, up * ffn / tp, hidden), (ffn_tokens, hidden, ffn / tp)]
    forward = backward = 0.0
    for m, n, k in gemms:
        forward += gpu.gemm(m, n, k)
        backward += gpu.gemm(m, k, n) + gpu.gemm(n, k, m)

    square = 2 * tokens * model.seq * hidden / tp
    if layout.flash_attention:
        attention = square / gpu.attention_flops
        attention_backward = 2.5 * attention / constants.attention_backward
    else:
        scores = layout.micro_batch * model.heads / tp * model.seq * model.seq / layout.cp
        product = 2 * square / (gpu.flops * constants.unfused_attention)
        attention = product + scores * constants.score_bytes_forward / gpu.memory_bandwidth
        attention_backward = (
            2 * product + scores * constants.score_bytes_backward / gpu.memory_bandwidth
        )

    shard = tp if layout.sequence_parallel else 1
    wide = ffn_tokens * up * ffn / tp
    narrow = tokens * hidden / shard
    elementwise = profile.elementwise / gpu.memory_bandwidth
    forward += attention + elementwise * (22 * narrow + 4 * wide)
    backward += attention_backward + elementwise * (22 * narrow + 6 * wide)
    return LayerTime(
        forward,
        backward,
        attention,
        constants.kernels_forward * profile.dispatch,
        constants.kernels_backward * profile.dispatch,
    )


def head_time(model: Transformer, layout: Layout, gpu: Engine) -> tuple[float, float]:
    """Seconds of output projection and loss on the last stage: forward, backward.

    The logits (t x vocab / tp) are written, read by the softmax and the loss in 4-byte numbers.
    """
    tokens = layout.micro_batch * model.seq / layout.cp
    vocab = model.vocab / layout.tp
    logits = tokens * vocab / gpu.memory_bandwidth
    forward = gpu.gemm(tokens, vocab, model.hidden) + 8 * logits
    backward = (
        gpu.gemm(tokens, model.hidden, vocab) + gpu.gemm(vocab, model.hidden, tokens) + 10 * logits
    )
    return forward, backward
