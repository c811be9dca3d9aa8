"""How often published jobs stopped and why (content/faults.yml), and what a slow GPU costs."""

from __future__ import annotations

from dataclasses import dataclass

from course import example
from course.values.content import content
from course.values.quantities import facts, number, rate, seconds
from itembank.values import Quantity
from scalemodel import reliability
from scalemodel.hardware import Cluster
from scalemodel.scaling import one_slow_gpu
from scalemodel.step import predict
from scalemodel.stragglers import expected_delay
from scalemodel.transformer import Layout


@dataclass(frozen=True, slots=True)
class SlowGpu:
    """A step of the example's model in which one GPU computes slower than the others."""

    step: Quantity
    """With all GPUs as fast as each other."""
    slowed: Quantity
    longer: Quantity
    """How much longer the step is, as a share."""


@dataclass(frozen=True, slots=True)
class SlowPart:
    """Bus bandwidth of an all-reduce that one slow part was found to limit."""

    expected: Quantity
    measured: Quantity
    nodes: Quantity


def between_failures(record: str, nodes: int) -> Quantity:
    """Return the mean time between failures of a job on `nodes`, at the rate of `record`.

    Raises LookupError for an unknown record.
    """
    return seconds(reliability.mtbf(int(nodes), _per_node_day(record)))


def interruptions(of: str = "") -> Quantity:
    """Return how many unexpected interruptions the Llama 3 405B run had, by cause or group.

    Raises LookupError for a name that is neither.
    """
    causes = content("faults")["interruptions"]["causes"]
    counts = [row["count"] for row in causes if of in ("", row["cause"], row["group"])]
    if not counts:
        known = sorted({row["cause"] for row in causes} | {row["group"] for row in causes})
        raise LookupError(f"no cause or group {of!r}; there are {', '.join(known)}")
    return number(sum(counts))


def slow_gpu(slowdown: float, nodes: int) -> SlowGpu:
    """Return a step of the example's model, ZeRO-1, with one GPU `slowdown` times as slow."""
    node = facts().nodes[example.NODE]
    gpus = int(nodes) * node.gpus_per_node
    layout = Layout(dp=gpus, zero=1, global_batch=gpus)
    step = predict(facts().transformers[example.MODEL], layout, Cluster(node, gpus))
    slowed = one_slow_gpu(step, slowdown)
    return SlowGpu(seconds(step.time), seconds(slowed), number(slowed / step.time - 1))


def slow_part(record: str) -> SlowPart:
    """Return a published all-reduce that one slow part limited."""
    found = content("faults")["slow_parts"][record]
    return SlowPart(
        expected=rate(found["expected_gb_s"] * 1e9),
        measured=rate(found["measured_gb_s"] * 1e9),
        nodes=number(found["nodes"]),
    )


def slowest_of(ranks: int, mean_delay: float) -> Quantity:
    """Return the expected delay of the slowest of `ranks`, as a share of the step.

    Each rank's own delay is exponential with mean `mean_delay`, a share too.
    """
    return number(expected_delay(mean_delay, int(ranks)))


def _per_node_day(record: str) -> float:
    records = content("faults")["records"]
    if record not in records:
        raise LookupError(f"no record {record!r}; there are {', '.join(records)}")
    row = records[record]
    if "per_1000_node_days" in row:
        return float(row["per_1000_node_days"]) / 1000
    if "hours" in row:
        return 24 / float(row["hours"]) / float(row["nodes"])
    return float(row["failures"]) / (float(row["days"]) * float(row["nodes"]))
