"""The best layout that fits in memory, by trying all of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scalemodel.constants import CONSTANTS, Constants
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster
from scalemodel.memory import memory
from scalemodel.step import Step, predict
from scalemodel.transformer import RECOMPUTE, Layout, Transformer

MICRO_BATCHES = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A layout with its predicted step and the bytes it needs on the fullest GPU."""

    layout: Layout
    step: Step
    memory: float


@dataclass(frozen=True, slots=True)
class Plan:
    """`best` fits layouts, fastest first.

    `too_large`: the fastest layout that does not fit, if it would beat the best. `tried`,
    `fitting`: layouts looked at, and those that fit `capacity`.
    """

    best: tuple[Candidate, ...]
    too_large: Candidate | None
    tried: int
    fitting: int
    capacity: float


def layouts(model: Transformer, cluster: Cluster, base: Layout) -> Iterator[Layout]:
    """Every layout of the search space.

    tp: powers of two within the NVLink domain that divide the heads and key-value heads or are
    divided by them; pp: divisors of the layers; cp: powers of two for sequences beyond 8,192 tokens
    a rank; virtual_pp: 1, or divisors of a stage's layers up to 8 where the micro-batches are a
    multiple of pp; ep: powers of two up to the experts; zero 0, 1, 3 (3 only without a pipeline);
    every kind of recomputation; micro-batches of 1, 2, 4, 8 sequences. Sequence parallelism goes
    with tp. `base` gives everything else: global batch, precision, attention, framework.
    """
    gpus = cluster.gpus
    for tp in _powers(min(gpus, cluster.node.domain_gpus)):
        if model.heads % tp or (model.kv_heads % tp and tp % model.kv_heads):
            continue
        for pp in _divisors(model.layers):
            for cp in _powers(max(1, model.seq // 8192)):
                if gpus % (tp * pp * cp):
                    continue
                dp = gpus // (tp * pp * cp)
                for ep in _powers(model.experts):
                    if model.experts % ep or (dp * cp) % ep:
                        continue
                    yield from _variants(
                        model,
                        replace(base, tp=tp, pp=pp, cp=cp, dp=dp, ep=ep, sequence_parallel=tp > 1),
                    )


def _variants(model: Transformer, shape: Layout) -> Iterator[Layout]:
    for micro_batch in MICRO_BATCHES:
        if shape.global_batch % (shape.dp * micro_batch):
            continue
        m = shape.global_batch // (shape.dp * micro_batch)
        chunks = [1]
        if shape.pp > 1 and m % shape.pp == 0:
            chunks = [v for v in _divisors(model.layers // shape.pp) if v <= 8]
        for virtual_pp in chunks:
            for zero in (0, 1, 3) if shape.pp == 1 else (0, 1):
                if zero and shape.dp * shape.cp == 1:
                    continue
                for recompute in RECOMPUTE:
                    if recompute == "selective" and shape.flash_attention:
                        continue
                    yield replace(
                        shape,
                        micro_batch=micro_batch,
                        virtual_pp=virtual_pp,
                        zero=zero,
                        recompute=recompute,
                    )


def plan(
    model: Transformer,
    cluster: Cluster,
    base: Layout,
    keep: int = 5,
    constants: Constants = CONSTANTS,
    progress: Callable[[int], None] = lambda tried: None,
) -> Plan:
    """Exhaustive search for the shortest step. Raises `ScaleModelError` if no layout fits.

    Ties go to the layout with less tensor, then less pipeline parallelism, then less memory.
    """
    capacity = cluster.node.gpu.need("memory")
    found: list[Candidate] = []
    too_large: Candidate | None = None
    tried = 0
    for layout in layouts(model, cluster, base):
        tried += 1
        progress(tried)
        need = memory(model, layout).total
        each = Candidate(layout, predict(model, layout, cluster, constants), need)
        if need <= capacity:
            found.append(each)
        elif too_large is None or each.step.time < too_large.step.time:
            too_large = each
    if not found:
        raise ScaleModelError(_nothing_fits(model, cluster, tried, too_large, capacity))
    found.sort(key=lambda c: (c.step.time, c.layout.tp, c.layout.pp, c.memory))
    if too_large is not None and too_large.step.time >= found[0].step.time:
        too_large = None
    return Plan(tuple(found[:keep]), too_large, tried, len(found), capacity)


def _nothing_fits(
    model: Transformer, cluster: Cluster, tried: int, nearest: Candidate | None, capacity: float
) -> str:
    if tried == 0 or nearest is None:
        return (
            f"no layout of {model.name} on {cluster.gpus} GPUs: the global batch must be a "
            "multiple of the data-parallel size; try another --global-batch"
        )
    return (
        f"{model.name} does not fit on {cluster.gpus} x {cluster.node.gpu.name} in any of {tried} "
        f"layouts ({capacity / 2**30:.0f} GiB a GPU): use more GPUs or a shorter sequence"
    )


def _powers(limit: int) -> list[int]:
    return [2**i for i in range(limit.bit_length()) if 2**i <= limit]


def _divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]
