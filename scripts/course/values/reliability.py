"""Failures and checkpoints."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import number, seconds
from itembank.values import Quantity
from scalemodel import reliability

DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Checkpointing:
    """The best interval between checkpoints, and what is lost even so."""

    interval: Quantity
    lost: Quantity
    """Share of the time that goes into checkpoints, redone work and restarts."""


def time_between_failures(
    nodes: int, failures: float, days: float, observed_nodes: int
) -> Quantity:
    """Return the mean time between failures on `nodes`.

    The rate is `failures` seen in `days` on `observed_nodes`.
    """
    return seconds(reliability.mtbf(int(nodes), failures / (days * observed_nodes)))


def checkpointing(
    hours_between_failures: float, checkpoint_seconds: float, restart_seconds: float = 0.0
) -> Checkpointing:
    """Return the best checkpointing (Young 1974, Daly 2006) and its loss."""
    found = reliability.goodput(
        hours_between_failures * 3600.0, checkpoint_seconds, restart_seconds
    )
    return Checkpointing(interval=seconds(found.interval), lost=number(1 - found.share))
