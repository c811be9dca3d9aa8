"""Failures and checkpoints."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import number, plain, seconds
from itembank.values import Quantity
from scalemodel import reliability

DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Checkpointing:
    """An interval between checkpoints, and what is lost with it, as shares of the time."""

    interval: Quantity
    writing: Quantity
    """Checkpoints that block training."""
    rework: Quantity
    """Work done again after a failure, half an interval on average."""
    restart: Quantity
    lost: Quantity
    """All three."""


def time_between_failures(
    nodes: int, failures: float, days: float, observed_nodes: int
) -> Quantity:
    """Return the mean time between failures on `nodes`.

    The rate is `failures` seen in `days` on `observed_nodes`.
    """
    return seconds(reliability.mtbf(int(nodes), failures / (days * observed_nodes)))


def checkpointing(
    hours_between_failures: Quantity | float,
    checkpoint_seconds: float,
    restart_seconds: float = 0.0,
    every_minutes: float = 0.0,
) -> Checkpointing:
    """Return the loss with a checkpoint every so many minutes; 0 takes the best interval.

    First order in the checkpoint's time (Young 1974, Daly 2006).
    """
    found = reliability.goodput(
        plain(hours_between_failures) * 3600.0,
        checkpoint_seconds,
        restart_seconds,
        every_minutes * 60.0 or None,
    )
    return Checkpointing(
        interval=seconds(found.interval),
        writing=number(found.checkpoint_share),
        rework=number(found.rework_share),
        restart=number(found.restart_share),
        lost=number(1 - found.share),
    )
