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
