"""Check the spelling of what people read: pages, questions, read-mes, facts' notes.

Every word must be in the dictionary of pyspellchecker or in `tools/words.txt`. Code, links, markup
and computed values are left out, and so are words with digits or capitals inside (H100, GPUs).

    python tools/spelling.py docs content README.md

Exit code 0: all words are known; 1: unknown words, one line each; 2: nothing was checked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from spellchecker import SpellChecker

WORDS = Path(__file__).with_name("words.txt")
TEXT_KEYS = frozenset(
    {"title", "stem", "text", "rationale", "explanation", "short_explanation", "misconception"}
    | {"description", "caption", "alt", "at", "reason", "name"}
)
"""Keys of YAML files whose values are prose; all other values are names and numbers."""

# What is not prose, in Markdown. Each is replaced by blanks, so that lines keep their numbers.
MARKUP = re.compile(
    r"""
    ^(?P<fence>\s*(?:```+|~~~+))[^\n]*\n.*?^(?P=fence)\s*$  # a block of code
    | \\?\{\{=.*?\}\}              # a computed value
    | (?P<ticks>`+).+?(?P=ticks)   # code
    | \$[^$\n]+\$                  # mathematics
    | <!--.*?--> | <[^<>\n]*>      # comments and tags
    | (?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s"[^"]*")?\)  # where a link leads
    | (?<=\])\[[^\]\n]*\]          # the name of a reference link
    | ^\s*\[[^\]\n]+\]:\s.*?$      # and its definition
    | https?://\S+
    | ^\s*///[^\n]*$ | ^\s{4,}[\w-]+:\s[^\n]*$  # a block and its options
    | \{[:.\#][^{}\n]*\}           # attributes
    | &\#?\w+;
    | (?:[\w-]+/)+[\w.-]+ | \b[\w-]+\.(?:md|py|js|yml|yaml|toml|json|csv|css|svg|txt|html|rst|po)\b
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
WORD = re.compile(r"[^\W\d_][\w'’]*")


@dataclass(frozen=True, order=True)
class Unknown:
    """A word that neither dictionary nor list knows."""

    path: Path
    line: int
    word: str


def prose(markdown: str) -> str:
    """`markdown` without what is not prose; lines keep their numbers."""
    return MARKUP.sub(lambda found: re.sub(r"[^\n]+", " ", found[0]), markdown)


def words(text: str) -> Iterator[tuple[int, str]]:
    """The words of `text` that can be looked up, with their line, counted from 0."""
    for number, line in enumerate(text.split("\n")):
        for found in WORD.finditer(line):
            word = re.sub(r"'s?$", "", found[0].replace("’", "'"))
            if word[1:].islower() and not re.search(r"[\d_]", word):
                yield number, word


def texts_of_yaml(source: str) -> Iterator[tuple[int, str]]:
    """The prose in a YAML document, each piece with the line at which it starts, from 0."""

    def walk(node: yaml.Node | None, is_text: bool) -> Iterator[tuple[int, str]]:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                yield from walk(value, key.value in TEXT_KEYS)
        elif isinstance(node, yaml.SequenceNode):
            for each in node.value:
                yield from walk(each, is_text)
        elif is_text and isinstance(node, yaml.ScalarNode) and node.tag.endswith(":str"):
            yield node.start_mark.line + (node.style in ("|", ">")), node.value

    yield from walk(yaml.compose(source, Loader=yaml.SafeLoader), is_text=False)


def unknown_words(path: Path, known: SpellChecker) -> Iterator[Unknown]:
    """Words of one file that `known` does not know, each once a line."""
    source = path.read_text(encoding="utf-8")
    pieces = [(0, source)] if path.suffix == ".md" else texts_of_yaml(source)
    for start, text in pieces:
        for line, word in words(prose(text)):
            if not known.known([word.lower()]):
                yield Unknown(path, start + line + 1, word)


def files(arguments: Sequence[str]) -> Iterator[Path]:
    """The Markdown and YAML files that `arguments` name, or that lie below them."""
    for argument in map(Path, arguments):
        found = sorted(argument.rglob("*")) if argument.is_dir() else [argument]
        yield from (path for path in found if path.suffix in (".md", ".yml"))


def listed(path: Path) -> list[str]:
    """The words of a list: one or more on a line, comments after `#`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word.lower() for line in lines for word in line.split("#")[0].split()]


def main(arguments: Sequence[str]) -> int:
    """Check the files; return the exit code."""
    paths = list(files(arguments))
    if not paths:
        print("spelling: no Markdown or YAML file was found", file=sys.stderr)
        return 2
    known = SpellChecker(distance=1)
    known.word_frequency.load_words(listed(WORDS))
    found = sorted({unknown for path in paths for unknown in unknown_words(path, known)})
    for unknown in found:
        print(f"{unknown.path}:{unknown.line}: {unknown.word!r} is not a known word", end=" ")
        better = known.correction(unknown.word.lower())
        meant = f"did you mean {better!r}? " if better and better != unknown.word.lower() else ""
        print(f"({meant}If it is right, add it to {WORDS.parent.name}/{WORDS.name})")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
