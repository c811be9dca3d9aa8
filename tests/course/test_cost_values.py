"""Runs and their price on pages: by plain arithmetic, not by the model's own."""

from __future__ import annotations

import pytest

from course import values


def test_a_run_takes_its_tokens_over_its_rate() -> None:
    rate = values.job("llama3-8b", 16, zero=2, global_batch=1024).tokens_per_gpu.value * 128
    run = values.training("llama3-8b", 16, 1e12, price=3, zero=2, global_batch=1024)
    assert run.time.value == pytest.approx(1e12 / rate / run.goodput.value)
    assert run.gpu_hours.value == pytest.approx(128 * run.time.value / 3600)
    assert run.price.value == pytest.approx(3 * run.gpu_hours.value)
    assert run.energy.value == pytest.approx(128 * 700 * run.time.value)  # 700 W each, rated


def test_a_run_agrees_with_six_flop_a_parameter() -> None:
    # 6 N per token at the MFU that the model states, attention on top: below what the run takes
    step = values.job("llama3-8b", 16, zero=2, global_batch=1024)
    run = values.training("llama3-8b", 16, 1e12, zero=2, global_batch=1024)
    without_attention = 6 * 7.5e9 * 1e12 / (128 * 989e12 * step.mfu.value)
    assert without_attention < run.time.value < 1.35 * without_attention


def test_a_slower_network_costs_more_for_each_token() -> None:
    fast = values.training("llama3.2-3b", 16, 1e12, price=1, fabric="rdma:8x400")
    slow = values.training("llama3.2-3b", 16, 1e12, price=1, fabric="rdma:1x200")
    assert slow.price.value > 1.3 * fast.price.value
