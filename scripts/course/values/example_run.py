"""The run that the first question and its picture talk about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from course import example
from course.values.memory import states
from course.values.quantities import PER_DIRECTION, facts, in_bytes, number, rate, seconds
from itembank.values import Quantity
from scalemodel.compare import FabricRow


@dataclass(frozen=True, slots=True)
class ExampleRun:
    """Size of the example run."""

    nodes: Quantity
    gpus: Quantity
    gpus_per_node: Quantity
    tokens_per_gpu: Quantity
    parameters: Quantity
    gradients: Quantity
    """Bytes that every GPU brings to the all-reduce, 2 a parameter."""
    states: Quantity
    """Weights, gradients and optimizer states of a full copy, mixed-precision Adam."""


@dataclass(frozen=True, slots=True)
class FabricStep:
    """One step of the example run on one fabric."""

    label: str
    line_rate: Quantity
    """Of one GPU for NVLink, of a node's NICs together for a network."""
    nic_rate: Quantity
    bus_bandwidth: Quantity
    compute: Quantity
    """Forward and backward pass, with what the traffic beside them slows them down."""
    backward: Quantity
    all_reduce: Quantity
    exposed: Quantity
    """The part of the all-reduce that no computation hides."""
    busy: Quantity
    """Share of the step that computes when all of the backward pass hides communication."""
    busy_without_overlap: Quantity


def example_run() -> ExampleRun:
    """Return the size of the run that the first question describes."""
    largest = max(_rows(), key=lambda row: row.gpus)
    return ExampleRun(
        nodes=number(largest.nodes),
        gpus=number(largest.gpus),
        gpus_per_node=number(largest.gpus / largest.nodes),
        tokens_per_gpu=number(example.TOKENS_PER_GPU),
        parameters=number(facts().transformers[example.MODEL].parameters),
        gradients=in_bytes(largest.gradient_bytes),
        states=states(example.MODEL, largest.gpus).total,
    )


def fabric(spec: str) -> FabricStep:
    """Return a step of the example run on `spec`, one of the fabrics that the picture shows.

    Raises ValueError for any other.
    """
    by_spec = {row.fabric: row for row in _rows()}
    if spec not in by_spec:
        raise ValueError(f"no fabric {spec!r} in the example; there are {', '.join(by_spec)}")
    row = by_spec[spec]
    port = row.line_rate if row.nic_rate is None else row.nic_rate
    return FabricStep(
        label=row.label,
        line_rate=rate(row.line_rate, PER_DIRECTION),
        nic_rate=rate(port, PER_DIRECTION),
        bus_bandwidth=rate(row.step.data_bandwidth),
        compute=seconds(row.step.forward + row.step.backward + row.slowed),
        backward=seconds(row.step.backward),
        all_reduce=seconds(row.step.data_exchange),
        exposed=seconds(row.step.data_wait),
        busy=number(row.busy_overlap),
        busy_without_overlap=number(row.busy_no_overlap),
    )


@cache
def _rows() -> tuple[FabricRow, ...]:
    return example.rows()
