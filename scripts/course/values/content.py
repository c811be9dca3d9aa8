"""The data files of this site below content/ that the cost model doesn't know."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from course.values.quantities import facts


@cache
def content(name: str) -> dict[str, Any]:
    """Return what `content/NAME.yml` holds, read once a build."""
    text = (facts().root / f"{name}.yml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return loaded
