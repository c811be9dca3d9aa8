"""One question file -> one item, with every mistake of the format that the file holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from itembank.load.validation import validate
from itembank.load.yaml_document import Location, YamlDocument, load_or_report
from itembank.model import ChoiceItem, Exactly, Findings, Item, UpTo


@dataclass(frozen=True, slots=True)
class LoadedItem:
    """An item beside the document it was read from, which knows the position of every text."""

    item: Item
    document: YamlDocument

    def texts(self) -> Iterator[tuple[Location, str]]:
        """Yield every Markdown text of the item with its location in the document."""
        yield ("stem",), self.item.stem
        for index, option in enumerate(self.item.options):
            yield ("options", index, "text"), option.text
            yield ("options", index, "rationale"), option.rationale
        if self.item.short_explanation is not None:
            yield ("short_explanation",), self.item.short_explanation
        yield ("explanation",), self.item.explanation


def load_item(file: Path, shown_as: str, findings: Findings) -> LoadedItem | None:
    """Read a question file; None after recording its mistakes when it is not a valid item."""
    document = load_or_report(file, shown_as, findings)
    if document is None:
        return None
    before = len(findings)
    item = validate(ChoiceItem, document, findings)
    if item is None:
        return None
    _check_options(item, document, findings)
    return LoadedItem(item, document) if len(findings) == before else None


def check_references(
    loaded: LoadedItem,
    sources: Collection[str] | None,
    figures: Collection[str],
    findings: Findings,
) -> None:
    """Record references to sources and figures that the site does not have.

    `sources` is None when the site has no sources file.
    """
    item, document = loaded.item, loaded.document
    if item.figure is not None and item.figure not in figures:
        hint = f"figures: {', '.join(sorted(figures))}" if figures else "no figure was found"
        at = document.position(("figure",))
        findings.error(at, "missing-figure", f"no figure `{item.figure}`", hint)
    for index, source in enumerate(item.sources):
        if source.ref is None:
            continue
        at = document.position(("sources", index, "ref"))
        if sources is None:
            hint = "set `sources` in itembank.yml, or give `url` instead of `ref`"
            findings.error(at, "unknown-source", "this site has no sources file", hint)
        elif source.ref not in sources:
            findings.error(at, "unknown-source", f"no source `{source.ref}` in the sources file")


def _check_options(item: ChoiceItem, document: YamlDocument, findings: Findings) -> None:
    seen_ids: dict[str, int] = {}
    seen_texts: dict[str, int] = {}
    for index, option in enumerate(item.options):
        if option.id in seen_ids:
            at = document.position(("options", index, "id"))
            message = f"option id `{option.id}` is already used by option {seen_ids[option.id]}"
            findings.error(at, "duplicate-option", message)
        text = " ".join(option.text.split())
        if text in seen_texts:
            at = document.position(("options", index, "text"))
            message = f"the same text as option {seen_texts[text]}"
            findings.error(at, "duplicate-option", message, "readers cannot tell them apart")
        seen_ids.setdefault(option.id, index + 1)
        seen_texts.setdefault(text, index + 1)
    _check_key(item, document, findings)
    _check_weights(item, document, findings)


def _check_key(item: ChoiceItem, document: YamlDocument, findings: Findings) -> None:
    keys = sum(option.correct for option in item.options)
    at = document.key_position(("options",))
    if keys == 0:
        findings.error(at, "no-key", "no option is correct", "set `correct: true` on the key")
        return
    select_at = document.position(("select",))
    match item.select:
        case "one" if keys != 1:
            hint = "use `select: all`, or leave one key"
            findings.error(
                select_at, "select", f"`select: one` but {keys} options are correct", hint
            )
        case Exactly(exactly=count) if keys != count:
            message = f"`exactly: {count}` but {keys} options are correct"
            findings.error(select_at, "select", message)
        case UpTo(up_to=count) if keys > count:
            findings.error(select_at, "select", f"`up_to: {count}` but {keys} options are correct")


def _check_weights(item: ChoiceItem, document: YamlDocument, findings: Findings) -> None:
    if item.scoring != "weights":
        for index, option in enumerate(item.options):
            if option.weight is not None:
                at = document.key_position(("options", index, "weight"))
                findings.error(at, "weights", "`weight` needs `scoring: weights`")
        return
    for index, option in enumerate(item.options):
        if option.weight is None:
            at = document.position(("options", index))
            findings.error(at, "weights", f"option `{option.id}` has no `weight`")
    total = sum(option.weight or 0 for option in item.options if option.correct)
    if abs(total - 1) > 1e-6:
        at = document.position(("scoring",))
        findings.error(at, "weights", f"the weights of the key add up to {total:g}, not to 1")
