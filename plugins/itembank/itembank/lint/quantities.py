"""Quantities with a unit in running text, and whether the text says where they come from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

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
    r"Chapters?|Quiz|Question) ?\(?(?:\d|[A-Z]\b)|\bet al\b|\((?:19|20)\d\d\)|"
    r"\b(?:report(?:s|ed)?|measur(?:es|ed)|publish(?:es|ed)|according to|data ?sheets?|"
    r"specif(?:ies|ied|ications?)|document(?:s|ed|ation)|benchmark(?:s|ed)?|papers?|predicts|"
    r"estimates|announce[sd]|stat(?:es|ed) that)\b|\[\d+\]",
    re.I,
)
_SUPPOSED = re.compile(
    r"\be\.g\.|\b(?:for (?:example|instance)|perhaps|suppose|imagine|assum(?:e|es|ing)|say)\b", re.I
)


@dataclass(frozen=True, slots=True)
class BareNumber:
    """A quantity at `offset`: as it stands there, and `plain` for comparison."""

    offset: int
    shown: str
    plain: str

    @property
    def value(self) -> float:
        """The number without its unit; of a product, the second factor."""
        found = re.findall(r"\d+(?:\.\d+)?", self.plain)
        return float(found[-1]) if found else 0.0


def quantities(text: str) -> Iterator[BareNumber]:
    """Yield every quantity of `text`."""
    for match in _NUMBER.finditer(text):
        shown = " ".join(match[0].split()).rstrip(".,")
        yield BareNumber(match.start(), shown, _plain(match))


def bare_numbers(sentence: str, source: str, known: Collection[str]) -> Iterator[BareNumber]:
    """Yield the quantities of a sentence that claims them without computing or citing them.

    `sentence` is prose, `source` the same place with its markup. Left alone: what is in `known`,
    names of products, and 0, 1, 50 and 100 %.
    """
    if _CITED.search(source) or _SUPPOSED.search(source):
        return
    for match in _NUMBER.finditer(sentence):
        plain = _plain(match)
        if plain in known or _is_trivial(match) or _is_name(match):
            continue
        yield BareNumber(match.start(), " ".join(match[0].split()).rstrip(".,"), plain)


def _is_trivial(match: re.Match[str]) -> bool:
    return match["unit"] in ("%", "percent") and match["number"] in _TRIVIAL


def _is_name(match: re.Match[str]) -> bool:
    """Whether a product's name goes on, as in “400 Gb/s Ethernet port”."""
    return _PRODUCT.match(match.string, match.end()) is not None


def _plain(match: re.Match[str]) -> str:
    return re.sub(r"[\s\u00a0~≈,]", "", match[0]).rstrip(".")
