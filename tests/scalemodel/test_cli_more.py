"""The command's rarer ways: every reason for a wider band, every mistake in its own words."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scalemodel import commands
from scalemodel.band import error_band
from scalemodel.cli import main
from scalemodel.compare import compare
from scalemodel.convergence import batch_cost
from scalemodel.economics import run_cost
from scalemodel.entry import Entry
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster, parse_fabric
from scalemodel.load import Catalog
from scalemodel.memory import activation_bytes, check, memory
from scalemodel.reliability import goodput, mtbf
from scalemodel.tables import cell
from scalemodel.transformer import Layout


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("scalemodel: error: ")
    return last


@pytest.mark.parametrize(
    ("model", "layout", "nodes", "fabric", "reason"),
    [
        ("llama3-8b", {}, 2, None, None),
        ("llama3-8b", {"precision": "fp8"}, 2, None, "fp8: checked on bf16 and fp16"),
        ("mixtral-8x7b", {}, 2, None, "mixture of experts: not checked"),
        ("llama3-8b", {"cp": 2, "dp": 8}, 2, None, "context parallelism: not checked"),
        ("llama3-8b", {}, 2, "tcp:1x100", "TCP between nodes: not checked"),
        ("llama3-8b", {"dp": 8}, 1, "tcp:1x100", None),
        ("llama3-8b", {"framework": "homemade"}, 2, None, "framework 'homemade': not checked"),
        ("llama3-8b", {"framework": "Megatron-Core"}, 2, None, None),
    ],
)
def test_every_reason_for_a_wider_band(
    facts: Catalog, model: str, layout: dict, nodes: int, fabric: str | None, reason: str | None
) -> None:
    node = facts.nodes["dgx-h100"]
    if fabric:
        node = node.with_fabric(parse_fabric(fabric))
    plan = replace(Layout(dp=8 * nodes, global_batch=8 * nodes), **layout)
    inside = error_band(facts.transformers["llama3-8b"], Layout(), Cluster(node, 8))
    band = error_band(facts.transformers[model], plan, Cluster(node, 8 * nodes))
    if reason is None:
        assert band == inside
        assert band.reasons == ()
    else:
        assert [why for why in band.reasons if why.startswith(reason)]
        assert band.share > inside.share


def test_what_a_batch_costs_at_the_critical_one(capsys: pytest.CaptureFixture[str]) -> None:
    """At the critical batch size both factors are 2 (arXiv:1812.06162, eq. 2.11)."""
    arguments = ["predict", "--model", "llama3-8b", "--nodes", "1", "--zero", "3",
                 "--global-batch", "64", "--critical-batch", "64"]  # fmt: skip
    factors = json.loads(out(capsys, *arguments, "--json"))["convergence"]
    assert factors == {"steps_factor": 2, "samples_factor": 2}
    assert "2 times the least steps, 2 times the least samples" in out(capsys, *arguments)


def test_a_run_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["predict", "--model", "llama3-8b", "--nodes", "1", "--zero", "3", "--seq", "4096",
                 "--tokens", "1e9", "--price-per-gpu-hour", "2"]  # fmt: skip
    run = json.loads(out(capsys, *arguments, "--json"))["run"]
    assert f"{run['days']} days, {run['gpu_hours']} GPU hours, price {run['price']}" in out(
        capsys, *arguments
    )


def test_compare_as_a_table_and_nvlink_only_once(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "--model", "llama3.2-3b", "--nodes", "1,2"]
    lines = out(capsys, *arguments, "--fabric", "nvlink").splitlines()
    assert lines[0].split()[0] == "fabric"
    assert len(lines) == 3
    assert lines[2].startswith("NVLink")
    rows = json.loads(out(capsys, *arguments, "--fabric", "nvlink", "--json"))
    assert [row["nodes"] for row in rows] == [1]


def test_another_network_than_the_design_s(capsys: pytest.CaptureFixture[str]) -> None:
    base = ["predict", "--model", "llama3-8b", "--zero", "3", "--json", "--gpus", "16"]
    own = json.loads(out(capsys, *base))["step_s"]
    slow = json.loads(out(capsys, *base, "--fabric", "tcp:1x100"))["step_s"]
    assert slow > 2 * own


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["validate", "--collectives", "EMPTY"], "no .csv files in this folder"),
        (["calibrate", "LOG", "--output", "/no/such/folder/x.yml"], "No such file"),
        (["calibrate", "TWO"], "2 hosts"),
    ],
)
def test_files_that_do_not_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    ranks = "".join(f"#  Rank  {r} Group 0 Pid 1 on a device {r} [0] NVIDIA H100\n" for r in (0, 1))
    third = "#  Rank  2 Group 0 Pid 1 on b device 0 [0] NVIDIA H100\n"
    row = "{size} {count} float sum -1 {us:.2f} {a:.2f} {b:.2f} 0\n"
    rows = "".join(
        row.format(size=s, count=s // 4, us=s / 1e5, a=100, b=100) for s in (2**24, 2**26, 2**28)
    )
    (tmp_path / "all_reduce.log").write_text(ranks + rows)
    (tmp_path / "all_reduce-2.log").write_text(ranks + third + rows)
    (tmp_path / "empty").mkdir()
    names = {
        "EMPTY": tmp_path / "empty",
        "LOG": tmp_path / "all_reduce.log",
        "TWO": tmp_path / "all_reduce-2.log",
    }
    assert words in fails(capsys, *(str(names.get(a, a)) for a in arguments))


HEADER = (
    "id,gpu,gpus,gpus_per_node,layers,hidden,heads,ffn,vocab,seq,micro_batch,global_batch,"
    "step_time_s,sequence_parallel"
)


def test_a_flag_that_is_neither(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.csv"
    path.write_text(f"{HEADER}\n1,h100-sxm,8,8,32,4096,32,16384,50304,2048,1,8,0.9,perhaps\n")
    (score,) = json.loads(out(capsys, "validate", str(path), "--json"))["sets"]
    assert "must be true or false, not 'perhaps'" in score["skipped"][0]["reason"]


def test_full_recomputation_keeps_the_inputs_of_layers(facts: Catalog) -> None:
    """arXiv:2205.05198, section 5: 2 s b h a layer for its input, and one layer while it runs."""
    gpt = facts.transformers["llama3-8b"]
    layout = Layout(recompute="full", micro_batch=2, global_batch=2)
    inputs = gpt.layers * 2 * 2 * gpt.seq * gpt.hidden
    assert memory(gpt, layout).activations == pytest.approx(inputs + activation_bytes(gpt, layout))


def test_what_would_help_is_named(facts: Catalog) -> None:
    model, gpu = facts.transformers["llama3-8b"], facts.gpus["h100-sxm"]
    crowded = Layout(tp=2, dp=8, micro_batch=8, global_batch=64, zero=1)
    assert not check(model, crowded, gpu).fits
    assert {words for words, _ in check(model, crowded, gpu).remedies} >= {"micro-batch 1"}
    alone = replace(crowded, dp=1, micro_batch=2, global_batch=2, tp=8, zero=0, recompute="none")
    assert check(model, alone, gpu).fits
    done = Layout(dp=1, recompute="full", zero=0, global_batch=1)
    assert check(model, done, gpu).remedies == ()


def test_an_entry_says_where_and_what(tmp_path: Path) -> None:
    entry = Entry(tmp_path / "gpus.yml", "gpus.x", {"rate": -1, "source": [], "typo": 1})
    with pytest.raises(ScaleModelError, match=r"gpus\.yml: gpus\.x\.rate: must be above 0, got -1"):
        entry.positive("rate")
    with pytest.raises(ScaleModelError, match=r"gpus\.x\.source: expected a non-empty list"):
        entry.names("source")
    with pytest.raises(ScaleModelError, match=r"gpus\.x\.typo: unknown key \(known: rate, source"):
        entry.finish()


def test_python_callers_get_words_too(facts: Catalog) -> None:
    with pytest.raises(ScaleModelError, match="at least one fabric"):
        compare(facts, "llama3-8b", "dgx-h100", 1, [], 8192)
    with pytest.raises(ScaleModelError, match="nodes must be at least 1, not 0"):
        compare(facts, "llama3-8b", "dgx-h100", 0, ["nvlink"], 8192)
    with pytest.raises(ScaleModelError, match="batch sizes must be above 0"):
        batch_cost(0, 1)
    for nodes, rate in ((0, 1.0), (1, 0.0)):
        with pytest.raises(ScaleModelError, match="at least one node and a failure rate"):
            mtbf(nodes, rate)


def test_another_sequence_length(facts: Catalog) -> None:
    short, own = (
        compare(facts, "llama3-8b", "dgx-h100", 1, ["nvlink"], 8192, s) for s in (2048, None)
    )
    assert facts.transformers["llama3-8b"].seq == 8192
    assert short[0].step.tokens_per_second > own[0].step.tokens_per_second


def test_failures_in_a_day_are_the_day_over_the_time_between_them() -> None:
    assert goodput(mtbf(100, 0.01), 60, 600).failures_per_day == pytest.approx(1)


def test_energy_is_unknown_where_the_power_is(facts: Catalog) -> None:
    node = facts.nodes["dgx-h100"]
    silent = replace(node, gpu=replace(node.gpu, tdp_w=None))
    assert run_cost(Cluster(silent, 8), 1e12, 1e5, 1.0, 2.0).energy_kwh is None
    assert run_cost(Cluster(node, 8), 1e12, 1e5, 1.0, 2.0).energy_kwh is not None


def test_cells_as_people_read_them() -> None:
    assert [cell(v) for v in (None, True, False, ("a", 1), 1234567.0)] == [
        "-", "yes", "no", "a, 1", "1235000",
    ]  # fmt: skip


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "compare_command", interrupt)
    assert main(["compare", "--model", "x", "--nodes", "1", "--fabric", "nvlink"]) == 130


def test_progress_only_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands._progress("layouts tried")(500)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    show = commands._progress("layouts tried")
    show(499)
    assert capsys.readouterr().err == ""
