"""The run that the first question and its picture talk about; the one place that names it."""

from __future__ import annotations

from pathlib import Path

from scalemodel.compare import FabricRow, compare
from scalemodel.load import catalog

MODEL = "llama3.2-3b"
NODE = "dgx-h100"
NODES = 4
TOKENS_PER_GPU = 8192
FABRICS = ("nvlink", "rdma:8x400", "rdma:1x400", "rdma:1x200", "tcp:1x100")


def rows(content: Path | None = None) -> tuple[FabricRow, ...]:
    """Return one row a fabric of FABRICS, from the facts below `content`.

    The same as `scalemodel compare` with these arguments.
    """
    return compare(
        catalog(content),
        model=MODEL,
        node=NODE,
        nodes=NODES,
        fabrics=FABRICS,
        tokens_per_gpu=TOKENS_PER_GPU,
    )
