"""Failures, batch size, stragglers and cost against worked examples in the literature."""

import random

import pytest

from scalemodel.convergence import batch_cost, speedup, training_steps
from scalemodel.economics import energy_per_token, run_cost
from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster
from scalemodel.load import Catalog
from scalemodel.reliability import FAILURES_PER_NODE_DAY, best_interval, goodput, mtbf
from scalemodel.scaling import one_slow_gpu, sweep
from scalemodel.step import predict
from scalemodel.stragglers import expected_delay
from scalemodel.transformer import Layout

HOUR, MINUTE = 3600.0, 60.0


@pytest.mark.parametrize(("gpus", "hours"), [(1024, 28.8), (16384, 1.8), (131072, 0.225)])
def test_time_between_failures_at_a_published_rate(gpus: int, hours: float) -> None:
    # 6.50 failures per 1,000 node-days (arXiv:2410.21680)
    found = mtbf(gpus // 8, FAILURES_PER_NODE_DAY["meta-rsc-1"]) / HOUR
    assert found == pytest.approx(hours, rel=0.01)


@pytest.mark.parametrize(("write", "minutes", "lost"), [(40, 15.5, 0.086), (300, 42, 0.24)])
def test_young_and_daly(write: float, minutes: float, lost: float) -> None:
    mean_time = 3 * HOUR
    assert best_interval(write, mean_time) / MINUTE == pytest.approx(minutes, rel=0.02)
    assert 1 - goodput(mean_time, write, restart=0).share == pytest.approx(lost, rel=0.03)


def test_no_other_interval_is_better() -> None:
    best = goodput(3 * HOUR, 60, 600).share
    for factor in (0.3, 0.7, 1.5, 4):
        interval = factor * best_interval(60, 3 * HOUR)
        assert goodput(3 * HOUR, 60, 600, interval).share < best


def test_goodput_never_falls_below_zero() -> None:
    assert goodput(100, 60, 600).share == 0
    with pytest.raises(ScaleModelError, match="above 0"):
        goodput(0, 60, 600)


@pytest.mark.parametrize(
    ("ratio", "steps", "samples"), [(1 / 8, 9, 1.125), (1, 2, 2), (8, 1.125, 9)]
)
def test_critical_batch_size(ratio: float, steps: float, samples: float) -> None:
    # arXiv:1812.06162: S/S_min = 1 + B_c/B, E/E_min = 1 + B/B_c
    cost = batch_cost(ratio * 1e6, 1e6)
    assert cost.steps_factor == pytest.approx(steps)
    assert cost.samples_factor == pytest.approx(samples)
    # Steps times batch is samples: (S/S_min)(B/B_c) = E/E_min.
    assert cost.steps_factor * ratio == pytest.approx(cost.samples_factor)


def test_a_larger_batch_saves_less_than_it_grows() -> None:
    assert 1.9 < speedup(1, 2, critical_batch=100) < 2
    assert 1 < speedup(100, 200, critical_batch=1) < 1.01
    assert training_steps(1000, batch=50, critical_batch=50) == 2000


def test_expected_maximum_of_exponentials() -> None:
    draw = random.Random(7)
    for ranks in (2, 8, 200):
        mean = sum(max(draw.expovariate(1) for _ in range(ranks)) for _ in range(4000)) / 4000
        assert expected_delay(1.0, ranks) == pytest.approx(mean, rel=0.05)


def test_one_slow_gpu_slows_the_whole_job(facts: Catalog) -> None:
    layout = Layout(dp=64, global_batch=64)
    step = predict(facts.transformers["llama3-8b"], layout, Cluster(facts.nodes["dgx-h100"], 64))
    slow = one_slow_gpu(step, 1.2)
    assert step.time * 1.15 < slow <= step.time * 1.2


def test_strong_scaling_loses_weak_scaling_holds(facts: Catalog) -> None:
    model, node = facts.transformers["llama3-8b"], facts.nodes["dgx-h100"]
    layout = Layout(dp=8, zero=1, global_batch=256)
    sizes = [8, 32, 128]
    strong = sweep(model, layout, node, sizes, strong=True)
    weak = sweep(model, layout, node, sizes, strong=False)
    assert [row.gpus for row in strong] == sizes
    assert strong[0].efficiency == weak[0].efficiency == 1
    assert strong[2].efficiency < weak[2].efficiency
    assert weak[2].efficiency > 0.9


def test_cost_and_energy(facts: Catalog) -> None:
    cluster = Cluster(facts.nodes["dgx-h100"], 1024)
    cost = run_cost(cluster, tokens=1e12, tokens_per_second=1e7, goodput=0.5, price_per_gpu_hour=2)
    assert cost.hours == pytest.approx(1e12 / 0.5e7 / 3600)
    assert cost.gpu_hours == pytest.approx(1024 * cost.hours)
    assert cost.money == pytest.approx(2 * cost.gpu_hours)
    assert cost.energy_kwh == pytest.approx(0.7 * cost.gpu_hours)
    assert energy_per_token(cluster, 1e7) == pytest.approx(1024 * 700 / 1e7)
    with pytest.raises(ScaleModelError, match="goodput in"):
        run_cost(cluster, 1e12, 1e7, goodput=0)
