"""Write the API reference of itembank and scalemodel from their docstrings and signatures.

    python tools/api_reference.py [--check]

`--check` writes nothing and fails when the pages are not what the code says. Read without running
any code of the packages, with the standard library alone: a site needs nothing more to be built.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs/development"
WIDTH = 88


@dataclass(frozen=True, slots=True)
class Package:
    """A package, the modules of it that others may import, and the page about them."""

    name: str
    root: Path
    modules: tuple[str, ...]
    page: str
    intro: str


PACKAGES = (
    Package(
        "itembank",
        ROOT / "plugins/itembank",
        ("model", "values", "grade", "load", "lint", "markup"),
        "api-itembank.md",
        "What other Python code may import from `itembank`: the names that each package exports. "
        "Authors need none of it: they write [YAML](../authors/index.md) and use the "
        "[command](../authors/commands.md).",
    ),
    Package(
        "scalemodel",
        ROOT / "scripts/scalemodel",
        (
            *("load", "hardware", "transformer", "parallel", "collectives", "compute", "memory"),
            *("step", "scaling", "compare", "plan", "reliability", "convergence", "economics"),
            *("band", "calibrate", "validate", "errors"),
        ),
        "api-scalemodel.md",
        "The cost model as a library. Everything is in SI units: seconds, bytes, bytes/s in one "
        "direction, FLOP/s. How far it can be trusted: [How wrong is it?](../model/accuracy.md)\n\n"
        "<!-- itembank: ignore page bare-number: examples and definitions in docstrings -->",
    ),
)

Definition = ast.FunctionDef | ast.ClassDef


def _source(package: Package, module: str) -> Path:
    """Return the file of a module, whose name counts from the package's folder of code."""
    path = package.root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _public(package: Package, module: str) -> Iterator[tuple[str, ast.stmt, Path]]:
    """Yield each public name of a module with its definition, followed to where it stands."""
    path = _source(package, module)
    tree = ast.parse(path.read_text("utf-8"))
    exported = next((names for node in tree.body if (names := _all(node)) is not None), None)
    if exported is None:
        for node in tree.body:
            if isinstance(node, Definition) and not node.name.startswith("_"):
                yield node.name, node, path
        return
    origins = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for name in exported:
        origin, original = origins[name]
        file = _source(package, origin)
        found = _defined(original, ast.parse(file.read_text("utf-8")))
        if found is not None:
            yield name, found, file
            continue
        # Exported once more on the way.
        yield from ((name, node, at) for n, node, at in _public(package, origin) if n == original)


def _all(node: ast.stmt) -> list[str] | None:
    """Return the names of `__all__ = [...]`, if that is what `node` is."""
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return [str(value) for value in ast.literal_eval(node.value)]
    return None


def _defined(name: str, tree: ast.Module) -> ast.stmt | None:
    for node in tree.body:
        names = {getattr(node, "name", "")}
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {ast.unparse(target) for target in targets}
        if name in names and not isinstance(node, ast.ImportFrom):
            return node
    return None


def _signature(node: ast.FunctionDef, *, method: bool = False) -> str:
    arguments = ast.unparse(node.args)
    if method:
        arguments = re.sub(r"^(self|cls)(, |$)", "", arguments)
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{node.name}({arguments}){returns}"
    if len(line) <= WIDTH:
        return line
    copied = ast.parse(f"def {node.name}({arguments}): ...").body[0]
    assert isinstance(copied, ast.FunctionDef)
    return f"{node.name}(\n{_broken(copied.args)}){returns}"


def _broken(arguments: ast.arguments) -> str:
    """Return arguments one in a line."""
    text, depth, lines, start = ast.unparse(arguments), 0, [], 0
    for index, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            lines.append(text[start:index].strip())
            start = index + 1
    return "".join(f"    {line},\n" for line in [*lines, text[start:].strip()])


def _doc(node: ast.AST) -> str:
    """Return the docstring as Markdown; indented parts are what the functions raise or take."""
    text = ast.get_docstring(node) or ""  # type: ignore[arg-type]
    text = re.sub(r"^(Raises|Returns|Args|Yields):\n((?:    .*\n?)+)", _section, text, flags=re.M)
    text = text.replace("{{=", r"\{{=")  # to be shown, not to be computed
    return re.sub(r"(?<=\n)    (?=\S)", "", text)


def _section(match: re.Match[str]) -> str:
    entries = " ".join(line.strip() for line in match[2].splitlines())
    return f"{match[1]}: {entries}\n"


def _kind(node: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    return f"class {node.name}({bases})" if bases else f"class {node.name}"


def _class(node: ast.ClassDef) -> Iterator[str]:
    """Yield signature, words, fields and methods of a class."""
    yield f"```python\n{_kind(node)}\n```\n"
    yield _doc(node) + "\n"
    fields: list[str] = []
    for here, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(here, ast.AnnAssign) and not ast.unparse(here.target).startswith("_"):
            value = f" = {ast.unparse(here.value)}" if here.value else ""
            words = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                words = ": " + inspect.cleandoc(str(after.value.value)).replace("\n", " ")
            shown = f"{ast.unparse(here.target)}: {ast.unparse(here.annotation)}{value}"
            fields.append(f"- `{shown}`{words}\n")
    if fields:
        yield "".join(fields)
    for member in node.body:
        if not isinstance(member, ast.FunctionDef) or member.name.startswith("_"):
            continue
        decorators = {ast.unparse(d) for d in member.decorator_list}
        shown = member.name if "property" in decorators else _signature(member, method=True)
        if "property" in decorators and member.returns:
            shown += f": {ast.unparse(member.returns)}"
        yield f"```python\n{shown}\n```\n"
        yield _doc(member) + "\n"


def page(package: Package) -> str:
    """Return the page about a package."""
    parts = [f"# API: {package.name}\n", package.intro + "\n"]
    for name in package.modules:
        module = f"{package.name}.{name}"
        tree = ast.parse(_source(package, module).read_text("utf-8"))
        parts.append(f"## {module}\n")
        parts.append(_doc(tree) + "\n")
        for shown, node, _ in _public(package, module):
            parts.append(f"### {shown} {{ #{module}.{shown} }}\n")
            if isinstance(node, ast.ClassDef):
                parts += _class(node)
            elif isinstance(node, ast.FunctionDef):
                parts += [f"```python\n{_signature(node)}\n```\n", _doc(node) + "\n"]
            else:
                line = ast.unparse(node)
                short = line if len(line) <= WIDTH else line[:WIDTH].rsplit(" ", 1)[0] + " …"
                parts.append(f"```python\n{short}\n```\n")
    text = "\n".join(part for part in parts if part.strip())
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


def main() -> int:
    """Write the pages, or tell which are not as the code says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if out of date")
    check = parser.parse_args().check
    old: list[str] = []
    for package in PACKAGES:
        file, text = PAGES / package.page, page(package)
        if not file.exists() or file.read_text("utf-8") != text:
            old.append(str(file.relative_to(ROOT)))
            if not check:
                file.write_text(text, "utf-8")
    if check and old:
        print(f"out of date: {', '.join(old)}; run python tools/api_reference.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
