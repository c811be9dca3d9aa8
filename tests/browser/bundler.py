"""The package's build hook as a module: it lies beside the package, not in it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import itembank

_PATH = Path(itembank.__file__).parents[1] / "hatch_build.py"
_SPEC = importlib.util.spec_from_file_location("itembank_hatch_build", _PATH)
assert _SPEC
assert _SPEC.loader
_MODULE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MODULE)

ADD_ONS: dict[str, Path] = _MODULE.ADD_ONS
BROWSER: Path = _MODULE.BROWSER
BundleError: type[Exception] = _MODULE.BundleError
COMMON: dict[str, tuple[str, ...]] = _MODULE.COMMON
CORE: Path = _MODULE.CORE
MORE_STYLES: dict[str, Path] = _MODULE.MORE_STYLES
STYLE_ENTRY: Path = _MODULE.STYLE_ENTRY
join_modules = _MODULE.join_modules
join_scripts = _MODULE.join_scripts
join_styles = _MODULE.join_styles
write_bundle = _MODULE.write_bundle
