"""Rules about form: grammar or punctuation that fits only some options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.prose import words
from itembank.lint.rule import Context, Hit, choice_rule
from itembank.lint.subject import Choice, ChoiceSubject

_ENDS_IN_ARTICLE = re.compile(r"\b(?P<article>an?)(?=[\s_….:]|$)[\s_….:]*$", re.I)
_SAID_WITH_VOWEL = re.compile(
    r"^(?:hour|honest|heir|honou?r|[aeio]|u(?!ni|s[ae]|til|biq|ti))", re.I
)
_SAID_WITH_CONSONANT = re.compile(r"^(?:one\b|once\b|eu)", re.I)
_LETTERS_SAID_WITH_VOWEL = frozenset("AEFHILMNORSX")


@choice_rule(
    "grammar-cue",
    "warning",
    summary="The question ends in “a” or “an”, which fits the key but not every distractor.",
    why="Grammar strikes options out without knowledge (NBME guide 2020: grammatical cues).",
    fix="put the article into the options, or ask a full question",
)
def grammar_cue(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """An article before the options that only some continue."""
    ending = _ENDS_IN_ARTICLE.search(subject.stem.prose)
    if ending is None:
        return
    article = ending["article"].lower()
    misfits = [c for c in subject.distractors if _article(c) not in (None, article)]
    fits = all(_article(key) == article for key in subject.keys)
    if misfits and fits:
        names = ", ".join(f"`{choice.id}`" for choice in misfits)
        yield Hit(("stem",), f"“{article}” fits the key but not {names}", ending.start())


@choice_rule(
    "mixed-punctuation",
    "info",
    summary="Some options end with a full stop, others do not.",
    why="Differences of form draw the eye to options that were written later (Haladyna, Downing & "
    "Rodriguez 2002: homogeneous options).",
    fix="end all options the same way",
)
def mixed_punctuation(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Options of several words that end differently."""
    worded = [
        choice
        for choice in subject.choices
        if len(words(choice.text.visible)) >= 4 and not choice.text.source.rstrip().endswith("`")
    ]
    stops = [choice for choice in worded if choice.text.visible.endswith(".")]
    if len(worded) == len(subject.choices) and 0 < len(stops) < len(worded):
        few = stops if len(stops) * 2 <= len(worded) else [c for c in worded if c not in stops]
        how = "a" if few is stops else "no"
        message = f"{len(few)} of {len(worded)} options end with {how} full stop"
        yield Hit(few[0].text.place, message, 0)


def _article(choice: Choice) -> str | None:
    """Return the article that the option's first word takes; None when it brings its own."""
    first = re.match(r"\W*([\w'’-]+)", choice.text.visible)
    if first is None or first[1].lower() in ("a", "an", "the"):
        return None
    word = first[1]
    if word[0].isdigit():
        return "an" if re.match(r"8|11(?!\d)|18(?!\d)", word) else "a"
    if len(word) > 1 and word.isupper():
        return "an" if word[0] in _LETTERS_SAID_WITH_VOWEL else "a"
    vowel = _SAID_WITH_VOWEL.match(word) and not _SAID_WITH_CONSONANT.match(word)
    return "an" if vowel else "a"
