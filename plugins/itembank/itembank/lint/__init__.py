"""Checks of a bank beyond the shape of its files."""

from itembank.lint.bank import check_questions
from itembank.lint.fences import Fences, find_fences
from itembank.lint.texts import TextProblem, check_text

__all__ = ["Fences", "TextProblem", "check_questions", "check_text", "find_fences"]
