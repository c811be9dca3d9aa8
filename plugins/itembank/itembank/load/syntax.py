"""What is wrong with a line that is no YAML, in words for people who write questions."""

from __future__ import annotations

import re

import yaml

QUOTE = "put the text in 'single quotes', or below `|`"

_VALUE = re.compile(r"^\s*(?:- +)*(?:[\w-]+:(?:\s+|$))?(?P<value>.*)$")
_FIRST_SIGNS = {
    "*": "a text cannot start with `*`: YAML takes it for a reference",
    "&": "a text cannot start with `&`: YAML takes it for a name",
    "@": "a text cannot start with `@`: YAML keeps it for itself",
    "`": "a text cannot start with a backtick: YAML keeps it for itself",
    "%": "a text cannot start with `%`: YAML keeps it for itself",
    "{": "a text cannot start with `{`: YAML takes it for a mapping",
    "[": "a text cannot start with `[`: YAML takes it for a list",
    "-": "a text cannot start with `- `: YAML takes it for an entry of a list",
    "?": "a text cannot start with `? `: YAML takes it for a key",
    "|": "behind `|` the text starts in the next line",
    ">": "behind `>` the text starts in the next line",
}


def explain(error: yaml.MarkedYAMLError, line: str) -> tuple[str, str]:
    """Return what is wrong with `line`, at which the error stands, and how to mend it."""
    message = " ".join(part for part in (error.problem, error.context) if part)
    value = _VALUE.match(line)
    text = value["value"] if value else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "a tab indents this line", "YAML is indented with spaces, never with tabs"
    if line.startswith(("---", "...")):
        return "a second document begins here", "a file holds one; give the other its own"
    if "mapping values are not allowed" in message:
        hint = "put a text that contains a colon in quotes, or below `|`"
        return "a colon and a space in the middle of a text", hint
    if "unknown escape" in message:
        hint = "in 'single quotes' a backslash is a backslash"
        return "a backslash in double quotes that YAML does not know", hint
    if text[:1] in ("'", '"') and "while scanning a quoted scalar" not in message:
        hint = "write a quote inside twice ('it''s'), or put the text below `|`"
        return "a text goes on behind its closing quote", hint
    if text[:1] in _FIRST_SIGNS:
        return _FIRST_SIGNS[text[0]], QUOTE
    hint = QUOTE if "flow" in message or "while scanning" in message else ""
    return message or "malformed YAML", hint
