"""The core computes: it needs the standard library and nothing that reads or prints."""

import ast
import sys
from pathlib import Path

import pytest

import scalemodel

FOLDER = Path(scalemodel.__file__).parent
CORE = (
    "errors", "hardware", "transformer", "constants", "collectives", "compute", "parallel",
    "memory", "stragglers", "step", "scaling", "plan", "band", "reliability",
    "convergence", "economics",
)  # fmt: skip


def imports(module: str) -> set[str]:
    """Absolute names of the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, module
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("module", CORE)
def test_core_needs_only_itself_and_the_standard_library(module: str) -> None:
    core = {f"scalemodel.{name}" for name in CORE}
    for name in imports(module):
        assert name in core or name.split(".")[0] in sys.stdlib_module_names, name


def test_only_loading_knows_yaml() -> None:
    users = {p.stem for p in FOLDER.glob("*.py") if "yaml" in imports(p.stem)}
    assert users == {"load"}
