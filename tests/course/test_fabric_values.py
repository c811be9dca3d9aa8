"""Switch counts: against the tables that NVIDIA prints for its own clusters."""

from __future__ import annotations

import pytest

from course import values


@pytest.mark.parametrize(
    ("gpus", "leaves", "spines", "cores"),
    [
        # DGX SuperPOD with DGX B200, section DGX SuperPOD Architecture: InfiniBand switch count
        (512, 16, 8, 0),
        (1024, 32, 16, 0),
        (2048, 64, 32, 0),
        (4096, 128, 128, 64),
        (8192, 256, 256, 128),
        (16384, 512, 512, 256),
    ],
)
def test_fat_tree_counts_the_switches_of_a_superpod(
    gpus: int, leaves: int, spines: int, cores: int
) -> None:
    found = values.fat_tree(gpus, 64)
    assert [n.value for n in (found.leaves, found.spines, found.cores)] == [leaves, spines, cores]
    assert found.switches.value == leaves + spines + cores


def test_one_switch_is_enough_while_its_ports_last() -> None:
    assert values.fat_tree(64, 64).switches.value == 1


def test_a_level_more_is_needed_beyond_the_largest_network() -> None:
    assert values.most_gpus(64, 2).value == 2048
    assert values.fat_tree(2048, 64).cores.value == 0
    assert values.fat_tree(2049, 64).cores.value > 0


def test_four_levels_are_refused() -> None:
    with pytest.raises(ValueError, match="65536"):
        values.fat_tree(65537, 64)
