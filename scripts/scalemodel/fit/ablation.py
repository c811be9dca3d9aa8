"""What each term of the model is worth: errors of every set without it, constants not refitted.

A development tool; from the repository root:

    PYTHONPATH=scripts/scalemodel python scripts/scalemodel/fit/ablation.py
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from statistics import mean
from unittest.mock import patch

from scalemodel import collectives, step
from scalemodel.constants import CONSTANTS, Constants
from scalemodel.load import Catalog, catalog
from scalemodel.measurements import StepRow, csv_files, read_steps
from scalemodel.step import predict
from scalemodel.tables import markdown_table

Change = Callable[[], AbstractContextManager[object]]


def without(**constants: float) -> Constants:
    """The shipped constants with some replaced."""
    return replace(CONSTANTS, **constants)  # type: ignore[arg-type]


def every_framework(**fields: object) -> Constants:
    """The shipped constants with some fields of all frameworks replaced."""
    changed = {k: replace(v, **fields) for k, v in CONSTANTS.frameworks.items()}  # type: ignore[arg-type]
    return replace(CONSTANTS, frameworks=changed)


def no_contention() -> Constants:
    """Hidden communication slows nothing."""
    changed = {k: replace(v, contention=0.0) for k, v in CONSTANTS.architectures.items()}
    return replace(CONSTANTS, architectures=changed)


def additive_time(route: collectives.Route, wire: float) -> float:
    """Latency plus transfer, without the pipeline's cross term."""
    return route.start + route.chain + wire / route.bandwidth


def one_rail(
    group: collectives.Group, node: collectives.Node, constants: collectives.CollectiveConstants
) -> float:
    """As if every group had one adapter of the node."""
    fabric = node.need_fabric()
    return fabric.nic_rate * constants.transports[fabric.transport].efficiency


@contextmanager
def no_bubble() -> Iterator[None]:
    """The pipeline fills and drains for free: subtract the part after the fact."""
    real = step.Parts

    def parts(*values: float) -> step.Parts:
        return real(*values[:6], 0.0, *values[7:])

    with patch.object(step, "Parts", parts):
        yield


def patched(target: object, name: str, value: object) -> Change:
    """Replace one function while predicting."""
    return lambda: patch.object(target, name, value)


TERMS: dict[str, tuple[Constants, Change]] = {
    "all terms": (CONSTANTS, nullcontext),
    "inner-dimension ramp": (without(inner_ramp=0.0), nullcontext),
    "waves of tiles": (without(wave=0.0), nullcontext),
    "host dispatch": (every_framework(dispatch=0.0), nullcontext),
    "element-wise traffic": (every_framework(elementwise=0.0), nullcontext),
    "gradient traffic": (every_framework(gradients="fused"), nullcontext),
    "early stop of recomputation": (every_framework(stops_early=False), nullcontext),
    "output head": (CONSTANTS, patched(step, "head_time", lambda *_: (0.0, 0.0))),
    "tensor-parallel communication": (CONSTANTS, patched(step, "tensor_parallel", lambda _: 0.0)),
    "pipeline bubble": (CONSTANTS, no_bubble),
    "stage transfers": (CONSTANTS, patched(step, "stage_transfers", lambda _: 0.0)),
    "FSDP traffic": (CONSTANTS, patched(step, "shard_traffic", lambda _: (0.0, 0.0))),
    "rail sharing": (CONSTANTS, patched(collectives, "_rails", one_rail)),
    "chunk pipelining": (CONSTANTS, patched(collectives.Route, "time", additive_time)),
    "contention": (no_contention(), nullcontext),
    "stragglers": (without(straggler=0.0), nullcontext),
    "optimizer and overhead": (
        replace(every_framework(overhead=0.0), optimizer_bytes=0.0),
        nullcontext,
    ),
}


def main() -> None:
    """Print a Markdown table: MAPE in percent of each set without each term."""
    facts = catalog()
    sets = read_all(facts)
    rows = []
    for term, (constants, change) in TERMS.items():
        with change():
            rows.append([term, *(error(found, constants) for found in sets.values())])
    sys.stdout.write(markdown_table(["without", *sets], rows) + "\n")


def read_all(facts: Catalog) -> dict[str, list[StepRow]]:
    """The usable rows of every shipped set of step times."""
    return {
        path.stem: [row for row in read_steps(path, facts) if isinstance(row, StepRow)]
        for path in csv_files([str(facts.root / "measurements")])
    }


def error(rows: list[StepRow], constants: Constants) -> float:
    """MAPE in percent, one decimal."""
    errors = (
        abs(predict(r.model, r.layout, r.cluster, constants).time / r.step_time - 1) for r in rows
    )
    return round(100 * mean(errors), 1)


if __name__ == "__main__":
    main()
