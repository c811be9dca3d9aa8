"""Constants of your own cluster from the output of nccl-tests.

Reads what `all_reduce_perf` and its siblings print (one or many runs, inside one node and across
nodes) and fits the latency and bandwidth terms of `collectives.py` to it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from statistics import mean, median

from scalemodel.collectives import OPS, Group, collective, traffic_factor
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Calibration, Node

SMALLEST = 65536
"""Bytes; smaller messages measure clocks and launch jitter more than links."""

RANK = re.compile(r"#\s+Rank\s+\d+.*\bon\s+(\S+)\s+device\s+\d+")
PREFIX = re.compile(r"^(?:\[\d+,\d+\]<\w+>:?|\d+:)\s?")
"""What mpirun and srun put before a line when asked to tag it."""


@dataclass(frozen=True, slots=True)
class Run:
    """One nccl-tests run: `rows` of (bytes, seconds), out of place."""

    path: Path
    op: str
    ranks: int
    hosts: int
    rows: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Fit:
    """The calibrated node and its median error on the runs, beside the error before."""

    node: Node
    runs: tuple[Run, ...]
    rows: int
    error: float
    error_before: float


def read_run(path: Path) -> Run:
    """Parse one output of nccl-tests. Raises `ScaleModelError` that says what is missing."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise ScaleModelError(f"{path}: {problem.strerror}") from None
    hosts, rows, ratios = [], [], []
    for tagged in text.splitlines():
        line = PREFIX.sub("", tagged)
        if match := RANK.match(line):
            hosts.append(match.group(1))
        elif row := _result(line):
            size, time, algorithm, bus = row
            rows.append((size, time))
            if algorithm >= 1:
                ratios.append(bus / algorithm)
    if not rows:
        raise ScaleModelError(
            f"{path}: no result lines of nccl-tests found (expected columns size, count, type, "
            "redop, root, time, algbw, busbw)"
        )
    op = _operation(path, text, ratios)
    ranks = len(hosts) or _ranks(op, ratios)
    if ranks < 2:
        raise ScaleModelError(f"{path}: number of ranks not found (no '# Rank' lines)")
    return Run(path, op, ranks, len(set(hosts)) or 1, tuple(rows))


def _result(line: str) -> tuple[int, float, float, float] | None:
    """Bytes, seconds, algorithm and bus bandwidth (GB/s) of a result line, out of place.

    Versions differ in the columns before the times (operation, root), never in the groups of time,
    two bandwidths and errors: one out of place, one in place.
    """
    fields = line.split()
    if len(fields) < 8 or not (fields[0].isdecimal() and fields[1].isdecimal()):
        return None
    first = -8 if len(fields) >= 11 else -4
    try:
        time, algorithm, bus = (float(field) for field in fields[first : first + 3])
    except ValueError:
        return None
    size = int(fields[0])
    return (size, time * 1e-6, algorithm, bus) if size > 0 and time > 0 else None


def _operation(path: Path, text: str, ratios: list[float]) -> str:
    """The collective, from the banner, the command line in the log or the file's name."""
    names = {"alltoall": "all_to_all", "sendrecv": "send_recv"}
    for source in (text, path.name):
        match = re.search(
            r"(all_reduce|all_gather|reduce_scatter|alltoall|broadcast|sendrecv)", source
        )
        if match:
            return names.get(match.group(1), match.group(1))
    if ratios and median(ratios) > 1.01:
        return "all_reduce"
    raise ScaleModelError(
        f"{path}: which collective is it? Put its name into the file name, for example "
        f"all_reduce-8gpus.log (one of {', '.join(OPS)})"
    )


def _ranks(op: str, ratios: list[float]) -> int:
    """Ranks from bus over algorithm bandwidth where the log has no rank lines."""
    if not ratios or op not in ("all_reduce", "all_gather", "reduce_scatter", "all_to_all"):
        return 0
    share = median(ratios) / traffic_factor(op, 1_000_000)
    return round(1 / (1 - share)) if share < 1 else 0


def calibrate(
    paths: Sequence[Path], node: Node, progress: Callable[[str], None] = lambda _: None
) -> Fit:
    """Fit `node` to the runs. Raises `ScaleModelError` for unreadable runs or a wrong node.

    One-node runs give what holds inside the node, multi-node runs the network terms; a term without
    data keeps its default.
    """
    runs = tuple(read_run(path) for path in paths)
    inside = [run for run in runs if run.hosts == 1]
    outside = [run for run in runs if run.hosts > 1]
    for run in inside:
        if run.ranks > node.domain_gpus:
            raise ScaleModelError(
                f"{run.path}: {run.ranks} ranks on one host, but {node.id} has {node.domain_gpus} "
                "GPUs in a domain; pass the right --node"
            )
    before = _median_error(runs, node)
    own = Calibration()
    if inside:
        progress(f"fitting latency and bandwidth inside the node on {len(inside)} run(s)")
        if node.in_network_reduction and any(run.op == "all_reduce" for run in inside):
            own = replace(own, base_us=6.0, in_switch_step_us=3.5, in_switch_gain=1.0)
        if not node.in_network_reduction or any(run.op != "all_reduce" for run in inside):
            own = replace(own, ring_base_us=30.0, scale_up_step_us=3.0, scale_up_efficiency=0.8)
        own = _descend(own, inside, node)
    if outside:
        progress(f"fitting the network on {len(outside)} run(s)")
        network = Calibration(transport_latency_us=5.0, transport_efficiency=0.9)
        fixed = own
        fitted = _descend(network, outside, node, fixed)
        own = _merge(fixed, fitted)
    done = replace(node, calibration=own)
    count = sum(len(_scored(run)) for run in runs)
    return Fit(done, runs, count, _median_error(runs, done), before)


def _scored(run: Run) -> list[tuple[int, float]]:
    return [row for row in run.rows if row[0] >= SMALLEST] or list(run.rows)


def _group(run: Run) -> Group:
    if run.op == "send_recv":
        return Group(2, 1 if run.hosts > 1 else 2)
    return Group(run.ranks, max(1, run.ranks // run.hosts))


def _ratios(runs: Sequence[Run], node: Node) -> list[float]:
    return [
        collective(run.op, size, _group(run), node).time / time
        for run in runs
        for size, time in _scored(run)
    ]


def _median_error(runs: Sequence[Run], node: Node) -> float:
    return median(abs(ratio - 1) for ratio in _ratios(runs, node))


def _merge(first: Calibration, second: Calibration) -> Calibration:
    """`first` with the values that `second` has."""
    names = Calibration.__dataclass_fields__
    return replace(
        first, **{n: getattr(second, n) for n in names if getattr(second, n) is not None}
    )


def _descend(
    start: Calibration, runs: Sequence[Run], node: Node, fixed: Calibration | None = None
) -> Calibration:
    """Coordinate descent on the mean |log(predicted / measured)| over the values set in `start`."""
    fixed = fixed or Calibration()
    names = [n for n in Calibration.__dataclass_fields__ if getattr(start, n) is not None]
    point = {name: log(getattr(start, name)) for name in names}

    def loss(at: dict[str, float]) -> float:
        own = _merge(fixed, Calibration(**{name: exp(value) for name, value in at.items()}))
        return mean(abs(log(ratio)) for ratio in _ratios(runs, replace(node, calibration=own)))

    best, width = loss(point), 0.5
    while width > 0.004:
        moved = False
        for name in names:
            for sign in (1, -1):
                trial = {**point, name: point[name] + sign * width}
                value = loss(trial)
                if value < best - 1e-9:
                    point, best, moved = trial, value, True
                    break
        if not moved:
            width /= 2
    return Calibration(**{name: float(f"{exp(value):.4g}") for name, value in point.items()})


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
