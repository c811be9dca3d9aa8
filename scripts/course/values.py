"""The numbers that questions and pages print: `{{= link("nvlink4").per_direction | GB/s }}`.

Every function of `__all__` can be called in an expression. Quantities carry unit and direction, so
that a page cannot print one without the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from course import example
from itembank.values import Quantity
from scalemodel import convergence
from scalemodel.compare import FabricRow
from scalemodel.load import Catalog, catalog
from scalemodel.memory import memory
from scalemodel.transformer import Layout

__all__ = ["batch_cost", "example_run", "fabric", "gpu", "link", "model"]

_BYTES = (("B", 1),)
_BYTES_PER_SECOND = (("B", 1), ("s", -1))
_SECONDS = (("s", 1),)
_FLOP_PER_SECOND = (("FLOP", 1), ("s", -1))

PER_DIRECTION = "per direction"
BOTH_DIRECTIONS = "both directions"


@dataclass(frozen=True, slots=True)
class Link:
    """A link's specified bandwidth: of one GPU for NVLink, of one port for a network."""

    name: str
    per_direction: Quantity
    both_directions: Quantity


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
    """Forward and backward pass."""
    backward: Quantity
    all_reduce: Quantity
    exposed: Quantity
    """The part of the all-reduce that no computation hides."""
    busy: Quantity
    """Share of the step that computes when all of the backward pass hides communication."""
    busy_without_overlap: Quantity


def link(link_id: str) -> Link:
    """Return the link `link_id` of content/hardware/links.yml."""
    found = _catalog().links[link_id]
    both = found.both_directions or 2 * found.per_direction
    return Link(
        name=found.name,
        per_direction=Quantity(found.per_direction, _BYTES_PER_SECOND, PER_DIRECTION),
        both_directions=Quantity(both, _BYTES_PER_SECOND, BOTH_DIRECTIONS),
    )


@dataclass(frozen=True, slots=True)
class Accelerator:
    """A GPU: dense bf16 peak and memory."""

    name: str
    peak_bf16: Quantity
    memory: Quantity


def gpu(gpu_id: str) -> Accelerator:
    """Return the GPU `gpu_id` of content/hardware/gpus.yml."""
    found = _catalog().gpus[gpu_id]
    return Accelerator(
        name=found.name,
        peak_bf16=Quantity(found.peak_flops("bf16"), _FLOP_PER_SECOND),
        memory=Quantity(found.need("memory"), _BYTES),
    )


@dataclass(frozen=True, slots=True)
class Model:
    """A transformer and the memory of its states in mixed-precision Adam training."""

    name: str
    parameters: Quantity


def model(model_id: str) -> Model:
    """Return the transformer `model_id` of content/models.yml."""
    found = _catalog().transformers[model_id]
    return Model(name=found.name, parameters=Quantity(found.parameters))


def example_run() -> ExampleRun:
    """Return the size of the run that the first question describes."""
    largest = max(_rows(), key=lambda row: row.gpus)
    transformer = _catalog().transformers[example.MODEL]
    replicated = memory(transformer, Layout(dp=largest.gpus, global_batch=largest.gpus))
    return ExampleRun(
        nodes=Quantity(largest.nodes),
        gpus=Quantity(largest.gpus),
        gpus_per_node=Quantity(largest.gpus / largest.nodes),
        tokens_per_gpu=Quantity(example.TOKENS_PER_GPU),
        parameters=Quantity(transformer.parameters),
        gradients=Quantity(largest.gradient_bytes, _BYTES),
        states=Quantity(replicated.weights + replicated.gradients + replicated.optimizer, _BYTES),
    )


@dataclass(frozen=True, slots=True)
class BatchCost:
    """What a batch costs, relative to the least that any batch needs for the same loss."""

    steps: Quantity
    tokens: Quantity


def batch_cost(relative_to_critical: float) -> BatchCost:
    """Return the cost of a batch that is so many times the critical batch size."""
    cost = convergence.batch_cost(relative_to_critical, 1.0)
    return BatchCost(steps=Quantity(cost.steps_factor), tokens=Quantity(cost.samples_factor))


def fabric(spec: str) -> FabricStep:
    """Return a step of the example run on `spec`, one of the fabrics that the picture shows."""
    by_spec = {row.fabric: row for row in _rows()}
    if spec not in by_spec:
        raise ValueError(f"no fabric {spec!r} in the example; there are {', '.join(by_spec)}")
    row = by_spec[spec]
    rate = row.line_rate if row.nic_rate is None else row.nic_rate
    return FabricStep(
        label=row.label,
        line_rate=Quantity(row.line_rate, _BYTES_PER_SECOND, PER_DIRECTION),
        nic_rate=Quantity(rate, _BYTES_PER_SECOND, PER_DIRECTION),
        bus_bandwidth=Quantity(row.step.data_bandwidth, _BYTES_PER_SECOND),
        compute=Quantity(row.step.forward + row.step.backward, _SECONDS),
        backward=Quantity(row.step.backward, _SECONDS),
        all_reduce=Quantity(row.step.data_exchange, _SECONDS),
        exposed=Quantity(row.step.parts.data, _SECONDS),
        busy=Quantity(row.busy_overlap),
        busy_without_overlap=Quantity(row.busy_no_overlap),
    )


@cache
def _catalog() -> Catalog:
    return catalog()


@cache
def _rows() -> tuple[FabricRow, ...]:
    return example.rows()
