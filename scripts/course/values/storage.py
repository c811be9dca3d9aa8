"""Storage: checkpoints, what writing them costs, and file systems that somebody measured."""

from __future__ import annotations

from dataclasses import dataclass

from course.values.content import content
from course.values.memory import states
from course.values.quantities import in_bytes, number, plain, rate, seconds
from itembank.values import Quantity
from scalemodel import reliability

FAILURES_PER_NODE_DAY = reliability.FAILURES_PER_NODE_DAY["meta-rsc-1"]
RESTART = 600.0
"""Seconds from a failure to the next training step; the default of `scalemodel predict`."""


@dataclass(frozen=True, slots=True)
class FileSystem:
    """What one node was measured to reach on a file system."""

    name: str
    throughput: Quantity
    operations: Quantity
    """Operations in a second, with blocks of 64 KiB; a plain number."""


@dataclass(frozen=True, slots=True)
class SavedRun:
    """Checkpoints of a published run."""

    name: str
    size: Quantity
    save: Quantity
    """Time that one save stopped training."""
    interval: Quantity
    throughput: Quantity


@dataclass(frozen=True, slots=True)
class Saving:
    """What checkpoints and failures cost a job, as shares of the wall clock."""

    between_failures: Quantity
    interval: Quantity
    written: Quantity
    redone: Quantity
    goodput: Quantity


def file_system(system_id: str) -> FileSystem:
    """Return the file system `system_id` of content/storage.yml."""
    found = content("storage")["systems"][system_id]
    return FileSystem(
        name=found["name"],
        throughput=rate(found["throughput_gib_s"] * 2**30),
        operations=number(found["operations_per_s"]),
    )


def saved_run(run_id: str) -> SavedRun:
    """Return the checkpoints of the run `run_id` of content/storage.yml."""
    found = content("storage")["runs"][run_id]
    size, save = found["size_tb"] * 1e12, found["save_s"]
    return SavedRun(
        name=found["name"],
        size=in_bytes(size),
        save=seconds(save),
        interval=seconds(found["every_hours"] * 3600),
        throughput=rate(size / save),
    )


def checkpoint_size(model_id: str) -> Quantity:
    """Return the bytes of a checkpoint that a run can go on from.

    Weights in 16 bits and Adam's states in 32 bits, master weights included: 14 bytes a parameter.
    Gradients are not saved; the optimizer has used them.
    """
    held = states(model_id, 1)
    return in_bytes(plain(held.weights) + plain(held.optimizer))


def saving(nodes: int, blocked: Quantity | float, interval: Quantity | float = 0) -> Saving:
    """Return what checkpoints cost on `nodes` when each stops training for `blocked` seconds.

    Failures at the rate of Meta's RSC-1 cluster, restarts of ten minutes, as `scalemodel predict`
    assumes. `interval` in seconds; 0 takes the best one (Young 1974).
    """
    found = reliability.goodput(
        reliability.mtbf(int(nodes), FAILURES_PER_NODE_DAY),
        plain(blocked),
        RESTART,
        plain(interval) or None,
    )
    return Saving(
        between_failures=seconds(found.mtbf),
        interval=seconds(found.interval),
        written=number(found.checkpoint_share),
        redone=number(found.rework_share),
        goodput=number(found.share),
    )
