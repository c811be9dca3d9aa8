"""The numbers that questions and pages print: `{{= link("nvlink4").per_direction | GB/s }}`.

Every name of `__all__` can be called in an expression. Quantities carry unit and direction, so that
a page cannot print one without the other. One module a theme; a new function is a line here.
"""

from course.values.accuracy import accuracy_table, error
from course.values.collectives import calls, collective, transport, wire
from course.values.comparison import comparison_table
from course.values.convergence import (
    batch_cost,
    global_batch,
    run_to_loss,
    runs_to_loss_table,
    steps_with_batch,
)
from course.values.cost import gpus, kwh, training, usd
from course.values.example_run import example_run, fabric
from course.values.fabrics import fat_tree, most_gpus
from course.values.faults import between_failures, interruptions, slow_gpu, slow_part, slowest_of
from course.values.hardware import gpu, link, model, node
from course.values.layouts import job
from course.values.measured import measured
from course.values.memory import sharded_states, states
from course.values.plans import plan_table
from course.values.published import published
from course.values.reliability import checkpointing, time_between_failures
from course.values.sizes import gb, gib, hours, kib, mib, minutes, ms, port, tokens, us
from course.values.sources import sources_count, sources_table
from course.values.storage import checkpoint_size, file_system, saved_run, saving
from course.values.utilization import measured_scaling, mfu, scaled

__all__ = [
    "accuracy_table",
    "batch_cost",
    "between_failures",
    "calls",
    "checkpoint_size",
    "checkpointing",
    "collective",
    "comparison_table",
    "error",
    "example_run",
    "fabric",
    "fat_tree",
    "file_system",
    "gb",
    "gib",
    "global_batch",
    "gpu",
    "gpus",
    "hours",
    "interruptions",
    "job",
    "kib",
    "kwh",
    "link",
    "measured",
    "measured_scaling",
    "mfu",
    "mib",
    "minutes",
    "model",
    "most_gpus",
    "ms",
    "node",
    "plan_table",
    "port",
    "published",
    "run_to_loss",
    "runs_to_loss_table",
    "saved_run",
    "saving",
    "scaled",
    "sharded_states",
    "slow_gpu",
    "slow_part",
    "slowest_of",
    "sources_count",
    "sources_table",
    "states",
    "steps_with_batch",
    "time_between_failures",
    "tokens",
    "training",
    "transport",
    "us",
    "usd",
    "wire",
]
