"""Collectives that Hugging Face measured on 1 to 15 nodes of eight H100 and published."""

from __future__ import annotations

from dataclasses import dataclass

from course.figures.measured import scan
from course.values.quantities import facts, plain, rate, seconds
from itembank.values import Quantity
from scalemodel.collectives import traffic_factor


@dataclass(frozen=True, slots=True)
class Measured:
    """One published collective; bandwidths as nccl-tests define them."""

    time: Quantity
    bus_bandwidth: Quantity
    algorithm_bandwidth: Quantity


def measured(op: str, size: Quantity | float, nodes: int) -> Measured:
    """Return what was measured for `op` on `size` bytes over all GPUs of `nodes`.

    Raises LookupError when that size or number of nodes was not published.
    """
    row = scan(facts().root).at(op, int(nodes), int(plain(size)))
    speed = row.size_bytes / row.time
    return Measured(
        time=seconds(row.time),
        bus_bandwidth=rate(speed * traffic_factor(op, row.ranks)),
        algorithm_bandwidth=rate(speed),
    )
