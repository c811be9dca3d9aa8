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
