"""From memory to 1 GbE: what one direction of each link carries, and how long 1 GB takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.lettering import text_width
from course.figures.measured import GIB, SCAN_SOURCE, scan
from course.figures.parts import heading, heading_height, key, value
from course.figures.registry import Plan
from course.figures.scales import LogScale
from course.figures.style import TYPE, WIDTH_PX, Family, Layout, Scheme
from course.figures.words import Source, Table, Words, significant
from scalemodel.load import Catalog, catalog

ID = "bandwidth-ladder"
GPU = "h100-sxm"
SUBTITLE = "Bandwidth of one GPU, slot or port, GB/s one way, and the time to move 1 GB."
INSIDE: tuple[tuple[str, Family], ...] = (
    ("nvlink5", "nvlink"),
    ("nvlink4", "nvlink"),
    ("nvlink3", "nvlink"),
    ("pcie5", "local"),
)
BETWEEN: tuple[tuple[str, Family], ...] = (
    ("ib-xdr", "rdma"),
    ("ib-ndr", "rdma"),
    ("ib-hdr", "rdma"),
    ("ib-edr", "rdma"),
    ("ethernet-25", "tcp"),
    ("ethernet-10", "tcp"),
    ("ethernet-1", "tcp"),
)
SAME_RATE = {"ib-ndr": "ethernet-400", "ib-hdr": "ethernet-200", "ib-edr": "ethernet-100"}


@dataclass(frozen=True)
class Rung:
    """One link: bytes/s in one direction, specified and measured."""

    family: Family
    name: str
    note: str
    rate: float
    measured: float | None
    sources: tuple[str, ...]

    @property
    def seconds_per_gb(self) -> float:
        """Seconds for 10^9 bytes."""
        return 1e9 / self.rate


def plan(content: Path) -> Plan:
    """The figure from the facts and measurements under `content`."""
    groups = rungs(content)
    text = words(groups)
    return Plan(text, lambda scheme, layout: draw(groups, text.title, scheme, layout))


def rungs(content: Path) -> dict[str, tuple[Rung, ...]]:
    """The links, fastest first, by where they lie."""
    facts = catalog(content)
    gpu = facts.gpus[GPU]
    memory = Rung(
        "local", "memory of an H100", "HBM3, reads and writes in sum",
        gpu.need("memory_bandwidth"), None, gpu.source[:1],
    )  # fmt: skip
    best = _measured(facts, content)
    return {
        "inside the node": (memory, *(_rung(facts, *item, best) for item in INSIDE)),
        "between nodes": tuple(_rung(facts, *item, best) for item in BETWEEN),
    }


def _rung(facts: Catalog, link_id: str, family: Family, best: Mapping[str, float]) -> Rung:
    link = facts.links[link_id]
    name, note = link.name, ""
    if link_id in SAME_RATE:
        name = f"{name}, {facts.links[SAME_RATE[link_id]].name}"
    if link.family == "nvlink" and link.both_directions:
        note = f"sold as {_gb(link.both_directions)} GB/s, both ways"
    sources = tuple(ref for ref in link.source if ref != "computed")
    return Rung(family, name, note, link.per_direction, best.get(link_id), sources)


def _measured(facts: Catalog, content: Path) -> dict[str, float]:
    """Bus bandwidth of large ring all-reduces by NVLink, and of one send over a 400 Gb/s NIC.

    Reductions in the switch are left out: their bus bandwidth says nothing about the wire.
    """
    found = {}
    for row in facts.measured_all_reduce:
        if row.fabric == "nvlink" and "ring" in (row.note or ""):
            found[facts.gpus[row.gpu].scale_up_link] = row.bus_bandwidth
    send = scan(content).at("send_recv", 2, 8 * GIB)
    found["ib-ndr"] = send.size_bytes / send.time
    return found


# -- words -----------------------------------------------------------------------------------------


def words(groups: Mapping[str, Sequence[Rung]]) -> Words:
    """Title, alt text, caption, sources and table."""
    inside, between = groups["inside the node"], groups["between nodes"]
    nvlink = next(r for r in inside if r.name == "NVLink 4")
    ndr = next(r for r in between if "NDR" in r.name)
    title = (
        f"Every step away from the GPU costs: {nvlink.name} is {nvlink.rate / ndr.rate:g} times"
        " a 400 Gb/s port"
    )
    lines = " ".join(
        f"{where.capitalize()}: "
        + "; ".join(
            f"{r.name} {_gb(r.rate)} GB/s, {moving(r)}"
            + ("" if r.measured is None else f" ({_gb(r.measured)} measured)")
            + (f" ({r.note})" if r.note else "")
            for r in rows
        )
        + "."
        for where, rows in groups.items()
    )
    alt = (
        "Links sorted by bandwidth of one direction on a logarithmic scale, with the time to move"
        f" 1 GB. {lines}"
    )
    caption = (
        "Ticks are specified rates of one direction (memory: reads and writes in sum); filled marks"
        " are measured: a large ring all-reduce in one node, or one 8 GiB send between two nodes"
        " over EFA with 400 Gb/s for each GPU. NVLink counts all links of one GPU, PCIe a slot of"
        " 16 lanes, networks one port. InfiniBand and Ethernet of the same rate share a row: what"
        " differs is the transport, not the wire. Logarithmic scale."
    )
    sources: dict[str, list[str]] = {}
    for rung in (*inside, *between):
        for ref in rung.sources:
            sources.setdefault(ref, []).append(rung.name)
    cited = tuple(Source(ref, "rate of " + "; ".join(names)) for ref, names in sources.items())
    return Words(ID, title, alt, caption, (*cited, SCAN_SOURCE), table(groups))


def table(groups: Mapping[str, Sequence[Rung]]) -> Table:
    """Rates and times."""
    columns = (
        "Where",
        "Link",
        "Specified, GB/s per direction",
        "Measured, GB/s per direction",
        "Time for 1 GB",
        "Note",
    )
    body = tuple(
        (
            where,
            r.name,
            _gb(r.rate),
            "–" if r.measured is None else _gb(r.measured),
            moving(r),
            r.note or "–",
        )
        for where, rows in groups.items()
        for r in rows
    )
    return Table(columns, body)


def _gb(rate: float) -> str:
    text = significant(rate / 1e9)
    return text.rstrip("0").rstrip(".") if "." in text else text


def moving(rung: Rung) -> str:
    """Time for 1 GB: 0.3 ms, 20 ms, 8 s."""
    seconds = rung.seconds_per_gb
    number = significant(seconds if seconds >= 1 else 1e3 * seconds, 2)
    text = number.rstrip("0").rstrip(".") if "." in number else number
    return f"{text} s" if seconds >= 1 else f"{text} ms"


# -- drawing ---------------------------------------------------------------------------------------


def draw(
    groups: Mapping[str, Sequence[Rung]], title: str, scheme: Scheme, layout: Layout
) -> Canvas:
    """A tick for each link on one common scale."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    side = 16.0 if wide else 12.0
    pitch, band = (34.0 if wide else 54.0), 32.0
    head = heading_height(title, SUBTITLE, layout, width) + 30
    top = head + 12
    rows = [rung for group in groups.values() for rung in group]
    bottom = top + pitch * len(rows) + band * len(groups)
    canvas = Canvas(width, bottom + 10, scheme)
    ink = canvas.palette
    heading(canvas, title, SUBTITLE, layout)
    key(canvas, side, head, [(value("specified"), "specified"), (value("measured"), "measured")])
    right = width - side
    canvas.text(right, head, "1 GB takes", size=TYPE.small, colour=ink.muted, ha="right")
    low, high = min(r.rate for r in rows), max(r.rate for r in rows)
    start, end = (292.0, right - 130) if wide else (side + 4, right - 112)
    scale = LogScale(low, high, start, end)
    y = top
    for where, group in groups.items():
        canvas.text(side, y + 22, where, weight="bold")
        y += band
        for rung in group:
            canvas.line((side, right), (y, y), ink.line)
            _row(canvas, y, rung, scale, side, wide)
            y += pitch
    canvas.line((side, right), (bottom, bottom), ink.line)
    return canvas


def _row(canvas: Canvas, y: float, rung: Rung, scale: LogScale, side: float, wide: bool) -> None:
    ink = canvas.palette
    colour = ink.family(rung.family)
    right = canvas.width - side
    if wide:
        base = y + 21 if not rung.note else y + 15
        canvas.text(side, base, rung.name, colour=colour)
        if rung.note:
            canvas.text(side, y + 29, rung.note, size=TYPE.small, colour=ink.muted)
        middle = y + 17
    else:
        canvas.text(side, y + 18, rung.name, colour=colour)
        if rung.note:
            note = rung.note.replace("reads and writes in sum", "both ways")
            room = right - side - text_width(rung.name) - 12
            if text_width(note, TYPE.small) <= room:
                canvas.text(right, y + 18, note, size=TYPE.small, colour=ink.muted, ha="right")
        middle = y + 37
    x = scale(rung.rate)
    canvas.mark(x, middle, rung.family, "specified")
    if rung.measured is not None:
        near = scale(rung.measured)
        canvas.mark(near, middle, rung.family, "measured")
        note = _gb(rung.measured)
        canvas.text(near - 8, middle, note, size=TYPE.small, colour=colour, ha="right", va="center")
    canvas.text(x + 7, middle, _gb(rung.rate), weight="bold", colour=colour, va="center")
    canvas.text(right, middle, moving(rung), ha="right", va="center")
