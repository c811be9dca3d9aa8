"""Every constant that no datasheet gives, in one place.

Each has a unit, a meaning, a source or the rows it was fitted on, and a plausible range. Hardware
facts are not here: they are data, in content/hardware.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

US = 1e-6


@dataclass(frozen=True, slots=True)
class Transport:
    """`latency` one way in seconds, `efficiency` the share of the line rate that large collectives
    reach, `stack_limit` the bytes/s a node's software can move whatever its adapters."""

    latency: float
    efficiency: float
    stack_limit: float = float("inf")


TRANSPORTS: Mapping[str, Transport] = {
    "infiniband": Transport(2 * US, 0.93),
    "roce": Transport(3 * US, 0.92),
    "rdma": Transport(2 * US, 0.93),
    "efa": Transport(15 * US, 0.87),
    "slingshot": Transport(3 * US, 0.85),
    "tcpxo": Transport(15 * US, 0.85),
    "tcpx": Transport(25 * US, 0.80),
    "tcp": Transport(40 * US, 0.80),
}


@dataclass(frozen=True, slots=True)
class CollectiveConstants:
    """Constants of `collectives.py`."""

    base: float = 8.4 * US
    scale_up_step: float = 1.0 * US
    in_switch_step: float = 2.8 * US
    network_step: float = 14 * US
    message_post: float = 4.9 * US
    ring_efficiency: float = 0.82
    in_switch_gain: float = 1.14
    transports: Mapping[str, Transport] = field(default_factory=lambda: TRANSPORTS)


COLLECTIVES = CollectiveConstants()


@dataclass(frozen=True, slots=True)
class ComputeConstants:
    """Constants of `compute.py` that hold for every GPU and framework."""

    memory_efficiency: float = 0.80
    inner_ramp: float = 119.0
    wave: float = 0.40
    attention_backward: float = 0.85
    unfused_attention: float = 0.6
    score_bytes_forward: float = 13.0
    score_bytes_backward: float = 19.0
    kernels_forward: float = 20.0
    kernels_backward: float = 36.0


COMPUTE = ComputeConstants()


@dataclass(frozen=True, slots=True)
class Profile:
    """A framework on a GPU generation: `gemm`, `attention` shares of the dense peak, `elementwise`
    memory traffic relative to well-fused kernels, `dispatch` host seconds for one kernel."""

    gemm: float
    attention: float
    elementwise: float
    dispatch: float


@dataclass(frozen=True, slots=True)
class StepConstants:
    """Constants of `step.py`."""

    tp_hidden: float = 0.8
    optimizer_overhead: float = 2e-3
    optimizer_bytes: float = 34.0
    dp_tail: float = 0.05
    fsdp_contention: float = 0.10
    straggler_sigma: float = 0.005


STEP = StepConstants()


GEMM_BY_ARCHITECTURE: Mapping[str, float] = {
    "volta": 0.70,
    "ampere": 0.79,
    "hopper": 0.62,
    "blackwell": 0.60,
}
ATTENTION_BY_ARCHITECTURE: Mapping[str, float] = {
    "volta": 0.35,
    "ampere": 0.50,
    "hopper": 0.40,
    "blackwell": 0.40,
}


def profile(architecture: str, framework: str = "") -> Profile:
    """The constants for a GPU architecture and a framework's name; unknown ones get defaults."""
    old = any(year in framework for year in ("2021", "2022"))
    return Profile(
        GEMM_BY_ARCHITECTURE.get(architecture, 0.60),
        ATTENTION_BY_ARCHITECTURE.get(architecture, 0.40),
        1.0,
        44e-6 if old else 10e-6,
    )
