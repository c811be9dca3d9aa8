"""What a GPU must hold."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import facts, in_bytes
from itembank.values import Quantity
from scalemodel.memory import memory
from scalemodel.transformer import Layout


@dataclass(frozen=True, slots=True)
class States:
    """Training states on one GPU: mixed-precision Adam, 16 bytes a parameter before sharding."""

    weights: Quantity
    gradients: Quantity
    optimizer: Quantity
    total: Quantity


def states(model_id: str, gpus: int, zero: int = 0) -> States:
    """Return the states of a model on each of `gpus` data-parallel GPUs at ZeRO stage `zero`."""
    layout = Layout(dp=int(gpus), global_batch=int(gpus), zero=zero)
    held = memory(facts().transformers[model_id], layout)
    return States(
        weights=in_bytes(held.weights),
        gradients=in_bytes(held.gradients),
        optimizer=in_bytes(held.optimizer),
        total=in_bytes(held.weights + held.gradients + held.optimizer),
    )


def sharded_states(billions: float, gpus: int, zero: int) -> Quantity:
    """Return the states of a model of so many billion parameters on each of `gpus`.

    ZeRO's own count: 2 bytes of weights, 2 of gradients, 12 of optimizer for each parameter,
    divided from stage 3, 2 and 1 on (arXiv:1910.02054, section 5).
    """
    parts = ((2, 3), (2, 2), (12, 1))
    each = sum(size / (gpus if zero >= stage else 1) for size, stage in parts)
    return in_bytes(billions * 1e9 * each)
