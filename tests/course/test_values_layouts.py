"""Layouts, plans and utilization on pages: against published numbers and the command line."""

from __future__ import annotations

import json

import pytest

from course import values
from scalemodel.cli import main


@pytest.mark.parametrize(
    ("zero", "gigabytes"), [(0, 120.0), (1, 31.4), (2, 16.6), (3, 1.9)]
)  # ZeRO, arXiv:1910.02054, figure 1: 7.5 billion parameters on 64 GPUs
def test_states_follow_the_published_bytes_of_zero(zero: int, gigabytes: float) -> None:
    """From the parameters alone, and for a model that the facts hold."""
    assert values.sharded_states(7.5, 64, zero).value == pytest.approx(gigabytes * 1e9, rel=0.02)
    parameters = values.model("llama2-7b").parameters.value
    held = values.states("llama2-7b", 64, zero)
    assert held.total.value / parameters * 7.5e9 == pytest.approx(gigabytes * 1e9, rel=0.02)


def test_the_error_of_peak_memory_is_that_of_the_rows_with_a_peak() -> None:
    # scripts/scalemodel/README.md: 5.5 % on the 14 peaks of the nanotron set
    assert values.error("nanotron-h100-up-to-64", "peak memory").value == pytest.approx(
        0.055, abs=5e-4
    )
    with pytest.raises(ValueError, match="no rows of peak memory"):
        values.error("megatron-sc21", "peak memory")


def test_a_job_is_what_the_command_predicts(capsys: pytest.CaptureFixture[str]) -> None:
    main(
        "predict --model llama3-70b --node dgx-h100 --nodes 16 --global-batch 512 --tp 8 --pp 2"
        " --zero 1 --json".split()
    )
    printed = json.loads(capsys.readouterr().out)
    job = values.job("llama3-70b", 16, tp=8, pp=2, zero=1, global_batch=512)
    assert job.step.value == pytest.approx(printed["step_s"], rel=1e-3)
    assert 100 * job.mfu.value == pytest.approx(printed["mfu_percent"], rel=1e-3)
    assert job.memory.total.value / 2**30 == pytest.approx(printed["memory"]["total_gib"], rel=1e-3)
    assert job.fits is printed["fits"]


def test_the_bubble_of_a_pipeline_is_p_minus_one_of_m() -> None:
    """Megatron-LM, arXiv:2104.04473, section 2.2: a share of (p - 1) / m of the ideal time."""
    plain = values.job("llama3-70b", 16, tp=8, pp=4, zero=1, global_batch=512)
    interleaved = values.job("llama3-70b", 16, tp=8, pp=4, virtual_pp=5, zero=1, global_batch=512)
    ideal = plain.compute.value + plain.tensor.value
    assert plain.bubble.value / ideal == pytest.approx((4 - 1) / 128, rel=0.05)
    assert plain.bubble.value / interleaved.bubble.value == pytest.approx(5)


def test_mfu_of_a_published_run() -> None:
    """Llama 3 405B: 430 TFLOP/s of an H100 on 8,192 GPUs are an MFU of 43 %."""
    flops = values.published("llama3-405b-tflops", 8192).value * 1e12
    assert values.mfu(405e9, flops / (6 * 405e9)).value == pytest.approx(0.43, abs=0.005)


def test_the_published_drops_are_those_that_the_source_prints() -> None:
    # labels of the two figures of the Ultra-Scale Playbook
    dp, tp = "data-parallel-tokens-per-s", "tensor-parallel-tokens-per-s"
    assert values.published(dp, 16).value / values.published(dp, 8).value == pytest.approx(
        1 - 0.063, abs=0.001
    )
    assert values.published(tp, 16).value / values.published(tp, 8).value == pytest.approx(
        1 - 0.427, abs=0.001
    )


def test_published_says_what_was_not_published() -> None:
    with pytest.raises(LookupError, match="8, 16, 32"):
        values.published("data-parallel-tokens-per-s", 9)
    with pytest.raises(LookupError, match="no published series"):
        values.published("nothing", 8)


def test_scaling_starts_at_one_and_falls() -> None:
    shares = [values.scaled("tcp:1x100", nodes).efficiency.value for nodes in (1, 2, 4, 16)]
    assert shares[0] == 1
    assert shares == sorted(shares, reverse=True)


def test_a_plan_has_the_fastest_layout_first_and_all_of_them_fit() -> None:
    rows = values.plan_table("llama3-70b", 16, 512).splitlines()[2:]
    steps = [float(row.split("|")[8]) for row in rows]
    sizes = [float(row.split("|")[10]) for row in rows]
    assert len(rows) == 5
    assert steps == sorted(steps)
    assert max(sizes) < 80e9 / 2**30 * 1.07


def test_measured_scaling_is_the_published_step_time_of_one_node_over_that_of_many() -> None:
    # llm-foundry, README of the benchmarks: 7B, H100, sequences of 2,048, the same batch on a GPU
    assert values.measured_scaling(1).value == 1
    assert values.measured_scaling(64).value == pytest.approx(0.909, abs=0.001)
    with pytest.raises(LookupError, match="not on 4"):
        values.measured_scaling(4)
