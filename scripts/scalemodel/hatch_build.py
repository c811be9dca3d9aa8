"""Put the facts into the packages: in the repository they live once, in its `content` folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FACTS = ("hardware", "measurements", "models.yml", "sources.yml")


class FactsHook(BuildHookInterface[Any]):
    """Finds the facts in the repository, or in the source archive that a wheel is built from."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to take along; an editable install reads them where they are."""
        if version == "editable":
            return
        root = Path(self.root)
        packed = root / "content"
        content = packed if packed.is_dir() else root.parents[1] / "content"
        target = "content" if self.target_name == "sdist" else "scalemodel/data"
        for name in FACTS:
            build_data["force_include"][str(content / name)] = f"{target}/{name}"
