"""`itembank stats`: what the bank covers, and what has no question yet."""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from itembank.hosts.cli.console import Commands, counted, note, out
from itembank.hosts.cli.places import read_bank
from itembank.model import Bank, ChoiceItem

NONE = "(none)"
_QUESTION_EMBED = re.compile(r"^[ \t>]*/{3,}[ ]*questions?[ ]*\|", re.MULTILINE)

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Numbers of questions by what they are about, and gaps; `NONE` counts those without."""

    questions: int
    kinds: Counts
    topics: Counts
    objectives: Counts
    exam_domains: Counts
    difficulties: Counts
    keys: Counts
    """Select-all questions and the like, as `3 of 6`: three keys among six options."""
    topics_without: tuple[str, ...]
    difficulties_without: tuple[str, ...]
    """Topic and difficulty that meet in no question, as `networks 3`."""
    figures_without: tuple[str, ...]
    pages_without: tuple[str, ...]


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "stats",
        help="count questions by topic, objective, domain and difficulty; show the gaps",
        description="Count the questions of a site, and list what has none yet.",
    )
    parser.add_argument("root", nargs="?", type=Path, default=Path(), help="folder of itembank.yml")
    parser.add_argument("--docs", default="docs", help="folder of pages that embed questions")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the statistics; 1 when files with mistakes could not be counted."""
    root = options.root
    _, bank, findings = read_bank(root)
    folders = [folder for part in bank.settings.banks for folder in _folders(root / part.path)]
    statistics = count(bank, folders, _pages_without_question(root, root / options.docs))
    if options.json:
        out(json.dumps(dataclasses.asdict(statistics), indent=2, ensure_ascii=False) + "\n")
    else:
        out(_text(statistics))
    if findings.errors:
        note(f"{counted(len(findings.errors), 'error')}; see `itembank lint`")
        return 1
    return 0


def count(bank: Bank, folders: Iterable[str], pages_without: Iterable[str]) -> Statistics:
    """Return the statistics of `bank`; `folders` are the topics that exist on disk."""
    entries = list(bank.items.values())
    items = [entry.item for entry in entries]
    choices = [item for item in items if isinstance(item, ChoiceItem)]
    topics = Counter(entry.topic or NONE for entry in entries)
    levels = {(entry.topic, entry.item.difficulty) for entry in entries}
    used = {item.figure for item in items}
    return Statistics(
        questions=len(items),
        kinds=_sorted(Counter(item.type for item in items)),
        topics=_sorted(topics),
        objectives=_sorted(Counter(o for item in items for o in item.objectives or [NONE])),
        exam_domains=_sorted(
            Counter(
                domain
                for item in items
                for domain in [f"{exam} {part}" for exam, part in item.exam_domains.items()]
                or [NONE]
            )
        ),
        difficulties=_sorted(Counter(str(item.difficulty or NONE) for item in items)),
        keys=_sorted(Counter(f"{len(item.key)} of {len(item.options)}" for item in choices)),
        topics_without=tuple(sorted(set(folders) - topics.keys())),
        difficulties_without=tuple(
            f"{topic} {level}"
            for topic in sorted(topics.keys() - {NONE})
            for level in (1, 2, 3)
            if (topic, level) not in levels
        ),
        figures_without=tuple(sorted(bank.figures.keys() - used)),
        pages_without=tuple(pages_without),
    )


def _folders(root: Path) -> Iterator[str]:
    """Yield the folders below `root` that hold no further folder: the topics."""
    for folder in sorted(path for path in root.rglob("*") if path.is_dir()):
        if not any(child.is_dir() for child in folder.iterdir()):
            yield folder.relative_to(root).as_posix()


def _pages_without_question(root: Path, docs: Path) -> Iterator[str]:
    for page in sorted(docs.rglob("*.md")):
        if not _QUESTION_EMBED.search(page.read_text(encoding="utf-8", errors="replace")):
            yield page.relative_to(root).as_posix()


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _text(statistics: Statistics) -> str:
    lines = [counted(statistics.questions, "question")]
    for title, counts in (
        ("By kind", statistics.kinds),
        ("By topic", statistics.topics),
        ("By objective", statistics.objectives),
        ("By exam and domain", statistics.exam_domains),
        ("By difficulty", statistics.difficulties),
        ("By keys among options", statistics.keys),
    ):
        if counts:
            lines += ["", title, *(f"{number:6}  {name}" for name, number in counts.items())]
    for title, names in (
        ("Topics without a question", statistics.topics_without),
        ("Topics without a question of this difficulty", statistics.difficulties_without),
        ("Figures that no question shows", statistics.figures_without),
        ("Pages without a question", statistics.pages_without),
    ):
        if names:
            lines += ["", title, *(f"        {name}" for name in names)]
    return "\n".join(lines) + "\n"
