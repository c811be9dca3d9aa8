"""Failures and checkpoints: how much of the wall clock trains the model.

Goodput here is the share of wall-clock time that ends up in the model: not lost to writing
checkpoints, to work redone after a failure, or to restarting. It multiplies MFU; it is not part of
it. Times in seconds.
"""

from dataclasses import dataclass
from math import sqrt

from scalemodel.errors import ScaleModelError

DAY = 86400.0

FAILURES_PER_NODE_DAY: dict[str, float] = {"meta-rsc-1": 6.50e-3, "meta-rsc-2": 2.34e-3}
"""Published failure rates of 8-GPU A100 nodes (arXiv:2410.21680): two clusters of one company.

The paper observes a shorter time between failures at 1,024 GPUs (7.9 h) than the first rate gives
(28.8 h): what counts as a failure of a job differs from what counts as one of a node."""


@dataclass(frozen=True, slots=True)
class Goodput:
    """Where the wall clock goes.

    `mtbf`: mean time between failures of the whole job. `interval`: between checkpoints. The shares
    are lost to writing them, to redone work and to restarts.
    """

    mtbf: float
    interval: float
    checkpoint_share: float
    rework_share: float
    restart_share: float

    @property
    def share(self) -> float:
        """Share of the wall clock that trains, 0 if failures come faster than restarts."""
        lost = self.checkpoint_share + self.rework_share + self.restart_share
        return max(0.0, 1 - lost)

    @property
    def failures_per_day(self) -> float:
        """Expected failures of the whole job in a day."""
        return DAY / self.mtbf


def mtbf(nodes: int, failures_per_node_day: float) -> float:
    """Mean time between failures of a job on `nodes` nodes that fail independently."""
    if nodes < 1 or failures_per_node_day <= 0:
        raise ScaleModelError(
            "mtbf needs at least one node and a failure rate above 0 per node-day"
        )
    return DAY / (nodes * failures_per_node_day)


def best_interval(checkpoint: float, mean_time: float) -> float:
    """Young's checkpoint interval sqrt(2 delta M) (1974), Daly's first order (2006).

    The time between the ends of two checkpoints, valid while delta is well below M.
    """
    return sqrt(2 * checkpoint * mean_time)


def goodput(
    mean_time: float, checkpoint: float, restart: float, interval: float | None = None
) -> Goodput:
    """Shares of time for a checkpoint of `checkpoint` seconds that blocks training.

    delta / tau for writing, on average half an interval of rework per failure, and the restart:
    detection, rescheduling and loading (Daly 2006, first order). `interval` None takes the best.
    """
    if min(mean_time, checkpoint) <= 0 or restart < 0 or (interval is not None and interval <= 0):
        raise ScaleModelError("goodput needs times above 0 seconds")
    tau = interval or best_interval(checkpoint, mean_time)
    return Goodput(mean_time, tau, checkpoint / tau, tau / 2 / mean_time, restart / mean_time)
