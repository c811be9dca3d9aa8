"""A question as rules see it: the item, its texts in several readings, and their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from itembank.lint import prose
from itembank.load import YamlDocument
from itembank.model import ChoiceItem, ItemBase, Position

Expand = Callable[[str], str]
Place = tuple[str | int, ...]


@dataclass(frozen=True)
class Text:
    """One Markdown text of a question."""

    place: Place
    source: str
    expand: Expand

    @cached_property
    def prose(self) -> str:
        """The text, character for character, with code, values and addresses blanked."""
        return prose.prose(self.source)

    @cached_property
    def visible(self) -> str:
        """What a reader sees: values computed, code kept, markup gone."""
        return prose.visible(self.expand(self.source))

    @property
    def computed(self) -> str:
        """The values of the text, as a reader sees them."""
        return "\n".join(self.expand(match[0]) for match in prose.VALUE.finditer(self.source))

    @property
    def is_reasoning(self) -> bool:
        """Whether it is read after the attempt: a rationale or an explanation."""
        return self.place[-1] in ("rationale", "short_explanation", "explanation")


@dataclass(frozen=True)
class Choice:
    """An option with its index in the file."""

    id: str
    correct: bool
    text: Text
    rationale: Text


@dataclass(frozen=True)
class Subject:
    """A question of any kind; `expand` replaces `{{= }}` by values."""

    item: ItemBase
    document: YamlDocument
    expand: Expand

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """Every Markdown text, in the order of the page."""
        return tuple(Text(text.location, text.text, self.expand) for text in self.item.texts())

    @cached_property
    def stem(self) -> Text:
        """Scenario and question."""
        return Text(("stem",), self.item.stem, self.expand)

    @cached_property
    def question(self) -> tuple[int, str]:
        """The sentence that asks (prose), with its offset in the stem."""
        return prose.question(self.stem.prose)

    @property
    def reasoning(self) -> Iterator[Text]:
        """The texts that a reader sees after the attempt."""
        return (text for text in self.texts if text.is_reasoning)

    def position(self, place: Place, offset: int | None = None) -> Position:
        """Return where a text, or a character of it, stands in the file."""
        if offset is None:
            return self.document.position(place)
        return self.document.text_position(place, offset)


@dataclass(frozen=True)
class ChoiceSubject(Subject):
    """A question with options to tick."""

    item: ChoiceItem

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The options in the author's order."""
        return tuple(
            Choice(
                option.id,
                option.correct,
                Text(("options", index, "text"), option.text, self.expand),
                Text(("options", index, "rationale"), option.rationale, self.expand),
            )
            for index, option in enumerate(self.item.options)
        )

    @property
    def keys(self) -> tuple[Choice, ...]:
        """The right options."""
        return tuple(choice for choice in self.choices if choice.correct)

    @property
    def distractors(self) -> tuple[Choice, ...]:
        """The wrong options."""
        return tuple(choice for choice in self.choices if not choice.correct)


def subject_of(item: ItemBase, document: YamlDocument, expand: Expand) -> Subject:
    """Return the subject for the kind of `item`."""
    kind = ChoiceSubject if isinstance(item, ChoiceItem) else Subject
    return kind(item, document, expand)  # type: ignore[arg-type]
