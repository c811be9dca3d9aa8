"""The rules as a page for authors."""

from __future__ import annotations

from itembank.lint.rule import RULES, Rule
from itembank.lint.run import ABOUT_IGNORING

_SEVERITIES = {"error": 0, "warning": 1, "info": 2}


def rules_reference() -> str:
    """Return all rules as Markdown, the gravest first, each below a heading with its id."""
    ordered = sorted(RULES.values(), key=lambda rule: (_SEVERITIES[rule.severity], rule.id))
    about = (f"### `{name}`\n\n*warning.* {text}\n" for name, text in ABOUT_IGNORING.items())
    text = "\n".join([*map(_section, ordered), *about])
    return text.replace("{{=", r"\{{=")  # else a page of a site would compute it


def _section(rule: Rule) -> str:
    scope = ", about the whole bank" if rule.scope == "bank" else ""
    fix = rule.fix[:1].upper() + rule.fix[1:]
    return (
        f"### `{rule.id}`\n\n*{rule.severity}{scope}.* {rule.summary}\n\n{rule.why}\n\n"
        f"**To mend it:** {fix}.\n"
    )
