"""What each block shows: names that it knows, its HTML, and scripts that bring it to life."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from itembank.markup.placement.elements import (
    Address,
    key_link,
    key_place,
    listing,
    neighbours,
    place,
    report_link,
)
from itembank.markup.placement.style import STYLE
from itembank.markup.practice import exam_block, exams_block, progress_block, review_block
from itembank.model import Bank
from itembank.model.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class Around:
    """What a block may show: the site, and how to link to its pages."""

    bank: Bank
    arrangement: Arrangement
    address: Address


STUDY = "study"

Names = Callable[[Bank, Arrangement], Collection[str]]


@dataclass(frozen=True, slots=True)
class BlockKind:
    """A kind of block; `what` is what its name stands for, empty if it takes no name."""

    what: str
    names: Names
    build: Callable[[str, Around], etree.Element]
    add_on: str = ""
    """What brings it to life, on sites that have it: `exam` or `study`; nothing if empty."""
    draws: bool = True
    """Whether the add-on needs the index of questions."""
    sheets: tuple[str, ...] = (STYLE,)
    """Style sheets of the block, in the order in which they count; none where it stands beside a
    question, which brings its own."""
    setting: str = ""
    """What must stand in the settings for the block to show anything; nothing if empty."""


def _questions(bank: Bank, arrangement: Arrangement) -> Collection[str]:
    return arrangement.places.keys()


def _lists(bank: Bank, arrangement: Arrangement) -> Collection[str]:
    return arrangement.names()


def _keys(bank: Bank, arrangement: Arrangement) -> Collection[str]:
    return {topic.name for topic in arrangement.keyed()}


def _exams(bank: Bank, arrangement: Arrangement) -> Collection[str]:
    return bank.exams.keys()


def _nothing(bank: Bank, arrangement: Arrangement) -> Collection[str]:
    return ()


BLOCKS: Mapping[str, BlockKind] = {
    "questions": BlockKind(
        "bank or topic",
        _lists,
        lambda name, around: listing(
            around.arrangement.named(name),
            around.address,
            marks=STUDY in around.bank.settings.add_ons,
        ),
        add_on=STUDY,
        draws=False,
    ),
    "question-place": BlockKind(
        "question",
        _questions,
        lambda name, around: place(
            around.bank.items[name], around.arrangement.places[name], around.address
        ),
        sheets=(),
    ),
    "question-neighbours": BlockKind(
        "question",
        _questions,
        lambda name, around: neighbours(around.arrangement.places[name], around.address),
        sheets=(),
    ),
    "question-report": BlockKind(
        "question",
        _questions,
        lambda name, around: report_link(name, around.bank.settings.report),
        sheets=(),
    ),
    "key-link": BlockKind(
        "topic",
        _keys,
        lambda name, around: key_link(around.arrangement.named(name)[0], around.address),
    ),
    "key-place": BlockKind(
        "topic",
        _keys,
        lambda name, around: key_place(around.arrangement.named(name)[0], around.address),
    ),
    "exam": BlockKind(
        "exam",
        _exams,
        lambda name, around: exam_block(around.bank.exams[name], around.bank, around.address),
        add_on="exam",
        sheets=(STYLE, "itembank-exam.css"),
    ),
    "exams": BlockKind(
        "",
        _nothing,
        lambda _, around: exams_block(around.bank, around.address),
        sheets=(STYLE, "itembank-exam.css"),
    ),
    "progress": BlockKind(
        "",
        _nothing,
        lambda _, around: progress_block(around.bank, around.address),
        add_on=STUDY,
        setting="practice: {pages: practice}",
    ),
    "review": BlockKind(
        "",
        _nothing,
        lambda _, around: review_block(around.bank, around.address),
        add_on=STUDY,
        setting="practice: {pages: practice}",
    ),
}
