"""The command as people use it: exit codes, words for mistakes, numbers that agree."""

import csv
import json
from pathlib import Path

import pytest

from scalemodel.cli import main
from scalemodel.compare import compare
from scalemodel.load import Catalog

FIRST_PICTURE = [
    "compare", "--model", "llama3.2-3b", "--node", "dgx-h100", "--nodes", "4",
    "--fabric", "nvlink", "--fabric", "rdma:8x400", "--fabric", "rdma:1x400",
    "--fabric", "rdma:1x200", "--fabric", "tcp:1x100", "--tokens-per-gpu", "8192",
]  # fmt: skip


def out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Standard output of a run that must succeed."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_compare_prints_the_rows_of_the_api(
    facts: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = json.loads(out(capsys, *FIRST_PICTURE, "--json"))
    fabrics = ["nvlink", "rdma:8x400", "rdma:1x400", "rdma:1x200", "tcp:1x100"]
    rows = compare(facts, "llama3.2-3b", "dgx-h100", 4, fabrics, 8192)
    assert printed == [row.as_dict() for row in rows]
    assert [row["gpus"] for row in printed] == [8, 32, 32, 32, 32]
    assert [row["line_rate_gb_s_per_direction"] for row in printed] == [450, 400, 50, 25, 12.5]


def test_compare_tells_the_story_of_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(out(capsys, *FIRST_PICTURE, "--json"))
    busy = [row["busy_percent_overlap"] for row in rows]
    assert busy == sorted(busy, reverse=True)
    assert busy[1] > 95
    assert busy[4] < 50
    for row in rows:
        assert row["busy_percent_no_overlap"] < row["busy_percent_overlap"]
        for source in row["line_rate_source"]:
            assert isinstance(source, str)


def test_every_printed_number_has_four_digits(capsys: pytest.CaptureFixture[str]) -> None:
    for row in json.loads(out(capsys, *FIRST_PICTURE, "--json")):
        for key, value in row.items():
            if isinstance(value, float):
                assert float(f"{value:.4g}") == value, key


def test_compare_over_several_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(
        capsys, "compare", "--model", "llama3.2-3b", "--nodes", "1..8",
        "--fabric", "nvlink", "--fabric", "rdma:8x400", "--json",
    )  # fmt: skip
    assert [(r["fabric"], r["nodes"]) for r in json.loads(text)] == [
        ("nvlink", 1), ("rdma:8x400", 1), ("rdma:8x400", 2), ("rdma:8x400", 4), ("rdma:8x400", 8),
    ]  # fmt: skip


def test_predict_parts_and_band(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["predict", "--model", "llama3-70b", "--nodes", "16", "--tp", "8", "--pp", "4",
                 "--zero", "1", "--global-batch", "256"]  # fmt: skip
    values = json.loads(out(capsys, *arguments, "--json"))
    assert sum(values["parts_s"].values()) == pytest.approx(values["step_s"], rel=2e-3)
    assert values["step_low_s"] < values["step_s"] < values["step_high_s"]
    assert values["error_band_percent"] == 10
    assert values["fits"] is True
    text = out(capsys, *arguments)
    assert str(values["step_s"]) in text
    assert "bubble" in text


def test_predict_says_out_of_memory_and_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "predict", "--model", "llama3-8b", "--nodes", "4")
    assert "OUT OF MEMORY" in text
    assert "would fit with: zero" in text


def test_band_widens_outside_the_validated_region(capsys: pytest.CaptureFixture[str]) -> None:
    base = ["predict", "--model", "llama3-8b", "--zero", "3", "--json", "--nodes"]
    inside = json.loads(out(capsys, *base, "4"))
    large = json.loads(out(capsys, *base, "4096"))
    unknown = json.loads(out(capsys, *base, "4", "--node", "dgx-b200"))
    assert inside["outside_validated_region"] == []
    assert large["outside_validated_region"] == ["32768 GPUs: checked up to 512 on hopper"]
    assert inside["error_band_percent"] < large["error_band_percent"]
    assert large["error_band_percent"] < unknown["error_band_percent"]


def test_run_cost(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(
        capsys, "predict", "--model", "llama3-8b", "--nodes", "128", "--zero", "3",
        "--tokens", "15e12", "--price-per-gpu-hour", "2", "--json",
    )  # fmt: skip
    run = json.loads(text)["run"]
    assert run["price"] == pytest.approx(2 * run["gpu_hours"], rel=1e-3)
    assert run["energy_mwh_at_rated_power"] == pytest.approx(0.7e-3 * run["gpu_hours"], rel=1e-3)


def test_plan(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["plan", "--model", "llama3-8b", "--nodes", "2", "--global-batch", "64"]
    values = json.loads(out(capsys, *arguments, "--json"))
    assert values["best"][0]["step_s"] <= values["best"][1]["step_s"]
    assert values["fitting"] <= values["tried"]
    text = out(capsys, *arguments)
    assert "fastest first" in text
    assert str(values["best"][0]["step_s"]) in text


def test_own_model_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yml"
    path.write_text(
        "name: mine\nlayers: 12\nhidden: 768\nheads: 12\nkv_heads: 12\nffn: 3072\ngated: false\n"
        "vocab: 50304\nseq: 1024\ntied_embeddings: true\nsource: [computed]\n"
    )
    values = json.loads(out(capsys, "predict", "--model", str(path), "--gpus", "8", "--json"))
    assert values["parameters"] == 12 * 12 * 768**2 + 50304 * 768


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["predict", "--model", "llama3-8", "--nodes", "1"], "unknown model 'llama3-8' (known: "),
        (["predict", "--model", "llama3-8b"], "give either --nodes or --gpus"),
        (["predict", "--model", "llama3-8b", "--nodes", "1", "--tp", "3"], "does not divide the 8"),
        (["predict", "--model", "llama3-8b", "--nodes", "1", "--node", "dgx"], "unknown node"),
        (["predict", "--model", "llama3-8b", "--nodes", "1", "--precision", "fp8", "--node",
          "dgx-a100"], "no published dense fp8 rate (published: fp32, tf32, fp16, bf16)"),
        (["predict", "--model", "llama3-8b", "--nodes", "4", "--node", "vr-nvl72", "--gpus", "8"],
         "give either"),
        (["predict", "--model", "none.yml", "--nodes", "1"], "No such file"),
        (["compare", "--model", "llama3-8b", "--nodes", "x", "--fabric", "nvlink"], "write 4"),
        (["compare", "--model", "llama3-8b", "--nodes", "2", "--fabric", "wifi"],
         "unknown transport"),
        (["compare", "--model", "llama3-8b", "--nodes", "2", "--fabric", "nvlink",
          "--tokens-per-gpu", "1000"], "must be a multiple of the sequence length"),
        (["plan", "--model", "llama3-8b", "--nodes", "1"], "plan needs --global-batch"),
        (["validate", "/no/such/place"], "no such file or folder"),
        (["calibrate", "/no/such.log"], "No such file"),
        (["predict", "--model", "llama3-8b", "--nodes", "1", "--data", "/nowhere"],
         "expected hardware/gpus.yml"),
    ],
)  # fmt: skip
def test_mistakes_are_one_line_of_words(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("scalemodel: error: ")
    assert printed.err.count("\n") == 1
    assert words in printed.err


def test_validate_reports_every_row(facts: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    values = json.loads(out(capsys, "validate", "--json"))
    sets = {row["set"]: row for row in values["sets"]}
    with (facts.root / "measurements" / "megatron-sc21.csv").open(encoding="utf-8") as file:
        lines = sum(1 for line in file if not line.startswith("#")) - 1
    assert sets["megatron-sc21"]["rows"] + len(sets["megatron-sc21"]["skipped"]) == lines
    assert sets["megatron-sc21"]["use"] == "check"
    assert "vtrain-one-node" in values["fitted_on"]
    assert values["overall"]["rows"] == sum(row["rows"] for row in values["sets"])


def test_validate_error_is_mean_of_its_rows(
    facts: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(facts.root / "measurements" / "korthikanti-2022.csv")
    (score,) = json.loads(out(capsys, "validate", path, "--json", "--rows"))["sets"]
    with Path(path).open(encoding="utf-8") as file:
        table = {r["id"]: r for r in csv.DictReader(x for x in file if not x.startswith("#"))}
    errors = []
    for row in score["predictions"]:
        published = float(table[row["id"]]["step_time_s"])
        assert row["published"] == pytest.approx(published, rel=1e-3)
        errors.append(abs(row["predicted"] / published - 1))
    assert score["mape_percent"] == pytest.approx(100 * sum(errors) / len(errors), rel=0.02)


HEADER = (
    "id,gpu,gpus,gpus_per_node,layers,hidden,heads,ffn,vocab,seq,micro_batch,global_batch,"
    "step_time_s"
)


def test_rows_that_cannot_be_done_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new.csv"
    path.write_text(
        f"# source: somewhere\n{HEADER}\n"
        "new/1,h100-sxm,8,8,32,4096,32,16384,50304,2048,1,8,0.9\n"
        "new/2,h900-sxm,8,8,32,4096,32,16384,50304,2048,1,8,0.9\n"
        "new/3,h100-sxm,8,8,32,4096,32,16384,50304,2048,1,9,0.9\n"
        "new/4,h100-sxm,8,8,32,4096,thirty,16384,50304,2048,1,8,0.9\n"
        "new/5,h100-sxm,8,8,32,4096,32,16384,50304,2048,1,8,\n"
    )
    (score,) = json.loads(out(capsys, "validate", str(path), "--json"))["sets"]
    assert score["rows"] == 1
    assert score["use"] == "new"
    reasons = {bad["id"]: bad["reason"] for bad in score["skipped"]}
    assert "unknown gpu 'h900-sxm'" in reasons["new/2"]
    assert "not a multiple of dp 8" in reasons["new/3"]
    assert reasons["new/4"] == "heads is not a number: 'thirty'"
    assert reasons["new/5"] == "step_time_s is empty"
    text = out(capsys, "validate", str(path))
    assert "skipped: new/4: heads is not a number" in text


def test_columns_in_any_order_with_others_beside_them(
    facts: Catalog, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = facts.root / "measurements" / "megatron-sc21.csv"
    with source.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    columns = [*reversed(list(rows[0])), "loss", "remark"]
    path = tmp_path / "megatron-sc21.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows({**row, "loss": "2.1", "remark": 'a "quoted", remark'} for row in rows)
    ours = json.loads(out(capsys, "validate", str(path), "--json"))
    theirs = json.loads(out(capsys, "validate", str(source), "--json"))
    assert ours == theirs
    assert ours["sets"][0]["rows"] == len(rows)


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("gpus_per_node", "0", "gpus_per_node must be above 0, not 0"),
        ("gpus", "0", "gpus must be above 0"),
        ("seq", "-1", "seq must be above 0, not -1"),
        ("step_time_s", "0", "step_time_s must be above 0, not 0"),
        ("step_time_s", "nan", "step_time_s must be above 0, not nan"),
        ("step_time_s", "inf", "step_time_s must be above 0, not inf"),
        ("layers", "1e300", "layers must be a whole number up to 1e+12"),
        ("gpus", "8.5", "gpus must be a whole number"),
        ("heads", "", "heads is empty"),
    ],
)
def test_a_bad_cell_costs_its_row_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], column: str, value: str, reason: str
) -> None:
    good = "h100-sxm,8,8,32,4096,32,16384,50304,2048,1,8,0.9".split(",")
    bad = dict(zip(HEADER.split(",")[1:], good, strict=True)) | {column: value}
    path = tmp_path / "new.csv"
    path.write_text(f"{HEADER}\n1,{','.join(good)}\n2,{','.join(bad.values())}\n")
    (score,) = json.loads(out(capsys, "validate", str(path), "--json"))["sets"]
    assert score["rows"] == 1
    (skipped,) = score["skipped"]
    assert skipped["id"] == "2"
    assert skipped["reason"].startswith(reason)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "missing column id"),
        (HEADER.replace(",", ";").encode() + b"\n", "missing column id"),
        (b"id,op,gpu,gpus,nodes,size_bytes,time_us\n", "needs --collectives"),
        (HEADER.encode("utf-16"), "cannot be read"),
        (HEADER.encode() + b"\n\xe9\n", "cannot be read"),
        (HEADER.encode() + b"\n" + b"x" * 200_000 + b"\n", "not a CSV file"),
    ],
)
def test_files_that_are_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    path = tmp_path / "new.csv"
    path.write_bytes(content)
    assert main(["validate", str(path)]) == 1
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.err.count("\n") == 1


COLLECTIVES = "id,op,gpu,gpus,nodes,size_bytes,time_us,fabric,injection_gbit_s_per_node\n"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1,all_reduce,h100-sxm,16,3,1048576,100,infiniband,3200", "16 GPUs on 3 nodes"),
        ("1,all_reduce,h100-sxm,1,1,1048576,100,infiniband,3200", "1 GPUs on 1 nodes"),
        ("1,all_reduce,h100-sxm,16,0,1048576,100,infiniband,3200", "nodes must be above 0"),
        ("1,all_reduce,h100-sxm,16,2,1048576,0,infiniband,3200", "time_us must be above 0"),
        ("1,all_reduce,,16,2,1048576,100,infiniband,3200", "gpu is empty: the links inside"),
        ("1,all_reduce,,2,2,1048576,100,infiniband,", "neither gpu nor injection"),
        ("1,all_reduce,h100-sxm,16,2,1048576,100,roce,", "injection_gbit_s_per_node is empty"),
        ("1,all_reduce,h100-sxm,16,2,4096,100,infiniband,3200", "below 64 KiB"),
        ("1,gather,h100-sxm,16,2,1048576,100,infiniband,3200", "unknown collective 'gather'"),
    ],
)
def test_collectives_that_cannot_be_done_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, reason: str
) -> None:
    path = tmp_path / "new.csv"
    path.write_text(f"{COLLECTIVES}{row}\n")
    (score,) = json.loads(out(capsys, "validate", "--collectives", str(path), "--json"))["sets"]
    assert score["rows"] == 0
    assert score["skipped"][0]["reason"].startswith(reason)


def test_collectives_inside_a_rack_stay_on_nvlink(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """18 trays of an NVL72 rack need no network; the fabric column may say nvlink."""
    path = tmp_path / "new.csv"
    path.write_text(
        f"{COLLECTIVES}1,all_reduce,gb200,72,18,8589934592,20000,nvlink,\n"
        "2,all_reduce,gb200,144,36,8589934592,20000,nvlink,\n"
    )
    (score,) = json.loads(out(capsys, "validate", "--collectives", str(path), "--json"))["sets"]
    assert score["rows"] == 1
    assert score["skipped"][0]["reason"].startswith("unknown fabric 'nvlink'")


BASE = ["predict", "--model", "llama3-8b", "--nodes", "2"]


@pytest.mark.parametrize(
    "arguments",
    [
        [*BASE, "--nodes", "-1"], [*BASE, "--nodes", "two"], [*BASE, "--tp", "0"],
        [*BASE, "--global-batch", "0"], [*BASE, "--seq", "-8"], [*BASE, "--micro-batch", "1.5"],
        [*BASE, "--checkpoint-s", "0"], [*BASE, "--checkpoint-s", "nan"],
        [*BASE, "--restart-s", "-1"], [*BASE, "--failures-per-1000-node-days", "inf"],
        [*BASE, "--tokens", "nan"], [*BASE, "--price-per-gpu-hour", "-1"],
        [*BASE, "--critical-batch", "many"], [*BASE, "--zero", "7"], [*BASE, "--recompute", "x"],
        ["plan", "--model", "llama3-8b", "--nodes", "1", "--global-batch", "8", "--keep", "0"],
        ["frobnicate"], [],
    ],
)  # fmt: skip
def test_wrong_arguments_are_usage_errors(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]


MODEL = (
    "name: m\nlayers: 12\nhidden: 768\nheads: 12\nkv_heads: 12\nffn: 3072\ngated: false\n"
    "vocab: 50304\nseq: 1024\ntied_embeddings: true\nsource: [computed]\n"
)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (MODEL.encode("utf-16"), "not UTF-8 text"),
        (b"", "expected a mapping"),
        (b"- a\n", "expected a mapping"),
        (b"a: [\n", "not valid YAML"),
        (MODEL.replace("layers: 12", "layers: -3").encode(), "layers must be at least 1"),
        (MODEL.replace("layers: 12", "layers: 1.5").encode(), "layers: expected int"),
        (MODEL.replace("layers: 12\n", "").encode(), "layers: missing"),
        ((MODEL + "experts: -4\n").encode(), "experts and expert_ffn must be at least 1"),
        ((MODEL + "experts: 4\nexpert_ffn: -9\n").encode(), "expert_ffn must be at least 1"),
        ((MODEL + "experts: 4\nexperts_per_token: 9\n").encode(), "experts_per_token (9)"),
        ((MODEL + "experts: 4\nexperts_per_token: 0\n").encode(), "experts_per_token (0)"),
    ],
)
def test_bad_model_files_say_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: str
) -> None:
    path = tmp_path / "mine.yml"
    path.write_bytes(content)
    assert main(["predict", "--model", str(path), "--nodes", "1"]) == 1
    assert words in capsys.readouterr().err


def test_compare_takes_files_and_whole_racks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yml"
    path.write_text(MODEL)
    arguments = ["compare", "--model", str(path), "--node", "gb200-nvl72", "--json"]
    fabrics = ["--fabric", "nvlink", "--fabric", "infiniband:4x400"]
    rows = json.loads(out(capsys, *arguments, "--nodes", "36", *fabrics))
    assert [row["gpus"] for row in rows] == [72, 144]
    rows = json.loads(out(capsys, *arguments, "--nodes", "4", *fabrics))
    assert [row["gpus"] for row in rows] == [16, 16]


def test_a_run_that_cannot_end_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [*BASE, "--tokens", "1e12", "--failures-per-1000-node-days", "1e9"]
    assert main(arguments) == 1
    assert "a run would never end" in capsys.readouterr().err


def test_missing_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.csv"
    path.write_text("id,gpu\n1,h100-sxm\n")
    assert main(["validate", str(path)]) == 1
    assert "missing column gpus, gpus_per_node" in capsys.readouterr().err


def test_markdown_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out(capsys, "validate", "--markdown").splitlines()
    assert lines[0].startswith("| set | use | rows | MAPE %")
    assert lines[1].startswith("| --- | --- | --: |")
    assert all(line.count("|") == lines[0].count("|") for line in lines)
