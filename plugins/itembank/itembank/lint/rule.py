"""What a rule of item writing is, and the register of all of them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from itembank.lint.subject import ChoiceSubject, Place, Subject
from itembank.model import ItemBase, Settings
from itembank.model.diagnostics import Severity
from itembank.model.exam import Exam

REVIEW_DAYS = 365
GUESS_BOUND = 1 / 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that breaks a rule: `offset` counts characters of the text at `place`."""

    place: Place
    message: str
    offset: int | None = None
    severity: Severity | None = None
    """Differs from the rule's own where the context makes it better or worse."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may know beyond one question."""

    today: datetime.date
    settings: Settings = field(default_factory=Settings)
    review_days: int = REVIEW_DAYS
    """A question reviewed longer ago than this is stale."""
    guess_bound: float = GUESS_BOUND
    """Expected score of blind ticking that is still fine: three options, one key."""
    unused_figures: frozenset[str] = frozenset()
    """Figures that neither a question nor a page shows."""
    exams: tuple[Exam, ...] = ()
    """Practice exams of the site."""


QuestionCheck = Callable[[Subject, Context], Iterator[Hit]]
ChoiceCheck = Callable[[ChoiceSubject, Context], Iterator[Hit]]
BankCheck = Callable[[Sequence[ItemBase], Context], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with what an author wants to know about it."""

    id: str
    severity: Severity
    summary: str
    """What is flagged, in one line."""
    why: str
    """Why it matters, and who found that."""
    fix: str
    """What to do; the hint of every finding."""
    of_question: QuestionCheck | None = None
    of_bank: BankCheck | None = None

    def hits(self, subject: Subject, context: Context) -> Iterator[Hit]:
        """Yield the places of one question that break this rule."""
        return self.of_question(subject, context) if self.of_question else iter(())

    def cues(self, items: Sequence[ItemBase], context: Context) -> Iterator[str]:
        """Yield, in words, how the questions of a bank together break this rule."""
        return self.of_bank(items, context) if self.of_bank else iter(())

    @property
    def scope(self) -> Literal["question", "bank"]:
        """What the rule looks at, and so where it can be ignored."""
        return "question" if self.of_question else "bank"


_registered: dict[str, Rule] = {}
RULES: Mapping[str, Rule] = _registered
"""All rules by id, in the order of the modules in `itembank.lint.rules`."""


def question_rule(
    rule_id: str, severity: Severity, *, summary: str, why: str, fix: str
) -> Callable[[QuestionCheck], QuestionCheck]:
    """Register a rule about any kind of question."""

    def register(check: QuestionCheck) -> QuestionCheck:
        _add(Rule(rule_id, severity, summary, why, fix, of_question=check))
        return check

    return register


def choice_rule(
    rule_id: str, severity: Severity, *, summary: str, why: str, fix: str
) -> Callable[[ChoiceCheck], ChoiceCheck]:
    """Register a rule about questions with options to tick."""

    def register(check: ChoiceCheck) -> ChoiceCheck:
        def if_choice(subject: Subject, context: Context) -> Iterator[Hit]:
            if isinstance(subject, ChoiceSubject):
                yield from check(subject, context)

        _add(Rule(rule_id, severity, summary, why, fix, of_question=if_choice))
        return check

    return register


def bank_rule(
    rule_id: str, severity: Severity, *, summary: str, why: str, fix: str
) -> Callable[[BankCheck], BankCheck]:
    """Register a rule about all questions of a bank together."""

    def register(check: BankCheck) -> BankCheck:
        _add(Rule(rule_id, severity, summary, why, fix, of_bank=check))
        return check

    return register


def _add(rule: Rule) -> None:
    if rule.id in _registered:
        raise ValueError(f"two rules are called {rule.id}")
    _registered[rule.id] = rule
