"""Values on pages: against published formulas and measurements, not against themselves."""

from __future__ import annotations

import pytest

from course import example, values
from itembank.values import Quantity


def test_wire_follows_the_factors_of_nccl_tests() -> None:
    # nccl-tests doc/PERFORMANCE.md, section Summary
    factors = {
        "all_reduce": 2 * 7 / 8,
        "reduce_scatter": 7 / 8,
        "all_gather": 7 / 8,
        "all_to_all": 7 / 8,
        "broadcast": 1,
    }
    sent = {op: values.wire(op, values.gb(1), 8) for op in factors}
    assert {op: found.value for op, found in sent.items()} == pytest.approx(
        {op: factor * 1e9 for op, factor in factors.items()}
    )


@pytest.mark.parametrize(
    ("op", "nodes", "gb_per_s"),
    [("all_reduce", 1, 480.02), ("all_reduce", 8, 333.28), ("all_to_all", 8, 51.86)],
)
def test_measured_gives_the_published_bus_bandwidth(op: str, nodes: int, gb_per_s: float) -> None:
    # nccl-multinode-bandwidth.json of the Smol Training Playbook, 8 GiB
    found = values.measured(op, values.gib(8), nodes)
    assert found.bus_bandwidth.value == pytest.approx(gb_per_s * 1e9, rel=1e-4)


def test_measured_says_what_was_not_published() -> None:
    with pytest.raises(LookupError, match="4 nodes"):
        values.measured("all_reduce", values.gib(8), 4)


def test_sizes_and_ports_keep_binary_decimal_and_bits_apart() -> None:
    assert values.gib(1).value == 1_073_741_824
    assert values.gb(1).value == 1_000_000_000
    assert values.port(400) == Quantity(50e9, (("B", 1), ("s", -1)), "per direction")
    assert values.port(400, 8).value == 8 * values.port(400).value


def test_the_last_bucket_may_be_smaller() -> None:
    assert values.calls(values.mib(51), values.mib(25)) == 3
    assert values.calls(values.mib(50), values.mib(25)) == 2


def test_comparison_has_a_row_for_each_fabric_and_one_for_nvlink() -> None:
    table = values.comparison_table(
        "llama3.2-3b", "dgx-h100", "2 4", 8192, "nvlink rdma:8x400 tcp:1x100"
    )
    rows = table.splitlines()[2:]
    nodes = [row.split("|")[2].strip() for row in rows]
    assert nodes == ["1", "2", "2", "4", "4"]


@pytest.mark.parametrize("spec", example.FABRICS)
def test_a_step_of_the_example_is_the_row_that_the_picture_draws(spec: str) -> None:
    """Share, computing and waiting of one fabric say the same, and the same as `compare`."""
    step = values.fabric(spec)
    printed = next(row for row in example.rows() if row.fabric == spec).as_dict()
    assert float(f"{step.exposed.value * 1e3:.4g}") == printed["exposed_ms"]
    assert float(f"{step.all_reduce.value * 1e3:.4g}") == printed["all_reduce_ms"]
    assert float(f"{step.busy.value * 100:.4g}") == printed["busy_percent_overlap"]
    together = step.compute.value + step.exposed.value
    assert step.compute.value / together == pytest.approx(step.busy.value)
