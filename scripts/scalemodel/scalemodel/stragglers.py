"""Waiting for the slowest: a synchronous step ends when the last of its GPUs does."""

from math import log

EULER = 0.5772
"""Euler-Mascheroni constant: 1 + 1/2 + ... + 1/N is about ln N + EULER."""


def expected_delay(scale: float, ranks: int) -> float:
    """Expected wait for the slowest of `ranks` GPUs, as a share of the work.

    Extra times are exponential with mean `scale` (a share too): the expected maximum of N of them
    is scale * (1 + 1/2 + ... + 1/N).
    """
    if ranks < 50:
        return scale * sum(1 / i for i in range(1, ranks + 1))
    return scale * (log(ranks) + EULER)
