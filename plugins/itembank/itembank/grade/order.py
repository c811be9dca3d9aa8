"""Scoring a sequence of steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from itembank.model import OrderPolicy


def score_order(policy: OrderPolicy, key: Sequence[str], response: Sequence[str]) -> Fraction:
    """Return the score of `response`, a permutation of the step ids in `key`.

    - `all_or_nothing`: 1 if every step stands in its place.
    - `pairs`: pairs in the right order less pairs in the wrong one, as a share of all pairs, never
      below 0 (Kendall's tau, floored); a random order earns little.

    Raises ValueError when the response is no permutation of the key.
    """
    if sorted(response) != sorted(key) or len(set(key)) != len(key):
        raise ValueError("the response must hold every step once")
    if policy == "all_or_nothing":
        return Fraction(tuple(response) == tuple(key))
    place = {step: index for index, step in enumerate(response)}
    signs = [1 if place[a] < place[b] else -1 for a, b in combinations(key, 2)]
    return Fraction(max(0, sum(signs)), len(signs))
