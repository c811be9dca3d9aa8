"""Practice exams: what a paper is like, how much of it the bank has, data for the script."""

from __future__ import annotations

import json
import xml.etree.ElementTree as etree
from collections.abc import Callable

from itembank.language import _
from itembank.markup.elements import child, element, literal
from itembank.model import Bank
from itembank.model.exam import Exam
from itembank.model.paper import Paper, plan

EXAM_TAG = "itembank-exam"
EXAMS_INDEX = "exams/index.md"

Address = Callable[[str], str]
"""Path of a page in the documentation tree -> a link that the host rewrites."""


def exam_page(exam_id: str) -> str:
    """Return where the page of an exam stands in the documentation tree."""
    return f"exams/{exam_id}.md"


def exam_block(exam: Exam, bank: Bank, address: Address) -> etree.Element:
    """Return an exam: without JavaScript what a paper is like, and where its questions are."""
    paper = _paper(exam, bank)
    root = element(EXAM_TAG, "itembank", id=f"e-{exam.id}", data_search_exclude="")
    root.set("data-exam", json.dumps(_data(paper), ensure_ascii=False))
    _facts(root, paper)
    if not paper.is_whole:
        literal(root, "p", _coverage(paper), "itembank-exam-coverage")
    _blueprint(root, paper)
    plain = child(root, "p", "itembank-exam-plain")
    literal(plain, "span", _("To sit this exam, switch JavaScript on.")).tail = " "
    link = literal(plain, "a", _("All questions with their answers"))
    link.set("href", address(f"{bank.settings.banks[0].url}/index.md"))
    return root


def exams_block(bank: Bank, address: Address) -> etree.Element:
    """Return a list of all exams."""
    root = element("ul", "itembank-exams", data_search_exclude="")
    for exam in bank.exams.values():
        paper = _paper(exam, bank)
        entry = child(root, "li")
        literal(entry, "a", exam.title).set("href", address(exam_page(exam.id)))
        literal(entry, "p", _size(paper), "itembank-facts")
        if not paper.is_whole:
            literal(entry, "p", _coverage(paper), "itembank-exam-coverage")
    return root


def _paper(exam: Exam, bank: Bank) -> Paper:
    return plan(exam, (entry.item for entry in bank.items.values()))


def _data(paper: Paper) -> dict[str, object]:
    """Return what the script needs; it draws from the index of questions by `exam_domains`."""
    exam = paper.exam
    return {
        "id": exam.id,
        "title": exam.title,
        "key": exam.key,
        "minutes": paper.minutes,
        "pass": exam.pass_percent,
        "passNote": exam.pass_note or "",
        "domains": [
            {"id": draw.domain.id, "title": draw.domain.title, "draw": draw.drawn}
            for draw in paper.draws
        ],
    }


def _size(paper: Paper) -> str:
    return _("{questions} questions in {minutes} minutes").format(
        questions=paper.questions, minutes=paper.minutes
    )


def _coverage(paper: Paper) -> str:
    exam = paper.exam
    return _(
        "The questions here cover the blueprint in part: a paper has {questions} of {whole} "
        "questions, and {minutes} of {whole_minutes} minutes."
    ).format(
        questions=paper.questions,
        whole=exam.questions,
        minutes=paper.minutes,
        whole_minutes=exam.minutes,
    )


def _facts(root: etree.Element, paper: Paper) -> None:
    exam = paper.exam
    facts = child(root, "dl", "itembank-exam-facts")
    mark = f"{exam.pass_percent} %" + (f" ({exam.pass_note})" if exam.pass_note else "")
    for name, value in (
        (_("Paper"), _size(paper)),
        (_("Scoring"), _("All or nothing: a question counts if all of it is right")),
        (_("Pass mark"), mark),
    ):
        row = child(facts, "div")
        literal(row, "dt", name)
        literal(row, "dd", value)


def _blueprint(root: etree.Element, paper: Paper) -> None:
    """Append a table of the domains: share, questions in a paper, questions in the bank."""
    holder = child(root, "div", "itembank-exam-blueprint", tabindex="0", role="region")
    holder.set("aria-label", _("Blueprint"))
    table = child(holder, "table", "itembank-rows")
    head = child(child(table, "thead"), "tr")
    for title in (_("Domain"), _("Share"), _("In a paper"), _("In the bank")):
        literal(head, "th", title).set("scope", "col")
    body = child(table, "tbody")
    for draw in paper.draws:
        row = child(body, "tr")
        literal(row, "th", f"{draw.domain.id}. {draw.domain.title}").set("scope", "row")
        drawn = f"{draw.drawn}" if draw.drawn == draw.wanted else f"{draw.drawn} / {draw.wanted}"
        for value in (f"{draw.domain.share:g} %", drawn, str(draw.pool)):
            literal(row, "td", value)
