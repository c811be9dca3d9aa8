"""Scoring policies for selections: the reference that the browser's code must equal.

Notation as in the assessment literature: a selection hits `t` of `k` keys, adds `f` false alarms,
misses `m` keys; the item has `n` options. Scores are exact fractions between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from fractions import Fraction

from itembank.model import ChoiceItem, ScoringPolicy


def score(
    policy: ScoringPolicy,
    options: Collection[str],
    key: Set[str],
    response: Set[str],
    *,
    cap: int | None = None,
    weights: Mapping[str, Fraction] | None = None,
) -> Fraction:
    """Return the score of `response`, a set of option ids.

    - `all_or_nothing`: 1 if the response is the key, else 0.
    - `net_correct`: max(0, t - f) / k; t / k where the item caps the number of ticks, because
      there a wrong tick already costs a right one (NCSBN's rule for "select N" items).
    - `each_answer`: 1 - (f + m) / n, every option decided right counts (PrairieLearn's EDC).
    - `coverage`: t / k * t / |response| (PrairieLearn's COV).
    - `weights`: the ticked options' weights, kept between 0 and 1.

    Raises ValueError for a blank response, an empty key or an id that the item does not have:
    those are messages to the reader or the author, never a grade.
    """
    if not response:
        raise ValueError("a blank response is not an attempt")
    if not key:
        raise ValueError("an item without a key cannot be scored")
    if unknown := (response | key) - set(options):
        raise ValueError(f"unknown option ids: {', '.join(sorted(unknown))}")

    hits = len(response & key)
    false_alarms = len(response - key)
    misses = len(key - response)
    match policy:
        case "all_or_nothing":
            return Fraction(response == key)
        case "net_correct":
            penalty = 0 if cap is not None else false_alarms
            return Fraction(max(0, hits - penalty), len(key))
        case "each_answer":
            return 1 - Fraction(false_alarms + misses, len(options))
        case "coverage":
            return Fraction(hits, len(key)) * Fraction(hits, len(response))
        case "weights":
            total = sum((weights or {}).get(option, Fraction(0)) for option in response)
            return Fraction(min(Fraction(1), max(Fraction(0), total)))


def score_item(item: ChoiceItem, response: Set[str], default: ScoringPolicy) -> Fraction:
    """Return the score of `response` under the item's own policy, or `default` if it names none."""
    return score(
        item.scoring or default,
        [option.id for option in item.options],
        item.key,
        response,
        cap=item.cap,
        weights={o.id: Fraction(str(o.weight)) for o in item.options if o.weight is not None},
    )
