"""Switched networks between nodes: how many switches, and what oversubscription leaves."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from course.values.quantities import number
from itembank.values import Quantity


@dataclass(frozen=True, slots=True)
class FatTree:
    """Switches of a network in which every level carries what the level below can send."""

    leaves: Quantity
    spines: Quantity
    cores: Quantity
    switches: Quantity


def fat_tree(ports: int, radix: int = 64) -> FatTree:
    """Return the fewest switches of `radix` ports that connect `ports` adapters without loss.

    All links have one rate. A leaf has half of its ports down and half up, and so has a spine below
    cores; the highest level has all of them down. Raises ValueError beyond three levels.
    """
    half = radix // 2
    if ports <= radix:
        counts = (1, 0, 0)
    elif ports <= radix * half:
        counts = (ceil(ports / half), ceil(ports / radix), 0)
    elif ports <= radix * half**2:
        counts = (ceil(ports / half), ceil(ports / half), ceil(ports / radix))
    else:
        raise ValueError(
            f"three levels of {radix} ports connect {radix * half**2} adapters at most"
        )
    leaves, spines, cores = (number(count) for count in counts)
    return FatTree(leaves, spines, cores, number(sum(counts)))


def most_gpus(radix: int, levels: int) -> Quantity:
    """Return how many GPUs, with one adapter each, `levels` of switches connect without loss."""
    return Quantity(radix * (radix // 2) ** (levels - 1), (("GPU", 1),))
