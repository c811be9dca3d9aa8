"""Rules about practice exams and the questions that they draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from itembank.lint.rule import Context, bank_rule
from itembank.model import ItemBase
from itembank.model.paper import plan


@bank_rule(
    "exam-pool",
    "warning",
    summary="A domain of a practice exam has fewer questions than a paper of it asks for.",
    why="Papers are shorter then than the blueprint says, and every one has the same questions "
    "of that domain.",
    fix="write more questions, or set `partial: true` in the exam: its page then says by how much",
)
def exam_pool(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Exams that are not said to be covered in part."""
    for exam in context.exams:
        if exam.partial:
            continue
        for draw in plan(exam, items).draws:
            if draw.pool < draw.wanted:
                yield (
                    f"exam `{exam.id}`: domain `{draw.domain.id}` has {draw.pool} of the "
                    f"{draw.wanted} questions of a paper"
                )
