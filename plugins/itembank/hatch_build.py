"""Bundle the browser code and compile the catalogues of words.

ES modules and style sheets in, a few scripts and sheets out.

Hatchling runs this when it builds the package; `python hatch_build.py` runs it by hand. The modules
become classic scripts, because browsers do not run ES modules from `file://`, where the offline
copy of a site lives. One script is the core; the others add a kind of question, or a page on which
readers practise, hold what the core does not have, and take the rest from the object that the core
leaves behind, `itembank`. What several add-ons need is a script of its own between them and it.

The modules keep to a small subset of the language, so that joining them needs no parser: imports
and exports are at the start of a line, by name, from a file of ours. Whatever else would go wrong
silently stops the build: an unknown file or name, a cycle, one top-level name in two modules.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

try:
    import minify  # type: ignore[import-untyped]
except ImportError:  # there is no wheel for every machine; the bundle works, but is larger
    minify = None

BROWSER = Path(__file__).parent / "itembank" / "browser"
CORE = BROWSER / "src" / "define.js"
ADD_ONS = {
    name: BROWSER / "src" / name / "define.js"
    for name in ("numeric", "order", "tries", "exam", "study", "xapi")
}
STYLE_ENTRY = BROWSER / "css" / "itembank.css"
PAGES = frozenset(("exam", "study"))
"""Add-ons for whole pages of practice."""
COMMON = {"deck": ("exam", "study")}
"""Scripts of what several add-ons need and the core does not have; loaded between them."""
MORE_STYLES = {name: BROWSER / "css" / f"{name}.css" for name in ("order", "exam", "study")}
DIST = BROWSER / "dist"
LOCALE = Path(__file__).parent / "itembank" / "locale"

_TOLD = 'dispatchEvent(new Event("itembank:script"));\n'
"""Tells scripts that came too early that there is something new to take."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.\.?/[^"]+)";\n', re.MULTILINE)
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
        compile_catalogues(LOCALE)


def write_bundle(folder: Path) -> list[Path]:
    """Write scripts and style sheet to `folder` and return their paths.

    Raises BundleError when the sources cannot be joined.
    """
    folder.mkdir(parents=True, exist_ok=True)
    scripts = {
        f"itembank{'-' + name if name else ''}.js": text
        for name, text in join_scripts(CORE, ADD_ONS, COMMON).items()
    }
    written = []
    for language, catalogue in catalogues(LOCALE).items():
        for part, text in word_scripts(catalogue).items():
            scripts[f"itembank-{part}{'-' if part else ''}words.{language}.js"] = text
    for name, kind, text in (
        *((name, "application/javascript", text) for name, text in scripts.items()),
        ("itembank.css", "text/css", join_styles(STYLE_ENTRY)),
        *(
            (f"itembank-{name}.css", "text/css", join_styles(entry))
            for name, entry in MORE_STYLES.items()
        ),
    ):
        path = folder / name
        small = minify.string(kind, text) if minify else text
        path.write_text(small + "\n", encoding="utf-8", newline="\n")
        written.append(path)
    return written


def catalogues(locale: Path) -> dict[str, Catalog]:
    """Return the catalogue of every language."""
    found: dict[str, Catalog] = {}
    for path in sorted(locale.glob("*/LC_MESSAGES/itembank.po")):
        with path.open("rb") as file:
            found[path.parents[1].name] = read_po(file)
    return found


def compile_catalogues(locale: Path) -> None:
    """Write the `.mo` file of every language beside its `.po` file, for gettext to read."""
    for language, catalogue in catalogues(locale).items():
        target = locale / language / "LC_MESSAGES" / "itembank.mo"
        with target.open("wb") as file:
            write_mo(file, catalogue)


def word_scripts(catalogue: Catalog) -> dict[str, str]:
    """Return scripts that leave the words of the browser code in another language.

    Those of pages of practice, which have most, are apart; all others are under the name "".
    """
    parts: dict[str, dict[str, str]] = {"": {}, **{name: {} for name in PAGES}}
    for message in catalogue:
        folders = {
            Path(place).parent.name
            for place, _ in message.locations
            if place.startswith("browser/")
        }
        if message.id:
            for part in folders if folders <= PAGES else {""}:
                parts[part][str(message.id)] = str(message.string)
    return {
        part: "globalThis.itembankWords = Object.assign(globalThis.itembankWords ?? {}, "
        f"{json.dumps(words, ensure_ascii=False, sort_keys=True)});\n"
        for part, words in parts.items()
    }


def join_scripts(
    core: Path, add_ons: Mapping[str, Path], common: Mapping[str, Sequence[str]] | None = None
) -> dict[str, str]:
    """Return the script of `core`, under the name "", and one for each add-on and what is common.

    `common` names scripts by the add-ons that share them. An add-on holds its own modules only.
    What it imports from a module of another script is a name in the object `itembank`, in which
    that script leaves the names that others import, and no other.
    """
    shared = frozenset(_in_order(core, _script_imports))
    needed = {
        name: frozenset(_in_order(entry, _script_imports)) - shared
        for name, entry in add_ons.items()
    }
    parts = {
        name: frozenset.intersection(*(needed[user] for user in users))
        for name, users in (common or {}).items()
    }
    scripts: dict[str, str] = {}
    own = dict(parts)
    for name in add_ons:
        bases = [part for base, part in parts.items() if name in (common or {})[base]]
        own[name] = needed[name].difference(*bases)
    taken = {name: _taken(modules) for name, modules in own.items()}
    everything = frozenset(shared).union(*needed.values())
    for name, modules in own.items():
        entry = add_ons.get(name) or add_ons[(common or {})[name][0]]
        names = ", ".join(sorted(found for found, _ in taken[name]))
        # Material's instant navigation runs scripts as they arrive, not in their order.
        last = next((found for found, path in sorted(taken[name]) if path not in shared), "")
        last = last or next(iter(sorted(found for found, _ in taken[name])), "")
        ready = f"globalThis.itembank?.{last}" if last else "true"
        prologue = (
            "function begin() {\n"
            f'if (!{ready}) return addEventListener("itembank:script", begin, {{ once: true }});\n'
        )
        prologue += f"const {{ {names} }} = itembank;\n" if names else ""
        epilogue = ""
        if name in parts:
            left = ", ".join(_left(modules, taken))
            epilogue = f"Object.assign(itembank, {{ {left}, ...itembank }});\n{_TOLD}"
        scripts[name] = join_modules(
            entry, everything - modules, prologue=prologue, epilogue=f"{epilogue}}}\nbegin();\n"
        )
    # Scripts that are evaluated again, or come in another version, find the first core.
    left = ", ".join(_left(shared, taken))
    epilogue = f"globalThis.itembank ??= {{ {left} }};\n{_TOLD}" if left else ""
    return {"": join_modules(core, epilogue=epilogue), **scripts}


def _taken(modules: Set[Path]) -> set[tuple[str, Path]]:
    """Return the names that `modules` import from others, with the files that have them."""
    return {
        (name, target)
        for path in modules
        for name, target in _imports(path)
        if target not in modules
    }


def _left(modules: Set[Path], taken: Mapping[str, set[tuple[str, Path]]]) -> list[str]:
    """Return the names of `modules` that other scripts take."""
    return sorted({name for all_ in taken.values() for name, target in all_ if target in modules})


def join_modules(
    entry: Path, shared: Set[Path] = frozenset(), *, prologue: str = "", epilogue: str = ""
) -> str:
    """Return the modules that `entry` needs, in order of dependence, as one strict function.

    Modules in `shared` are checked and left out.
    """
    exported: dict[Path, set[str]] = {}
    owner: dict[str, Path] = {}
    bodies = []
    for path in _in_order(entry, _script_imports):
        text = _read(path)
        exported[path] = _check_module(path, text, exported, owner)
        if path not in shared:
            bodies.append(_EXPORT.sub("", _IMPORT.sub("", text)))
    joined = "\n".join(bodies)
    return f'(() => {{\n"use strict";\n{prologue}{joined}{epilogue}}})();\n'


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


def _imports(path: Path) -> list[tuple[str, Path]]:
    """Return each imported name with the file that it comes from."""
    return [
        (name.strip(), (path.parent / target).resolve())
        for names, target in _IMPORT.findall(_read(path))
        for name in names.split(",")
        if name.strip()
    ]


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
        compile_catalogues(LOCALE)
    except BundleError as error:
        sys.exit(f"bundle: error: {error}")
