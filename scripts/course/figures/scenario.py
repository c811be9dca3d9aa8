"""The training runs that figures and pages speak about, so that all of them mean the same one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scalemodel.compare import FabricRow, compare
from scalemodel.load import catalog


@dataclass(frozen=True)
class Comparison:
    """Arguments of `scalemodel compare`: one data-parallel step on several fabrics."""

    model: str
    node: str
    nodes: int
    fabrics: tuple[str, ...]
    tokens_per_gpu: int

    def rows(self, content: Path) -> tuple[FabricRow, ...]:
        """What the cost model says, with the facts under `content`."""
        return compare(
            catalog(content), self.model, self.node, self.nodes, self.fabrics, self.tokens_per_gpu
        )

    def gpu(self, content: Path) -> str:
        """Short name of the node's GPU: H100."""
        return catalog(content).nodes[self.node].gpu.id.partition("-")[0].upper()

    def command(self) -> list[str]:
        """The words of the command line that prints the same numbers."""
        words = ["compare", "--model", self.model, "--node", self.node, "--nodes", str(self.nodes)]
        for fabric in self.fabrics:
            words += ["--fabric", fabric]
        return [*words, "--tokens-per-gpu", str(self.tokens_per_gpu)]


FIRST_STEPS = Comparison(
    model="llama3.2-3b",
    node="dgx-h100",
    nodes=32,
    fabrics=("nvlink", "rdma:8x400", "rdma:1x400", "rdma:1x200", "tcp:1x100"),
    tokens_per_gpu=8192,
)
"""The question the site began with: a model that fits one GPU leaves its node."""
