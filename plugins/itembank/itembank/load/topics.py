"""The `topic.yml` files of a folder of questions -> topics."""

from __future__ import annotations

from pathlib import Path

from itembank.load.validation import validate
from itembank.load.yaml_document import load_or_report
from itembank.model import Findings
from itembank.model.topic import TopicFile

TOPIC_FILE = "topic.yml"


def load_topics(folder: Path, shown_as: str, findings: Findings) -> dict[str, TopicFile]:
    """Read every `topic.yml` below `folder`: topics by their folder, relative to it."""
    topics: dict[str, TopicFile] = {}
    for file in sorted(folder.rglob(TOPIC_FILE)):
        topic = file.parent.relative_to(folder).as_posix()
        name = file.relative_to(folder).as_posix()
        document = load_or_report(file, f"{shown_as}/{name}", findings)
        read = document and validate(TopicFile, document, findings)
        if read:
            topics["" if topic == "." else topic] = read
    return topics
