"""Markdown -> the plain text of a page's description."""

from __future__ import annotations

import html
import re

from itembank.lint import find_fences

LENGTH = 160

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_LINE_START = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d+\.|#{1,6})[ \t]+)?")
_NOT_TEXT = re.compile(r"^\s*(?:\||!!!|\?\?\?|===|///|\*\[|\[\w+\]:|[|:\- ]+$)")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^)]*\)|\[[^\]]*\])(?:\{[^}]*\})?")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")
_EMPHASIS = re.compile(r"\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\w)|(?<=[^\W_])_+(?!\w)")


def describe(markdown: str) -> str:
    """Return what `markdown` says in running text, without code blocks and tables, cut short."""
    lines = markdown.split("\n")
    code = find_fences(lines).code
    kept = [
        _LINE_START.sub("", line)
        for number, line in enumerate(lines)
        if number not in code and not _NOT_TEXT.match(line)
    ]
    text = _curly(" ".join(_plain(" ".join(kept)).split()))
    if len(text) <= LENGTH:
        return text
    return text[:LENGTH].rsplit(" ", 1)[0] + " …"


def _curly(text: str) -> str:
    """Return `text` with typographic quotes: some themes put it into an attribute as it is."""
    return re.sub(r'(^|[\s(\[])"', r"\1“", text).replace('"', "”")


def _plain(text: str) -> str:
    pieces: list[str] = []
    end = 0
    for code in _CODE.finditer(text):
        pieces += [_without_markup(text[end : code.start()]), code[2].strip()]
        end = code.end()
    return "".join([*pieces, _without_markup(text[end:])])


def _without_markup(text: str) -> str:
    return html.unescape(_EMPHASIS.sub("", _TAG.sub("", _LINK.sub(r"\1", text))))
