"""Constants of your own cluster from the output of nccl-tests.

One or many runs, inside one NVLink domain and across domains, give the latency and bandwidth terms
of `collectives.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from statistics import mean, median

from scalemodel.collectives import NO_GAIN, Group, collective, spread
from scalemodel.constants import COLLECTIVES, US
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Calibration, Node
from scalemodel.nccl_tests import Run, read_runs

Point = dict[str, float]
"""Logarithms of the values of a `Calibration`, by name."""

SMALLEST = 65536
"""Bytes; smaller messages measure clocks and launch jitter more than links."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The calibrated node and its median error on the runs, beside the error before."""

    node: Node
    runs: tuple[Run, ...]
    rows: int
    error: float
    error_before: float


def calibrate(
    paths: Sequence[Path], node: Node, progress: Callable[[str], None] = lambda _: None
) -> Fit:
    """Fit `node` to the runs. Raises `ScaleModelError` for unreadable runs or a wrong node.

    Runs within an NVLink domain give what holds inside it, the others the network terms; a term
    without data keeps its default.
    """
    runs = tuple(run for path in paths for run in read_runs(path))
    inside = [run for run in runs if _group(run, node).domains == 1]
    outside = [run for run in runs if _group(run, node).domains > 1]
    for run in runs:
        if run.ranks > run.hosts * max(node.gpus_per_node, node.domain_gpus):
            raise ScaleModelError(
                f"{run.path}: {run.ranks} ranks on {run.hosts} host(s), but {node.id} has "
                f"{node.gpus_per_node} GPUs; pass the right --node and a log with its rank lines"
            )
        if not _scored(run):
            raise ScaleModelError(
                f"{run.path}: no message of 64 KiB or more, so nothing about bandwidth; run "
                "nccl-tests with -b 64K -e 8G -f 2"
            )
    before = _median_error(runs, node)
    default, fitted = _defaults(node), Calibration()
    if inside:
        progress(f"fitting latency and bandwidth inside the domain on {len(inside)} run(s)")
        names: list[str] = []
        if node.in_network_reduction and any(run.op == "all_reduce" for run in inside):
            names += ["base_us", "in_switch_step_us", "in_switch_gain"]
        if not node.in_network_reduction or any(run.op != "all_reduce" for run in inside):
            names += ["ring_base_us", "scale_up_step_us", "scale_up_efficiency"]
        fitted = _fit({name: getattr(default, name) for name in names}, fitted, inside, node)
    if outside:
        progress(f"fitting the network on {len(outside)} run(s)")
        names = ["transport_latency_us", "transport_efficiency"]
        fitted = _fit({name: getattr(default, name) for name in names}, fitted, outside, node)
    done = replace(node, calibration=fitted)
    count = sum(len(_scored(run)) for run in runs)
    return Fit(done, runs, count, _median_error(runs, done), before)


def _defaults(node: Node) -> Calibration:
    """What the model assumes for `node` without measurements: where a fit starts."""
    constants = COLLECTIVES
    transport = None if node.fabric is None else constants.transports[node.fabric.transport]
    return Calibration(
        constants.base / US,
        constants.ring_base / US,
        constants.scale_up_step / US,
        constants.in_switch_step / US,
        constants.scale_up_efficiency[node.scale_up_kind],
        constants.in_switch_gain.get(node.gpu.architecture, NO_GAIN),
        None if transport is None else transport.latency / US,
        None if transport is None else transport.efficiency,
    )


def _scored(run: Run) -> list[tuple[int, float]]:
    return [row for row in run.rows if row[0] >= SMALLEST]


def _group(run: Run, node: Node) -> Group:
    return spread(run.op, run.ranks, run.hosts, node)


def _ratios(runs: Sequence[Run], node: Node) -> list[float]:
    return [
        collective(run.op, size, _group(run, node), node).time / time
        for run in runs
        for size, time in _scored(run)
    ]


def _median_error(runs: Sequence[Run], node: Node) -> float:
    return median(abs(ratio - 1) for ratio in _ratios(runs, node))


def _fit(
    start: Mapping[str, float], fixed: Calibration, runs: Sequence[Run], node: Node
) -> Calibration:
    """`fixed` with the values named in `start` fitted to the runs.

    The mean |log(predicted / measured)| leads to the region, the median, which a few slow first
    rows don't move, to the point in it; a tenth of the mean decides where the median is flat.
    """

    def at(values: Point) -> Calibration:
        return replace(fixed, **{name: float(f"{exp(v):.4g}") for name, v in values.items()})

    def errors(values: Point) -> list[float]:
        return [abs(log(r)) for r in _ratios(runs, replace(node, calibration=at(values)))]

    def robust(values: Point) -> float:
        found = errors(values)
        return median(found) + 0.1 * mean(found)

    default = {name: log(value) for name, value in start.items()}
    near = _descend(default, lambda values: mean(errors(values)))
    return at(_descend(min(default, near, key=robust), robust))


def _descend(point: Point, loss: Callable[[Point], float]) -> Point:
    """Coordinate descent with steps that halve, from a factor of 1.65 to 0.4 %."""
    best, width = loss(point), 0.5
    while width > 0.004:
        moved = False
        for name in point:
            for sign in (1, -1):
                trial = {**point, name: point[name] + sign * width}
                value = loss(trial)
                if value < best - 1e-9:
                    point, best, moved = trial, value, True
                    break
        if not moved:
            width /= 2
    return point


def node_file(fit: Fit) -> str:
    """The YAML text of a node file that `--node` accepts."""
    own = fit.node.calibration or Calibration()
    values = [(n, getattr(own, n)) for n in Calibration.__dataclass_fields__]
    lines = [
        f"# Written by `scalemodel calibrate` from {len(fit.runs)} run(s), {fit.rows} rows: median "
        f"error {fit.error:.1%}, {fit.error_before:.1%} before.",
        "node:",
        f"  base: {fit.node.id}",
    ]
    if fit.node.fabric is not None:
        lines.append(f'  fabric: "{fit.node.fabric.spec}"')
    lines.append("  calibration:")
    lines += [f"    {name}: {value:g}" for name, value in values if value is not None]
    return "\n".join(lines) + "\n"
