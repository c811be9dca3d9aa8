"""How far keys can be told from distractors by the form of the options alone.

Marks of form are counted in every option as it is printed, and compared with those of the other
options of its question. A logistic regression learns from nine tenths of the questions which marks
keys have, and ranks the options of the last tenth. The measure is the AUC within a question: the
chance that a key ranks above a distractor, where one half is a guess. Nothing of the subject is
known, so what is beyond one half is a cue. A second regression sees common words instead of marks:
balancing the marks does not balance them.

    python tools/form_only.py [--options]

`--options` lists every option with its marks. No number is a failure; what random keys give is
printed beside it. Less than one half is no cue either: where marks are balanced over all questions,
those of nine tenths point away from the last tenth. Hence the fit to all questions at once, which
must not beat that to random keys.
"""

from __future__ import annotations

import argparse
import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from itembank.hosts.cli.places import load_site
from itembank.lint.prose import visible, words
from itembank.model import ChoiceItem
from itembank.values import expand

ROOT = Path(__file__).parents[1]
FOLDS = 10
REPEATS = 10
"""Ways to deal the questions into folds; the mean over them is reported."""
SHUFFLES = 40
"""Times that keys are drawn anew, to see what chance gives."""
RIDGE = 5.0
"""Penalty on squared weights, where marks have unit variance within a question."""
COMMON = 12
"""A word is common if that many options have it."""

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def _counting(pattern: str) -> Callable[[str], int]:
    found = re.compile(pattern, re.IGNORECASE)
    return lambda text: len(found.findall(text))


MARKS: dict[str, Callable[[str], int]] = {
    "length": len,
    "reason": _counting(
        r"\b(?:since|because|so that|therefore|thus|hence|due to|owing to)\b(?!\.)"
        r"|, (?:so|as|for) (?!far|long|well|much|many|example)|, which (?:is why|means|makes)"
    ),
    "absolute": _counting(
        r"\b(?:all|every|always|never|only|no|none|any|nothing|each|entire|must|cannot|at once)\b"
    ),
    "hedge": _counting(
        r"\b(?:can|may|might|could|about|some|most|often|usually|at least|up to|nearly|almost|"
        r"roughly)\b"
    ),
    "negation": _counting(r"\b(?:not|no|without|neither|nor|cannot)\b|n['’]t\b"),
    "number": _counting(
        r"\d+(?:[.,]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|sixteen|twice|half|"
        r"third|quarter|fifth|eighth|tenth)\b"
    ),
    "comma": _counting(","),
    "clause": _counting(r", (?:and|which|who|where)\b"),
    "condition": _counting(r"\b(?:if|when|unless|while|although|but|whichever|whatever)\b"),
    "comparison": _counting(
        r"\b(?:more|less|fewer|faster|slower|larger|smaller|than|half|twice)\b"
    ),
}
"""What is counted in an option, in characters for the length and in matches for the others."""


@dataclass(frozen=True, slots=True)
class Question:
    """The options of a question as printed, and which of them are keys (shape: options)."""

    id: str
    texts: tuple[str, ...]
    is_key: Bools

    @property
    def counts(self) -> Floats:
        """Shape: options, marks."""
        return np.array([[count(text) for count in MARKS.values()] for text in self.texts], float)

    @property
    def marks(self) -> Floats:
        """Counts in standard deviations from the question's mean; 0 where all are alike."""
        counts = self.counts
        spread = counts.std(axis=0)
        return np.asarray((counts - counts.mean(axis=0)) / np.where(spread > 0, spread, 1))

    def has(self, vocabulary: Sequence[str]) -> Floats:
        """Return which words each option has, less the question's mean; shape: options, words."""
        present = np.array([np.isin(vocabulary, words(text)) for text in self.texts], float)
        return np.asarray(present - present.mean(axis=0))


def read_questions(root: Path) -> list[Question]:
    """Return the questions of the site at `root` that have keys and distractors to tick.

    Raises SystemExit when there is a mistake in the site.
    """
    site, findings = load_site(root)
    if any(found.severity == "error" for found in findings):
        raise SystemExit("The questions have mistakes: `itembank lint` names them.")
    items = (entry.item for entry in site.bank.items.values())
    return [
        Question(
            item.id,
            tuple(visible(expand(option.text, site.evaluator)) for option in item.options),
            np.array([option.correct for option in item.options]),
        )
        for item in items
        if isinstance(item, ChoiceItem) and 0 < len(item.key) < len(item.options)
    ]


def within_auc(scores: Floats, is_key: Bools) -> float:
    """Return the chance that a key scores above a distractor; a tie counts one half."""
    keys, others = scores[is_key][:, None], scores[~is_key][None, :]
    return float(np.mean(np.sign(keys - others) + 1) / 2)


def fit(features: Floats, is_key: Bools) -> Floats:
    """Return the weight of each feature: ridge logistic regression by Newton's method."""
    design = np.column_stack([features, np.ones(len(features))])
    penalty = np.diag([*[RIDGE] * features.shape[1], 0.0])
    weights = np.zeros(design.shape[1])
    for _ in range(8):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - is_key) + penalty @ weights
        curvature = design.T @ (design * (chance * (1 - chance))[:, None]) + penalty
        weights -= np.linalg.solve(curvature, slope)
    return weights[:-1]


def cross_validated(
    features: Sequence[Floats], keys: Sequence[Bools], repeats: int = REPEATS
) -> Floats:
    """Return the AUC within each question under weights learnt from other questions."""
    deal = np.random.default_rng(1)
    found = np.zeros(len(keys))
    for _ in range(repeats):
        fold_of = deal.permutation(len(keys)) % FOLDS
        for fold in range(FOLDS):
            seen, held_out = (
                np.flatnonzero(m).tolist() for m in (fold_of != fold, fold_of == fold)
            )
            weights = fit(
                np.vstack([features[i] for i in seen]), np.concatenate([keys[i] for i in seen])
            )
            found[held_out] += [within_auc(features[i] @ weights, keys[i]) for i in held_out]
    return found / repeats


def fitted(features: Sequence[Floats], keys: Sequence[Bools]) -> Floats:
    """Return the AUC within each question under weights learnt from all, itself included."""
    weights = fit(np.vstack(features), np.concatenate(keys))
    return np.array([within_auc(f @ weights, k) for f, k in zip(features, keys, strict=True)])


def by_chance(
    features: Sequence[Floats],
    keys: Sequence[Bools],
    measure: Callable[[Sequence[Floats], Sequence[Bools]], Floats],
) -> str:
    """Return mean and standard deviation of a measure when keys are drawn anew."""
    draw = np.random.default_rng(2)
    means = [measure(features, [draw.permutation(k) for k in keys]).mean() for _ in range(SHUFFLES)]
    return f"{np.mean(means):.2f} ± {np.std(means, ddof=1):.2f} with keys drawn at random"


def with_error(values: Floats) -> str:
    """Return the mean and its standard error, questions being independent."""
    return f"{values.mean():.3f} ± {values.std(ddof=1) / np.sqrt(len(values)):.3f}"


def report(questions: Sequence[Question]) -> Iterator[str]:
    """Yield the lines of the report."""
    keys = [question.is_key for question in questions]
    marks = [question.marks for question in questions]
    is_key = np.concatenate(keys)
    counts = np.vstack([question.counts for question in questions])
    weights = fit(np.vstack(marks), is_key)
    yield f"{len(questions)} questions, {len(is_key)} options, {is_key.sum()} keys"
    yield ""
    yield f"{'mark':<11}{'in keys':>9}{'in others':>11}{'weight':>9}   AUC of this mark alone"
    for i, mark in enumerate(MARKS):
        alone = np.array([within_auc(m[:, i], k) for m, k in zip(marks, keys, strict=True)])
        yield (
            f"{mark:<11}{counts[is_key, i].mean():>9.2f}{counts[~is_key, i].mean():>11.2f}"
            f"{weights[i]:>+9.2f}   {with_error(alone)}"
        )
    yield ""
    yield f"marks, learnt from other questions: AUC {with_error(cross_validated(marks, keys))}"
    yield f"  {by_chance(marks, keys, functools.partial(cross_validated, repeats=1))}"
    yield f"marks, learnt from the same questions: AUC {fitted(marks, keys).mean():.3f}"
    yield f"  {by_chance(marks, keys, fitted)}"
    other = with_error(cross_validated(word_features(questions), keys))
    yield f"words, learnt from other questions: AUC {other}"
    expected = sum(k.mean() for k in keys)
    for word, pick in (("longest", np.argmax), ("shortest", np.argmin)):
        hits = sum(bool(q.is_key[pick(q.counts[:, 0])]) for q in questions)
        yield f"the {word} option is a key in {hits} questions, {expected:.1f} by chance"


def word_features(questions: Sequence[Question]) -> list[Floats]:
    """Return, for each question, which common words its options have."""
    texts = (text for question in questions for text in question.texts)
    often = Counter(word for text in texts for word in set(words(text)))
    common = [word for word, count in often.items() if count >= COMMON]
    return [question.has(common) for question in questions]


def listing(questions: Sequence[Question]) -> Iterator[str]:
    """Yield every option with the marks it has: `+` before keys, `-` before distractors."""
    for question in questions:
        yield f"\n{question.id}"
        for text, key, row in zip(question.texts, question.is_key, question.counts, strict=True):
            marks = [f"{mark} {count:.0f}" for mark, count in zip(MARKS, row, strict=True) if count]
            yield f"  {'+' if key else '-'} {text}\n      {', '.join(marks)}"


def main() -> None:
    """Read, measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--options", action="store_true", help="list every option with its marks")
    options = parser.parse_args()
    questions = read_questions(ROOT)
    if options.options:
        print(*listing(questions), "", sep="\n")
    print(*report(questions), sep="\n")


if __name__ == "__main__":
    main()
