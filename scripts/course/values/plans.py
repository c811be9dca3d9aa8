"""What `scalemodel plan` prints, as a table on a page that follows the model."""

from __future__ import annotations

from collections.abc import Callable

from course.values.quantities import facts
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.plan import Candidate, plan
from scalemodel.tables import markdown_table
from scalemodel.transformer import Layout

GIB = 2**30
COLUMNS: dict[str, Callable[[Candidate], object]] = {
    "tp": lambda found: found.layout.tp,
    "pp": lambda found: found.layout.pp,
    "virtual_pp": lambda found: found.layout.virtual_pp,
    "dp": lambda found: found.layout.dp,
    "zero": lambda found: found.layout.zero,
    "micro_batch": lambda found: found.layout.micro_batch,
    "recompute": lambda found: found.layout.recompute,
    "step s": lambda found: found.step.time,
    "MFU %": lambda found: 100 * found.step.mfu,
    "GiB": lambda found: found.memory / GIB,
}
"""The columns that a page has room for, titled as the command prints them."""


def plan_table(
    model: str, nodes: int, global_batch: int, node: str = "dgx-h100", fabric: str = ""
) -> str:
    """Return the Markdown table of the fastest layouts that fit, from the search of `plan`."""
    design = facts().nodes[node]
    if fabric:
        design = design.with_fabric(parse_fabric(fabric))
    cluster = Cluster(design, int(nodes) * design.gpus_per_node)
    base = Layout(global_batch=int(global_batch), gradient_bytes=4)
    found = plan(facts().transformers[model], cluster, base)
    return markdown_table(
        list(COLUMNS), ([cell(each) for cell in COLUMNS.values()] for each in found.best)
    )
