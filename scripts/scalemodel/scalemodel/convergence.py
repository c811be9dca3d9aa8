"""What a larger batch buys, and what it can't: the critical batch size.

Distributing a step does not change its mathematics: the same global batch gives the same update up
to the order of summation. More GPUs help only by computing a batch faster or by enlarging it, and a
larger batch saves steps only up to the critical batch size (arXiv:1812.06162).
"""

from dataclasses import dataclass

from scalemodel.errors import ScaleModelError


@dataclass(frozen=True, slots=True)
class BatchCost:
    """Cost of reaching the same loss with a given batch.

    `steps_factor`: steps over the least possible number; `samples_factor`: training samples over
    the least possible number.
    """

    batch: float
    critical_batch: float
    steps_factor: float
    samples_factor: float


def batch_cost(batch: float, critical_batch: float) -> BatchCost:
    """S / S_min = 1 + B_c / B and E / E_min = 1 + B / B_c (arXiv:1812.06162, eq. 2.11).

    Both in the same unit, sequences or tokens. At the critical batch each is 2.
    """
    if batch <= 0 or critical_batch <= 0:
        raise ScaleModelError("batch sizes must be above 0")
    return BatchCost(batch, critical_batch, 1 + critical_batch / batch, 1 + batch / critical_batch)


def speedup(batch: float, larger: float, critical_batch: float) -> float:
    """How many times fewer steps the `larger` batch needs: always below larger / batch."""
    before, after = batch_cost(batch, critical_batch), batch_cost(larger, critical_batch)
    return before.steps_factor / after.steps_factor


def training_steps(least_steps: float, batch: float, critical_batch: float) -> float:
    """Steps to the target, from the least number of steps that any batch would need."""
    return least_steps * batch_cost(batch, critical_batch).steps_factor
