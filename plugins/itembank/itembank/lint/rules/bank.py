"""Rules about a whole bank: cues that no single question shows."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from itembank.lint.prose import visible
from itembank.lint.rule import Context, bank_rule
from itembank.lint.statistics import Stratum, rank_sum_z, two_sided_p, upper_tail
from itembank.model import ChoiceItem, ItemBase

LEAST_ITEMS = 20
"""Fewer questions than this say nothing about a bank."""
SIGNIFICANT = 0.01

_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|so that|as a result|therefore|thus|which means|"
    r"which is why|in order to|thanks to)\b"
    r"|, (?:so|as|for) (?!on\b|far\b|long\b|well\b|much\b|many\b|example\b)",
    re.I,
)
"""A clause that gives a reason or draws a conclusion."""


@bank_rule(
    "key-position",
    "info",
    summary="In the author's order, keys stand at one place more often than chance allows.",
    why="Authors like the middle (Attali & Bar-Hillel 2003). The page shuffles, but prints, "
    "exports and readers without JavaScript keep the author's order. Exact Poisson binomial test, "
    f"p < {SIGNIFICANT} after Bonferroni's correction, from {LEAST_ITEMS} questions on.",
    fix="move some keys: the order in the file is free",
)
def key_position(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Each place tested against k keys among n options."""
    choices = _with_distractors(items)
    if len(choices) < LEAST_ITEMS:
        return
    widest = max(len(item.options) for item in choices)
    for place in range(widest):
        having = [item for item in choices if len(item.options) > place]
        chances = [len(item.key) / len(item.options) for item in having]
        observed = sum(item.options[place].correct for item in having)
        if upper_tail(chances, observed) * widest < SIGNIFICANT:
            yield (
                f"option {place + 1} is a key in {observed} of {len(having)} questions, "
                f"{math.fsum(chances):.1f} by chance"
            )


@bank_rule(
    "key-count",
    "info",
    summary="Nearly all select-all questions with the same number of options have as many keys.",
    why="Readers learn the count and stop judging each option. From ten questions on.",
    fix="vary the number of keys; one and all but one are fine too",
)
def key_count(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """The commonest number of keys for each number of options."""
    by_size: dict[int, Counter[int]] = {}
    for item in _with_distractors(items):
        if item.select == "all" and len(item.options) >= 4:
            by_size.setdefault(len(item.options), Counter())[len(item.key)] += 1
    for size, counts in sorted(by_size.items()):
        keys, often = counts.most_common(1)[0]
        total = counts.total()
        if total >= 10 and often / total >= 0.8:
            yield f"{often} of {total} select-all questions with {size} options have {keys} keys"


@bank_rule(
    "key-alternates",
    "info",
    summary="Keys and distractors alternate in more questions than chance allows.",
    why="Every second option right (BDF) is how people make up a random order. Exact Poisson "
    f"binomial test, p < {SIGNIFICANT}, from {LEAST_ITEMS} questions on.",
    fix="put the options in an order that follows from the subject, or draw one",
)
def key_alternates(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Questions whose keys are every second option."""
    chances: list[float] = []
    observed = 0
    for item in _with_distractors(items):
        n, k = len(item.options), len(item.key)
        patterns = (n == 2 * k) * 2 + (abs(n - 2 * k) == 1)
        if n < 4 or not patterns:
            continue
        chances.append(patterns / math.comb(n, k))
        marks = [option.correct for option in item.options]
        observed += all(a != b for a, b in pairwise(marks))
    if len(chances) >= LEAST_ITEMS and upper_tail(chances, observed) < SIGNIFICANT:
        yield (
            f"keys alternate in {observed} of {len(chances)} questions, "
            f"{math.fsum(chances):.1f} by chance"
        )


@bank_rule(
    "key-length",
    "warning",
    summary="Over the bank, keys are longer (or shorter) than distractors beyond chance.",
    why="A reader who picks by length beats chance although no single question gives itself away. "
    f"Wilcoxon's rank sum within questions, p < {SIGNIFICANT}, from {LEAST_ITEMS} questions on.",
    fix="cut keys to what makes them right; give distractors the same detail",
)
def key_length(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Ranks of the keys by visible length, summed over questions."""
    strata = []
    longest = 0
    for item in _with_distractors(items):
        lengths = [float(len(visible(option.text))) for option in item.options]
        marked = [index for index, option in enumerate(item.options) if option.correct]
        strata.append(Stratum(lengths, marked))
        longest += max(range(len(lengths)), key=lengths.__getitem__) in marked
    if len(strata) < LEAST_ITEMS:
        return
    z = rank_sum_z(strata)
    if z is not None and two_sided_p(z) < SIGNIFICANT:
        word = "longer" if z > 0 else "shorter"
        chance = math.fsum(len(s.marked) / len(s.values) for s in strata)
        yield (
            f"keys are {word} than distractors (z = {z:+.1f}, n = {len(strata)}); the longest "
            f"option is a key in {longest}, {chance:.1f} by chance"
        )


@bank_rule(
    "key-shortest",
    "warning",
    summary="The shortest option is a key in more questions than chance allows.",
    why="The opposite of the longest key, and as easy to learn. Exact Poisson binomial test, "
    f"p < {SIGNIFICANT}, from {LEAST_ITEMS} questions on.",
    fix="cut distractors to the belief they stand for, or say in keys what makes them right",
)
def key_shortest(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Questions whose one shortest option is a key."""
    chances: list[float] = []
    observed = 0
    for item in _with_distractors(items):
        lengths = [len(visible(option.text)) for option in item.options]
        if lengths.count(min(lengths)) > 1:
            continue
        chances.append(len(item.key) / len(item.options))
        observed += item.options[lengths.index(min(lengths))].correct
    if len(chances) >= LEAST_ITEMS and upper_tail(chances, observed) < SIGNIFICANT:
        yield (
            f"the shortest option is a key in {observed} of {len(chances)} questions, "
            f"{math.fsum(chances):.1f} by chance"
        )


@bank_rule(
    "key-reasons",
    "info",
    summary="Over the bank, reasons (“because …”) stand mostly in keys, or mostly in distractors.",
    why="A reader learns that an option with a reason is right (or made to look right). Wilcoxon's "
    f"rank sum within questions, p < {SIGNIFICANT}, from {LEAST_ITEMS} questions that have both "
    "options with a reason and options without.",
    fix="give reasons in all options of a question or in none; the rationale is their place",
)
def key_reasons(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Options with a clause of reason, among keys and among distractors of the same question."""
    strata = []
    in_keys = in_all = 0
    expected = 0.0
    for item in _with_distractors(items):
        given = [1.0 if _REASON.search(visible(option.text)) else 0.0 for option in item.options]
        if len(set(given)) == 1:
            continue
        marked = [index for index, option in enumerate(item.options) if option.correct]
        strata.append(Stratum(given, marked))
        in_keys += sum(given[index] > 0 for index in marked)
        in_all += sum(value > 0 for value in given)
        expected += math.fsum(given) * len(marked) / len(given)
    z = rank_sum_z(strata) if len(strata) >= LEAST_ITEMS else None
    if z is not None and two_sided_p(z) < SIGNIFICANT:
        where = "keys" if z > 0 else "distractors"
        yield (
            f"reasons stand mostly in {where} (z = {z:+.1f}): {in_keys} of {in_all} options with a "
            f"reason are keys, {expected:.1f} by chance"
        )


def _with_distractors(items: Sequence[ItemBase]) -> list[ChoiceItem]:
    return [
        item
        for item in items
        if isinstance(item, ChoiceItem) and 0 < len(item.key) < len(item.options)
    ]
