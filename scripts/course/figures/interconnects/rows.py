"""The rows of the figure, from `scalemodel compare`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from course.figures.style import Family
from course.figures.words import significant
from scalemodel.compare import FabricRow

FAMILIES: Mapping[str, Family] = {"nvlink": "nvlink", "rdma": "rdma", "tcp": "tcp"}
KINDS: Mapping[Family, str] = {
    "nvlink": "inside one node",
    "rdma": "InfiniBand or RoCE Ethernet",
    "tcp": "Ethernet, kernel TCP",
}


@dataclass(frozen=True)
class Fabric:
    """One row.  Bandwidths in bytes/s of one direction, times in seconds, shares of one.

    `line_rate` is that of one GPU inside the node, of all its NICs outside: what a ring through
    every GPU can use.  `nics` is 0 when the GPUs stay in the node.  `wire` is the time of the
    gradient exchange, `idle` the part of it that the backward pass cannot hide, `slowed` what
    kernels lose to the exchange beside them.  `printed` are the values as
    `scalemodel compare --json` prints them.
    """

    family: Family
    name: str
    gpus: int
    nodes: int
    nics: int
    line_rate: float
    modelled: float
    measured: float | None
    forward: float
    backward: float
    slowed: float
    wire: float
    idle: float
    busy_best: float
    busy_worst: float
    printed: Mapping[str, Any]

    @property
    def compute(self) -> float:
        """Seconds of forward and backward pass, as slow as the exchange beside them makes them."""
        return self.forward + self.backward + self.slowed

    @property
    def step(self) -> float:
        """Seconds until the gradients are exchanged, when they travel behind the backward pass."""
        return self.compute + self.idle

    @property
    def kind(self) -> str:
        """What carries the bytes, in words."""
        return KINDS[self.family]

    @property
    def sharers(self) -> int:
        """GPUs that hang on one NIC; 1 when the GPUs stay in the node."""
        return self.gpus // self.nodes // self.nics if self.nics else 1

    @property
    def share(self) -> str:
        """What one GPU can count on, like for like: one direction of one link."""
        rate = gb(self.line_rate / max(1, self.nics))
        return f"{rate} GB/s for {'each GPU' if self.sharers == 1 else f'{self.sharers} GPUs'}"


def fabrics(rows: Sequence[FabricRow]) -> tuple[Fabric, ...]:
    """The rows that are drawn."""
    return tuple(_fabric(row) for row in rows)


def _fabric(row: FabricRow) -> Fabric:
    family = FAMILIES[row.family]
    printed = row.as_dict()
    if row.nics is None or row.nic_rate is None:
        name = row.label
    else:
        gbit = f"{row.nic_rate * 8 / 1e9:g}"
        name = f"{row.nics} × {gbit} Gb/s {family.upper()}"
    return Fabric(
        family=family,
        name=name,
        gpus=row.gpus,
        nodes=row.nodes,
        nics=row.nics or 0,
        line_rate=row.line_rate,
        modelled=row.step.data_bandwidth,
        measured=None if row.measured is None else row.measured.bus_bandwidth,
        forward=row.step.forward,
        backward=row.step.backward,
        slowed=row.slowed,
        wire=row.step.data_exchange,
        idle=row.step.data_wait,
        busy_best=row.busy_overlap,
        busy_worst=row.busy_no_overlap,
        printed=printed,
    )


def gb(rate: float) -> str:
    """Bytes/s as GB/s with three digits, without a needless zero: 12.5, 50, 302."""
    text = significant(rate / 1e9)
    return text.rstrip("0").rstrip(".") if "." in text else text


def ms(seconds: float) -> str:
    """Seconds as whole milliseconds."""
    return f"{1e3 * seconds:,.0f} ms"
