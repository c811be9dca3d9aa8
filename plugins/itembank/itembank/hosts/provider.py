"""Import the functions that `{{= }}` may call, anew when their code has changed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from itembank.hosts.failures import code_of, describe
from itembank.hosts.stamps import Stamps, stamps
from itembank.model import Findings, Position
from itembank.model.settings import ValuesSettings
from itembank.values import Functions


class Provider:
    """The site's values module, with the modules that came with it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._imported: set[str] = set()
        self._files: set[Path] = set()
        self._last: tuple[ValuesSettings, Stamps] | None = None
        self._functions: Functions = {}
        self.failed = False
        """Whether the functions are those of an earlier load, or none at all."""

    def load(
        self,
        settings: ValuesSettings | None,
        at: Position,
        inputs: Sequence[Path],
        findings: Findings,
    ) -> Functions:
        """Return the functions named in `__all__` of the module.

        When the site's own code or one of `inputs`, the files and folders that it may read, has
        changed, it is imported again, so that an edit takes effect while serving; until then the
        functions are the same object. A module that cannot be imported is recorded `at` the place
        of the setting that names it; the functions of the last good load then stay.
        """
        if settings is None:
            self.failed = False
            return self._keep(None, {}) if self._functions else self._functions
        if self._last == (settings, self._stamps(inputs)):
            return self._functions
        before = self._stamps(inputs)
        functions = self._import(settings, at, findings)
        self.failed = functions is None
        if functions is None:
            return self._keep(None, self._functions)
        # What was written while it was read has to be read again: the older stamps count.
        state = (settings, {**self._stamps(inputs), **before})
        return self._keep(state, functions)

    def code(self) -> list[Path]:
        """Return the files of the site's own code: imported, or in need of mending."""
        return sorted(self._files)

    def _keep(self, state: tuple[ValuesSettings, Stamps] | None, functions: Functions) -> Functions:
        self._last, self._functions = state, functions
        return functions

    def _stamps(self, inputs: Sequence[Path]) -> Stamps:
        return stamps([*inputs, *self.code()])

    def _import(
        self, settings: ValuesSettings, at: Position, findings: Findings
    ) -> Functions | None:
        folder = (self._root / settings.path).resolve()
        sys.path[:] = [str(folder), *(path for path in sys.path if path != str(folder))]
        for name in self._imported | _namesakes(settings.module, folder):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        before = set(sys.modules)
        functions: Functions | None = None
        to_mend: set[Path] = set()
        try:
            functions = _offered(importlib.import_module(settings.module))
        except (Exception, SystemExit) as error:
            message = f"`{settings.module}` cannot be imported: {describe(error, self._root)}"
            hint = "its `__all__` names the functions for expressions"
            findings.error(at, "values", message, hint)
            to_mend = self._files | code_of(error, self._root)
        own = {name: file for name in set(sys.modules) - before if (file := self._own(name))}
        self._imported, self._files = set(own), {*own.values(), *to_mend}
        return functions

    def _own(self, name: str) -> Path | None:
        """Return the file of a module, if it is the site's own code."""
        file = getattr(sys.modules[name], "__file__", None)
        if not file or "site-packages" in Path(file).parts:
            return None
        return Path(file) if Path(file).resolve().is_relative_to(self._root.resolve()) else None


def _offered(module: ModuleType) -> Functions:
    """Return what `__all__` names; raises TypeError or AttributeError for what is no function."""
    if not hasattr(module, "__all__"):
        raise AttributeError("it has no `__all__`")
    if isinstance(module.__all__, str):
        raise TypeError(f'`__all__` must be a list, as in `["{module.__all__}"]`')
    functions = {name: getattr(module, name) for name in module.__all__}
    for name, function in functions.items():
        if not callable(function):
            raise TypeError(f"`{name}` of `__all__` is no function")
    return functions


def _namesakes(module: str, folder: Path) -> set[str]:
    """Return loaded modules that hide the one in `folder`: those of another site."""
    top = module.partition(".")[0]
    if not ((folder / f"{top}.py").is_file() or (folder / top).is_dir()):
        return set()
    return {
        name
        for name, loaded in sys.modules.items()
        if name.partition(".")[0] == top
        and not Path(getattr(loaded, "__file__", None) or folder).is_relative_to(folder)
    }
