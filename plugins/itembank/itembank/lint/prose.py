"""Texts as rules read them: the same length with code blanked, or the words a reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.texts import blank_code

VALUE = re.compile(r"\{\{=.*?\}\}")
_TARGET = re.compile(
    r"(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|<(?:https?:|mailto:)[^>\s]*>|https?://\S+"
)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_FENCE_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_CODE_SPAN = re.compile(r"(?<!`)`+(?!`)([^`]+)`+")
_MARKER = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|`")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)*_]*(?=\s|$)|\n[ \t]*\n")
_ABBREVIATION = re.compile(r"(?:\b(?i:e\.g|i\.e|vs|cf|etc|al|fig|sec|eq|approx|no)|\b[A-Z])\.$")
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


def prose(text: str) -> str:
    """Return `text`, as long as before, with code, values, addresses and tags as spaces."""
    blanked = blank_code(text)
    for pattern in (VALUE, _TARGET, _TAG):
        blanked = pattern.sub(lambda match: " " * len(match[0]), blanked)
    return blanked


def visible(text: str) -> str:
    """Return the words a reader sees, code included, on one line."""
    text = _FENCE_LINE.sub("", text)
    for _ in range(2):  # an image may stand in a link
        text = _IMAGE_OR_LINK.sub(r"\1", text)
    pieces = _CODE_SPAN.split(text)
    pieces[::2] = (_MARKER.sub("", _TAG.sub("", piece)) for piece in pieces[::2])
    return " ".join("".join(pieces).split())


def words(text: str) -> list[str]:
    """Return the words of `text` in lower case."""
    return [match[0].lower() for match in WORD.finditer(text)]


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence with its offset; an empty line ends a sentence too."""
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text[max(start, match.start() - 8) : match.start() + 1]):
            continue
        yield from _stripped(start, text[start : match.end()])
        start = match.end()
    yield from _stripped(start, text[start:])


def _stripped(offset: int, sentence: str) -> Iterator[tuple[int, str]]:
    if body := sentence.strip():
        yield offset + len(sentence) - len(sentence.lstrip()), body


def question(stem: str) -> tuple[int, str]:
    """Return the sentence of `stem` (prose) that asks, with its offset.

    That is the last one with a question mark, else the last one.
    """
    last = (0, "")
    for offset, sentence in sentences(stem):
        if sentence.rstrip("\"'”’)*_").endswith("?") or not last[1].endswith("?"):
            last = (offset, sentence.rstrip("*_"))
    return last
