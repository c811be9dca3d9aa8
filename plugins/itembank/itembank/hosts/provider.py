"""Import the functions that `{{= }}` may call, anew when their code has changed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from itembank.model import Findings, Position
from itembank.model.settings import ValuesSettings
from itembank.values import Functions


class Provider:
    """The site's values module, with the modules that came with it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._imported: set[str] = set()

    def load(self, settings: ValuesSettings | None, findings: Findings) -> Functions:
        """Return the functions named in `__all__` of the module.

        What an earlier call imported from the site's own code is imported again, so that an edit
        takes effect while serving. A module that cannot be imported is recorded, and there are no
        functions then.
        """
        if settings is None:
            return {}
        folder = (self._root / settings.path).resolve()
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        for name in self._imported:
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        before = set(sys.modules)
        try:
            module = importlib.import_module(settings.module)
            return {name: getattr(module, name) for name in module.__all__}
        except Exception as error:
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
