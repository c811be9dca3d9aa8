"""Check the texts of questions, but only of those that have changed."""

from __future__ import annotations

from collections.abc import Iterable

from itembank.lint import check_questions
from itembank.load import QuestionFile
from itembank.model import Diagnostic, Findings
from itembank.values import Evaluator


class CheckedQuestions:
    """Remembers what was found in each question, with the values of that time."""

    def __init__(self) -> None:
        self.checks = 0
        self._evaluator: Evaluator | None = None
        self._found: dict[str, tuple[QuestionFile, tuple[Diagnostic, ...]]] = {}

    def check(
        self, questions: Iterable[QuestionFile], evaluator: Evaluator, findings: Findings
    ) -> None:
        """Record every mistake in the texts of `questions`, as `check_questions` does."""
        known = self._found if evaluator is self._evaluator else {}
        self._evaluator, self._found = evaluator, {}
        for question in questions:
            path = question.document.path
            before = known.get(path)
            if before is None or before[0] is not question:
                found = Findings()
                check_questions([question], evaluator, found)
                self.checks += 1
                before = (question, tuple(found))
            self._found[path] = before
            findings.extend(before[1])
