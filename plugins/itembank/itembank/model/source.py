"""An entry of the sources file: a text or data set that facts are taken from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A citable source; `url` is empty when there is no public address."""

    key: str
    title: str
    url: str = ""
