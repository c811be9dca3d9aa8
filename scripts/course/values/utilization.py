"""Shares of a GPU's peak, and how they fall as nodes are added."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from course.figures.sweeps import NODES, Curve, curves, published
from course.values.quantities import facts, number, plain
from itembank.values import Quantity


@dataclass(frozen=True, slots=True)
class Scaled:
    """The example run on so many nodes of a fabric, as the figure `scaling` draws it."""

    efficiency: Quantity
    """Tokens per second of a GPU, relative to one node."""
    mfu: Quantity


def mfu(parameters: Quantity | float, tokens_per_s: Quantity | float, gpus: int = 1) -> Quantity:
    """Return 6 N FLOP a token over the dense bf16 peak of `gpus` H100, as a share.

    Attention is left out: the rule of thumb of a dashboard (PaLM, arXiv:2204.02311, appendix B,
    without its second term).
    """
    peak = int(gpus) * facts().gpus["h100-sxm"].peak_flops("bf16")
    return number(6 * plain(parameters) * plain(tokens_per_s) / peak)


def scaled(fabric: str, nodes: int, kind: str = "weak") -> Scaled:
    """Return the example run on `nodes` with `weak` or `strong` scaling.

    Raises LookupError for a fabric or number of nodes that the figure does not draw.
    """
    if kind not in ("weak", "strong"):
        raise LookupError(f"{kind!r} is neither 'weak' nor 'strong'")
    found = {curve.fabric: curve for curve in _curves(kind)}
    if fabric not in found or int(nodes) not in NODES:
        raise LookupError(f"the figure draws {', '.join(found)} on {NODES} nodes")
    row = found[fabric].rows[NODES.index(int(nodes))]
    return Scaled(efficiency=number(row.efficiency), mfu=number(row.step.mfu))


def measured_scaling(nodes: int) -> Quantity:
    """Return the published weak-scaling efficiency of a 7B model with FSDP, 1 node being 1.

    H100 nodes with InfiniBand, the same batch on each GPU; raises LookupError for other counts.
    """
    points = {point.nodes: point.efficiency for point in published(facts().root)}
    if int(nodes) not in points:
        raise LookupError(f"published on {', '.join(map(str, points))} nodes, not on {nodes}")
    return number(points[int(nodes)])


@cache
def _curves(kind: str) -> tuple[Curve, ...]:
    return tuple(curves(facts().root, strong=kind == "strong"))
