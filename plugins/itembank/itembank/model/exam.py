"""A practice exam: a blueprint, and what a paper that is drawn from the bank is like."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from itembank.model.parts import MarkdownText, Part, Slug, SourceRef


class ExamDomain(Part):
    """A domain of the blueprint, with its share of a paper."""

    id: Annotated[str, Field(min_length=1, max_length=40)]
    """What questions give as their domain in `exam_domains`."""
    title: Annotated[str, Field(min_length=1, max_length=120)]
    """Name of the domain, plain text."""
    share: Annotated[int | float, Field(gt=0, le=100)]
    """Percent of the questions of a paper; the shares of all domains add up to 100."""


class Exam(Part):
    """A file in the folder of practice exams."""

    id: Slug
    """Stable name: the page's address, and the name under which sittings are stored."""
    title: Annotated[str, Field(min_length=1, max_length=120)]
    """Title of the page, plain text."""
    certification: Annotated[str, Field(min_length=1)] | None = None
    """Key of `exam_domains` by which questions belong to it; the id of the exam if absent."""
    minutes: Annotated[int, Field(ge=1, le=600)]
    """Time for a whole paper."""
    questions: Annotated[int, Field(ge=1, le=300)]
    """Questions of a whole paper."""
    domains: Annotated[tuple[ExamDomain, ...], Field(min_length=1, max_length=30, strict=False)]
    """The blueprint."""
    pass_percent: Annotated[int, Field(ge=1, le=100)] = 70
    """From which score on a paper is passed."""
    pass_note: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Where that mark comes from, plain text; printed beside it."""
    description: MarkdownText | None = None
    """Shown at the top of the exam's page."""
    partial: bool = False
    """The bank is known not to cover the blueprint: `itembank lint` keeps quiet about it. Papers
    are shorter then, with time in proportion, and the page says so."""
    sources: Annotated[tuple[SourceRef, ...], Field(strict=False)] = ()
    """Where the blueprint comes from."""

    @property
    def key(self) -> str:
        """Key of `exam_domains` by which questions belong to the exam."""
        return self.certification or self.id
