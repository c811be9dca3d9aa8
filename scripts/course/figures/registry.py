"""Every figure of the site, in one place.  A new figure is a module and a line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from course.figures.style import Layout, Scheme
from course.figures.words import Words

if TYPE_CHECKING:
    from course.figures.canvas import Canvas


@dataclass(frozen=True)
class Plan:
    """A figure ready to be drawn: its words and the function that draws each version."""

    words: Words
    draw: Callable[[Scheme, Layout], Canvas]


@dataclass(frozen=True)
class Entry:
    """`module` has `plan(content) -> Plan`; `facts` are the parts of content/ it reads."""

    id: str
    module: str
    facts: tuple[str, ...]

    def plan(self, content: Path) -> Plan:
        """The figure, from the data under `content`.  Imports matplotlib."""
        make: Callable[[Path], Plan] = import_module(self.module).plan
        return make(content)


FACTS = ("hardware", "models.yml", "sources.yml")
COLLECTIVES = "measurements/collectives"

FIGURES: tuple[Entry, ...] = (
    Entry("interconnects", "course.figures.interconnects", FACTS),
    Entry("which-ratio", "course.figures.which_ratio", (*FACTS, COLLECTIVES)),
    Entry("bandwidth-ladder", "course.figures.bandwidth_ladder", (*FACTS, COLLECTIVES)),
    Entry("all-reduce-sizes", "course.figures.all_reduce_sizes", (*FACTS, COLLECTIVES)),
    Entry("scaling", "course.figures.scaling", (*FACTS, "measurements")),
    Entry("step-breakdown", "course.figures.step_breakdown", FACTS),
    Entry("memory-by-stage", "course.figures.memory_by_stage", FACTS),
    Entry("critical-batch", "course.figures.critical_batch", ("sources.yml",)),
    Entry("failures", "course.figures.failures", ("sources.yml",)),
    Entry("cost-per-token", "course.figures.cost_per_token", FACTS),
    Entry("model-error", "course.figures.model_error", (*FACTS, "measurements")),
)
