"""What `scalemodel compare` prints, as a table on a page that follows the model."""

from __future__ import annotations

from course.values.quantities import facts
from scalemodel.compare import FabricRow, compare
from scalemodel.tables import markdown_table

COLUMNS = {
    "fabric_label": "fabric",
    "nodes": "nodes",
    "bus_bandwidth_gb_s": "bus GB/s",
    "all_reduce_ms": "all-reduce ms",
    "exposed_ms": "exposed ms",
    "busy_percent_overlap": "busy %",
}
"""The columns that a page has room for, by key of a row; titles as the command prints them."""


def comparison_table(model: str, node: str, nodes: str, tokens_per_gpu: int, fabrics: str) -> str:
    """Return the Markdown table of plain data parallelism on `fabrics`, given with blanks between.

    `nodes` are node counts with blanks between; NVLink stays in one node and has one row.
    """
    rows: list[FabricRow] = []
    for count in nodes.split():
        wanted = [spec for spec in fabrics.split() if not rows or spec != "nvlink"]
        rows += compare(facts(), model, node, int(count), wanted, int(tokens_per_gpu))
    values = [row.as_dict() for row in rows]
    return markdown_table(
        list(COLUMNS.values()), ([value[key] for key in COLUMNS] for value in values)
    )
