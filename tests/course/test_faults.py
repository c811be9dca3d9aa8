"""Values on failures and slow parts: against hand calculation and the papers' own sums."""

from __future__ import annotations

import pytest

from course import values


def test_a_job_fails_as_often_as_its_nodes_together() -> None:
    # 54 days of 2,048 nodes, 419 interruptions: one in 263.9 node-days
    assert _hours("llama3-405b", 1) / 24 == pytest.approx(263.9, abs=0.1)
    assert _hours("llama3-405b", 2048) == pytest.approx(3.09, abs=0.01)
    # arXiv:2410.21680 projects 1.8 h at 16,384 GPUs and 0.23 h at 131,072 from 6.50 per 1,000
    assert _hours("meta-rsc-1", 2048) == pytest.approx(1.8, abs=0.01)
    assert _hours("meta-rsc-1", 16384) == pytest.approx(0.23, abs=0.01)
    # observed: 7.9 h at 1,024 GPUs
    assert _hours("meta-rsc-jobs", 128) == pytest.approx(7.9)


def _hours(record: str, nodes: int) -> float:
    return values.between_failures(record, nodes).value / 3600


def test_causes_add_up_to_the_interruptions_of_the_paper() -> None:
    assert values.interruptions().value == 419
    assert values.interruptions("gpu").value == 148 + 72 + 19 + 17 + 6 + 6
    assert values.interruptions("network").value == 42
    assert values.interruptions("software bug").value == 54


def test_unknown_names_are_told_what_there_is() -> None:
    with pytest.raises(LookupError, match="switch or cable"):
        values.interruptions("cosmic rays")
    with pytest.raises(LookupError, match="meta-rsc-1"):
        values.between_failures("meta", 4)


def test_losses_of_a_given_interval_by_hand() -> None:
    # M = 24 h, 2 minutes to write every 60, 15 minutes to restart
    found = values.checkpointing(24, 120, 900, 60)
    assert found.writing.value == pytest.approx(2 / 60)
    assert found.rework.value == pytest.approx(0.5 / 24)
    assert found.restart.value == pytest.approx(0.25 / 24)
    assert found.lost.value == pytest.approx(2 / 60 + 0.75 / 24)


def test_no_interval_beats_the_best_one() -> None:
    best = values.checkpointing(24, 120)
    assert best.interval.value == pytest.approx((2 * 120 * 86400) ** 0.5)
    for minutes in (20, 60, 90, 120, 400):
        assert values.checkpointing(24, 120, 0, minutes).lost.value > best.lost.value


def test_the_slowest_of_many_follows_the_harmonic_numbers() -> None:
    assert values.slowest_of(1, 0.01).value == pytest.approx(0.01)
    assert values.slowest_of(8, 0.01).value == pytest.approx(0.01 * 761 / 280)
    exact = 0.01 * sum(1 / i for i in range(1, 129))
    assert values.slowest_of(128, 0.01).value == pytest.approx(exact, rel=2e-3)


def test_one_slow_gpu_slows_the_whole_job() -> None:
    slow = values.slow_gpu(1.2, 16)
    # the step is mostly compute: nearly all of the 20 %, and far more than one GPU's share of it
    assert 0.14 < slow.longer.value < 0.20
    assert values.slow_gpu(1.0, 16).longer.value == 0
