"""Calibration on output in the format of nccl-tests."""

import json
from pathlib import Path

import pytest

from scalemodel import load
from scalemodel.calibrate import calibrate, node_file
from scalemodel.cli import main
from scalemodel.collectives import Group, collective, traffic_factor
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Calibration, Node, parse_fabric
from scalemodel.load import Catalog
from scalemodel.measurements import CollectiveRow, read_collectives
from scalemodel.nccl_tests import read_runs


def log(
    rows: list[tuple[int, float]], op: str, hosts: int, per_host: int, banner: bool = True
) -> str:
    """A log as `all_reduce_perf -b 8 -e 8G -f 2` prints it."""
    ranks = hosts * per_host
    lines = ["# nThread 1 nGpus 1 minBytes 8 maxBytes 8589934592 step: 2(factor)", "#"]
    if banner:
        lines.insert(0, f"# Collective test starting: {op}_perf")
    lines.append("# Using devices")
    for rank in range(ranks):
        host, device = divmod(rank, per_host)
        lines.append(
            f"#  Rank {rank:2d} Group  0 Pid {4000 + rank} on node-{host:02d} device {device:2d} "
            "[0x1b] NVIDIA H100 80GB HBM3"
        )
    lines += [
        "#                                                              out-of-place",
        "#       size         count      type   redop    root     time   algbw   busbw #wrong",
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)",
    ]
    for size, time in rows:
        algorithm = size / time / 1e9
        bus = algorithm * traffic_factor(op, ranks)
        us = time * 1e6
        lines.append(
            f"{size:12d} {size // 4:12d}     float     sum      -1 {us:8.2f} {algorithm:7.2f} "
            f"{bus:7.2f}      0 {us:8.2f} {algorithm:7.2f} {bus:7.2f}      0"
        )
    lines += ["# Out of bounds values : 0 OK", "# Avg bus bandwidth    : 100.0", "#"]
    return "\n".join(lines) + "\n"


def measured(facts: Catalog, name: str, op: str, ranks: int) -> list[tuple[int, float]]:
    """Published rows of one set."""
    path = facts.root / "measurements" / "collectives" / f"{name}.csv"
    return [
        (int(row.size_bytes), row.time)
        for row in read_collectives(path, facts)
        if isinstance(row, CollectiveRow) and row.op == op and row.ranks == ranks
    ]


def test_reads_what_nccl_tests_prints(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(log([(8, 20e-6), (1 << 20, 40e-6), (1 << 30, 4e-3)], "all_reduce", 2, 8))
    (run,) = read_runs(path)
    assert (run.op, run.ranks, run.hosts) == ("all_reduce", 16, 2)
    assert run.rows[0] == (8, pytest.approx(20e-6))
    assert run.rows[2] == (1 << 30, pytest.approx(4e-3))


def test_operation_and_ranks_without_banner_and_rank_lines(tmp_path: Path) -> None:
    text = log([(1 << 28, 1e-3), (1 << 30, 4e-3)], "all_reduce", 1, 8, banner=False)
    path = tmp_path / "my-all_reduce.txt"
    path.write_text("\n".join(line for line in text.splitlines() if "Rank" not in line))
    (run,) = read_runs(path)
    assert (run.op, run.ranks) == ("all_reduce", 8)


@pytest.mark.parametrize(
    "line",
    [
        # now, before 2.13 (no root), all-gather of old versions (no operation), tagged by mpirun
        "1048576 262144 float sum -1 100 10.49 18.35 0 101 10.38 18.17 0",
        "   1048576      262144   float   sum   100.0   10.49   18.35  1e-07  101   10.4   18.2  0",
        "1048576 262144 float 100.0 10.49 18.35 0e+00 101.0 10.4 18.2 0e+00",
        "[1,0]<stdout>: 1048576 262144 float sum -1 100.0 10.49 18.35 N/A 101 10.4 18.2 N/A",
    ],
)
def test_columns_of_several_versions(tmp_path: Path, line: str) -> None:
    path = tmp_path / "all_reduce.log"
    ranks = "".join(f"#  Rank  {i} Pid 1 on a device  {i} [0x07] V100\n" for i in range(2))
    path.write_text(ranks + f"{line}\n" * 2)
    (run,) = read_runs(path)
    assert run.rows == ((1048576, pytest.approx(100e-6)),) * 2
    assert (run.ranks, run.hosts) == (2, 1)


def test_several_runs_in_one_file(tmp_path: Path) -> None:
    """What a script that runs every test in a row leaves, with warnings and without banners."""
    first = log([(1 << 20, 40e-6), (1 << 30, 4e-3)], "all_reduce", 2, 8)
    second = log([(1 << 28, 1e-3)], "alltoall", 4, 8, banner=False)
    warning = "node-00:71:92 [0] NCCL WARN Missing iommu=pt, performance may suffer\n"
    head, _, tail = first.rpartition("  1073741824")
    path = tmp_path / "all.log"
    path.write_text(
        f"$ mpirun all_reduce_perf -b 1M\n{head}{warning}  1073741824{tail}# Collective test "
        f"concluded: all_reduce_perf\n$ mpirun alltoall_perf -b 1M\n{warning}{second}"
    )
    runs = read_runs(path)
    assert [(r.op, r.ranks, r.hosts, len(r.rows)) for r in runs] == [
        ("all_reduce", 16, 2, 2),
        ("all_to_all", 32, 4, 1),
    ]


@pytest.mark.parametrize("cut", range(60))
def test_a_line_cut_short_never_gives_a_wrong_time(tmp_path: Path, cut: int) -> None:
    text = log([(1 << 28, 1e-3), (1 << 30, 4e-3)], "all_reduce", 1, 8)
    end = text.index("# Out of bounds")
    path = tmp_path / "cut.log"
    path.write_text(text[: end - cut])
    (run,) = read_runs(path)
    assert run.rows[0] == (1 << 28, pytest.approx(1e-3))
    assert run.rows[1:] in ((), ((1 << 30, pytest.approx(4e-3)),))


def test_out_of_place_columns_only(tmp_path: Path) -> None:
    path = tmp_path / "all_gather.log"
    path.write_text(
        "#  Rank  0 Pid 1 on a device  0 [0x07] H200\n#  Rank  1 Pid 1 on a device  1 [0x08] H200\n"
        " 34359738368  4294967296  float  none  -1  100000.0  343.60  171.80  0\n"
    )
    (run,) = read_runs(path)
    assert run.rows == ((34359738368, pytest.approx(0.1)),)


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([(0, "a"), (0, "b")], "built without MPI"),
        ([(0, "a"), (1, "a"), (2, "b")], "3 ranks on 2 hosts"),
    ],
)
def test_odd_ranks_say_why(tmp_path: Path, ranks: list[tuple[int, str]], words: str) -> None:
    lines = [f"#  Rank  {rank} Pid 1 on {host} device  0 [0x07] V100" for rank, host in ranks]
    path = tmp_path / "all_reduce.log"
    path.write_text("\n".join([*lines, "1048576 262144 float sum -1 100.0 10.49 10.49 0"]))
    with pytest.raises(ScaleModelError, match=words):
        read_runs(path)


def test_small_messages_alone_are_refused(facts: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "small.log"
    path.write_text(log([(8, 20e-6), (1024, 21e-6)], "all_reduce", 2, 8))
    with pytest.raises(ScaleModelError, match="no message of 64 KiB or more"):
        calibrate([path], facts.nodes["dgx-h100"])


def test_nodes_of_one_rack_are_one_domain(facts: Catalog, tmp_path: Path) -> None:
    """Two trays of an NVL72 rack talk over NVLink: nothing there about the network."""
    rack = facts.nodes["gb200-nvl72"]
    sizes = [1 << n for n in range(16, 33, 2)]
    rows = [(s, 1.3 * collective("all_reduce", s, Group(8, 8), rack).time) for s in sizes]
    path = tmp_path / "trays.log"
    path.write_text(log(rows, "all_reduce", 2, 4))
    fit = calibrate([path], rack)
    assert fit.error < 0.02
    assert fit.node.calibration is not None
    assert fit.node.calibration.transport_latency_us is None


def test_published_run_calibrates_below_five_percent(facts: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "dgxc.log"
    path.write_text(log(measured(facts, "dgxc-h100-one-node", "all_reduce", 8), "all_reduce", 1, 8))
    fit = calibrate([path], facts.nodes["dgx-h100"])
    assert fit.error <= 0.05
    assert fit.error <= fit.error_before + 1e-9


def test_a_known_cluster_is_found_again(facts: Catalog, tmp_path: Path) -> None:
    """Times made by the model with other constants must give those constants back."""
    from dataclasses import replace

    base = facts.nodes["dgx-a100"].with_fabric(parse_fabric("roce:4x100"))
    truth = replace(
        base,
        calibration=Calibration(
            ring_base_us=15.0,
            scale_up_step_us=2.0,
            scale_up_efficiency=0.7,
            transport_latency_us=12.0,
            transport_efficiency=0.6,
        ),
    )
    sizes = [1 << n for n in range(16, 34)]
    paths = []
    for hosts in (1, 4, 16):
        group = Group(8 * hosts, 8)
        rows = [(s, collective("all_reduce", s, group, truth).time) for s in sizes]
        paths.append(tmp_path / f"{hosts}.log")
        paths[-1].write_text(log(rows, "all_reduce", hosts, 8))
    fit = calibrate(paths, base)
    assert fit.error < 0.01
    assert fit.error_before > 0.1
    found = fit.node.calibration
    assert found is not None
    assert found.scale_up_efficiency == pytest.approx(0.7, rel=0.03)
    assert found.transport_efficiency == pytest.approx(0.6, rel=0.03)
    assert found.transport_latency_us == pytest.approx(12, rel=0.25)


def test_node_file_is_accepted_by_other_commands(
    facts: Catalog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = []
    for ranks, hosts in ((8, 1), (64, 8)):
        path = tmp_path / f"{hosts}.log"
        path.write_text(
            log(
                measured(facts, "hf-h100-1-to-15-nodes", "all_reduce", ranks),
                "all_reduce",
                hosts,
                8,
            )
        )
        runs.append(str(path))
    own = str(tmp_path / "own.yml")
    assert main(["calibrate", *runs, "--node", "aws-p5", "--output", own]) == 0
    assert "median error" in capsys.readouterr().out
    node: Node = load.node(own, facts)
    assert node.calibration is not None
    assert node.need_fabric().spec == "efa:32x100"
    arguments = ["predict", "--model", "llama3-8b", "--nodes", "4", "--zero", "3", "--json"]
    assert main([*arguments, "--node", own]) == 0
    ours = json.loads(capsys.readouterr().out)
    assert main([*arguments, "--node", "aws-p5"]) == 0
    theirs = json.loads(capsys.readouterr().out)
    assert ours["step_s"] == pytest.approx(theirs["step_s"], rel=0.1)


@pytest.mark.parametrize("nodes", [1, 2, 3, 8, 14])
def test_calibration_never_makes_it_worse(facts: Catalog, tmp_path: Path, nodes: int) -> None:
    rows = measured(facts, "hf-h100-1-to-15-nodes", "all_reduce", 8 * nodes)
    path = tmp_path / "run.log"
    path.write_text(log(rows, "all_reduce", nodes, 8))
    fit = calibrate([path], facts.nodes["aws-p5"])
    assert fit.error <= fit.error_before


def test_node_file_reads_back_as_written(facts: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_text(log(measured(facts, "dgxc-h100-one-node", "all_reduce", 8), "all_reduce", 1, 8))
    fit = calibrate([path], facts.nodes["dgx-h100"])
    written = tmp_path / "node.yml"
    written.write_text(node_file(fit))
    assert load.node(str(written), facts).calibration == fit.node.calibration


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "no result lines of nccl-tests"),
        ("", "no result lines of nccl-tests"),
        ("  1024 256 float sum -1 10.0 0.10 0.10 0\n", "which collective is it"),
    ],
)
def test_unreadable_logs_say_why(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "x.txt"
    path.write_text(text)
    with pytest.raises(ScaleModelError, match=words):
        read_runs(path)


def test_bad_node_file_says_why(facts: Catalog, tmp_path: Path) -> None:
    path = tmp_path / "node.yml"
    path.write_text("node:\n  base: dgx-h100\n  calibration:\n    bas_us: 3\n")
    with pytest.raises(
        ScaleModelError, match=r"node\.calibration: unknown key \(known: base_us, ring_base_us"
    ):
        load.node(str(path), facts)
    with pytest.raises(ScaleModelError, match="No such file"):
        load.node(str(tmp_path / "missing.yml"), facts)
