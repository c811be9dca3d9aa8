"""Checks of a bank beyond the shape of its files.

`check_questions` finds what cannot work (errors of the format); `lint_question` and `lint_bank`
apply the rules of item writing in `itembank.lint.rules`.
"""

from itembank.lint.bank import check_questions
from itembank.lint.fences import Fences, find_fences
from itembank.lint.pages import lint_page
from itembank.lint.rule import GUESS_BOUND, REVIEW_DAYS, RULES, Context, Rule
from itembank.lint.run import chosen_rules, lint_bank, lint_question
from itembank.lint.subject import ChoiceSubject, Subject, subject_of
from itembank.lint.texts import TextProblem, check_text

__all__ = [
    "GUESS_BOUND",
    "REVIEW_DAYS",
    "RULES",
    "ChoiceSubject",
    "Context",
    "Fences",
    "Rule",
    "Subject",
    "TextProblem",
    "check_questions",
    "check_text",
    "chosen_rules",
    "find_fences",
    "lint_bank",
    "lint_page",
    "lint_question",
    "subject_of",
]
