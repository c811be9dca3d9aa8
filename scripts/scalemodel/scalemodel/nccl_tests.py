"""Reading what nccl-tests prints: `all_reduce_perf` and its siblings, one run a file or several.

A run is a banner, a line for each rank, and a table of sizes; versions differ in the details.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from scalemodel.collectives import OPS, traffic_factor
from scalemodel.errors import ScaleModelError

PREFIX = re.compile(r"^\s*(?:\[\d+,\d+\]<\w+>:?|\d+:)\s?")
"""What mpirun and srun put before a line when asked to tag it."""

BEGIN = re.compile(r"#\s*(?:nccl-tests version|Collective test starting|nThread)\b")
"""The first lines of a run; which of them comes first depends on the version."""

RANK = re.compile(r"#\s+Rank\s+(\d+).*\bon\s+(\S+)\s+device\s+\d+")
PERF = re.compile(r"\b([a-z_]+)_perf\b")
NAMES = {"alltoall": "all_to_all", "sendrecv": "send_recv"}


@dataclass(frozen=True, slots=True)
class Run:
    """One nccl-tests run: `rows` of (bytes, seconds), out of place."""

    path: Path
    op: str
    ranks: int
    hosts: int
    rows: tuple[tuple[int, float], ...]


def read_runs(path: Path) -> tuple[Run, ...]:
    """Parse a file with the output of nccl-tests, one run or several after one another.

    Raises `ScaleModelError` that says what is missing.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise ScaleModelError(f"{path}: {problem.strerror}") from None
    runs = tuple(_run(path, lines) for lines in _sections(text) if any(map(_result, lines)))
    if not runs:
        raise ScaleModelError(
            f"{path}: no result lines of nccl-tests found (expected columns size, count, type, "
            "redop, root, time, algbw, busbw)"
        )
    return runs


def _sections(text: str) -> list[list[str]]:
    """The lines of each run, tags removed. What stands before a run, its command, belongs to it."""
    sections: list[list[str]] = [[]]
    last = 0  # end of the current run: its last line of results or comments
    results = False
    for tagged in text.splitlines():
        line = PREFIX.sub("", tagged)
        if results and BEGIN.match(line):
            ended = sections[-1]
            sections[-1], results = ended[:last], False
            sections.append(ended[last:])
        sections[-1].append(line)
        row = _result(line) is not None
        results = results or row
        if row or line.startswith("#"):
            last = len(sections[-1])
    return sections


def _run(path: Path, lines: list[str]) -> Run:
    devices = [match.groups() for line in lines if (match := RANK.match(line))]
    rows = [row for line in lines if (row := _result(line))]
    ratios = [bus / algorithm for _, _, algorithm, bus in rows if algorithm >= 1]
    op = _operation(path, lines, ratios)
    ranks, hosts = len(devices) or _ranks(op, ratios), len({host for _, host in devices}) or 1
    if ranks < 2:
        raise ScaleModelError(f"{path}: number of ranks not found (no '# Rank' lines)")
    if len({rank for rank, _ in devices}) < len(devices):
        raise ScaleModelError(
            f"{path}: the same rank twice in one run: nccl-tests was built without MPI, so every "
            "process measured alone; build it with MPI=1"
        )
    if ranks % hosts:
        raise ScaleModelError(f"{path}: {ranks} ranks on {hosts} hosts: expected as many on each")
    return Run(path, op, ranks, hosts, tuple((size, time) for size, time, _, _ in rows))


def _result(line: str) -> tuple[int, float, float, float] | None:
    """Bytes, seconds, algorithm and bus bandwidth (GB/s) of a result line, out of place.

    Versions differ in the columns before the times (operation, root), so the first column whose
    time fits the algorithm bandwidth beside it is taken; a line cut short has none or its own.
    """
    fields = line.split()
    if len(fields) < 6 or not (fields[0].isdecimal() and fields[1].isdecimal()):
        return None
    size = int(fields[0])
    for first in range(2, len(fields) - 2):
        try:
            time, algorithm, bus = (float(field) for field in fields[first : first + 3])
        except ValueError:
            continue
        if time > 0 and abs(size / time / 1e3 - algorithm) <= 0.01 * algorithm + 0.01:
            return (size, time * 1e-6, algorithm, bus) if size > 0 else None
    return None


def _operation(path: Path, lines: list[str], ratios: list[float]) -> str:
    """The collective: from banner or command line, the file's name, or the bandwidths."""
    names = [match.group(1) for line in lines for match in PERF.finditer(line)]
    ops = [NAMES.get(name, name) for name in names]
    if ops:
        known = next((op for op in ops if op in OPS), None)
        if known is None:
            raise ScaleModelError(f"{path}: {ops[0]} is not modelled (one of {', '.join(OPS)})")
        return known
    match = re.search("all_reduce|all_gather|reduce_scatter|alltoall|broadcast|sendrecv", path.name)
    if match:
        return NAMES.get(match.group(), match.group())
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
