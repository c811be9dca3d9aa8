"""What cannot work inside a question's texts, found before anything is rendered."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from itembank.lint.fences import find_fences

_INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(
    r"^(?P<before>[ ]{0,3}(?:>[ ]*)*(?:(?:[-*+]|\d+\.)[ ]+)*)#{1,6}(?P<text>[^#]|$)"
)
"""Python-Markdown needs no space behind the hashes."""
_UNDERLINE = re.compile(r"^(?:=+|-+)[ \t]*$")
_SIGNS_OF_LINES = ("#", "\n-", "\n=", "///")
"""Without one of these, no line of a text is a heading, an underline or an embed."""
_POLICY = "a strict content security policy would block it"
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_EMBED = re.compile(
    r"^(?P<before>[ \t>]*(?:[-*+][ ]+|\d+\.[ ]+)?)/{3,}[ ]*(?:question|figure)(?![\w-])"
)
_OPTION_LINK = re.compile(r"\]\(option:(?P<id>[^)\s]*)\)")
_UNSAFE_LINK = re.compile(r"\]\(\s*<?\s*(?P<scheme>javascript|vbscript|data):", re.IGNORECASE)
_HANDLER_IN_LIST = re.compile(r"\{:[^{}\n]*?\b(?P<name>on[a-z]+)\s*=")
_MATH = re.compile(
    r"\$\$.+?\$\$|(?<![\\\w$])\$(?=\S)[^$\n]+?(?<=\S)\$(?!\w)|\\\(.+?\\\)", re.DOTALL
)
_ANGLED = re.compile(r"(?<=\]\()<[^<>\n]*>(?=[\s)])")
"""An address between angle brackets, which may hold spaces."""
_BLOCK_START = re.compile(r"<(?:[!?]|/?(?P<tag>[a-zA-Z][\w-]*))")
_HANDLER = re.compile(r"on[a-z]+")
_FIXED_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|//|#|$", re.IGNORECASE)
_FORBIDDEN = {
    **dict.fromkeys(("script", "style", "link", "iframe", "object"), _POLICY),
    **dict.fromkeys(
        ("form", "fieldset", "legend", "label", "input", "button", "select", "textarea"),
        "a question is a form already",
    ),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "use **bold** text instead"),
}
"""Tags that a text cannot hold, and why not or what instead."""
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
    yield from _open_fences(text)
    prose = blank_code(text)
    if any(sign in prose for sign in _SIGNS_OF_LINES):
        yield from _lines(prose)
    for match in _FOOTNOTE.finditer(prose):
        hint = "put it in the text, or in `sources`"
        yield TextProblem(match.start(), "footnote", "a footnote has no place to stand", hint)
    for match in _OPTION_LINK.finditer(prose):
        if match["id"] not in option_ids:
            message = f"no option `{match['id']}`"
            hint = f"options: {', '.join(option_ids)}"
            yield TextProblem(match.start() + 2, "unknown-option", message, hint)
    for match in _UNSAFE_LINK.finditer(prose) if "](" in prose else ():
        message = f"a `{match['scheme']}:` link"
        yield TextProblem(match.start() + 2, "raw-html", message, _POLICY)
    for match in _HANDLER_IN_LIST.finditer(prose):
        yield TextProblem(
            match.start("name"), "raw-html", f"`{match['name']}` is not allowed", _POLICY
        )
    if "<" in prose:
        yield from _unbalanced_tags(_ANGLED.sub(_blank, _MATH.sub(_blank, prose)))


def _lines(prose: str) -> Iterator[TextProblem]:
    """Yield headings and embeds."""
    offset = 0
    previous = ""
    for line in prose.split("\n"):
        if heading := _HEADING.match(line):
            starts_a_number = not heading["text"].isspace() and heading["text"]
            hint = "write `\\#`" if starts_a_number else "use **bold** text instead"
            at = offset + len(heading["before"])
            yield TextProblem(at, "heading", "a heading", hint)
        elif _UNDERLINE.match(line) and previous.strip() and "|" not in previous:
            hint = "leave an empty line before a rule, or use **bold** text instead of a heading"
            yield TextProblem(offset, "heading", "an underlined heading", hint)
        if embed := _EMBED.match(line):
            at = offset + len(embed["before"])
            yield TextProblem(at, "nested-embed", "a question cannot embed another block")
        previous = line
        offset += len(line) + 1


def blank_code(text: str) -> str:
    """Return `text`, as long as before, with fenced and inline code replaced by spaces."""
    lines = text.split("\n")
    for number in find_fences(lines).code:
        lines[number] = " " * len(lines[number])
    prose = "\n".join(lines)
    return _INLINE_CODE.sub(_blank, prose) if "`" in prose else prose


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _open_fences(text: str) -> Iterator[TextProblem]:
    lines = text.split("\n")
    for number in find_fences(lines).open:
        at = sum(len(line) + 1 for line in lines[:number])
        at += len(lines[number]) - len(lines[number].lstrip(" \t>"))
        hint = "end it with the same marks at the same indent"
        yield TextProblem(at, "code-fence", "a code fence that is never closed", hint)


def _unbalanced_tags(text: str) -> Iterator[TextProblem]:
    parser = _TagStack(text)
    parser.feed(text)
    yield from parser.left_over()
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
        self._text = text
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _FORBIDDEN:
            self._problem(f"`<{tag}>` is not allowed", _FORBIDDEN[tag])
        for name, value in attrs:
            if _HANDLER.fullmatch(name):
                self._problem(f"`{name}` is not allowed", _POLICY)
            if name in ("src", "href") and not _FIXED_ADDRESS.match(value or ""):
                message = f"`{name}` of raw HTML holds a relative address"
                hint = "write a Markdown link or image, which fits every page that shows it"
                self._problem(message, hint)
        if tag not in _VOID and not _is_autolink(tag):
            self.open.append((tag, self._offset()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore `<br/>` and the like: they close themselves."""

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1][0] == tag:
            self.open.pop()
            return
        if tag not in _VOID:
            self._problem(f"`</{tag}>` closes nothing that is open")

    def left_over(self) -> Iterator[TextProblem]:
        """Yield what would run on into the texts that follow: a tag or comment without an end."""
        start = _BLOCK_START.match(self.rawdata)
        if start is None:
            return
        at = self._offset()
        line_start = self._text.rfind("\n", 0, at) + 1
        at_line_start = not self._text[line_start:at].strip()
        if start["tag"] is None or at_line_start:
            message, hint = f"`{start[0]}` has no end", "close it, or write `&lt;`"
            yield TextProblem(at, "raw-html", message, hint)

    def _problem(self, message: str, hint: str = "") -> None:
        self.problems.append(TextProblem(self._offset(), "raw-html", message, hint))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column


def _is_autolink(tag: str) -> bool:
    return ":" in tag or "@" in tag
