"""Published collectives that figures show beside the model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from course.figures.words import Source
from scalemodel.hardware import Node
from scalemodel.load import catalog
from scalemodel.measurements import CollectiveRow, read_collectives

SCAN = "hf-h100-1-to-15-nodes"
SCAN_SOURCE = Source("hf-smol-playbook", "data file nccl-multinode-bandwidth.json, CC BY 4.0")
SCAN_NODE = "aws-p5"

KIB, MIB, GIB = 2**10, 2**20, 2**30


@dataclass(frozen=True)
class Scan:
    """One publication's collectives on 1 to 15 nodes of one design."""

    node: Node
    rows: tuple[CollectiveRow, ...]

    def of(self, op: str, nodes: int) -> tuple[CollectiveRow, ...]:
        """The rows of one operation on `nodes` nodes, smallest message first."""
        found = [row for row in self.rows if row.op == op and row.group.domains == nodes]
        return tuple(sorted(found, key=lambda row: row.size_bytes))

    def at(self, op: str, nodes: int, size: int) -> CollectiveRow:
        """One row.  Raises LookupError when it was not published."""
        for row in self.of(op, nodes):
            if row.size_bytes == size:
                return row
        raise LookupError(f"{SCAN}: no {op} of {size} bytes on {nodes} nodes")


@cache
def scan(content: Path) -> Scan:
    """The scan under `content`."""
    facts = catalog(content)
    path = content / "measurements" / "collectives" / f"{SCAN}.csv"
    rows = [row for row in read_collectives(path, facts) if isinstance(row, CollectiveRow)]
    return Scan(facts.nodes[SCAN_NODE], tuple(rows))


def size_name(size: float) -> str:
    """Bytes as people read them: 64 KiB, 8 GiB."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size:g} B"
