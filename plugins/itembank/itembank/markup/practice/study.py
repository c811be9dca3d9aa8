"""Progress and review: what the page says without a script, and the links that the script shows."""

from __future__ import annotations

import xml.etree.ElementTree as etree

from itembank.language import _
from itembank.markup.elements import child, element, literal
from itembank.markup.practice.exams import Address, exam_page
from itembank.model import Bank, Settings

PROGRESS_TAG, REVIEW_TAG = "itembank-progress", "itembank-review"


def progress_page(settings: Settings) -> str:
    """Return where the page of progress stands in the documentation tree, if there is one."""
    return f"{settings.practice.pages}/progress.md"


def review_page(settings: Settings) -> str:
    """Return where the page of the review stands in the documentation tree, if there is one."""
    return f"{settings.practice.pages}/review.md"


def progress_block(bank: Bank, address: Address) -> etree.Element:
    """Return what a script turns into the reader's progress."""
    root = _block(PROGRESS_TAG, _("To see your progress, switch JavaScript on."))
    links = _links(root, bank, address)
    _link(links, _("Spaced review"), address(review_page(bank.settings)), page="review")
    for exam in bank.exams.values():
        _link(links, exam.title, address(exam_page(exam.id)), exam=exam.id)
    return root


def review_block(bank: Bank, address: Address) -> etree.Element:
    """Return what a script turns into the review of what is due."""
    root = _block(REVIEW_TAG, _("To review what is due, switch JavaScript on."))
    links = _links(root, bank, address)
    _link(links, _("Your progress"), address(progress_page(bank.settings)), page="progress")
    return root


def _block(tag: str, needs: str) -> etree.Element:
    root = element(tag, "itembank", data_search_exclude="")
    literal(root, "p", needs)
    return root


def _links(root: etree.Element, bank: Bank, address: Address) -> etree.Element:
    links = child(root, "ul")
    questions = address(f"{bank.settings.banks[0].url}/index.md")
    _link(links, _("All questions with their answers"), questions)
    return links


def _link(links: etree.Element, words: str, href: str, **data: str) -> None:
    link = literal(child(links, "li"), "a", words)
    link.set("href", href)
    link.attrib.update({f"data-{name}": value for name, value in data.items()})
