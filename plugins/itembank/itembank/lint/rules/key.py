"""Rules about what is right: mis-keyed options, and how far guessing gets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.guessing import best_blind_play
from itembank.lint.prose import sentences
from itembank.lint.rule import Context, Hit, choice_rule
from itembank.lint.subject import ChoiceSubject
from itembank.model import ScoringPolicy
from itembank.model.settings import ScoringSettings

_OPENS_RIGHT = re.compile(
    r"^\W*(?:that's |that is |this is )?(?:right|correct|exactly|yes|true)\b"
    r"(?=[*_\"”’)]*\s*(?:$|[.,:;!–—]|- ))"
    r"(?!\W*(?:but|however|though|only|except)\b)",
    re.I,
)
_OPENS_WRONG = re.compile(
    r"^\W*(?:that's |that is |this is )?"
    r"(?:wrong|incorrect|false|no|not (?:quite|correct|right|true))\b"
    r"(?=[*_\"”’)]*\s*(?:$|[.,:;!–—]|- ))(?!\W+not\b)",
    re.I,
)
_SAYS_RIGHT = re.compile(
    r"\bthis (?:option|answer|choice|statement) is (?:the )?(?:right|correct|true)\b", re.I
)
_SAYS_WRONG = re.compile(
    r"\bthis (?:option|answer|choice|statement) is "
    r"(?:wrong|incorrect|false|not (?:correct|right|true))\b",
    re.I,
)
_BUT = re.compile(r"\b(?:but|however|although|though|yet|except|only if|would)\b", re.I)
_TRUTH_VALUE = re.compile(r"^\W*(?:true|false|yes|no|right|wrong|correct|incorrect)\b", re.I)


@choice_rule(
    "rationale-contradicts-key",
    "warning",
    summary="A rationale calls a distractor right, or a key wrong.",
    why="One of the two is a mistake, and a wrong key teaches the opposite. Wrong keys are the "
    "reports that quiz authors get most (rust-book 336 and 351, dl-fundamentals 98).",
    fix="check `correct`, then let the rationale say the same",
)
def rationale_contradicts_key(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """The first two sentences of a rationale carry its verdict."""
    for choice in subject.choices:
        if _TRUTH_VALUE.match(choice.text.visible):
            continue  # the verdict may be about the claim, not about the option
        opening = list(sentences(choice.rationale.prose))[:2]
        opens, says = (_OPENS_WRONG, _SAYS_WRONG) if choice.correct else (_OPENS_RIGHT, _SAYS_RIGHT)
        for number, (offset, sentence) in enumerate(opening):
            verdict = opens.match(sentence) if number == 0 else None
            verdict = verdict or says.search(sentence)
            following = opening[1][1] if number == 0 and len(opening) > 1 else ""
            if verdict is None or _BUT.search(sentence) or _BUT.match(following):
                continue
            word = "a key" if choice.correct else "a distractor"
            said = " ".join(verdict[0].strip("*_ \n").split())
            message = f"option `{choice.id}` is {word}, its rationale says “{said}”"
            yield Hit(choice.rationale.place, message, offset)
            break


@choice_rule(
    "all-keys",
    "warning",
    summary="Every option is right.",
    why="Nothing is left to tell apart: ticking everything earns full marks.",
    fix="add a distractor that somebody would believe",
)
def all_keys(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """A question without distractors."""
    if not subject.distractors:
        yield Hit(("options",), f"all {len(subject.choices)} options are right")


@choice_rule(
    "too-many-options",
    "warning",
    summary="More than ten options.",
    why="Reading load grows, and added distractors are rarely chosen. Rodriguez (2005): three "
    "options are enough for a single answer.",
    fix="keep the distractors that people do choose, or split the question",
)
def too_many_options(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """More options than a reader keeps in mind."""
    if (count := len(subject.choices)) > 10:
        yield Hit(("options",), f"{count} options")


@choice_rule(
    "blind-guess",
    "info",
    summary="The scoring policy gives a good score to a reader who ticks blindly.",
    why="A score says little where guessing earns much. Per-option credit pays one half for any "
    "response; a policy without penalty pays for ticking everything.",
    fix="use `net_correct` or `all_or_nothing`, or add a distractor",
)
def blind_guess(subject: ChoiceSubject, context: Context) -> Iterator[Hit]:
    """The best expected score of ticking some number of options at random."""
    policy = subject.item.scoring or _default_policy(subject, context.settings.scoring)
    play = best_blind_play(subject.item, policy)
    if play is not None and play.score > context.guess_bound + 1e-9:
        message = (
            f"ticking any {play.ticks} of {len(subject.choices)} options at random earns "
            f"{float(play.score):.2f} on average under `{policy}`"
        )
        yield Hit(("scoring",) if subject.item.scoring else ("options",), message)


def _default_policy(subject: ChoiceSubject, scoring: ScoringSettings) -> ScoringPolicy:
    return scoring.select_all if subject.item.select == "all" else scoring.other
