"""Every number that no data sheet gives, in one place.

For each: unit, meaning, where it comes from, a plausible range, and the rows it was fitted on.
"Fitted" means by `fit/fit_constants.py`, on sets that content/measurements/sets.yml marks `fit`;
"assumed" means from the source named, never fitted. Hardware facts are data, in content/hardware.
Times are seconds, bandwidths bytes/s in one direction, the rest shares unless said otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

US = 1e-6


# --- Collectives


@dataclass(frozen=True, slots=True)
class Transport:
    """How a network carries collectives.

    latency: one way, seconds. efficiency: share of the adapters' line rate that large collectives
    reach. stack_limit: bytes/s that a node's software can move, whatever its adapters.
    """

    latency: float
    efficiency: float
    stack_limit: float = float("inf")


# InfiniBand and RoCE: below 2 us (az-hbv4) and a little more; 0.90 to 0.95 of line rate are pass
# floors for RDMA writes (az-nhc), 0.91 a ring on 4 nodes (mle-net). EFA: fitted on the 8-node
# runs of hf-h100-1-to-15-nodes; measured point to point: 14.6 to 20.4 us (efa-perftest,
# aws-pcl). The others are assumed, ranges +-50 % in latency: GPUDirect-TCPX(O) runs on the NIC
# or with its help; kernel TCP moves about 4 GB/s by default and about 10 with many tuned sockets
# (nv-aicr-tcpxo, netai20).
TRANSPORTS: Mapping[str, Transport] = {
    "infiniband": Transport(2 * US, 0.92),
    "roce": Transport(3 * US, 0.92),
    "rdma": Transport(2 * US, 0.92),
    "efa": Transport(17.3 * US, 0.895),
    "slingshot": Transport(3 * US, 0.85),
    "tcpxo": Transport(15 * US, 0.85),
    "tcpx": Transport(25 * US, 0.80),
    "tcp": Transport(40 * US, 0.80, 10e9),
}


@dataclass(frozen=True, slots=True)
class CollectiveConstants:
    """Constants of `collectives.py`.

    Fitted on vtrain-nvlink, dgxc-h100-one-node and the 1- and 8-node runs of hf-h100-1-to-15-nodes,
    messages of 64 KiB and more, unless said otherwise.
    """

    base: float = 5.8 * US
    """s; start of a tree or a message. NCCL's model says 6.6 to 8.4 us (nccl-tune). 4 to 15."""
    ring_base: float = 35 * US
    """s; start of a ring as training software sees it: launch and waiting for the last rank. NCCL's
    model says 8.4 us for the ring alone. Range 8 to 50."""
    scale_up_step: float = 2.9 * US
    """s; one hop of a ring inside a domain. NCCL: 0.6 to 3.4 us by protocol. Range 0.5 to 4."""
    in_switch_step: float = 3.6 * US
    """s; one way through a reducing switch (NVLS). Range 2 to 25."""
    network_step: float = 14 * US
    """s; NCCL's part of a hop between domains. Assumed: its Simple protocol (nccl-tune)."""
    message_post: float = 3.45 * US
    """s; posting one message of an all-to-all to the network. Range 1 to 6."""
    send_channels: int = 2
    """Adapters that one send uses. Counted on 5 and more nodes of the EFA runs (0.43 of a GPU's
    four adapters); on 2 and 3 nodes those use four, so there the model is 75 % too slow."""
    scale_up_efficiency: Mapping[str, float] = field(
        default_factory=lambda: {"switch": 0.755, "cube-mesh": 0.91, "mesh": 0.72}
    )
    """Share of the links' rate that a ring reaches. NCCL assumes 0.80 to 0.82; mesh: xGMI measured
    0.70 to 0.75 (mle-net), not fitted; cube-mesh: of the rings in `ring_links`. 0.65 to 1."""
    in_switch_gain: Mapping[str, float] = field(
        default_factory=lambda: {"hopper": 1.142, "blackwell": 0.96}
    )
    """Bus over wire bandwidth with reduction in the switch. Blackwell: 846 of 900 GB/s measured
    (mle-net), not fitted. NCCL's ratio of the two is 0.85 : 0.74. Range 0.9 to 1.2."""
    transports: Mapping[str, Transport] = field(default_factory=lambda: TRANSPORTS)


COLLECTIVES = CollectiveConstants()


# --- GPU generations


@dataclass(frozen=True, slots=True)
class Architecture:
    """One GPU generation in training.

    gemm: share of the dense peak that a large product sustains for hours; what a benchmark reaches
    (0.87 on A100, 0.80 on H100: mle-acc) minus throttling at the power limit. attention: the same
    for FlashAttention 2, of the full-precision peak. contention: slowdown of kernels, as a share of
    the communication that runs beside them and takes multiprocessors and memory bandwidth.
    """

    gemm: float
    attention: float
    contention: float


# ampere.gemm: assumed, 0.94 of the measured 0.87 (range 0.75 to 0.87: the fit is flat there,
# larger values trade against `wave`). hopper.gemm: fitted on llm-foundry-h100-one-node and
# nanotron (0.60 to 0.70). attention: FlashAttention 2 reaches about 0.6 on A100 and 0.35 on H100
# (FlashAttention 2 and 3 papers, verify). contention: 20 of 108 or 132 multiprocessors for NCCL
# at most; research on the FSDP sets gave 0.10 and 0.25. The others: 0.8 of the measured product
# (mle-acc), not fitted.
ARCHITECTURES: Mapping[str, Architecture] = {
    "volta": Architecture(0.75, 0.35, 0.10),
    "ampere": Architecture(0.82, 0.60, 0.10),
    "ada": Architecture(0.65, 0.50, 0.15),
    "hopper": Architecture(0.65, 0.35, 0.20),
    "blackwell": Architecture(0.62, 0.35, 0.20),
    "cdna3": Architecture(0.48, 0.30, 0.20),
    "cdna4": Architecture(0.50, 0.30, 0.20),
}
DEFAULT_ARCHITECTURE = Architecture(0.60, 0.35, 0.15)
"""For generations without published training runs."""


# --- Frameworks


@dataclass(frozen=True, slots=True)
class Framework:
    """How training software drives a GPU: four numbers and three habits.

    attention: its attention kernel relative to FlashAttention 2. elementwise: memory traffic of
    everything but products and attention, relative to fused kernels as in Megatron-LM. dispatch:
    host seconds for one kernel. overhead: seconds once a step (data, clipping, logging, optimizer
    launch). gradients: fused | added | cast (see `step._gradient_traffic`). stops_early: its
    checkpointing skips the last product when it recomputes. balanced: it splits stages by cost.
    """

    attention: float = 1.0
    elementwise: float = 1.0
    dispatch: float = 10 * US
    overhead: float = 5e-3
    gradients: str = "fused"
    stops_early: bool = False
    balanced: bool = False


# Keys are looked for, in this order, in the lower-case name of a row or of --framework.
# megatron-deepspeed: dispatch, overhead fitted on 240 rows of vtrain-one-node (20 to 60 us).
# composer: attention, elementwise fitted on the three one-node sets of llm-foundry (Triton
# attention with ALiBi; 0.5 to 0.7; 1.6 to 2.5). nanotron: elementwise, overhead fitted on
# nanotron (1.4 to 2.2; 30 to 60 ms). Megatron and NeMo: no fit; fused kernels are the reference,
# 1.2 stands for cuDNN attention, which is faster than FlashAttention 2. Habits are read from the
# code of the frameworks.
FRAMEWORKS: Mapping[str, Framework] = {
    "megatron-deepspeed": Framework(1.0, 1.0, 44 * US, 5.9e-3, "added"),
    "megatron-lm 2021": Framework(1.0, 1.0, 10 * US, 5e-3, "added"),
    "megatron": Framework(1.2, 1.0, 10 * US, 5e-3, "fused"),
    "nemo": Framework(1.2, 1.0, 10 * US, 5e-3, "fused"),
    "composer": Framework(0.59, 2.1, 10 * US, 5e-3, "cast", stops_early=True),
    "fsdp": Framework(1.0, 1.6, 10 * US, 5e-3, "cast", stops_early=True),
    "torchtitan": Framework(1.0, 1.6, 10 * US, 5e-3, "cast", stops_early=True),
    "deepspeed": Framework(1.0, 1.6, 20 * US, 6e-3, "added"),
    "nanotron": Framework(1.0, 1.85, 10 * US, 46e-3, "added", balanced=True),
}
DEFAULT_FRAMEWORK = Framework()
"""For unknown names: a well-fused stack."""


# --- One step


@dataclass(frozen=True, slots=True)
class Constants:
    """Constants of `compute.py`, `parallel.py` and `step.py` that hold everywhere."""

    memory_efficiency: float = 0.80
    """Share of the memory bandwidth that element-wise kernels reach. Assumed: 0.75 to 0.90."""
    inner_ramp: float = 128.0
    """Inner dimension at which a product loses half: one tile. Assumed: 64 to 400."""
    wave: float = 1.0
    """Waves of tiles that a product loses to start and tail. Fitted on all fit sets: 0.3 to 1.3."""
    fp8_gemm: float = 0.85
    """fp8 against bf16 products, each of its peak: 0.71 to 0.80 measured (mle-acc). Assumed."""
    attention_backward: float = 0.85
    """Backward over forward rate of fused attention. Assumed: 0.7 to 1."""
    attention_block: float = 128.0
    """Tokens by which the causal half is computed too far: one block. Assumed: 64 to 256."""
    score_bytes_forward: float = 13.0
    score_bytes_backward: float = 19.0
    """Bytes of traffic per attention score without fused attention: products, mask and softmax,
    dropout, each read and written in 2 bytes. Counted, +-30 %."""
    kernels_forward: float = 20.0
    kernels_backward: float = 36.0
    """Kernels of one layer in an eager framework. Counted, +-30 %; only their product with
    `dispatch` matters."""
    tp_hidden: float = 0.8
    """Share of tensor-parallel communication that overlapping stacks hide. Assumed: 0.5 to 0.9."""
    optimizer_bytes: float = 34.0
    """Bytes that mixed-precision Adam moves per parameter: 28 for states, 6 for the rest."""
    data_tail: float = 0.05
    """Share of the gradient exchange that nothing hides: the last bucket. Assumed: 0.02 to 0.1."""
    straggler: float = 0.008
    """Mean extra time of one GPU in one step as a share, exponential: the expected wait grows by
    0.55 % for every doubling. Assumed; range 0.003 to 0.015. One-node rows contain their part."""
    collectives: CollectiveConstants = COLLECTIVES
    architectures: Mapping[str, Architecture] = field(default_factory=lambda: ARCHITECTURES)
    frameworks: Mapping[str, Framework] = field(default_factory=lambda: FRAMEWORKS)

    def architecture(self, name: str) -> Architecture:
        """The constants of a GPU generation."""
        return self.architectures.get(name, DEFAULT_ARCHITECTURE)

    def framework(self, name: str) -> Framework:
        """The constants of a framework, by the first key that its name contains."""
        key = self.framework_key(name)
        return DEFAULT_FRAMEWORK if key is None else self.frameworks[key]

    def framework_key(self, name: str) -> str | None:
        """That key, None for an unknown framework."""
        low = name.lower()
        return next((key for key in self.frameworks if key in low), None)


CONSTANTS = Constants()


# --- Memory


@dataclass(frozen=True, slots=True)
class MemoryConstants:
    """Constants of `memory.py`.

    Chosen on the 14 peaks of nanotron-h100-up-to-64 so that published runs of llm-foundry, which
    fill their GPUs, still count as fitting.
    """

    fixed: float = 3.0e9
    """Bytes of CUDA context, libraries and NCCL buffers. Range 1.5e9 to 5e9."""
    fraction: float = 0.10
    """Fragmentation and transients, as a share of everything but states. Range 0.05 to 0.3."""
    logit_bytes: float = 4.0
    """Bytes per logit: 2-byte logits and their gradient. Range 4 to 12 (unfused fp32 losses)."""
    gathered_layers: float = 2.0
    """Layers that FSDP holds in full at a time: one at work, one ahead."""


MEMORY = MemoryConstants()


# --- Error band


@dataclass(frozen=True, slots=True)
class BandConstants:
    """Half-widths of the error band.

    inside: the validated region (about the 90th percentile of the check sets). outside: beyond it.
    unknown: GPU generations without any published step.
    """

    inside: float = 0.10
    outside: float = 0.20
    unknown: float = 0.35
    validated_gpus: Mapping[str, int] = field(
        default_factory=lambda: {"ampere": 3072, "hopper": 512}
    )
    """Largest jobs in the check sets by architecture."""


BANDS = BandConstants()
