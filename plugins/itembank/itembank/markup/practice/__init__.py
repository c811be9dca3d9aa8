"""The HTML of pages on which readers practise, as it is before a script brings it to life."""

from itembank.markup.practice.exams import (
    EXAM_TAG,
    EXAMS_INDEX,
    exam_block,
    exam_page,
    exams_block,
)
from itembank.markup.practice.study import (
    PROGRESS_TAG,
    REVIEW_TAG,
    progress_block,
    progress_page,
    review_block,
    review_page,
)

PRACTICE_TAGS = (EXAM_TAG, PROGRESS_TAG, REVIEW_TAG)

__all__ = [
    "EXAMS_INDEX",
    "PRACTICE_TAGS",
    "exam_block",
    "exam_page",
    "exams_block",
    "progress_block",
    "progress_page",
    "review_block",
    "review_page",
]
