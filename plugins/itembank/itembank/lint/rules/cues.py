"""Rules about cues: what lets a reader find the key without knowing the subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import fmean

from itembank.lint.prose import words
from itembank.lint.rule import Context, Hit, choice_rule
from itembank.lint.subject import Choice, ChoiceSubject

LENGTH_RATIO = 1.25
LEAST_WORDS = 4

_ABSOLUTE = re.compile(
    r"\b(?:always|never|completely|entirely|totally|fully|absolutely|impossible|guarantee[sd]?|"
    r"in all cases|in every case|no matter|under all circumstances|every single|only ever|"
    r"without exception|any and all)\b",
    re.I,
)
_COMMON = frozenset(
    """following statement statements describe describes correct incorrect answer answers option
    options question questions expect should would could which example between because before after
    during without within through against another different multiple possible however whether
    purpose function program execute command following happens happen results result compare
    compared""".split()
)


@choice_rule(
    "key-longest",
    "warning",
    summary="The only key is over a quarter longer than the longest distractor.",
    why="Test-wise readers pick the longest option; it makes items easier (Pham 2018; NBME guide "
    "2020). Threshold of SAQUET; keys below four words are left alone.",
    fix="shorten the key, or give the distractors as much detail",
)
def key_longest(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A single key that stands out by its length."""
    if len(subject.keys) != 1 or len(subject.distractors) < 2:
        return
    key, longest = subject.keys[0], max(map(_length, subject.distractors))
    if _worded(key) and _length(key) > LENGTH_RATIO * longest:
        message = (
            f"the key `{key.id}` has {_length(key)} characters, the longest distractor {longest}"
        )
        yield Hit(key.text.place, message, 0)


@choice_rule(
    "keys-longer",
    "warning",
    summary="Every key is longer than every distractor, by a quarter on average.",
    why="The same cue as `key-longest`, for several keys: length alone separates right from wrong.",
    fix="shorten the keys, or give the distractors as much detail",
)
def keys_longer(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Several keys that stand out by their length."""
    if len(subject.keys) < 2 or len(subject.distractors) < 2:
        return
    keys = [_length(key) for key in subject.keys]
    others = [_length(distractor) for distractor in subject.distractors]
    apart = min(keys) > max(others) and fmean(keys) > LENGTH_RATIO * fmean(others)
    if apart and all(_worded(key) for key in subject.keys):
        message = (
            f"the shortest of {len(keys)} keys has {min(keys)} characters, "
            f"the longest distractor {max(others)}"
        )
        yield Hit(("options",), message)


@choice_rule(
    "absolutes-only-in-distractors",
    "warning",
    summary="Two or more distractors use an absolute term (“always”, “never”), and no key does.",
    why="Test-wise readers strike absolutes out (NBME guide 2020). One alone is no cue: in the "
    "Rust book's quizzes 13 % of keys and 15 % of distractors have one.",
    fix="tone the distractors down to what people do believe",
)
def absolutes_only_in_distractors(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Absolute terms of one item, only on its wrong options."""
    if any(_ABSOLUTE.search(key.text.prose) for key in subject.keys):
        return
    if _ABSOLUTE.search(subject.question[1]):
        return  # then the term is what the question is about
    found = [
        (choice, match)
        for choice in subject.distractors
        if (match := _ABSOLUTE.search(choice.text.prose))
    ]
    if len(found) >= 2:
        said = ", ".join(f"`{choice.id}` “{match[0].lower()}”" for choice, match in found)
        choice, match = found[0]
        yield Hit(choice.text.place, f"only distractors are absolute: {said}", match.start())


@choice_rule(
    "clang-cue",
    "info",
    summary="A long word of the question comes back in every key and in no distractor.",
    why="The repeated word points to the key (NBME guide 2020: clang association).",
    fix="use the word in a distractor too, or another word in the key",
)
def clang_cue(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A word that links the question to the keys."""
    if not subject.keys or len(subject.distractors) < 2:
        return
    asked = {word for word in words(subject.question[1]) if len(word) >= 7} - _COMMON
    in_keys = set.intersection(*(_stems(key) for key in subject.keys))
    in_others = set[str]().union(*(_stems(distractor) for distractor in subject.distractors))
    for word in sorted(asked):
        if _stem(word) in in_keys - in_others:
            offset, sentence = subject.question
            at = offset + max(0, sentence.lower().find(word))
            message = f"“{word}” comes back in the key and in no distractor"
            yield Hit(("stem",), message, at)
            return


def _length(choice: Choice) -> int:
    return len(choice.text.visible)


def _worded(choice: Choice) -> bool:
    return len(words(choice.text.visible)) >= LEAST_WORDS


def _stems(choice: Choice) -> set[str]:
    return {_stem(word) for word in words(choice.text.visible)}


def _stem(word: str) -> str:
    """Return `word` without the commonest endings: enough to match plural and tense."""
    for ending in ("ations", "ation", "ings", "ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 5:
            return word.removesuffix(ending)
    return word
