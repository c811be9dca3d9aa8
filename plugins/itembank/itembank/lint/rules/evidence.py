"""Rules about evidence: numbers, sources and the date of the last review."""

from __future__ import annotations

from collections.abc import Iterator

from itembank.lint.prose import sentences
from itembank.lint.quantities import bare_numbers, quantities
from itembank.lint.rule import Context, Hit, question_rule
from itembank.lint.subject import ChoiceSubject, Subject


@question_rule(
    "bare-number",
    "warning",
    summary="A key, rationale or explanation states a quantity that is neither computed nor cited.",
    why="Numbers age and are copied wrongly; a computed one follows the model, a cited one can be "
    "checked. Left alone: givens of the stem, what the question computes elsewhere, examples, "
    "product names (“400 Gb/s port”), code, and 0, 1, 50 and 100 %. In pages it informs only.",
    fix="compute it, `{{= ... | GB/s }}`, or name the source in the sentence",
)
def bare_number(subject: Subject, context: Context) -> Iterator[Hit]:
    """Quantities with a unit in texts that claim something: keys, rationales, explanations."""
    claims = [text for text in subject.texts if text.is_reasoning]
    givens = [subject.stem]
    if isinstance(subject, ChoiceSubject):
        claims += (key.text for key in subject.keys)
        givens += (distractor.text for distractor in subject.distractors)
    known = {number.plain for text in givens for number in quantities(text.prose)}
    computed = "\n".join(text.computed for text in subject.texts)
    known |= {number.plain for number in quantities(computed)}
    for text in claims:
        for offset, sentence in sentences(text.prose):
            source = text.source[offset : offset + len(sentence)]
            for number in bare_numbers(sentence, source, known):
                known.add(number.plain)
                message = f"“{number.shown}” is neither computed nor cited"
                yield Hit(text.place, message, offset + number.offset)


@question_rule(
    "source-missing-place",
    "warning",
    summary="A source does not say where in it the support stands.",
    why="Nobody can check a claim against a whole book or a long page.",
    fix='add `at:`, as in `at: "Table 4"`, or link to the section with `#`',
)
def source_missing_place(subject: Subject, context: Context) -> Iterator[Hit]:
    """Sources without `at` and without a fragment."""
    for index, source in enumerate(subject.item.sources):
        if not source.at and "#" not in (source.url or ""):
            message = f"source `{source.ref or source.url}` has no place"
            yield Hit(("sources", index), message)


@question_rule(
    "review-stale",
    "warning",
    summary="Nobody has checked the question for a long time, or the date lies ahead.",
    why="Hardware, defaults and exam outlines change; a key can turn wrong by itself.",
    fix="check key, numbers and sources, then set `reviewed` to that day",
)
def review_stale(subject: Subject, context: Context) -> Iterator[Hit]:
    """Reviews older than the limit."""
    age = (context.today - subject.item.reviewed).days
    if age > context.review_days:
        message = f"last reviewed {age} days ago, more than {context.review_days}"
        yield Hit(("reviewed",), message)
    elif age < -1:  # a day of grace for time zones
        yield Hit(("reviewed",), f"`reviewed` lies {-age} days ahead")
