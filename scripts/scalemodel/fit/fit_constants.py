"""Fit the constants of `scalemodel/constants.py` to the sets that sets.yml marks `fit`.

A development tool: needs scipy, is not part of the wheel. From the repository root:

    PYTHONPATH=scripts/scalemodel python scripts/scalemodel/fit/fit_constants.py

It prints the fitted values, to be copied into constants.py by hand, and the loss: the mean over
groups of rows of the mean |log(predicted / published)|, so that a set counts once however long it
is. Deterministic. Only rows marked `fit` are read: of the long sets a sample as sets.yml says.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
from scipy.optimize import minimize

from scalemodel.collectives import collective
from scalemodel.constants import COLLECTIVES, CONSTANTS, CollectiveConstants, Constants, Transport
from scalemodel.load import Catalog, catalog, set_uses
from scalemodel.measurements import CollectiveRow, StepRow, read_collectives, read_steps
from scalemodel.step import predict

SAMPLE = 240
"""Rows of vtrain-one-node that may be fitted on."""

LARGEST_LOSS = 0.5
"""Cap on one row's |log error|: a broken run must not steer a constant."""


def main() -> None:
    """Fit both parts and print the values."""
    facts = catalog()
    values, loss = search(
        {
            "base": 6e-6,
            "ring_base": 20e-6,
            "scale_up_step": 2.5e-6,
            "in_switch_step": 3.5e-6,
            "message_post": 3.5e-6,
            "in_switch_gain": 1.14,
            "switch": 0.84,
            "cube-mesh": 1.0,
            "efa_latency": 17e-6,
            "efa_efficiency": 0.92,
        },
        collective_loss(collective_groups(facts)),
    )
    show("collectives", values, loss)
    values, loss = search(
        {
            "hopper.gemm": 0.65,
            "composer.attention": 0.59,
            "composer.elementwise": 2.0,
            "nanotron.elementwise": 1.6,
            "nanotron.overhead": 40e-3,
            "megatron-deepspeed.dispatch": 44e-6,
            "megatron-deepspeed.overhead": 5e-3,
            "wave": 0.6,
        },
        step_loss(step_groups(facts)),
    )
    show("steps", values, loss)


def search(
    start: dict[str, float], loss: Callable[[dict[str, float]], float]
) -> tuple[dict[str, float], float]:
    """Nelder-Mead over the logarithms of `start`, restarted twice."""
    names, point = list(start), np.log(list(start.values()))
    for _ in range(2):
        simplex = np.vstack([point, point + 0.15 * np.eye(len(point))])
        found: Any = minimize(
            lambda x: loss({n: exp(v) for n, v in zip(names, x, strict=True)}),
            point,
            method="Nelder-Mead",
            options={"initial_simplex": simplex, "maxfev": 900, "xatol": 1e-3, "fatol": 1e-5},
        )
        point = found.x
    return {n: exp(v) for n, v in zip(names, point, strict=True)}, float(found.fun)


def show(title: str, values: dict[str, float], loss: float) -> None:
    """Print one fit."""
    lines = [f"{title}: mean |log error| {loss:.4f}"]
    lines += [f"  {name:30s} {value:.4g}" for name, value in values.items()]
    sys.stdout.write("\n".join(lines) + "\n")


def collective_groups(facts: Catalog) -> list[list[CollectiveRow]]:
    """Rows of 64 KiB and more of the fit sets, by operation and shape.

    Of the Hugging Face set only the runs on 1 and 8 nodes.
    """
    groups: dict[tuple[object, ...], list[CollectiveRow]] = {}
    folder = facts.root / "measurements" / "collectives"
    for name, use in set_uses(facts, "collectives").items():
        if use != "fit":
            continue
        for row in read_collectives(folder / f"{name}.csv", facts):
            if not isinstance(row, CollectiveRow) or row.size_bytes < 65536:
                continue
            if row.ranks not in (8, 64) and name.startswith("hf-"):
                continue
            key = (name, row.op, row.node.gpu.id, row.ranks if name.startswith("hf-") else 0)
            groups.setdefault(key, []).append(row)
    return list(groups.values())


def collective_loss(
    groups: Sequence[Sequence[CollectiveRow]],
) -> Callable[[dict[str, float]], float]:
    """The loss of the collective constants."""

    def loss(v: dict[str, float]) -> float:
        c: CollectiveConstants = replace(
            COLLECTIVES,
            base=v["base"],
            ring_base=v["ring_base"],
            scale_up_step=v["scale_up_step"],
            in_switch_step=v["in_switch_step"],
            message_post=v["message_post"],
            in_switch_gain={**COLLECTIVES.in_switch_gain, "hopper": v["in_switch_gain"]},
            scale_up_efficiency={
                **COLLECTIVES.scale_up_efficiency,
                "switch": v["switch"],
                "cube-mesh": v["cube-mesh"],
            },
            transports={
                **COLLECTIVES.transports,
                "efa": Transport(v["efa_latency"], v["efa_efficiency"]),
            },
        )
        return mean(
            mean(
                abs(log(collective(r.op, r.size_bytes, r.group, r.node, c).time / r.time))
                for r in rows
            )
            for rows in groups
        )

    return loss


def step_groups(facts: Catalog) -> list[list[StepRow]]:
    """The rows of every fit set; a sample of the largest."""
    folder: Path = facts.root / "measurements"
    groups = []
    for name, use in set_uses(facts, "step_times").items():
        if use != "fit":
            continue
        rows = [r for r in read_steps(folder / f"{name}.csv", facts) if isinstance(r, StepRow)]
        if len(rows) > SAMPLE:
            rows = random.Random(1).sample(rows, SAMPLE)
        groups.append(rows)
    return groups


def step_loss(groups: Sequence[Sequence[StepRow]]) -> Callable[[dict[str, float]], float]:
    """The loss of the constants of compute and step."""

    def loss(v: dict[str, float]) -> float:
        architectures, frameworks = dict(CONSTANTS.architectures), dict(CONSTANTS.frameworks)
        universal = {}
        for name, value in v.items():
            owner, _, field = name.partition(".")
            if owner in architectures:
                architectures[owner] = replace(architectures[owner], **{field: value})
            elif owner in frameworks:
                frameworks[owner] = replace(frameworks[owner], **{field: value})
            else:
                universal[name] = value
        c: Constants = replace(
            CONSTANTS, architectures=architectures, frameworks=frameworks, **universal
        )
        return mean(
            mean(
                min(
                    LARGEST_LOSS,
                    abs(log(predict(r.model, r.layout, r.cluster, c).time / r.step_time)),
                )
                for r in rows
            )
            for rows in groups
        )

    return loss


if __name__ == "__main__":
    main()
