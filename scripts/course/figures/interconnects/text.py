"""The words of the figure, from its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from course import example
from course.figures.interconnects.rows import Fabric, gb, ms
from course.figures.words import Source, Table, Words, listed, percent
from scalemodel.load import Catalog, catalog

ID = "interconnects"
CLAIM = "Leaving the node need not idle the GPUs; squeezing eight through one slow NIC does"
NEUTRAL = "How long GPUs wait for their gradients depends on the link that carries them"

COLUMNS: tuple[tuple[str, str], ...] = (
    ("GPUs", "gpus"),
    ("NICs per node", "nics_per_node"),
    ("Line rate, GB/s per direction (specified)", "line_rate_gb_s_per_direction"),
    ("All-reduce bus bandwidth, GB/s per direction (model)", "bus_bandwidth_gb_s"),
    ("All-reduce bus bandwidth, GB/s per direction (measured)", "measured_bus_bandwidth_gb_s"),
    ("Measured on", "measured_on"),
    ("Forward, ms", "forward_ms"),
    ("Backward, ms", "backward_ms"),
    ("Slowed by the exchange, ms", "slowed_ms"),
    ("Gradients on the wire, ms", "all_reduce_ms"),
    ("GPUs idle, best case, ms", "exposed_ms"),
    ("GPUs busy, best case, %", "busy_percent_overlap"),
    ("GPUs busy, worst case, %", "busy_percent_no_overlap"),
)
"""Titles after the first two columns, and the keys of `scalemodel compare --json` below them."""


def words(rows: Sequence[Fabric], content: Path) -> Words:
    """Title, alt text, caption, sources and table."""
    return Words(ID, title(rows), alt(rows), caption(rows, content), sources(rows), table(rows))


def title(rows: Sequence[Fabric]) -> str:
    """The claim, as long as the rows bear it out."""
    own = [row.busy_best for row in rows if row.nics and row.sharers == 1]
    shared = [row.busy_best for row in rows if row.sharers > 1]
    if not own or not shared:
        return NEUTRAL
    holds = min(own) > 0.97 and max(shared) < min(own) and min(shared) < 0.8
    return CLAIM if holds else NEUTRAL


def subtitle(content: Path) -> str:
    """What is shown, one line."""
    facts = catalog(content)
    model = facts.transformers[example.MODEL].name
    return (
        f"One data-parallel training step of {model} on {_gpu(facts)} GPUs,"
        f" {example.TOKENS_PER_GPU:,} tokens on each."
    )


def _gpu(facts: Catalog) -> str:
    return facts.nodes[example.NODE].gpu.id.partition("-")[0].upper()


def alt(rows: Sequence[Fabric]) -> str:
    """What the picture says, in words and in the numbers that are written in it."""
    inside = [row for row in rows if not row.nics]
    own = [row for row in rows if row.nics and row.sharers == 1]
    shared = [row for row in rows if row.sharers > 1]
    parts = [
        *(f"{_busy(row)} on {row.name} inside one node" for row in inside),
        *(f"{_busy(row)} with one NIC for each GPU ({row.name})" for row in own),
    ]
    gist = f"GPUs are at best {listed(parts)}"
    if shared:
        crowd = listed([f"{_busy(row)} ({row.name})" for row in shared])
        gist += f"; when {shared[0].sharers} GPUs share one NIC, {crowd}"
    return " ".join((f"{gist}.", *(_sentence(row) for row in rows)))


def _busy(row: Fabric) -> str:
    return f"{percent(row.busy_best)} busy"


def _sentence(row: Fabric) -> str:
    measured = "" if row.measured is None else f" ({gb(row.measured)} measured)"
    idle = "" if row.idle < 0.0005 else f", idle {ms(row.idle)}"
    return (
        f"{row.name}: {row.share}, all-reduce {gb(row.modelled)} of {gb(row.line_rate)} GB/s per"
        f" direction{measured}, compute {ms(row.compute)}, wire {ms(row.wire)}{idle},"
        f" {percent(row.busy_worst)} busy at worst."
    )


def caption(rows: Sequence[Fabric], content: Path) -> str:
    """The assumptions, and what is model and what is datum."""
    facts = catalog(content)
    model, gpu = facts.transformers[example.MODEL], _gpu(facts)
    first, last = rows[0].printed, rows[-1].printed
    text = [
        "Outlined marks, times and percentages come from the cost model; filled marks are published"
        " measurements of a large all-reduce on such a link, ticks are line rates.",
        "Bandwidths count one direction, on a logarithmic scale; the line rate is that of one GPU"
        " (NVLink) or of all NICs of a node together.",
        f"One step of plain data parallelism: {model.name} on {gpu} GPUs,"
        f" {model.parameters / 1e9:.2f} billion"
        f" parameters, {example.TOKENS_PER_GPU:,} tokens on each GPU in bf16, gradients of"
        f" {first['gradient_gb']} GB (two bytes each); {rows[0].gpus} GPUs in one node for the"
        f" first row, {rows[-1].gpus} in {rows[-1].nodes} nodes for the others.",
        "Best case: gradients travel during the backward pass, which they slow a little. Worst"
        " case: only after it."
        f" The optimizer ({last['optimizer_ms']} ms in every row) and waiting for slow GPUs are"
        " left out.",
        "RDMA is InfiniBand, or Ethernet with RoCE: at the same rate the model treats them alike.",
    ]
    if any(not row.nics and row.modelled > row.line_rate for row in rows):
        text.append(
            "NVLink gets more than its line rate because the switch in the node adds up the"
            " gradients itself (NVLS), which bus bandwidth counts as traffic."
        )
    return " ".join(text)


def sources(rows: Sequence[Fabric]) -> tuple[Source, ...]:
    """One entry for each source of a line rate or a measurement."""
    uses: dict[str, list[str]] = {}
    for row in rows:
        for ref in row.printed["line_rate_source"]:
            uses.setdefault(ref, []).append(f"line rate of {row.name}")
        for ref in row.printed["measured_source"]:
            uses.setdefault(ref, []).append(f"all-reduce on {row.printed['measured_on']}")
    return tuple(
        Source(ref, "; ".join(dict.fromkeys(places)))
        for ref, places in uses.items()
        if ref != "computed"
    )


def table(rows: Sequence[Fabric]) -> Table:
    """Every number of the figure as `scalemodel compare --json` prints it."""
    columns = ("Link", "One GPU can count on, per direction", *(title for title, _ in COLUMNS))
    body = tuple(
        (f"{row.name}, {row.kind}", row.share, *(_cell(row.printed[key]) for _, key in COLUMNS))
        for row in rows
    )
    return Table(columns, body)


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return value if isinstance(value, str) else json.dumps(value)
