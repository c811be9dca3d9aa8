"""The HTML of pages on which readers practise, as it is before a script brings it to life."""

from itembank.markup.practice.exams import EXAMS_INDEX, exam_block, exam_page, exams_block

__all__ = ["EXAMS_INDEX", "exam_block", "exam_page", "exams_block"]
