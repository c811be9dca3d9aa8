"""How many questions of each domain a paper has, given what is in the bank."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from itembank.model.exam import Exam, ExamDomain
from itembank.model.item import ItemBase


@dataclass(frozen=True, slots=True)
class Draw:
    """One domain of a paper: `drawn` of the `wanted` questions, from a pool of size `pool`."""

    domain: ExamDomain
    wanted: int
    pool: int

    @property
    def drawn(self) -> int:
        """Number of questions of the domain in a paper: what there is, where that is less."""
        return min(self.wanted, self.pool)


@dataclass(frozen=True, slots=True)
class Paper:
    """What every paper of an exam is like."""

    exam: Exam
    draws: tuple[Draw, ...]

    @property
    def questions(self) -> int:
        """Number of questions."""
        return sum(draw.drawn for draw in self.draws)

    @property
    def minutes(self) -> int:
        """Time for the paper: that of the whole exam, in proportion to its questions."""
        return math.ceil(self.exam.minutes * self.questions / self.exam.questions)

    @property
    def is_whole(self) -> bool:
        """Whether the bank has all the questions that the blueprint asks for."""
        return self.questions == self.exam.questions


def plan(exam: Exam, items: Iterable[ItemBase]) -> Paper:
    """Return the paper of `exam` that can be drawn from `items`."""
    pools = dict.fromkeys((domain.id for domain in exam.domains), 0)
    for item in items:
        domain = item.exam_domains.get(exam.key)
        if domain in pools:
            pools[domain] += 1
    wanted = apportion(exam.questions, [domain.share for domain in exam.domains])
    return Paper(
        exam,
        tuple(
            Draw(domain, count, pools[domain.id])
            for domain, count in zip(exam.domains, wanted, strict=True)
        ),
    )


def apportion(total: int, shares: list[int | float]) -> list[int]:
    """Split `total` by `shares` of 100, into whole numbers that add up to it.

    Largest remainders (Hamilton's method); of two equal ones the first is rounded up.
    """
    exact = [total * share / 100 for share in shares]
    counts = [math.floor(value + 1e-9) for value in exact]
    by_remainder = sorted(range(len(exact)), key=lambda n: counts[n] - exact[n])
    for number in by_remainder[: total - sum(counts)]:
        counts[number] += 1
    return counts
