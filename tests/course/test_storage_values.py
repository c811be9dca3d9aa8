"""Storage on pages: against published sizes and times, not against our own formulas."""

from __future__ import annotations

from math import sqrt

import pytest

from course import values


def test_a_checkpoint_is_what_bloom_wrote() -> None:
    # BLOOM-176B saved 2.3 TB, printed without saying which TB: 10^12 or 2^40 bytes; 14 a parameter
    of_gpt3 = values.checkpoint_size("gpt3-175b").value / 174.6e9
    assert of_gpt3 == pytest.approx(14, rel=0.01)
    assert 2.3e12 / 176.2e9 < of_gpt3 < 2.3 * 2**40 / 176.2e9 * 1.02


def test_saves_of_bloom_cost_what_its_team_says() -> None:
    # 720 saves of 40 s in 90 days: 0.37 % (ML Engineering, fault tolerance)
    run = values.saved_run("bloom-176b")
    assert (run.save / run.interval).value == pytest.approx(0.0037, rel=0.01)
    assert run.throughput.value == pytest.approx(57.5e9)


def test_file_systems_are_as_far_apart_as_published() -> None:
    # The Smol Training Playbook: 6.3 times in throughput, 6.6 times in operations
    local, shared = values.file_system("local-nvme"), values.file_system("shared-weka")
    assert (local.throughput / shared.throughput).value == pytest.approx(6.3, abs=0.05)
    assert (local.operations / shared.operations).value == pytest.approx(6.6, abs=0.05)


def test_saving_takes_the_interval_that_loses_least() -> None:
    # Young 1974: sqrt(2 delta M), where writing and redoing cost the same
    best = values.saving(16, 60)
    mean_time = 86400 / (16 * 6.5e-3)
    assert best.between_failures.value == pytest.approx(mean_time)
    assert best.interval.value == pytest.approx(sqrt(2 * 60 * mean_time))
    assert best.written.value == pytest.approx(best.redone.value)
    other = values.saving(16, 60, 2 * best.interval.value)
    assert other.goodput.value < best.goodput.value
