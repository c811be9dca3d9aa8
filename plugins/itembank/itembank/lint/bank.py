"""Check every text of a bank: forbidden constructs, and values that cannot be computed."""

from __future__ import annotations

from collections.abc import Iterable

from itembank.lint.texts import check_text
from itembank.load import QuestionFile
from itembank.model import Findings
from itembank.values import Evaluator, TemplateError, expand


def check_questions(
    questions: Iterable[QuestionFile], evaluator: Evaluator, findings: Findings
) -> None:
    """Record every mistake in the texts of `questions`, at its place in the file."""
    for question in questions:
        for location, text in question.texts():
            for problem in check_text(text, question.entry_ids):
                at = question.document.text_position(location, problem.offset)
                name = ".".join(str(step) for step in location)
                message = f"`{name}`: {problem.message}"
                findings.error(at, problem.rule, message, problem.hint)
            for error in _value_errors(text, evaluator):
                at = question.document.text_position(location, error.offset)
                findings.error(at, "value", error.message, error.hint)


def _value_errors(text: str, evaluator: Evaluator) -> list[TemplateError]:
    errors: list[TemplateError] = []
    if "{{=" in text:
        expand(text, evaluator, errors.append)
    return errors
