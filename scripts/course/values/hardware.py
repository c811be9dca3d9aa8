"""Links, GPUs, nodes and models, as content/hardware and content/models.yml state them."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.quantities import (
    BOTH_DIRECTIONS,
    PER_DIRECTION,
    facts,
    flops,
    in_bytes,
    number,
    rate,
)
from itembank.values import Quantity


@dataclass(frozen=True, slots=True)
class Link:
    """A link's specified bandwidth: of one GPU for NVLink, of one port for a network."""

    name: str
    per_direction: Quantity
    both_directions: Quantity


@dataclass(frozen=True, slots=True)
class Accelerator:
    """A GPU: dense bf16 peak, memory, and its share of the links inside the node."""

    name: str
    peak_bf16: Quantity
    memory: Quantity
    memory_bandwidth: Quantity
    scale_up: Quantity


@dataclass(frozen=True, slots=True)
class Server:
    """A node: its GPUs and what it can send to other nodes."""

    name: str
    gpus: Quantity
    injection: Quantity
    """All network adapters for training together."""
    injection_per_gpu: Quantity


@dataclass(frozen=True, slots=True)
class Model:
    """A transformer."""

    name: str
    parameters: Quantity
    attention_share: Quantity
    """Share of the model FLOP that attention between tokens takes, over the full square."""


def link(link_id: str) -> Link:
    """Return the link `link_id` of content/hardware/links.yml."""
    found = facts().links[link_id]
    both = found.both_directions or 2 * found.per_direction
    return Link(
        name=found.name,
        per_direction=rate(found.per_direction, PER_DIRECTION),
        both_directions=rate(both, BOTH_DIRECTIONS),
    )


def gpu(gpu_id: str) -> Accelerator:
    """Return the GPU `gpu_id` of content/hardware/gpus.yml."""
    found = facts().gpus[gpu_id]
    return Accelerator(
        name=found.name,
        peak_bf16=flops(found.peak_flops("bf16")),
        memory=in_bytes(found.need("memory")),
        memory_bandwidth=rate(found.need("memory_bandwidth")),
        scale_up=rate(found.scale_up, PER_DIRECTION),
    )


def node(node_id: str) -> Server:
    """Return the node `node_id` of content/hardware/nodes.yml."""
    found = facts().nodes[node_id]
    injection = found.need_fabric().injection
    return Server(
        name=found.name,
        gpus=number(found.gpus_per_node),
        injection=rate(injection, PER_DIRECTION),
        injection_per_gpu=rate(injection / found.gpus_per_node, PER_DIRECTION),
    )


def model(model_id: str) -> Model:
    """Return the transformer `model_id` of content/models.yml."""
    found = facts().transformers[model_id]
    attention = 12 * found.layers * found.hidden * found.seq
    return Model(
        name=found.name,
        parameters=number(found.parameters),
        attention_share=number(attention / found.flops_per_token),
    )
