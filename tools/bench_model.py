"""What one step of one configuration costs to predict, with scalemodel and with llm-analysis.

Both predict the time and memory of one training step of a 7B model under a set of layouts; each
runs in a process of its own, which counts its CPU time without imports, in turn.

    python tools/bench_model.py
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench_process import ROOT, CannotInstallError, environment

ROUNDS, REPEATS = 5, 40
LAYOUTS = tuple(
    (tp, pp, dp)
    for tp in (1, 2, 4, 8)
    for pp in (1, 2, 4)
    for dp in (1, 2, 4, 8, 16)
    if tp * pp * dp % 8 == 0
)
"""Tensor, pipeline and data parallel GPUs that fill whole nodes of eight."""


def main() -> int:
    """Print microseconds per configuration of both, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--one", choices=("scalemodel", "llm-analysis"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        predict = ours() if options.one == "scalemodel" else theirs()
        print(json.dumps(microseconds(predict)))
        return 0
    try:
        rival: Path | None = environment("bench-model") / "python"
    except CannotInstallError as error:
        print(f"NOT COMPARED with llm-analysis: its environment cannot be made: {error}")
        rival = None
    own, others = [], []
    for _ in range(ROUNDS):
        own.append(in_process(Path(sys.executable), "scalemodel"))
        if rival is not None:
            others.append(in_process(rival, "llm-analysis"))
    print(f"{len(LAYOUTS)} layouts of a 7B model, CPU per configuration, best of {ROUNDS} runs")
    print(f"scalemodel    {min(own):8.1f} us")
    if others:
        print(f"llm-analysis  {min(others):8.1f} us, {min(others) / min(own):.1f} times ours")
    return 0


def in_process(python: Path, name: str) -> float:
    """Return what `--one NAME` measures."""
    command = [str(python), __file__, "--one", name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1]))


def microseconds(predict: Callable[[int, int, int], object]) -> float:
    """Return the CPU time of one call, the best of several rounds over all layouts."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        for layout in LAYOUTS:
            predict(*layout)
        best = min(best, time.process_time() - start)
    return best / len(LAYOUTS) * 1e6


def ours() -> Callable[[int, int, int], object]:
    """Return a prediction with scalemodel."""
    from scalemodel import load
    from scalemodel.hardware import Cluster
    from scalemodel.step import predict
    from scalemodel.transformer import Layout

    catalog = load.catalog(ROOT / "content")
    model = catalog.transformers["llama3-8b"]
    node = catalog.nodes["dgx-h100"]

    def one(tp: int, pp: int, dp: int) -> object:
        layout = Layout(tp=tp, pp=pp, dp=dp, zero=1, global_batch=64)
        return predict(model, layout, Cluster(node, tp * pp * dp))

    return one


def theirs() -> Callable[[int, int, int], object]:
    """Return a prediction with llm-analysis, as its readme calls it."""
    import logging

    from llm_analysis.analysis import LLMAnalysis  # type: ignore[import-not-found]
    from llm_analysis.config import (  # type: ignore[import-not-found]
        ParallelismConfig,
        get_dtype_config_by_name,
        get_gpu_config_by_name,
        get_model_config_by_name,
    )

    logging.disable(logging.CRITICAL)
    model = get_model_config_by_name("decapoda-research_llama-7b-hf")
    gpu = get_gpu_config_by_name("a100-sxm-80gb")
    numbers = get_dtype_config_by_name("w16a16e16")

    def one(tp: int, pp: int, dp: int) -> object:
        layout = ParallelismConfig(tp_size=tp, pp_size=pp, dp_size=dp)
        analysis = LLMAnalysis(model, gpu, numbers, layout, flops_efficiency=0.5)
        return analysis.training(
            batch_size_per_gpu=1, global_batch_size=64, seq_len=2048, total_num_tokens=10**9
        )

    return one


if __name__ == "__main__":
    sys.exit(main())
