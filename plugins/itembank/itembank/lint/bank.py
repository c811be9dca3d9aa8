"""Check every text of a bank: forbidden constructs, and values that cannot be computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from itembank.lint.texts import blank_code, check_text
from itembank.load import QuestionFile
from itembank.model import Findings, NumericItem
from itembank.values import (
    NO_NAMES,
    Evaluator,
    Names,
    SolutionError,
    TemplateError,
    expand,
    solve,
)


def check_questions(
    questions: Iterable[QuestionFile], evaluator: Evaluator, findings: Findings
) -> None:
    """Record every mistake in the texts of `questions`, at its place in the file."""
    for question in questions:
        entry_ids, givens = question.entry_ids, _givens(question)
        for location, text in question.texts():
            for problem in check_text(text, entry_ids):
                at = question.document.text_position(location, problem.offset)
                name = ".".join(str(step) for step in location)
                message = f"`{name}`: {problem.message}"
                findings.error(at, problem.rule, message, problem.hint)
            for error in _value_errors(text, evaluator, givens):
                at = question.document.text_position(location, error.offset)
                findings.error(at, "value", error.message, error.hint)
        if isinstance(question.item, NumericItem):
            _check_solutions(question, question.item, evaluator, findings)


def _givens(question: QuestionFile) -> tuple[Names, ...]:
    """Return the named values of each variant; none when the file's mistakes hide them."""
    if isinstance(question.item, NumericItem):
        return question.item.givens()
    return () if question.document.value(("variants",)) is not None else (NO_NAMES,)


def _value_errors(
    text: str, evaluator: Evaluator, givens: tuple[Names, ...]
) -> Iterator[TemplateError]:
    if "{{=" not in text or not givens:
        return
    errors: list[TemplateError] = []
    expand(text, evaluator, errors.append, givens)
    yield from errors
    if len(givens) > 1:
        yield from _varying_in_code(text, evaluator, givens)


def _varying_in_code(
    text: str, evaluator: Evaluator, givens: tuple[Names, ...]
) -> Iterator[TemplateError]:
    """Yield values that differ between variants where their `span` would be shown as text."""
    prose = blank_code(text)
    for match in re.finditer(r"\{\{=.*?\}\}", text):
        if prose[match.start()] == " " and expand(match[0], evaluator, _ignore, givens).startswith(
            "<span"
        ):
            hint = "write it outside the code"
            message = f"`{match[0]}` differs between variants and cannot stand in code"
            yield TemplateError(match.start(), message, hint)


def _check_solutions(
    question: QuestionFile, item: NumericItem, evaluator: Evaluator, findings: Findings
) -> None:
    if not evaluator.complete:
        return
    try:
        solve(item, evaluator)
    except SolutionError as error:
        at = question.document.position(error.location)
        findings.error(at, "value", error.message)


def _ignore(error: TemplateError) -> None:
    """Leave it to the caller, which reports every error of the text anyway."""
