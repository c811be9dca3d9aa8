"""Pure grading: the Python reference of what the browser does."""

from itembank.grade.scoring import score, score_item
from itembank.grade.verdicts import VERDICT_WORDS, Verdict, verdicts

__all__ = ["VERDICT_WORDS", "Verdict", "score", "score_item", "verdicts"]
