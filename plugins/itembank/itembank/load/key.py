"""What must hold between the options, steps or slips of one question.

Checked on the plain data, so that a mistake in one field does not hide the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from itembank.load.yaml_document import YamlDocument
from itembank.model import Findings

_TOLERANCE = 1e-6
"""Thirds written with six digits still add up to one."""

Entries = Sequence[tuple[int, dict[str, Any]]]
"""The mappings of a list, each with its place there."""


def check_key(document: YamlDocument, findings: Findings) -> None:
    """Record entries that cannot be told apart, a key that does not fit, weights that do not."""
    for field in ("options", "steps", "slips"):
        _check_distinct(field, entries_of(document, field), document, findings)
    options = entries_of(document, "options")
    if options and all(isinstance(option.get("correct"), bool) for _, option in options):
        _check_count(sum(option["correct"] for _, option in options), document, findings)
    if document.data.get("scoring") == "weights":
        _check_weights(options, document, findings)
    else:
        for index, option in options:
            if option.get("weight") is not None:
                at = document.key_position(("options", index, "weight"))
                findings.error(at, "weights", "`weight` needs `scoring: weights`")


def entries_of(document: YamlDocument, field: str) -> Entries:
    """Return the mappings in the list `field`, whatever else may stand there."""
    entries = document.value((field,))
    if not isinstance(entries, list):
        return ()
    return [(index, entry) for index, entry in enumerate(entries) if isinstance(entry, dict)]


def _check_distinct(
    field: str, entries: Entries, document: YamlDocument, findings: Findings
) -> None:
    word = field.removesuffix("s")
    ids: dict[str, int] = {}
    texts: dict[str, int] = {}
    for index, entry in entries:
        entry_id, text = entry.get("id"), entry.get("text")
        if isinstance(entry_id, str) and (first := ids.setdefault(entry_id, index)) != index:
            at = document.position((field, index, "id"))
            message = f"{word} id `{entry_id}` is already used by {word} {first + 1}"
            findings.error(at, f"duplicate-{word}", message)
        if not isinstance(text, str) or not text.strip():
            continue
        if (first := texts.setdefault(" ".join(text.split()), index)) != index:
            at = document.position((field, index, "text"))
            message = f"the same text as {word} {first + 1}"
            findings.error(at, f"duplicate-{word}", message, "readers cannot tell them apart")


def _check_count(keys: int, document: YamlDocument, findings: Findings) -> None:
    if keys == 0:
        at = document.key_position(("options",))
        findings.error(at, "no-key", "no option is correct", "set `correct: true` on the key")
        return
    are_correct = "1 option is correct" if keys == 1 else f"{keys} options are correct"
    match document.data.get("select"):
        case "one" if keys != 1:
            message = f"`select: one` but {are_correct}"
            hint = "use `select: all`, or leave one key"
        case {"exactly": int(count)} if keys != count > 0:
            message, hint = f"`exactly: {count}` but {are_correct}", ""
        case {"up_to": int(count)} if keys > count > 0:
            message, hint = f"`up_to: {count}` but {are_correct}", ""
        case _:
            return
    findings.error(document.position(("select",)), "select", message, hint)


def _check_weights(options: Entries, document: YamlDocument, findings: Findings) -> None:
    total, complete = 0.0, True
    for index, option in options:
        weight = option.get("weight")
        if weight is None:
            at = document.position(("options", index))
            name = option.get("id", index + 1)
            findings.error(at, "weights", f"option `{name}` has no `weight`")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            complete = False
        elif option.get("correct") is True:
            total += weight
    if complete and abs(total - 1) > _TOLERANCE:
        at = document.position(("scoring",))
        message = f"the weights of the key add up to {total:g}, not to 1"
        findings.error(at, "weights", message)
