"""Rules about what a text points at: options by letter, figures, images."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from itembank.lint.rule import Context, Hit, bank_rule, choice_rule, question_rule
from itembank.lint.subject import ChoiceSubject, Subject
from itembank.lint.texts import blank_code
from itembank.model import ItemBase

_LETTERS = r"\(?[A-H]\)?(?:(?:,|,? (?:and|or|nor|&)|/) ?\(?[A-H]\)?)*"
_NAMED = re.compile(
    rf"\b(?:[Oo]ptions?|[Aa]nswers?|[Cc]hoices?|[Dd]istractors?) (?P<which>{_LETTERS})(?![\w'’])"
)
_VERDICT = re.compile(
    r"(?:^|(?<=[.!?;] )|(?<=\n))(?P<which>[A-H](?:, [A-H])*(?:,? (?:and|or) [A-H])?) (?:is|are) "
    r"(?:wrong|right|correct|incorrect|true|false)\b"
)
_PLACED = re.compile(
    r"\b(?:the )?(?P<which>first|second|third|fourth|fifth|sixth|last|previous|preceding|next) "
    r"(?:option|answer|choice)s?\b(?! (?:of|in|for|to|on|passed|given))",
    re.I,
)
_IMAGE = re.compile(r"!\[(?P<alt>[^\[\]]*)\]\(|<img\b(?P<attributes>[^<>]*)>")


@choice_rule(
    "letter-reference",
    "error",
    summary="A text names an option by its letter or place.",
    why="The page shuffles options and letters them anew, so “option B” is another option for "
    "every reader (cs249r_book 1034).",
    fix="refer by id, as in `[](option:its-id)`; the page prints the letter that is shown",
)
def letter_reference(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Letters and ordinals in stem, hints, rationales and explanations."""
    if not subject.item.shuffle:
        return
    last = chr(ord("A") + len(subject.choices) - 1)
    for text in subject.texts:
        if not (text.is_reasoning or text.place[0] in ("stem", "hints")):
            continue
        for pattern in (_NAMED, _VERDICT, _PLACED):
            for match in pattern.finditer(text.prose):
                letters = re.findall(r"\b[A-H]\b", match["which"])
                if letters and (max(letters) > last or _defined(subject, match[0], text.place)):
                    continue
                shown = " ".join(match[0].split())
                yield Hit(text.place, f"“{shown}” names an option by its place", match.start())


@question_rule(
    "image-without-alt",
    "error",
    summary="An image has no text alternative.",
    why="Readers who cannot see it cannot answer (WCAG 1.1.1).",
    fix="say in the brackets what the image shows: `![what it shows](file.svg)`",
)
def image_without_alt(subject: Subject, context: Context) -> Iterator[Hit]:
    """Markdown and HTML images with an empty alternative."""
    for text in subject.texts:
        for match in _IMAGE.finditer(blank_code(text.source)):
            attributes = match["attributes"]
            described = (
                re.search(r"\balt\s*=\s*[\"'][^\"']*[^\"'\s]", attributes)
                if attributes is not None
                else match["alt"].strip()
            )
            if not described:
                yield Hit(text.place, "an image without alternative text", match.start())


@bank_rule(
    "figure-unused",
    "info",
    summary="A figure of the figure folder is shown by no question and no page.",
    why="It is drawn, checked and kept for nobody.",
    fix="name it in `figure:` of a question, embed it in a page, or delete it",
)
def figure_unused(items: Sequence[ItemBase], context: Context) -> Iterator[str]:
    """Figures that nothing refers to."""
    for figure in sorted(context.unused_figures):
        yield f"figure `{figure}` is not used"


def _defined(subject: ChoiceSubject, phrase: str, place: tuple[str | int, ...]) -> bool:
    """Whether the stem itself introduces `phrase`, as in “option A uses NVLink”."""
    return place != ("stem",) and phrase.lower() in subject.stem.prose.lower()
