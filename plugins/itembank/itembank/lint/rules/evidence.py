"""Rules about evidence: numbers, sources and the date of the last review."""

from __future__ import annotations

import re
from collections.abc import Iterator

from itembank.lint.prose import sentences
from itembank.lint.rule import Context, Hit, question_rule
from itembank.lint.subject import ChoiceSubject, Subject

_UNIT = (
    r"(?:(?:[kKMGTPE]i?)?(?:B|bit|b)(?:ytes?)?(?:/s|ps)|[KkMGTPE]i?B|[KMGT]bit|[kMGTPE]?FLOPS?(?:/s)?"
    r"|[GMTP]flop/?s|[munµμ]s|seconds|milliseconds|microseconds|[kMG]?Wh?|[kMG]Hz|USD(?:/h)?|°C|%"
    r"|percent)"
)
_NUMBER = re.compile(
    rf"(?<![\w.,/-])(?P<number>[~≈]?\d[\d,.]*(?:\s?[×x]\s?10\^?-?\d+)?)"
    rf"(?:\s|\u00a0|\u202f|-)?(?P<unit>{_UNIT})(?![\w/])|(?<!\w)[$€](?P<price>\d[\d,.]*\d)"
)
_TRIVIAL = frozenset(("0", "1", "50", "100"))
_PRODUCT = re.compile(
    r"[\s-]*(?:[A-Z][\w.-]*\s+)*(?:(?:fast|slow|single|dual|RDMA|TCP|HDR|NDR|EDR)\s+)*"
    r"(?:ports?|adapters?|NICs?|links?|InfiniBand|Ethernet|switch(?:es)?|cards?|networks?|fabrics?|"
    r"cables?|GPUs?|HBM\w*|variants?|versions?|models?|parts?|drives?|disks?|SSDs?|lanes?|servers?|"
    r"nodes?|machines?|instances?|VMs?|buckets?|messages?|buffers?|files?|pages?|chunks?)\b"
)
_CITED = re.compile(
    r"\]\((?!option:)|https?://|\b(?:Tables?|Fig(?:ure)?s?\.?|Sections?|§|Eq(?:uation)?s?\.?|Appendix|"
    r"Chapters?) ?\(?\d|\bet al\b|\((?:19|20)\d\d\)|"
    r"\b(?:report(?:s|ed)?|measur(?:es|ed)|publish(?:es|ed)|according to|data ?sheets?|"
    r"specif(?:ies|ied|ications?)|document(?:s|ed|ation)|benchmark(?:s|ed)?|papers?|predicts|"
    r"estimates|announce[sd]|stat(?:es|ed) that)\b|\[\d+\]",
    re.I,
)
_SUPPOSED = re.compile(
    r"\be\.g\.|\b(?:for (?:example|instance)|perhaps|suppose|imagine|assum(?:e|es|ing)|say)\b", re.I
)


@question_rule(
    "bare-number",
    "warning",
    summary="A key, rationale or explanation states a quantity that is neither computed nor cited.",
    why="Numbers age and are copied wrongly; a computed one follows the model, a cited one can be "
    "checked. Left alone: givens of the stem, what the question computes elsewhere, examples, "
    "product names (“400 Gb/s port”), code, and 0, 1, 50 and 100 %.",
    fix="compute it, `{{= ... | GB/s }}`, or name the source in the sentence",
)
def bare_number(subject: Subject, context: Context) -> Iterator[Hit]:
    """Quantities with a unit in texts that claim something: keys, rationales, explanations."""
    claims = [text for text in subject.texts if text.is_reasoning]
    givens = [subject.stem]
    if isinstance(subject, ChoiceSubject):
        claims += (key.text for key in subject.keys)
        givens += (distractor.text for distractor in subject.distractors)
    given = {_plain(match) for text in givens for match in _NUMBER.finditer(text.prose)}
    computed = "\n".join(text.computed for text in subject.texts)
    given |= {_plain(match) for match in _NUMBER.finditer(computed)}
    said: set[str] = set()
    for text in claims:
        for offset, sentence in sentences(text.prose):
            source = text.source[offset : offset + len(sentence)]
            if _CITED.search(source) or _SUPPOSED.search(source):
                continue
            for match in _NUMBER.finditer(sentence):
                plain = _plain(match)
                if plain in given | said or _is_trivial(match) or _is_name(match):
                    continue
                said.add(plain)
                shown = " ".join(match[0].split()).rstrip(".,")
                message = f"“{shown}” is neither computed nor cited"
                yield Hit(text.place, message, offset + match.start())


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


def _is_trivial(match: re.Match[str]) -> bool:
    return match["unit"] in ("%", "percent") and match["number"] in _TRIVIAL


def _is_name(match: re.Match[str]) -> bool:
    """Whether a product's name goes on, as in “400 Gb/s Ethernet port”."""
    return _PRODUCT.match(match.string, match.end()) is not None


def _plain(match: re.Match[str]) -> str:
    return re.sub(r"[\s\u00a0~≈,]", "", match[0]).rstrip(".")
