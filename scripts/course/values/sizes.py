"""Givens as quantities: sizes, rates of ports and times, from the numbers in a question."""

from __future__ import annotations

from course.values.quantities import PER_DIRECTION, in_bytes, rate, seconds
from itembank.values import Quantity
from scalemodel.hardware import GBIT


def kib(count: float) -> Quantity:
    """Return `count` KiB."""
    return in_bytes(count * 2**10)


def mib(count: float) -> Quantity:
    """Return `count` MiB."""
    return in_bytes(count * 2**20)


def gib(count: float) -> Quantity:
    """Return `count` GiB, 2^30 bytes each."""
    return in_bytes(count * 2**30)


def gb(count: float) -> Quantity:
    """Return `count` GB, 10^9 bytes each."""
    return in_bytes(count * 1e9)


def port(gbit_s: float, count: float = 1) -> Quantity:
    """Return what `count` ports of `gbit_s` Gb/s carry together in one direction."""
    return rate(count * gbit_s * GBIT, PER_DIRECTION)


def us(count: float) -> Quantity:
    """Return `count` microseconds."""
    return seconds(count * 1e-6)


def ms(count: float) -> Quantity:
    """Return `count` milliseconds."""
    return seconds(count * 1e-3)


def minutes(count: float) -> Quantity:
    """Return `count` minutes."""
    return seconds(count * 60.0)


def hours(count: float) -> Quantity:
    """Return `count` hours."""
    return seconds(count * 3600.0)


def tokens(count: float) -> Quantity:
    """Return `count` tokens."""
    return Quantity(float(count), (("token", 1),))
