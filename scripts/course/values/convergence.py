"""What a batch of a given size costs in steps and tokens."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import number
from itembank.values import Quantity
from scalemodel import convergence


@dataclass(frozen=True, slots=True)
class BatchCost:
    """Steps and tokens relative to the least that any batch needs for the same loss."""

    steps: Quantity
    tokens: Quantity


def batch_cost(relative_to_critical: float) -> BatchCost:
    """Return the cost of a batch that is so many times the critical batch size."""
    cost = convergence.batch_cost(relative_to_critical, 1.0)
    return BatchCost(steps=number(cost.steps_factor), tokens=number(cost.samples_factor))
