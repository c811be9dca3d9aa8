"""What a training run takes: days, GPU hours, money and energy."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.layouts import job
from course.values.quantities import facts, number, plain, seconds
from course.values.storage import saving
from itembank.values import Quantity
from scalemodel.economics import JOULES_PER_KWH, run_cost
from scalemodel.hardware import Cluster

CHECKPOINT = 60.0
"""Seconds for which a checkpoint stops training; the default of `scalemodel predict`."""


@dataclass(frozen=True, slots=True)
class Training:
    """A run on some number of tokens, goodput included."""

    time: Quantity
    gpu_hours: Quantity
    """A plain number."""
    price: Quantity
    energy: Quantity
    """All GPUs at rated power the whole time; hosts, network and cooling come on top."""
    goodput: Quantity


def usd(count: float) -> Quantity:
    """Return `count` US dollars."""
    return Quantity(float(count), (("USD", 1),))


def gpus(count: float) -> Quantity:
    """Return `count` GPUs."""
    return Quantity(float(count), (("GPU", 1),))


def kwh(count: float) -> Quantity:
    """Return `count` kilowatt-hours."""
    return Quantity(count * JOULES_PER_KWH, (("J", 1),))


def training(
    model: str,
    nodes: int,
    tokens: float,
    price: float = 0.0,
    zero: int = 0,
    global_batch: int = 0,
    node: str = "dgx-h100",
    fabric: str = "",
    gradient_bytes: int = 4,
) -> Training:
    """Return what data-parallel training on `tokens` takes at `price` USD for a GPU hour.

    Arguments and defaults are those of `scalemodel predict`, and so is the result.
    """
    step = job(
        model,
        nodes,
        zero=zero,
        global_batch=global_batch,
        node=node,
        fabric=fabric,
        gradient_bytes=gradient_bytes,
    )
    design = facts().nodes[node]
    cluster = Cluster(design, int(nodes) * design.gpus_per_node)
    kept = saving(nodes, CHECKPOINT).goodput
    rate = plain(step.tokens_per_gpu) * cluster.gpus
    cost = run_cost(cluster, tokens, rate, plain(kept), price)
    return Training(
        time=seconds(cost.hours * 3600.0),
        gpu_hours=number(cost.gpu_hours),
        price=usd(cost.money),
        energy=kwh(cost.energy_kwh or 0.0),
        goodput=kept,
    )
