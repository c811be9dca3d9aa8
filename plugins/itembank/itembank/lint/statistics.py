"""Exact and closed-form tests for cues that show only over a whole bank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


def upper_tail(probabilities: Sequence[float], observed: int) -> float:
    """Return P(X >= observed) where X counts independent events of these probabilities.

    The Poisson binomial distribution, exactly, by convolution.
    """
    counts = [1.0]
    for probability in probabilities:
        shifted = [0.0, *(p * probability for p in counts)]
        counts = [p * (1 - probability) + q for p, q in zip([*counts, 0.0], shifted, strict=True)]
    return min(1.0, math.fsum(counts[observed:]))


@dataclass(frozen=True, slots=True)
class Stratum:
    """Values of one group; `marked` are the indices whose rank sum is tested."""

    values: Sequence[float]
    marked: Sequence[int]


def rank_sum_z(strata: Sequence[Stratum]) -> float | None:
    """Return the stratified rank-sum statistic in standard deviations from chance.

    Mid-ranks within each stratum; mean and variance under all permutations of the marks
    (Wilcoxon's test with ties, summed over strata as by van Elteren, unweighted). None when
    nothing varies.
    """
    difference = variance = 0.0
    for stratum in strata:
        ranks = _mid_ranks(stratum.values)
        n, k = len(ranks), len(stratum.marked)
        if n < 2 or not 0 < k < n:
            continue
        mean = math.fsum(ranks) / n
        spread = math.fsum((rank - mean) ** 2 for rank in ranks)
        difference += math.fsum(ranks[index] - mean for index in stratum.marked)
        variance += k * (n - k) / (n * (n - 1)) * spread
    return difference / math.sqrt(variance) if variance > 0 else None


def two_sided_p(z: float) -> float:
    """Return the probability of a standard normal value at least as far from 0 as `z`."""
    return math.erfc(abs(z) / math.sqrt(2))


def _mid_ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    first = {value: order.index(value) for value in set(values)}
    count = {value: order.count(value) for value in set(values)}
    return [first[value] + (count[value] + 1) / 2 for value in values]
