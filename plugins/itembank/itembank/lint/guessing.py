"""What a reader earns who knows nothing: the best fixed number of random ticks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from itembank.grade import score
from itembank.model import ChoiceItem, Exactly, ScoringPolicy


@dataclass(frozen=True, slots=True)
class BlindPlay:
    """Ticking `ticks` options at random earns `score` on average."""

    ticks: int
    score: Fraction


def best_blind_play(item: ChoiceItem, policy: ScoringPolicy) -> BlindPlay | None:
    """Return the best blind play, the one with fewest ticks among equals.

    Exact: hits are hypergeometric when n options hold k keys. None under `weights`, where options
    are not alike, and for an item without a key.
    """
    keys = [option.id for option in item.options if option.correct]
    others = [option.id for option in item.options if not option.correct]
    if policy == "weights" or not keys:
        return None
    plays = [
        BlindPlay(ticks, _expected(keys, others, ticks, policy, item.cap))
        for ticks in _allowed_ticks(item)
    ]
    return max(plays, key=lambda play: (play.score, -play.ticks), default=None)


def _allowed_ticks(item: ChoiceItem) -> Iterator[int]:
    most = min(len(item.options), item.cap or len(item.options))
    least = most if isinstance(item.select, Exactly) else 1
    yield from range(least, most + 1)


def _expected(
    keys: list[str], others: list[str], ticks: int, policy: ScoringPolicy, cap: int | None
) -> Fraction:
    n, k, w = len(keys) + len(others), len(keys), len(others)
    total = Fraction(0)
    for hits in range(max(0, ticks - w), min(k, ticks) + 1):
        ways = math.comb(k, hits) * math.comb(w, ticks - hits)
        response = frozenset(keys[:hits]) | frozenset(others[: ticks - hits])
        total += ways * score(policy, [*keys, *others], frozenset(keys), response, cap=cap)
    return total / math.comb(n, ticks)
