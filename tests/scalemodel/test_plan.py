"""The planner against an independent exhaustive search over the documented space."""

from itertools import product

import pytest

from scalemodel.errors import ScaleModelError
from scalemodel.hardware import Cluster
from scalemodel.load import Catalog
from scalemodel.memory import memory
from scalemodel.plan import plan
from scalemodel.step import predict
from scalemodel.transformer import Layout, Transformer

CASES = [
    ("llama3.2-1b", "dgx-h100", 8, 64, ""),
    ("llama3.2-1b", "lab-10gbe", 16, 64, ""),
    ("llama3.2-3b", "dgx-h100", 8, 32, ""),
    ("llama3.2-3b", "dgx-a100", 16, 32, "nanotron"),
    ("llama3-8b", "dgx-h100", 8, 16, "Composer FSDP"),
    ("llama3-8b", "dgx-h100", 16, 64, ""),
    ("llama3-8b", "dgx-a100", 32, 128, "Megatron-Core"),
    ("llama3-8b", "lab-100gbe", 32, 64, ""),
    ("llama3-8b", "aws-p5", 64, 256, ""),
    ("llama2-7b", "dgx-1v", 8, 16, "fp16"),
    ("llama2-13b", "dgx-a100", 16, 32, ""),
    ("llama2-13b", "dgx-h100", 64, 64, "nanotron"),
    ("llama2-70b", "dgx-h100", 32, 64, ""),
    ("llama3-70b", "dgx-h100", 64, 64, ""),
    ("llama3-70b", "dgx-h200", 64, 128, "Megatron-Core"),
    ("llama3-70b", "gb200-nvl72", 64, 64, ""),
    ("gpt2-xl", "dgx-a100", 8, 64, "Megatron-DeepSpeed"),
    ("gpt2-xl", "azure-nd-mi300x", 8, 32, ""),
    ("mixtral-8x7b", "dgx-h100", 32, 64, ""),
    ("mixtral-8x7b", "dgx-h100", 64, 128, "Megatron-Core"),
]


def brute_force(model: Transformer, cluster: Cluster, base: dict[str, object]) -> float:
    """Shortest step of all layouts that fit, written without the planner's code."""
    limit = cluster.node.gpu.memory
    assert limit is not None
    batch = int(str(base["global_batch"]))
    gpus, best = cluster.gpus, float("inf")
    twos = [1, 2, 4, 8, 16, 32, 64]
    for tp, pp, ep in product(twos, range(1, model.layers + 1), twos):
        if tp > cluster.node.domain_gpus or model.heads % tp or model.layers % pp:
            continue
        if model.kv_heads % tp and tp % model.kv_heads:
            continue
        if gpus % (tp * pp) or ep > model.experts or model.experts % ep:
            continue
        dp = gpus // (tp * pp)
        if dp % ep:
            continue
        for v, zero, recompute, micro in product(
            range(1, 9), (0, 1, 3), ("none", "full", "selective"), (1, 2, 4, 8)
        ):
            if batch % (dp * micro) or (zero == 3 and pp > 1) or (zero and dp == 1):
                continue
            if v > 1 and (pp == 1 or (model.layers // pp) % v or batch // (dp * micro) % pp):
                continue
            if recompute == "selective":
                continue  # nothing to recompute with fused attention
            layout = Layout(
                tp=tp,
                pp=pp,
                virtual_pp=v,
                dp=dp,
                ep=ep,
                zero=zero,
                recompute=recompute,
                micro_batch=micro,
                sequence_parallel=tp > 1,
                **base,  # type: ignore[arg-type]
            )
            if memory(model, layout).total <= limit:
                best = min(best, predict(model, layout, cluster).time)
    return best


@pytest.mark.parametrize(("name", "node", "gpus", "batch", "framework"), CASES)
def test_plan_equals_exhaustive_search(
    facts: Catalog, name: str, node: str, gpus: int, batch: int, framework: str
) -> None:
    precision, framework = ("fp16", "") if framework == "fp16" else ("bf16", framework)
    model = facts.transformers[name].with_seq(4096 if "70b" not in name else 8192)
    cluster = Cluster(facts.nodes[node], gpus)
    base: dict[str, object] = {
        "global_batch": batch,
        "precision": precision,
        "framework": framework,
    }
    found = plan(model, cluster, Layout(**base))  # type: ignore[arg-type]
    best = found.best[0]
    assert best.step.time == brute_force(model, cluster, base)
    assert best.memory <= found.capacity
    assert best.layout.gpus == gpus
    assert [c.step.time for c in found.best] == sorted(c.step.time for c in found.best)


def test_there_are_twenty_cases() -> None:
    assert len(CASES) == 20
    assert max(case[2] for case in CASES) == 64


def test_nothing_fits(facts: Catalog) -> None:
    cluster = Cluster(facts.nodes["dgx-h100"], 8)
    with pytest.raises(ScaleModelError, match="does not fit on 8 x NVIDIA H100"):
        plan(facts.transformers["llama3-405b"], cluster, Layout(global_batch=8))


def test_no_layout_for_an_odd_batch(facts: Catalog) -> None:
    cluster = Cluster(facts.nodes["dgx-h100"], 3 * 8)
    with pytest.raises(ScaleModelError, match="another --global-batch"):
        plan(facts.transformers["llama3-8b"], cluster, Layout(global_batch=1))


def test_long_sequences_consider_context_parallelism(facts: Catalog) -> None:
    model = facts.transformers["llama3-8b"].with_seq(65536)
    found = plan(model, Cluster(facts.nodes["dgx-h100"], 64), Layout(global_batch=64), keep=10_000)
    assert {c.layout.cp for c in found.best} > {1}
