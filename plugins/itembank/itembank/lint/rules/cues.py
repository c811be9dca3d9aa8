"""Rules about cues: what lets a reader find the key without knowing the subject."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean

from itembank.lint.prose import WORD, words
from itembank.lint.rule import Context, Hit, choice_rule
from itembank.lint.subject import Choice, ChoiceSubject

LENGTH_RATIO = 1.25
LEAST_WORDS = 4
LEAST_LETTERS = 4
APART = 1.1
"""Shortest key to longest distractor from which several keys stand apart."""

_ABSOLUTE = re.compile(
    r"\b(?:always|never|completely|entirely|totally|fully|absolutely|impossible|guarantee[sd]?|"
    r"in all cases|in every case|no matter|under all circumstances|every single|only ever|"
    r"without exception|any and all)\b",
    re.I,
)


_FUNCTION_WORDS = frozenset(
    """about after also been before both could does each every following from have into most only
    other over same should some such than that their them then there these they this those under
    used using were what when where which while will with would your""".split()
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
    summary="Every key is over a tenth longer than every distractor, by a quarter on average.",
    why="The same cue as `key-longest`, for several keys: length alone separates right from wrong.",
    fix="shorten the keys, or give the distractors as much detail",
)
def keys_longer(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """Several keys that stand out by their length."""
    if len(subject.keys) < 2 or len(subject.distractors) < 2:
        return
    keys = [_length(key) for key in subject.keys]
    others = [_length(distractor) for distractor in subject.distractors]
    apart = min(keys) > APART * max(others) and fmean(keys) > LENGTH_RATIO * fmean(others)
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
    summary="Two words in a row of the question come back in every key and in no distractor.",
    why="The repeated words point to the key (NBME guide 2020: clang association). Single words "
    "were tried and were right in fewer than half of the cases: they are the subject.",
    fix="use the words in a distractor too, or other words in the key",
)
def clang_cue(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A phrase that links the question to the keys."""
    if not subject.keys or len(subject.distractors) < 2:
        return
    offset, sentence = subject.question
    asked = [match[0].lower() for match in WORD.finditer(sentence)]
    in_keys = set.intersection(*(_pairs(key) for key in subject.keys))
    in_others = set[str]().union(*(_stems(distractor) for distractor in subject.distractors))
    for first, second in pairwise(asked):
        if min(len(first), len(second)) < LEAST_LETTERS or _FUNCTION_WORDS & {first, second}:
            continue
        pair = (_stem(first), _stem(second))
        if pair in in_keys and not in_others.issuperset(pair):
            at = offset + max(0, sentence.lower().find(first))
            message = f"“{first} {second}” comes back in the key and in no distractor"
            yield Hit(("stem",), message, at)
            return


def _length(choice: Choice) -> int:
    return len(choice.text.visible)


def _worded(choice: Choice) -> bool:
    """Whether it is prose of several words: the length of code or of a name is not the author's."""
    said = [match[0] for match in WORD.finditer(choice.text.prose)]
    capitalised = sum(word[0].isupper() for word in said)
    return len(said) >= LEAST_WORDS and capitalised < len(said) / 2


def _stems(choice: Choice) -> set[str]:
    return {_stem(word) for word in words(choice.text.visible)}


def _pairs(choice: Choice) -> set[tuple[str, str]]:
    return set(pairwise(map(_stem, words(choice.text.visible))))


def _stem(word: str) -> str:
    """Return `word` without the commonest endings: enough to match plural and tense."""
    for ending in ("ations", "ation", "ings", "ing", "ies", "es", "ed", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 5:
            return word.removesuffix(ending)
    return word
