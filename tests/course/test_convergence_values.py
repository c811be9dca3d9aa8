"""Batches: against numbers that others published or that follow by hand."""

from __future__ import annotations

import pytest

from course import values


def test_global_batch_of_smollm3() -> None:
    # The Smol Training Playbook, section on the target global batch size: 192 x 3 x 1 x 4096 on
    # 384 GPUs with tensor parallelism of 2
    assert values.global_batch(384, 2, 1, 3, 1, 4096).value == 2_359_296


def test_steps_fall_less_than_the_batch_grows() -> None:
    # 1 + 4 = 5 times the least steps before, 1 + 1 = 2 times after
    assert values.steps_with_batch(100_000, 0.25, 1, 1).value == pytest.approx(40_000)


def test_run_to_loss_follows_tokens_and_step_time() -> None:
    run = values.run_to_loss("llama3.2-3b", 16, 512, 512, 80e9)
    job = values.job("llama3.2-3b", 16, global_batch=512, zero=1, seq=4096)
    assert run.tokens.value == pytest.approx(160e9)
    assert run.time.value == pytest.approx(160e9 / (512 * 4096) * job.step.value)
    assert run.gpu_hours.value == pytest.approx(run.time.value / 3600 * 128)


def test_without_a_larger_batch_more_gpus_need_no_more_tokens() -> None:
    few, many = (values.run_to_loss("llama3.2-3b", n, 128, 512, 80e9) for n in (2, 16))
    assert few.tokens.value == many.tokens.value
    assert many.time.value < few.time.value / 4


def test_table_of_runs_prints_what_the_runs_say() -> None:
    table = values.runs_to_loss_table("llama3.2-3b", "2:128 16:2048", 512, 80e9)
    first, second = table.splitlines()[2:]
    assert first.startswith("| 2 | 128 | 100 |")
    assert second.startswith("| 16 | 2048 | 400 |")
