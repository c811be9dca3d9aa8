"""The folder of practice exams -> exams by id, and the domains that questions name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from itembank.load.key import entries_of
from itembank.load.validation import validate
from itembank.load.yaml_document import YamlDocument, load_or_report
from itembank.model import Findings
from itembank.model.exam import Exam


@dataclass(frozen=True, slots=True)
class ExamFiles:
    """The exams of a site, the ids of those whose files have mistakes, and all files."""

    exams: Mapping[str, Exam]
    broken: frozenset[str] = frozenset()
    documents: tuple[YamlDocument, ...] = ()


def load_exams(folder: Path, shown_as: str, findings: Findings) -> ExamFiles:
    """Read every exam in `folder`, recording all mistakes."""
    exams: dict[str, Exam] = {}
    broken: set[str] = set()
    documents: list[YamlDocument] = []
    for file in sorted([*folder.glob("*.yml"), *folder.glob("*.yaml")]):
        if file.name.startswith("."):
            continue
        document = load_or_report(file, f"{shown_as}/{file.name}", findings)
        before = len(findings)
        exam = validate(Exam, document, findings) if document else None
        if document is None or not isinstance(document.data, dict):
            broken.add(file.stem)
            continue
        documents.append(document)
        _check_domains(document, findings)
        exam_id = document.text(("id",)) or file.stem
        if exam_id in exams or exam_id in broken:
            at = document.position(("id",))
            findings.error(at, "duplicate-id", f"id `{exam_id}` is already used by another exam")
        elif exam is None or len(findings) > before:
            broken.add(exam_id)
        else:
            exams[exam_id] = exam
    return ExamFiles(exams, frozenset(broken), tuple(documents))


def check_exam_domains(
    question: YamlDocument, exams: Mapping[str, Exam], findings: Findings
) -> None:
    """Record the domains of a question that the exam of that certification does not have."""
    given = question.value(("exam_domains",))
    if not isinstance(given, dict):
        return
    for exam in exams.values():
        domain = given.get(exam.key)
        known = [entry.id for entry in exam.domains]
        if isinstance(domain, str) and domain not in known:
            at = question.position(("exam_domains", exam.key))
            close = get_close_matches(domain, known, n=1)
            hint = f"did you mean `{close[0]}`?" if close else f"domains: {', '.join(known)}"
            findings.error(at, "unknown-domain", f"exam `{exam.id}` has no domain `{domain}`", hint)


def _check_domains(document: YamlDocument, findings: Findings) -> None:
    domains = list(entries_of(document, "domains"))
    ids = Counter(name for _, entry in domains if isinstance(name := entry.get("id"), str))
    for index, entry in domains:
        name = entry.get("id")
        if isinstance(name, str) and ids[name] > 1:
            at = document.position(("domains", index, "id"))
            findings.error(at, "duplicate-domain", f"two domains have the id `{name}`")
    shares = [entry.get("share") for _, entry in domains]
    numbers = [share for share in shares if isinstance(share, int | float)]
    if shares and len(numbers) == len(shares) and abs(sum(numbers) - 100) > 0.01:
        at = document.key_position(("domains",))
        message = f"the shares of all domains add up to {sum(numbers):g}, not to 100"
        findings.error(at, "shares", message)
