"""Import the functions that `{{= }}` may call, anew when their code has changed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from itembank.hosts.stamps import Stamps, stamps
from itembank.model import Findings, Position
from itembank.model.settings import ValuesSettings
from itembank.values import Functions


class Provider:
    """The site's values module, with the modules that came with it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._imported: set[str] = set()
        self._last: tuple[ValuesSettings, Stamps] | None = None
        self._functions: Functions = {}

    def load(
        self, settings: ValuesSettings | None, inputs: Sequence[Path], findings: Findings
    ) -> Functions:
        """Return the functions named in `__all__` of the module.

        When the site's own code or one of `inputs`, the files and folders that it may read, has
        changed, it is imported again, so that an edit takes effect while serving; until then the
        functions are the same object. A module that cannot be imported is recorded, and there are
        no functions then.
        """
        if settings is None:
            return self._keep(None, {}) if self._functions else self._functions
        if self._last == (settings, self._stamps(inputs)):
            return self._functions
        before = self._stamps(inputs)
        functions = self._import(settings, findings)
        # What was written while it was read has to be read again: the older stamps count.
        state = (settings, {**self._stamps(inputs), **before})
        return self._keep(state if functions else None, functions)

    def code(self) -> list[Path]:
        """Return the files of the site's own code that were imported."""
        files = (getattr(sys.modules.get(name), "__file__", None) for name in self._imported)
        return sorted(Path(file) for file in files if file)

    def _keep(self, state: tuple[ValuesSettings, Stamps] | None, functions: Functions) -> Functions:
        self._last, self._functions = state, functions
        return functions

    def _stamps(self, inputs: Sequence[Path]) -> Stamps:
        return stamps([*inputs, *self.code()])

    def _import(self, settings: ValuesSettings, findings: Findings) -> Functions:
        folder = (self._root / settings.path).resolve()
        sys.path[:] = [str(folder), *(path for path in sys.path if path != str(folder))]
        for name in self._imported | _namesakes(settings.module, folder):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        before = set(sys.modules)
        try:
            module = importlib.import_module(settings.module)
            return {name: getattr(module, name) for name in module.__all__}
        except (Exception, SystemExit) as error:
            message = f"`{settings.module}` cannot be imported: {type(error).__name__}: {error}"
            hint = "its `__all__` names the functions for expressions"
            findings.error(Position("itembank.yml"), "values", message, hint)
            return {}
        finally:
            self._imported = {name for name in set(sys.modules) - before if self._is_own(name)}

    def _is_own(self, name: str) -> bool:
        file = getattr(sys.modules[name], "__file__", None)
        if not file or "site-packages" in Path(file).parts:
            return False
        return Path(file).resolve().is_relative_to(self._root.resolve())


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
