"""NVLink, InfiniBand, Ethernet: what the link between the GPUs does to one training step."""

from __future__ import annotations

from pathlib import Path

from course import example
from course.figures.interconnects.drawing import draw
from course.figures.interconnects.rows import fabrics
from course.figures.interconnects.text import subtitle, words
from course.figures.registry import Plan


def plan(content: Path) -> Plan:
    """The figure from the facts under `content`."""
    rows = fabrics(example.rows(content))
    text = words(rows, content)
    below = subtitle(content)
    return Plan(text, lambda scheme, layout: draw(rows, text.title, below, scheme, layout))
