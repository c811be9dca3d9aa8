"""How a job behaves when one GPU is slow, and when GPUs are added."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scalemodel.constants import CONSTANTS, Constants
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster, Node
from scalemodel.step import Step, predict
from scalemodel.transformer import Layout, Transformer


@dataclass(frozen=True, slots=True)
class ScalingRow:
    """One cluster size. `efficiency`: throughput per GPU relative to the first row."""

    gpus: int
    layout: Layout
    step: Step
    efficiency: float


def one_slow_gpu(step: Step, slowdown: float) -> float:
    """Seconds of the step when a single GPU computes `slowdown` times slower.

    Every rank waits for it in every collective, so the whole job takes its pace.
    """
    if slowdown < 1:
        raise ScaleModelError("slowdown is a factor of at least 1")
    return step.time + (slowdown - 1) * (step.parts.compute + step.parts.bubble)


def sweep(
    model: Transformer,
    layout: Layout,
    node: Node,
    data_parallel: Sequence[int],
    strong: bool,
    constants: Constants = CONSTANTS,
) -> tuple[ScalingRow, ...]:
    """The same job with other data-parallel sizes.

    Strong scaling keeps the global batch, weak scaling the batch per data-parallel rank.
    """
    rows: list[ScalingRow] = []
    per_rank = layout.global_batch // layout.dp
    for dp in data_parallel:
        batch = layout.global_batch if strong else per_rank * dp
        each = replace(layout, dp=dp, global_batch=batch)
        step = predict(model, each, Cluster(node, each.gpus), constants)
        rate = step.tokens_per_second / each.gpus
        base = rows[0].step.tokens_per_second / rows[0].gpus if rows else rate
        rows.append(ScalingRow(each.gpus, each, step, rate / base))
    return tuple(rows)
