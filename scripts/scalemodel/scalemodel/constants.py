"""Every constant that no datasheet gives, in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field

US = 1e-6


@dataclass(frozen=True, slots=True)
class Transport:
    latency: float
    efficiency: float
    stack_limit: float = float("inf")


TRANSPORTS: Mapping[str, Transport] = {
    "infiniband": Transport(2 * US, 0.92),
    "roce": Transport(3 * US, 0.92),
    "rdma": Transport(2 * US, 0.92),
    "efa": Transport(17 * US, 0.925),
    "slingshot": Transport(3 * US, 0.85),
    "tcpxo": Transport(15 * US, 0.85),
    "tcpx": Transport(25 * US, 0.80),
    "tcp": Transport(40 * US, 0.80, 10e9),
}


@dataclass(frozen=True, slots=True)
class CollectiveConstants:
    base: float = 6.1 * US
    scale_up_step: float = 1.15 * US
    in_switch_step: float = 3.5 * US
    network_step: float = 14 * US
    message_post: float = 3.45 * US
    send_channels: int = 2
    scale_up_efficiency: Mapping[str, float] = field(default_factory=lambda: {'switch': 0.84, 'cube-mesh': 1.0, 'mesh': 0.72})
    in_switch_gain: float = 1.14
    transports: Mapping[str, Transport] = field(default_factory=lambda: TRANSPORTS)


COLLECTIVES = CollectiveConstants()


@dataclass(frozen=True, slots=True)
class Architecture:
    gemm: float
    attention: float
    contention: float = 0.15


ARCHITECTURES: Mapping[str, Architecture] = {
    "volta": Architecture(0.75, 0.35),
    "ampere": Architecture(0.80, 0.60, 0.10),
    "hopper": Architecture(0.65, 0.35, 0.20),
}
DEFAULT_ARCHITECTURE = Architecture(0.60, 0.40)


@dataclass(frozen=True, slots=True)
class Framework:
    attention: float = 1.0
    elementwise: float = 1.0
    dispatch: float = 10 * US
    overhead: float = 5e-3
    gradients: str = "fused"
    stops_early: bool = False
    balanced: bool = False


FRAMEWORKS: Mapping[str, Framework] = {
    "megatron-deepspeed": Framework(1.0, 1.0, 44 * US, 5e-3, "added"),
    "megatron-lm 2021": Framework(1.0, 1.0, 10 * US, 5e-3, "added"),
    "megatron": Framework(1.0, 1.0, 10 * US, 5e-3, "fused"),
    "nemo": Framework(1.0, 1.0, 10 * US, 5e-3, "fused"),
    "composer": Framework(0.59, 2.2, 10 * US, 5e-3, "cast", stops_early=True),
    "nanotron": Framework(1.0, 1.5, 10 * US, 50e-3, "added", balanced=True),
}
DEFAULT_FRAMEWORK = Framework()


@dataclass(frozen=True, slots=True)
class Constants:
    memory_efficiency: float = 0.80
    inner_ramp: float = 256.0
    wave: float = 0.5
    attention_backward: float = 0.85
    unfused_attention: float = 0.5
    score_bytes_forward: float = 13.0
    score_bytes_backward: float = 19.0
    kernels_forward: float = 20.0
    kernels_backward: float = 36.0
    tp_hidden: float = 0.8
    optimizer_bytes: float = 34.0
    data_tail: float = 0.05
    straggler: float = 0.008
    attention_block: float = 128.0
    collectives: CollectiveConstants = COLLECTIVES
    architectures: Mapping[str, Architecture] = field(default_factory=lambda: ARCHITECTURES)
    frameworks: Mapping[str, Framework] = field(default_factory=lambda: FRAMEWORKS)

    def architecture(self, name: str) -> Architecture:
        return self.architectures.get(name, DEFAULT_ARCHITECTURE)

    def framework(self, name: str) -> Framework:
        low = name.lower()
        for key, value in self.frameworks.items():
            if key in low:
                return value
        return DEFAULT_FRAMEWORK


CONSTANTS = Constants()


@dataclass(frozen=True, slots=True)
class MemoryConstants:
    fixed: float = 2.0e9
    fraction: float = 0.08
    logit_bytes: float = 10.0
    gathered_layers: float = 2.0


MEMORY = MemoryConstants()
