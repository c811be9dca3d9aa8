"""Where the seconds of a training step go, by fabric and number of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.lettering import text_width
from course.figures.parts import Symbol, hatching, heading, heading_height, key, swatch
from course.figures.registry import Plan
from course.figures.scales import LinearScale
from course.figures.style import PALETTES, TYPE, WIDTH_PX, Layout, Palette, Scheme
from course.figures.words import Source, Table, Words, percent, significant
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.load import catalog
from scalemodel.memory import check
from scalemodel.step import Step, predict
from scalemodel.transformer import Layout as Parallel

ID = "step-breakdown"
MODEL, NODE = "llama3-70b", "dgx-h100"
FABRICS = ("rdma:8x400", "rdma:1x400", "tcp:1x100")
NODES = (8, 64)
BASE = Parallel(
    tp=8,
    pp=4,
    virtual_pp=5,
    zero=1,
    sequence_parallel=True,
    recompute="selective",
    micro_batch=1,
)
MICRO_BATCHES = 16


@dataclass(frozen=True)
class Bar:
    """One case: seconds of a step by what they are spent on."""

    name: str
    nodes: int
    step: Step
    memory_fits: bool

    @property
    def compute(self) -> float:
        """Kernels, host included."""
        return self.step.parts.compute + self.step.parts.host

    @property
    def inside(self) -> float:
        """Communication inside layers, over NVLink: tensor parallelism."""
        parts = self.step.parts
        return parts.tensor + parts.context + parts.expert + parts.shard

    @property
    def bubble(self) -> float:
        """Waiting for the pipeline to fill and drain."""
        return self.step.parts.bubble

    @property
    def network(self) -> float:
        """Exposed traffic between nodes: activations between stages, gradients between replicas."""
        return self.step.parts.transfer + self.step.parts.data

    @property
    def other(self) -> float:
        """Optimizer and waiting for slow GPUs."""
        return self.step.parts.optimizer + self.step.parts.straggler

    @property
    def pieces(self) -> tuple[float, float, float, float, float]:
        """All of the step, in drawing order."""
        return self.compute, self.inside, self.bubble, self.network, self.other


PIECES = ("compute", "tensor parallel", "pipeline bubble", "network", "rest")


def plan(content: Path) -> Plan:
    """The figure from the facts under `content`."""
    rows = bars(content)
    text = words(rows, content)
    model = catalog(content).transformers[MODEL].name
    return Plan(text, lambda scheme, layout: draw(rows, model, text.title, scheme, layout))


def bars(content: Path) -> tuple[Bar, ...]:
    """One bar for each fabric and number of nodes."""
    facts = catalog(content)
    model, node = facts.transformers[MODEL], facts.nodes[NODE]
    found = []
    for spec in FABRICS:
        fabric = parse_fabric(spec)
        kind = "TCP" if fabric.transport == "tcp" else "RDMA"
        name = f"{fabric.nics} × {fabric.nic_rate * 8 / 1e9:g} Gb/s {kind}"
        for nodes in NODES:
            cluster = Cluster(node.with_fabric(fabric), nodes * node.gpus_per_node)
            layout = parallel(cluster.gpus)
            fits = check(model, layout, node.gpu).fits
            found.append(Bar(name, nodes, predict(model, layout, cluster), fits))
    return tuple(found)


def parallel(gpus: int) -> Parallel:
    """The layout on `gpus` GPUs: replicas grow, the rest stays."""
    dp = gpus // (BASE.tp * BASE.pp)
    return replace(BASE, dp=dp, global_batch=dp * MICRO_BATCHES * BASE.micro_batch)


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Bar], content: Path) -> Words:
    """Title, alt text, caption, sources and table."""
    best, worst = rows[1], rows[-1]
    title = (
        f"A NIC for each GPU leaves {percent(_share(best))} of the step to compute;"
        f" one TCP link for eight, {percent(_share(worst))}"
    )
    parts = "; ".join(
        f"{row.nodes} nodes with {row.name}: {_s(row.step.time)}, of it "
        + ", ".join(f"{name} {_s(size)}" for name, size in zip(PIECES, row.pieces, strict=True))
        for row in rows
    )
    facts = catalog(content)
    model, node = facts.transformers[MODEL], facts.nodes[NODE]
    alt = (
        f"Stacked bars of the seconds of one training step of {model.name}, by fabric and number of"
        f" nodes. {parts}. MFU is {percent(best.step.mfu)} in the best case of {best.nodes} nodes"
        f" and {percent(worst.step.mfu)} in the worst."
    )
    caption = (
        f"Model: {model.name} on {node.gpu.name}, {BASE.tp} GPUs of a node in tensor parallel,"
        f" {BASE.pp} pipeline stages ({BASE.virtual_pp} chunks each), ZeRO-{BASE.zero} data"
        f" parallel, {MICRO_BATCHES} micro-batches of one sequence of {model.seq:,} tokens for each"
        " replica, selective recomputation, bf16. Only exposed communication counts: what hides"
        " behind compute costs nothing. Network: activations between stages and gradients between"
        " replicas. Rest: optimizer and waiting for the slowest GPU."
    )
    sources = (
        *(Source(ref, f"{node.name}: NVLink and NICs") for ref in node.source),
        *(Source(ref, f"{model.name}: dimensions") for ref in model.source),
    )
    return Words(ID, title, alt, caption, sources, table(rows))


def _share(row: Bar) -> float:
    return row.compute / row.step.time


def _s(seconds: float) -> str:
    return f"{significant(seconds, 3 if seconds >= 1 else 2)} s"


def table(rows: Sequence[Bar]) -> Table:
    """Seconds by cause."""
    columns = (
        "Fabric",
        "Nodes",
        *(f"{name.capitalize()}, s" for name in PIECES),
        "Step, s",
        "Compute, % of the step",
        "MFU, %",
        "Fits in memory",
    )
    body = tuple(
        (
            row.name,
            str(row.nodes),
            *(significant(size, 3) for size in row.pieces),
            significant(row.step.time),
            f"{100 * _share(row):.0f}",
            significant(100 * row.step.mfu),
            "yes" if row.memory_fits else "no",
        )
        for row in rows
    )
    return Table(columns, body)


# -- drawing ---------------------------------------------------------------------------------------


def draw(rows: Sequence[Bar], model: str, title: str, scheme: Scheme, layout: Layout) -> Canvas:
    """A stacked bar for each case, from zero."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    side = 16.0 if wide else 12.0
    subtitle = f"Seconds of one training step of {model}; the batch grows with the nodes."
    pitch, band = (34.0 if wide else 50.0), 32.0
    head = heading_height(title, subtitle, layout, width) + 30
    signs = _signs(PALETTES[scheme])
    lines = [signs] if wide else [signs[:3], signs[3:]]
    top = head + 10 + 20 * (len(lines) - 1)
    groups = list(dict.fromkeys(row.name for row in rows))
    bottom = top + pitch * len(rows) + band * len(groups)
    canvas = Canvas(width, bottom + 10, scheme)
    ink = canvas.palette
    heading(canvas, title, subtitle, layout)
    for number, line in enumerate(lines):
        key(canvas, side, head + 20 * number, line)
    longest = max(row.step.time for row in rows)
    scale = LinearScale(0, longest, 96 if wide else side, width - (150 if wide else side))
    y = top
    for name in groups:
        colour = ink.tcp if "TCP" in name else ink.rdma
        canvas.text(side, y + 22, name, weight="bold", colour=colour)
        y += band
        for row in rows:
            if row.name == name:
                _bar(canvas, side, y, row, scale, wide)
                y += pitch
    return canvas


def _signs(ink: Palette) -> list[tuple[Symbol, str]]:
    return [
        (swatch(ink.strong), PIECES[0]),
        (swatch(ink.nvlink), PIECES[1]),
        (hatching(ink.soft), PIECES[2]),
        (_network, PIECES[3]),
        (swatch(ink.soft), PIECES[4]),
    ]


def _network(canvas: Canvas, x: float, y: float) -> float:
    """Both colours that the network has in the bars."""
    canvas.bar(x, y - 5, 7, 10, canvas.palette.rdma)
    canvas.bar(x + 7, y - 5, 7, 10, canvas.palette.tcp)
    return x + 14


def _bar(canvas: Canvas, side: float, y: float, row: Bar, scale: LinearScale, wide: bool) -> None:
    ink = canvas.palette
    height = 20.0
    top = y + (5 if wide else 22)
    line = y + (19 if wide else 14)
    canvas.text(side, line, f"{row.nodes} nodes", size=TYPE.small)
    network = ink.tcp if "TCP" in row.name else ink.rdma
    x = scale(0)
    colours = (ink.strong, ink.nvlink, None, network, ink.soft)
    canvas.tell_apart((ink.strong, "bar"), (ink.nvlink, "bar"))
    canvas.tell_apart((network, "bar"), (ink.soft, "bar"))
    for size, colour in zip(row.pieces, colours, strict=True):
        length = scale(size) - scale(0)
        if length >= 1 and colour is None:
            canvas.hatched(x, top, length - 1, height, ink.soft)
        elif length >= 1 and colour is not None:
            bar = canvas.bar(x, top, length - 1, height, colour)
            words_ = _s(size)
            if colour != ink.soft and length > text_width(words_, TYPE.small) + 8:
                canvas.text(
                    x + length / 2, top + height / 2, words_, size=TYPE.small,
                    colour=ink.on_family, ha="center", va="center", on=bar, backdrop=colour,
                )  # fmt: skip
        x += length
    share = f"{_s(row.step.time)}, {percent(_share(row))} compute"
    canvas.text(canvas.width - side, line, share, size=TYPE.small, ha="right")
