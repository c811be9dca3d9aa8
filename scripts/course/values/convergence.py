"""What a batch of a given size costs in steps, tokens and time."""

from __future__ import annotations

from dataclasses import dataclass

from course.figures.words import significant
from course.values.layouts import job
from course.values.quantities import number, seconds
from itembank.values import Quantity
from scalemodel import convergence
from scalemodel.tables import markdown_table


@dataclass(frozen=True, slots=True)
class BatchCost:
    """Steps and tokens relative to the least that any batch needs for the same loss."""

    steps: Quantity
    tokens: Quantity


@dataclass(frozen=True, slots=True)
class RunToLoss:
    """A run that ends at a given loss, without failures and checkpoints."""

    tokens: Quantity
    step: Quantity
    mfu: Quantity
    time: Quantity
    gpu_hours: Quantity


def batch_cost(relative_to_critical: float) -> BatchCost:
    """Return the cost of a batch that is so many times the critical batch size."""
    cost = convergence.batch_cost(relative_to_critical, 1.0)
    return BatchCost(steps=number(cost.steps_factor), tokens=number(cost.samples_factor))


def run_to_loss(
    model: str,
    nodes: int,
    batch: int,
    critical_batch: float,
    least_tokens: float,
    seq: int = 4096,
    fabric: str = "",
) -> RunToLoss:
    """Return what it takes on `nodes` DGX H100, data parallel with ZeRO-1.

    `batch` and `critical_batch` count sequences; `least_tokens` is what a very small batch needs.
    """
    one = job(model, nodes, global_batch=batch, zero=1, seq=seq, fabric=fabric)
    tokens = least_tokens * convergence.batch_cost(batch, critical_batch).samples_factor
    time = one.step.value * tokens / (batch * seq)
    return RunToLoss(
        tokens=_tokens(tokens),
        step=one.step,
        mfu=one.mfu,
        time=seconds(time),
        gpu_hours=number(time / 3600 * nodes * 8),
    )


def runs_to_loss_table(
    model: str, runs: str, critical_batch: float, least_tokens: float, fabric: str = ""
) -> str:
    """Return the Markdown table of `runs`, each `nodes:batch`, with blanks between."""
    body = []
    for text in runs.split():
        nodes, batch = (int(part) for part in text.split(":"))
        run = run_to_loss(model, nodes, batch, critical_batch, least_tokens, fabric=fabric)
        body.append(
            (
                nodes,
                batch,
                significant(run.tokens.value / 1e9),
                significant(100 * run.mfu.value, 2),
                significant(run.time.value / 86400, 2),
                significant(run.gpu_hours.value, 2),
            )
        )
    titles = ("nodes", "batch, sequences", "billion tokens", "MFU %", "days", "GPU hours")
    return markdown_table(titles, body)


def global_batch(
    gpus: int, tp: int, pp: int, micro_batch: int, accumulation: int, seq: int
) -> Quantity:
    """Return the tokens of one optimizer step: what every data-parallel rank contributes to it."""
    return _tokens(gpus // (tp * pp) * micro_batch * accumulation * seq)


def steps_with_batch(steps: float, before: float, after: float, critical_batch: float) -> Quantity:
    """Return the steps to the same loss with batch `after`, when `before` took `steps`."""
    return Quantity(steps / convergence.speedup(before, after, critical_batch), (("step", 1),))


def _tokens(count: float) -> Quantity:
    return Quantity(float(count), (("token", 1),))
