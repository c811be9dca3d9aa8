"""Apply the rules to questions and to the bank, honouring what a question asks to ignore."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Sequence

import itembank.lint.rules  # noqa: F401  registers the rules
from itembank.lint.rule import RULES, Context, Rule
from itembank.lint.subject import Subject
from itembank.model import Diagnostic, ItemBase, Position

UNKNOWN, UNUSED = "unknown-ignore", "unused-ignore"

ABOUT_IGNORING = {
    UNKNOWN: "`lint_ignore` names a rule that does not exist or cannot be ignored.",
    UNUSED: "`lint_ignore` names a rule that the question does not break.",
}


def chosen_rules(select: Collection[str] = (), ignore: Collection[str] = ()) -> tuple[Rule, ...]:
    """Return the rules to apply: those of `select`, or all, without those of `ignore`.

    Raises LookupError, with a suggestion, for a name that is no rule.
    """
    for name in (*select, *ignore):
        if name not in RULES and name not in ABOUT_IGNORING:
            raise LookupError(f"no rule `{name}`{_suggestion(name)}")
    return tuple(
        rule
        for rule in RULES.values()
        if (not select or rule.id in select) and rule.id not in ignore
    )


def lint_question(
    subject: Subject, context: Context, rules: Sequence[Rule]
) -> Iterator[Diagnostic]:
    """Yield what one question breaks, and what is wrong with its `lint_ignore`."""
    ignored = {entry.rule for entry in subject.item.lint_ignore}
    broken: set[str] = set()
    for rule in rules:
        for hit in rule.hits(subject, context):
            broken.add(rule.id)
            if rule.id not in ignored:
                at = subject.position(hit.place, hit.offset)
                yield Diagnostic(at, hit.severity or rule.severity, rule.id, hit.message, rule.fix)
    yield from _about_ignoring(subject, broken, rules)


def lint_bank(
    items: Sequence[ItemBase], at: Position, context: Context, rules: Iterable[Rule]
) -> Iterator[Diagnostic]:
    """Yield what the questions together break; there is no line to point at, so all stand `at`."""
    for rule in rules:
        for message in rule.cues(items, context):
            yield Diagnostic(at, rule.severity, rule.id, message, rule.fix)


def _about_ignoring(
    subject: Subject, broken: Collection[str], rules: Sequence[Rule]
) -> Iterator[Diagnostic]:
    applied = {rule.id for rule in rules}
    for index, entry in enumerate(subject.item.lint_ignore):
        at = subject.document.position(("lint_ignore", index, "rule"))
        rule = RULES.get(entry.rule)
        if rule is None or rule.scope != "question":
            hint = "errors of the format and rules about the whole bank cannot be ignored here"
            message = f"no rule `{entry.rule}` to ignore in a question{_suggestion(entry.rule)}"
            yield Diagnostic(at, "warning", UNKNOWN, message, hint)
        elif rule.id in applied and rule.id not in broken:
            message = f"nothing breaks `{entry.rule}` here"
            yield Diagnostic(at, "warning", UNUSED, message, "delete the entry")


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, RULES, n=1)
    return f": did you mean `{close[0]}`?" if close else ""
