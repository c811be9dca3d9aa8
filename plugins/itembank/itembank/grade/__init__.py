"""Pure grading: the Python reference of what the browser does."""

from itembank.grade.numeric import NumericResult, NumericVerdict, grade_numeric, read_number
from itembank.grade.order import score_order
from itembank.grade.scoring import score, score_item
from itembank.grade.verdicts import VERDICT_WORDS, Verdict, verdicts

__all__ = [
    "VERDICT_WORDS",
    "NumericResult",
    "NumericVerdict",
    "Verdict",
    "grade_numeric",
    "read_number",
    "score",
    "score_item",
    "score_order",
    "verdicts",
]
