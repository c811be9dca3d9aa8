"""The pages that itembank adds to a site, as Markdown for any host."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from itembank.hosts.description import describe
from itembank.language import _, word
from itembank.markup.compose import sources_list
from itembank.markup.escape import escape
from itembank.markup.key import key_shows
from itembank.markup.placement.facets import facts
from itembank.markup.practice import EXAMS_INDEX, exam_page, progress_page, review_page
from itembank.model import Bank, BankItem, NumericItem
from itembank.model.arrangement import Arrangement, Place, Topic
from itembank.model.paper import plan
from itembank.values import NO_NAMES, Evaluator, expand

BANK_TITLE, EXAMS_TITLE = word("Questions"), word("Practice exams")
PROGRESS_TITLE, REVIEW_TITLE = word("Your progress"), word("Spaced review")


@dataclass(frozen=True, slots=True)
class GeneratedPage:
    """One page: its place in the documentation tree, and its text with front matter."""

    src_uri: str
    markdown: str
    source: str = ""
    """File that an editor of the page should open, below the site's root."""
    in_nav: bool = False
    """Whether a navigation that the host makes up should have it."""
    holds_key: bool = False
    """Whether all that it shows is answers, which no machine should find."""
    shows: object = None
    """What it shows beyond its text; equal values and equal texts make equal pages."""


def generated_pages(
    bank: Bank, arrangement: Arrangement, evaluator: Evaluator, *, keys: bool = True
) -> Iterator[GeneratedPage]:
    """Yield a page for each question, an index for each topic and bank, then pages of practice.

    `keys` tells whether the host keeps pages of answers away from search.
    """
    wanted = keys and bank.settings.practice.key_pages
    keyed = arrangement.keyed() if wanted else ()
    for entry in bank.items.values():
        place = arrangement.places[entry.item.id]
        yield question_page(entry, place, evaluator, reports=bank.settings.report is not None)
    for url, topics in arrangement.banks.items():
        for topic in topics:
            if topic.folder:
                yield _index(
                    topic.src_uri,
                    topic.title,
                    topic.description,
                    topic.name,
                    [topic],
                    key=topic in keyed,
                )
        yield _index(f"{url}/index.md", _(BANK_TITLE), "", url, topics, in_nav=bool(topics))
    yield from map(_key_page, keyed)
    yield from _exam_pages(bank)
    yield from _study_pages(bank)


def _exam_pages(bank: Bank) -> Iterator[GeneratedPage]:
    """Yield a page for each practice exam, then the index of all."""
    items = [entry.item for entry in bank.items.values()]
    papers = {exam_id: plan(exam, items) for exam_id, exam in bank.exams.items()}
    for exam_id, paper in papers.items():
        exam = paper.exam
        parts = [f"# {escape(exam.title)}\n"]
        parts += [f"{exam.description.strip()}\n"] if exam.description else []
        parts.append(_block("exam", exam_id))
        if exam.sources:
            parts += [f"## {_('Sources')}\n", sources_list(exam.sources, bank), ""]
        meta = {"hide": ["navigation", "toc"], **_safe_title(exam.title)}
        yield GeneratedPage(exam_page(exam_id), _front_matter(meta) + "\n".join(parts), shows=paper)
    if papers:
        text = f"# {_(EXAMS_TITLE)}\n\n/// exams\n///\n"
        yield GeneratedPage(EXAMS_INDEX, text, in_nav=True, shows=tuple(papers.values()))


def _study_pages(bank: Bank) -> Iterator[GeneratedPage]:
    """Yield the pages of progress and review, if the site has them."""
    if bank.settings.practice.pages is None:
        return
    exams = tuple((exam.id, exam.title) for exam in bank.exams.values())
    for src_uri, title, block in (
        (progress_page(bank.settings), PROGRESS_TITLE, "progress"),
        (review_page(bank.settings), REVIEW_TITLE, "review"),
    ):
        text = f"# {_(title)}\n\n/// {block}\n///\n"
        yield GeneratedPage(src_uri, text, in_nav=True, shows=exams)


def question_page(
    entry: BankItem, place: Place, evaluator: Evaluator, *, reports: bool
) -> GeneratedPage:
    """Return the page of one question: way back, title, the question, its neighbours.

    With `reports`, readers find there where to say that the question is wrong.
    """
    item = entry.item
    givens = item.givens()[:1] if isinstance(item, NumericItem) else (NO_NAMES,)
    stem = expand(item.stem, evaluator, lambda _: None, givens)
    meta: dict[str, Any] = {"description": describe(stem), "hide": ["navigation", "toc"]}
    meta |= _safe_title(item.title)
    if item.tags:
        meta["tags"] = list(item.tags)
    around = [
        neighbour and (neighbour.item.id, neighbour.item.title)
        for neighbour in (place.previous, place.next)
    ]
    # The title stands first: only there MkDocs takes it for the page's.
    blocks = ["question-place", "question", *(["question-neighbours"] if any(around) else [])]
    blocks += ["question-report"] if reports else []
    parts = [f"# {escape(item.title)}\n", *(_block(block, item.id) for block in blocks)]
    return GeneratedPage(
        entry.src_uri,
        _front_matter(meta) + "\n".join(parts),
        source=entry.path,
        shows=(item, place.topic.title, *around),
    )


def _index(
    src_uri: str,
    title: str,
    description: str,
    name: str,
    topics: Sequence[Topic],
    *,
    in_nav: bool = False,
    key: bool = False,
) -> GeneratedPage:
    parts = [f"# {escape(title)}\n"]
    parts += [f"{description.strip()}\n"] if description else []
    parts.append(_block("questions", name))
    parts += [_block("key-link", name)] if key else []
    shown = [
        (
            topic.title,
            [
                (entry.item.id, entry.item.title, entry.item.content_hash, *facts(entry))
                for entry in topic.items
            ],
        )
        for topic in topics
    ]
    head = _front_matter(_safe_title(title)) if _safe_title(title) else ""
    return GeneratedPage(src_uri, head + "\n".join(parts), in_nav=in_nav, shows=shown)


def _key_page(topic: Topic) -> GeneratedPage:
    """Return the page of a topic's answers alone, for paper."""
    items = [entry.item for entry in topic.items]
    title = _("Key: {topic}").format(topic=topic.title)
    meta = {"search": {"exclude": True}, "hide": ["navigation", "toc"], **_safe_title(title)}
    parts = [f"# {escape(title)}\n", _block("key-place", topic.name)]
    parts += [_block("key", item.id) for item in items]
    shows = (topic.title, key_shows(items))
    text = _front_matter(meta) + "\n".join(parts)
    return GeneratedPage(topic.key_uri, text, holds_key=True, shows=shows)


def _safe_title(title: str) -> dict[str, str]:
    """Return front matter for a title that could end the page's `title` element.

    Themes print it there as it is; others take the first heading, which needs no help.
    """
    return {"title": html.escape(title, quote=False)} if "<" in title else {}


def _block(kind: str, name: str) -> str:
    return f"/// {kind} | {name}\n///\n"


def _front_matter(meta: dict[str, Any]) -> str:
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items()]
    return "\n".join(["---", *lines, "---", "", ""])
