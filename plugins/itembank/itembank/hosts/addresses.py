"""No two pages that itembank adds may have one address, and none may vanish unseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from itembank.markup.embeds import Problem, Report, find_embeds
from itembank.markup.placement import find_blocks
from itembank.markup.practice import EXAMS_INDEX, exam_page, progress_page, review_page
from itembank.model import Bank, Findings, Position
from itembank.model.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class Added:
    """A page of ours: what it is in words, and the block that shows the same elsewhere."""

    words: str
    block: str


def check_addresses(bank: Bank, arrangement: Arrangement, findings: Findings) -> None:
    """Record questions whose page would stand where another one of ours stands."""
    indexes = dict(_around(bank, arrangement))
    for entry in bank.items.values():
        other = indexes.get(address(entry.src_uri))
        if other is not None:
            message = f"the page of `{entry.item.id}` has the address of {other.words}"
            hint = "rename one of them, or set another `url` in itembank.yml"
            findings.error(Position(entry.path), "address", message, hint)


def added_pages(bank: Bank, arrangement: Arrangement) -> Mapping[str, Added]:
    """Return every page that itembank adds, by its address."""
    questions = {
        address(entry.src_uri): Added(
            f"question `{entry.item.id}` ({entry.path})", f"/// question | {entry.item.id}"
        )
        for entry in bank.items.values()
    }
    return {**dict(_around(bank, arrangement)), **questions}


def check_own_page(lines: list[str], added: Added, report: Report) -> None:
    """Report a page of the author's that stands in place of ours and shows nothing of it.

    It is left alone if it brings in other files: they may show it.
    """
    if any("--8<--" in line for line in lines):
        return
    shown = [f"/// {embed.kind} | {embed.id}" for embed in find_embeds(lines, _ignore)]
    shown += [str(block) for block in find_blocks(lines, _ignore)]
    if added.block in shown or (shown and added.block.startswith("/// questions")):
        return
    message = f"this page has the address of {added.words}, so that one is not made"
    hint = f"show it here with `{added.block}` and `///` below it, or rename one of them"
    report(Problem(1, 1, "address", message, hint, "warning"))


def address(src_uri: str) -> str:
    """Return where the page of `src_uri` is published, whatever the style of addresses."""
    for ending in ("/index.md", "/README.md", ".md"):
        if src_uri.endswith(ending):
            return src_uri.removesuffix(ending)
    return src_uri


def question_of(src_uri: str, bank: Bank) -> str:
    """Return the id of the question whose own page stands at `src_uri`; empty if there is none."""
    place = address(src_uri)
    entry = bank.items.get(place.rpartition("/")[2])
    return entry.item.id if entry and address(entry.src_uri) == place else ""


def _around(bank: Bank, arrangement: Arrangement) -> Iterator[tuple[str, Added]]:
    """Yield every page but those of questions."""
    if bank.settings.practice.key_pages:
        for topic in arrangement.keyed():
            block = f"/// key | {topic.items[0].item.id}"
            yield address(topic.key_uri), Added(f"the key to the topic `{topic.folder}`", block)
    yield from _indexes(arrangement)
    yield from _practice(bank)


def _indexes(arrangement: Arrangement) -> Iterator[tuple[str, Added]]:
    for url, topics in arrangement.banks.items():
        yield url, Added(f"the index of the bank `{url}`", f"/// questions | {url}")
        for topic in topics:
            if topic.folder:
                words = f"the topic `{topic.folder}`"
                yield address(topic.src_uri), Added(words, f"/// questions | {topic.name}")


def _practice(bank: Bank) -> Iterator[tuple[str, Added]]:
    for exam_id in bank.exams:
        yield address(exam_page(exam_id)), Added(f"the exam `{exam_id}`", f"/// exam | {exam_id}")
    if bank.exams:
        yield address(EXAMS_INDEX), Added("the index of the exams", "/// exams")
    if bank.settings.practice.pages is not None:
        yield address(progress_page(bank.settings)), Added("the page of progress", "/// progress")
        yield address(review_page(bank.settings)), Added("the page of the review", "/// review")


def _ignore(problem: Problem) -> None:
    """Leave it to the check of the page, which reports all of them."""
