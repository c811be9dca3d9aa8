"""`itembank new`: a question file to fill in, which passes `itembank lint` from the start."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from itembank.hosts.cli.console import CommandError, Commands, note, out
from itembank.hosts.cli.drafts import DRAFTS, Draft
from itembank.hosts.cli.places import find_root, from_here, read_bank, shown_path
from itembank.load import SETTINGS_FILE, BankLoader
from itembank.model import KINDS, Bank
from itembank.model.parts import SLUG_PATTERN

Ask = Callable[[str, str], str]
"""Asks for a value with a default and returns the answer."""

MAX_LENGTH = 80
"""Of an id, in characters."""
_LETTERS = str.maketrans(
    dict(
        zip(
            "ßẞæÆœŒøØłŁđĐðÐþÞıµμ",
            "ss ss ae ae oe oe o o l l d d d d th th i u u".split(),
            strict=True,
        )
    )
)
"""Letters without a base letter of their own, as they are usually written in plain Latin ones."""


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "new",
        help="write a new question file",
        description="Write a new question file. What no option gives is asked for on a terminal.",
    )
    parser.add_argument("title", nargs="?", help="title of the question's page")
    parser.add_argument("--id", help="address and lasting name (default: made from the title)")
    parser.add_argument("--type", choices=list(KINDS), help="kind of question (default: choice)")
    parser.add_argument("--topic", help="folder below the bank's folder")
    parser.add_argument("--source", help="key of the sources file, or an address")
    parser.add_argument("--at", help="place in the source: table, section, equation")
    parser.add_argument("--root", type=Path, default=Path(), help="folder of itembank.yml")
    parser.add_argument("--bank", help="folder of questions (default: the site's first)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the file and say where it is; never over another file."""
    root = find_root(options.root) or options.root
    loader, bank, findings = read_bank(root)
    for found in findings.errors:
        if found.position.path == SETTINGS_FILE and found.rule != "missing-folder":
            raise CommandError(str(from_here(found, root)))
    ask = _ask if sys.stdin.isatty() else _take_default
    title = (options.title or ask("Title", "")).strip()
    if not title:
        raise CommandError('a question needs a title, as in `itembank new "Ring all-reduce"`')
    item_id = options.id or ask("Id", slug(title))
    _check_id(item_id, loader)
    kind = options.type or ask(f"Kind ({', '.join(KINDS)})", "choice")
    if kind not in KINDS:
        raise CommandError(f"no kind `{kind}`; there are {', '.join(KINDS)}")
    topic = ask("Topic (folder)", "") if options.topic is None else options.topic
    source = options.source or ask("Source (key of the sources file, or address)", "")
    at = options.at or ask("Place in the source", "")
    folder = _folder(root, bank, options.bank, topic)
    file = folder / f"{item_id}.yml"
    draft = Draft(
        item_id,
        title,
        _source_line(source, at, bank),
        datetime.date.today(),
        _schema(root, folder),
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise CommandError(f"`{shown_path(folder)}` is a file, not a folder") from error
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(DRAFTS[kind](draft))
    except FileExistsError as error:
        raise CommandError(f"`{shown_path(file)}` exists already; choose another id") from error
    out(f"{shown_path(file)}\n")
    note("fill in what says TODO: `itembank lint` finds the rest")
    return 0


def slug(title: str) -> str:
    """Return `title` as an id: lower-case words with hyphens, at most 80 characters.

    Letters lose their marks (`ü` is `u`); of a title without Latin letters nothing is left.
    """
    plain = unicodedata.normalize("NFKD", title.translate(_LETTERS))
    plain = plain.encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", plain)).strip("-")
    if len(plain) <= MAX_LENGTH:
        return plain
    cut = plain[: MAX_LENGTH + 1].rpartition("-")[0]
    return cut or plain[:MAX_LENGTH]


def _check_id(item_id: str, loader: BankLoader) -> None:
    if not item_id:
        raise CommandError("the title has no Latin letters to make an id of: name one with --id")
    if not re.fullmatch(SLUG_PATTERN, item_id) or len(item_id) > MAX_LENGTH:
        raise CommandError(
            f"`{item_id}` is no id: it holds lower-case letters, digits and single hyphens only"
        )
    for question in loader.questions:
        if question.item_id == item_id:
            raise CommandError(f"id `{item_id}` is already used in {question.document.path}")


def _source_line(source: str, at: str, bank: Bank) -> str:
    if source and not re.match(r"https?://", source) and source not in bank.sources:
        known = ", ".join(sorted(bank.sources)) or "none: this site has no sources file"
        raise CommandError(f"no source `{source}` (sources: {known}); an address works too")
    place = quoted(at or "TODO: table, section or equation")
    if source in bank.sources:
        return f"{{ref: {source}, at: {place}}}"
    return f"{{url: {quoted(source or 'https://example.org/replace-me')}, at: {place}}}"


def quoted(text: str) -> str:
    """Return `text` as a YAML scalar in single quotes."""
    return "'" + " ".join(text.split()).replace("'", "''") + "'"


def _schema(root: Path, folder: Path) -> str:
    """Return the path of the site's JSON Schema of a question from `folder`, if it has one."""
    for name in ("question.schema.json", "docs/schemas/question-1.json"):
        if (root / name).is_file():
            return Path(os.path.relpath(root / name, folder)).as_posix()
    return ""


def _folder(root: Path, bank: Bank, wanted: str | None, topic: str) -> Path:
    banks = {settings.path: root / settings.path for settings in bank.settings.banks}
    name = wanted or next(iter(banks))
    if name not in banks:
        raise CommandError(f"no bank `{name}`; there are {', '.join(banks)}")
    parts = [part for part in topic.split("/") if part]
    if any(not re.fullmatch(r"[\w-]+", part) for part in parts):
        raise CommandError(f"`{topic}` is no topic: use letters, digits, `-` and `_`")
    return banks[name].joinpath(*parts)


def _ask(what: str, default: str) -> str:
    sys.stderr.write(f"{what}{f' [{default}]' if default else ''}: ")
    sys.stderr.flush()
    return sys.stdin.readline().strip() or default


def _take_default(what: str, default: str) -> str:
    return default
