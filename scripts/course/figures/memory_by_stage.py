"""Memory of one GPU by ZeRO stage and number of GPUs: states shrink, activations stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from course.figures.canvas import Canvas
from course.figures.parts import hatching, heading, heading_height, key, swatch
from course.figures.registry import Plan
from course.figures.scales import LinearScale
from course.figures.style import TYPE, WIDTH_PX, Layout, Palette, Scheme, mix
from course.figures.words import Source, Table, Words, significant
from scalemodel.hardware import Gpu
from scalemodel.load import catalog
from scalemodel.memory import Memory, memory
from scalemodel.transformer import Layout as Parallel
from scalemodel.transformer import Transformer

ID = "memory-by-stage"
MODEL, GPU, SEQUENCE = "llama3-8b", "h100-sxm", 4096
CASES = ((8, 0), (8, 1), (8, 2), (8, 3), (64, 0), (64, 1), (64, 2), (64, 3))
STAGES = {
    0: "plain data parallel",
    1: "ZeRO-1: optimizer sharded",
    2: "ZeRO-2: and gradients",
    3: "ZeRO-3 (FSDP): and weights",
}
GIB = 2**30


@dataclass(frozen=True)
class Bar:
    """One case: bytes on the fullest GPU, by cause."""

    gpus: int
    stage: int
    need: Memory
    fits: bool

    @property
    def states(self) -> float:
        """Weights, gradients, optimizer, and layers gathered for use."""
        need = self.need
        return need.weights + need.gradients + need.optimizer + need.gathered

    @property
    def activations(self) -> float:
        """What the backward pass needs, logits included: the same in every case."""
        return self.need.activations + self.need.logits

    @property
    def name(self) -> str:
        """The stage in words."""
        return STAGES[self.stage]


def plan(content: Path) -> Plan:
    """The figure from the facts under `content`."""
    facts = catalog(content)
    model, gpu = facts.transformers[MODEL].with_seq(SEQUENCE), facts.gpus[GPU]
    rows = bars(model, gpu)
    text = words(rows, model, gpu)
    return Plan(text, lambda scheme, layout: draw(rows, model, gpu, text.title, scheme, layout))


def bars(model: Transformer, gpu: Gpu) -> tuple[Bar, ...]:
    """Pure data parallelism, one sequence on each GPU, by stage and number of GPUs."""
    base = Parallel(micro_batch=1)
    found = []
    for gpus, stage in CASES:
        need = memory(model, replace(base, dp=gpus, global_batch=gpus, zero=stage))
        found.append(Bar(gpus, stage, need, need.total <= gpu.need("memory")))
    return tuple(found)


# -- words -----------------------------------------------------------------------------------------


def words(rows: Sequence[Bar], model: Transformer, gpu: Gpu) -> Words:
    """Title, alt text, caption, sources and table."""
    title = "Sharding divides the training states by the number of GPUs; activations stay"
    sources = (
        Source("zero", "section 3.1 and figure 1: bytes of the states by stage"),
        Source("korthikanti", "section 4: activations of a layer"),
        *(Source(ref, f"{model.name}: dimensions") for ref in model.source),
        *(Source(ref, f"{gpu.name}: memory") for ref in gpu.source[:1]),
    )
    return Words(ID, title, alt(rows, model, gpu), caption(model, gpu), sources, table(rows))


def _gib(size: float) -> str:
    return significant(size / GIB, 2 if size < 10 * GIB else 3).removesuffix(".0")


def alt(rows: Sequence[Bar], model: Transformer, gpu: Gpu) -> str:
    """What the picture says."""
    lines = "; ".join(
        f"{row.gpus} GPUs, {row.name}: {_gib(row.need.total)} GiB, {_gib(row.states)} of them"
        f" states, {'fits' if row.fits else 'does not fit'}"
        for row in rows
    )
    return (
        f"Stacked bars of the memory of one GPU that trains {model.name}, with a line at the"
        f" {_gib(gpu.need('memory'))} GiB of an {gpu.name}. {lines}. Activations and logits take"
        f" {_gib(rows[0].activations)} GiB in every bar."
    )


def caption(model: Transformer, gpu: Gpu) -> str:
    """Assumptions."""
    return (
        f"From the cost model: {model.name} ({model.parameters / 1e9:.2f} billion parameters), one"
        f" sequence of {model.seq:,} tokens on each GPU, bf16 with fp32 Adam (2 + 2 + 12 bytes for"
        " a parameter), fused attention, no recomputation, no tensor or pipeline parallelism. With"
        " ZeRO-3 the layers that are being worked on are gathered in full and count as states. The"
        " margin is what the allocator, libraries and NCCL take on top, fitted on published peaks."
        f" Limit: what an {gpu.name} reports, {_gib(gpu.need('memory'))} GiB."
    )


def table(rows: Sequence[Bar]) -> Table:
    """GiB by cause."""
    parts = ("weights", "gradients", "optimizer", "gathered", "activations", "logits", "margin")
    return Table(
        (
            "GPUs",
            "Stage",
            *(f"{part.capitalize()}, GiB" for part in parts),
            "States, GiB",
            "Total, GiB",
            "Fits",
        ),
        tuple(
            (
                str(row.gpus),
                row.name,
                *(_gib(getattr(row.need, part)) for part in parts),
                _gib(row.states),
                _gib(row.need.total),
                "yes" if row.fits else "no",
            )
            for row in rows
        ),
    )


# -- drawing ---------------------------------------------------------------------------------------


def draw(
    rows: Sequence[Bar], model: Transformer, gpu: Gpu, title: str, scheme: Scheme, layout: Layout
) -> Canvas:
    """A bar for each case, from zero, and the limit as a line through all of them."""
    wide = layout == "wide"
    width = WIDTH_PX[layout]
    side = 16.0 if wide else 12.0
    subtitle = f"Memory of one GPU, GiB: {model.name}, one sequence of {model.seq:,} tokens each."
    pitch, gap = (32.0, 30.0) if wide else (48.0, 30.0)
    head = heading_height(title, subtitle, layout, width) + 30
    top = head + 12
    height = pitch * len(rows) + 2 * gap
    canvas = Canvas(width, top + height + 4, scheme)
    ink = canvas.palette
    heading(canvas, title, subtitle, layout)
    states = "weights, gradients, optimizer" if wide else "states"
    signs = [
        (swatch(_activation(ink)), "activations"),
        (swatch(_states(ink)), states),
        (hatching(ink.soft), "margin"),
    ]
    key(canvas, side, head, signs)
    canvas.tell_apart((_activation(ink), "bar"), (_states(ink), "bar"))
    start = 206.0 if wide else side
    longest = max(row.need.total for row in rows)
    scale = LinearScale(0, longest, start, width - (172 if wide else side))
    limit = scale(gpu.need("memory"))
    y = top
    for number, row in enumerate(rows):
        if number == 0 or rows[number - 1].gpus != row.gpus:
            canvas.text(side, y + 19, f"{row.gpus} GPUs", weight="bold")
            note = f"limit of the card: {_gib(gpu.need('memory'))} GiB"
            canvas.text(limit + 6, y + 19, note, size=TYPE.small, colour=ink.alert)
            canvas.line((limit, limit), (y + 10, y + gap), ink.alert, 2.0, z=3)
            y += gap
        _bar(canvas, side, y, row, scale, wide)
        bar = y + (5 if wide else 20)
        canvas.line((limit, limit), (y if wide else bar - 2, bar + 27), ink.alert, 2.0, z=3)
        y += pitch
    return canvas


def _bar(canvas: Canvas, side: float, y: float, row: Bar, scale: LinearScale, wide: bool) -> None:
    ink = canvas.palette
    height = 20.0
    top = y + (5 if wide else 20)
    line = y + (19 if wide else 14)
    canvas.text(side, line, row.name, size=TYPE.small)
    x = scale(0)
    for size, colour in ((row.activations, _activation(ink)), (row.states, _states(ink))):
        end = x + scale(size) - scale(0)
        canvas.bar(x, top, max(0.0, end - x - 1), height, colour)
        x = end
    canvas.hatched(x, top, scale(row.need.margin) - scale(0), height, ink.soft)
    verdict = "fits" if row.fits else "does not fit"
    canvas.text(
        canvas.width - side,
        line,
        f"{_gib(row.need.total)} GiB: {verdict}",
        size=TYPE.small,
        weight="regular" if row.fits else "bold",
        colour=ink.ink if row.fits else ink.alert,
        ha="right",
    )


def _activation(ink: Palette) -> str:
    return ink.strong


def _states(ink: Palette) -> str:
    return mix(ink.series[3], ink.page, 0.7)
