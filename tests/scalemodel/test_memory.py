"""Memory against published tables and formulas."""

from dataclasses import replace

import pytest

from scalemodel.load import Catalog
from scalemodel.memory import activation_bytes, check, memory
from scalemodel.transformer import Layout, Transformer

GPT = Transformer("7.5B", 36, 4096, 32, 32, 16384, False, 51200, 2048, tied_embeddings=True)


@pytest.mark.parametrize(("zero", "gigabytes"), [(0, 120), (1, 31.4), (2, 16.6), (3, 1.88)])
def test_states_match_the_table_of_zero(zero: int, gigabytes: float) -> None:
    # arXiv:1910.02054, figure 1: 7.5 billion parameters, 64 ranks, 16 bytes a parameter.
    layout = Layout(dp=64, zero=zero, global_batch=64, gradient_bytes=2)
    need = memory(GPT, layout)
    states = (need.weights + need.gradients + need.optimizer) * 7.5e9 / GPT.parameters
    assert states / 1e9 == pytest.approx(gigabytes, rel=0.01)


@pytest.mark.parametrize("t", [1, 2, 8])
def test_activations_match_the_formulas_of_korthikanti(t: int) -> None:
    # arXiv:2205.05198, table 2, per layer: s b h (10 + 24/t + 5as/ht); with sequence parallelism
    # s b h / t (34 + 5as/h); selective recomputation s b h 34/t.
    s, h, a, b = GPT.seq, GPT.hidden, GPT.heads, 3
    base = Layout(tp=t, micro_batch=b, global_batch=b, flash_attention=False)
    assert activation_bytes(GPT, base) == pytest.approx(
        s * b * h * (10 + 24 / t + 5 * a * s / (h * t))
    )
    sp = replace(base, sequence_parallel=True)
    assert activation_bytes(GPT, sp) == pytest.approx(s * b * h / t * (34 + 5 * a * s / h))
    selective = replace(sp, recompute="selective")
    assert activation_bytes(GPT, selective) == pytest.approx(34 * s * b * h / t)


def test_the_first_stage_holds_p_micro_batches() -> None:
    # arXiv:2205.05198, section 4.2.3: p in flight; interleaving x (1 + (p - 1) / (p v)).
    p, v = 4, 3
    base = Layout(pp=p, global_batch=64)
    one = activation_bytes(GPT, base)
    assert memory(GPT, base).activations == pytest.approx(GPT.layers / p * p * one)
    interleaved = replace(base, virtual_pp=v)
    assert memory(GPT, interleaved).activations == pytest.approx(
        GPT.layers / p * p * one * (1 + (p - 1) / (p * v))
    )


def test_data_parallelism_alone_saves_nothing() -> None:
    alone, many = memory(GPT, Layout()), memory(GPT, Layout(dp=64, global_batch=64))
    assert alone == many


def test_published_peaks(facts: Catalog) -> None:
    from scalemodel.measurements import csv_files
    from scalemodel.validate import score_steps

    (score,) = score_steps(
        csv_files([str(facts.root / "measurements" / "nanotron-h100-up-to-64.csv")]), facts
    )
    assert len(score.memory_rows) == 14
    assert sum(abs(r.error) for r in score.memory_rows) / 14 <= 0.10


def test_runs_that_were_published_fit(facts: Catalog) -> None:
    """Every published run fitted: few may be called out of memory."""
    from scalemodel.measurements import StepRow, csv_files, read_steps

    wrong, rows = 0, 0
    for path in csv_files([str(facts.root / "measurements")]):
        for row in read_steps(path, facts):
            if isinstance(row, StepRow):
                rows += 1
                wrong += not check(row.model, row.layout, row.cluster.node.gpu).fits
    assert rows > 1600
    assert wrong / rows < 0.03


def test_out_of_memory_names_what_would_help(facts: Catalog) -> None:
    model, gpu = facts.transformers["llama3-8b"], facts.gpus["h100-sxm"]
    layout = Layout(dp=16, global_batch=16)
    verdict = check(model, layout, gpu)
    assert not verdict.fits
    changes = dict(verdict.remedies)
    assert "zero 3" in changes
    assert all(need <= verdict.capacity for need in changes.values())
    assert memory(model, replace(layout, zero=3)).total == changes["zero 3"]
