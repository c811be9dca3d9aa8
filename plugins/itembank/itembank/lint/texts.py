"""What cannot work inside a question's texts, found before anything is rendered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

_CODE_FENCE = re.compile(r"^[ \t>]*(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
_INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r"^(?:=+|-{2,})[ \t]*$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_EMBED = re.compile(r"^[ \t>]*/{3,}[ ]*(?:question|figure)(?![\w-])")
_OPTION_LINK = re.compile(r"\]\(option:(?P<id>[^)\s]*)\)")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


@dataclass(frozen=True, slots=True)
class TextProblem:
    """A mistake at character number `offset` of a text."""

    offset: int
    rule: str
    message: str
    hint: str = ""


def check_text(text: str, option_ids: Collection[str]) -> Iterator[TextProblem]:
    """Yield what the text holds that a question cannot show."""
    prose = blank_code(text)
    offset = 0
    previous = ""
    for line in prose.split("\n"):
        if _HEADING.match(line):
            yield TextProblem(offset, "heading", "a heading", "use **bold** text instead")
        elif _UNDERLINE.match(line) and previous.strip() and "|" not in previous:
            hint = "leave an empty line before a rule, or use **bold** text instead of a heading"
            yield TextProblem(offset, "heading", "an underlined heading", hint)
        if _EMBED.match(line):
            yield TextProblem(offset, "nested-embed", "a question cannot embed another block")
        previous = line
        offset += len(line) + 1
    for match in _FOOTNOTE.finditer(prose):
        hint = "put it in the text, or in `sources`"
        yield TextProblem(match.start(), "footnote", "a footnote has no place to stand", hint)
    for match in _OPTION_LINK.finditer(prose):
        if match["id"] not in option_ids:
            message = f"no option `{match['id']}`"
            hint = f"options: {', '.join(option_ids)}"
            yield TextProblem(match.start() + 2, "unknown-option", message, hint)
    yield from _unbalanced_tags(prose)


def blank_code(text: str) -> str:
    """Return `text`, as long as before, with fenced and inline code replaced by spaces."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        code = _CODE_FENCE.match(line)
        if code and not fence:
            fence = code["fence"]
        elif code and code["fence"].startswith(fence) and not code["info"].strip():
            fence = ""
        elif not fence:
            lines.append(line)
            continue
        lines.append(" " * len(line))
    return _INLINE_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), "\n".join(lines))


def _unbalanced_tags(text: str) -> Iterator[TextProblem]:
    parser = _TagStack(text)
    parser.feed(text)
    parser.close()
    yield from parser.problems
    for tag, offset in parser.open:
        yield TextProblem(
            offset, "raw-html", f"`<{tag}>` is never closed", "close it, or write `&lt;`"
        )


class _TagStack(HTMLParser):
    """Matches opening and closing tags; keeps what is left over."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.open: list[tuple[str, int]] = []
        self.problems: list[TextProblem] = []
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            hint = "a strict content security policy would block it"
            self.problems.append(
                TextProblem(self._offset(), "raw-html", f"`<{tag}>` is not allowed", hint)
            )
        if tag not in _VOID and not _is_autolink(tag):
            self.open.append((tag, self._offset()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore `<br/>` and the like: they close themselves."""

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
            return
        if tag not in _VOID:
            message = f"`</{tag}>` closes nothing that is open"
            self.problems.append(TextProblem(self._offset(), "raw-html", message))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column


def _is_autolink(tag: str) -> bool:
    return ":" in tag or "@" in tag
