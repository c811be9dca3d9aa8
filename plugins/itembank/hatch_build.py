"""Bundle the browser code: ES modules and style sheets in, one script and one sheet out.

Hatchling runs this when it builds the package; `python hatch_build.py` runs it by hand. The modules
become one classic script, because browsers do not run ES modules from `file://`, where the offline
copy of a site lives.

The modules keep to a small subset of the language, so that joining them needs no parser: imports
and exports are at the start of a line, by name, from a file beside them. Whatever else would go
wrong silently stops the build: an unknown file or name, a cycle, one top-level name in two modules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import minify  # type: ignore[import-untyped]
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BROWSER = Path(__file__).parent / "itembank" / "browser"
SCRIPT_ENTRY = BROWSER / "src" / "define.js"
STYLE_ENTRY = BROWSER / "css" / "itembank.css"
DIST = BROWSER / "dist"

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\./[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const)\b)", re.MULTILINE)
_DECLARATION = re.compile(
    r"^(export )?(?:async function\*?|function\*?|class|const|let|var) ([\w$]+)", re.MULTILINE
)
_MODULE_SYNTAX = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "(\./[^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)


class BundleError(Exception):
    """The sources cannot be joined without changing what they mean."""


class BundleHook(BuildHookInterface[Any]):
    """Bundles before hatchling packs a wheel, an editable one included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the bundle where the package's build collects it."""
        write_bundle(DIST)


def write_bundle(folder: Path) -> list[Path]:
    """Write `itembank.js` and `itembank.css` to `folder` and return their paths.

    Raises BundleError when the sources cannot be joined.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, kind, text in (
        ("itembank.js", "application/javascript", join_modules(SCRIPT_ENTRY)),
        ("itembank.css", "text/css", join_styles(STYLE_ENTRY)),
    ):
        path = folder / name
        path.write_text(minify.string(kind, text) + "\n", encoding="utf-8", newline="\n")
        written.append(path)
    return written


def join_modules(entry: Path) -> str:
    """Return the modules that `entry` needs, in order of dependence, as one strict function."""
    exported: dict[Path, set[str]] = {}
    owner: dict[str, Path] = {}
    bodies = []
    for path in _in_order(entry, _script_imports):
        text = _read(path)
        exported[path] = _check_module(path, text, exported, owner)
        bodies.append(_EXPORT.sub("", _IMPORT.sub("", text)))
    return '(() => {\n"use strict";\n' + "\n".join(bodies) + "})();\n"


def join_styles(entry: Path) -> str:
    """Return the style sheets that `entry` imports, each once, in the order of the imports."""
    return "\n".join(
        _STYLE_IMPORT.sub("", _read(path)) for path in _in_order(entry, _style_imports)
    )


def _check_module(
    path: Path, text: str, exported: dict[Path, set[str]], owner: dict[str, Path]
) -> set[str]:
    """Check one module against those before it; return the names that it exports."""
    for names, target in _IMPORT.findall(text):
        wanted = {name.strip() for name in names.split(",") if name.strip()}
        if missing := wanted - exported[(path.parent / target).resolve()]:
            raise BundleError(f"{path.name}: {target} exports no {', '.join(sorted(missing))}")
    code = _COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
    if left := _MODULE_SYNTAX.search(code):
        raise BundleError(f"{path.name}: cannot join this form: {left[0]}")
    declared = _DECLARATION.findall(_COMMENT.sub("", text))
    for _, name in declared:
        if (other := owner.setdefault(name, path)) != path:
            raise BundleError(f"{path.name}: the name {name} is also taken in {other.name}")
    return {name for export, name in declared if export}


def _in_order(entry: Path, imports: Callable[[Path], list[Path]]) -> Iterator[Path]:
    """Yield `entry` after all it imports, each file once; raise BundleError on a cycle."""
    done: set[Path] = set()

    def visit(path: Path, chain: tuple[Path, ...]) -> Iterator[Path]:
        if path in chain:
            names = " -> ".join(step.name for step in (*chain[chain.index(path) :], path))
            raise BundleError(f"import cycle: {names}")
        if path in done:
            return
        for target in imports(path):
            yield from visit(target, (*chain, path))
        done.add(path)
        yield path

    yield from visit(entry.resolve(), ())


def _script_imports(path: Path) -> list[Path]:
    return [(path.parent / target).resolve() for _, target in _IMPORT.findall(_read(path))]


def _style_imports(path: Path) -> list[Path]:
    return [(path.parent / target).resolve() for target in _STYLE_IMPORT.findall(_read(path))]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BundleError(f"no such file: {path.name} in {path.parent.name}/") from None


if __name__ == "__main__":
    try:
        write_bundle(DIST)
    except BundleError as error:
        sys.exit(f"bundle: error: {error}")
