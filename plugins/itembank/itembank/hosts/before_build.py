"""Run the site's own build step, such as drawing figures, when its inputs have changed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from itembank.hosts.failures import describe_output
from itembank.hosts.stamps import Stamps, stamps
from itembank.model import Findings, Position
from itembank.model.settings import BeforeBuild


class BeforeBuildRunner:
    """Remembers the inputs of the last run; the command itself decides what is stale."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._last: Stamps | None = None

    def run(
        self,
        settings: BeforeBuild | None,
        at: Position,
        findings: Findings,
        tell: Callable[[str], None],
    ) -> None:
        """Run the command if it has not run yet or an input differs.

        Its failure is recorded `at` the place of the setting that names it.
        """
        if settings is None:
            return
        current = stamps(self._root / name for name in settings.inputs)
        if current == self._last:
            return
        program = sys.executable if settings.run[0] == "python" else settings.run[0]
        environment = dict(os.environ)
        paths = [str((self._root / settings.path).resolve()), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
        try:
            done = subprocess.run(
                [program, *settings.run[1:]],
                cwd=self._root,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
        except OSError as error:
            message = f"`{' '.join(settings.run)}`: {error.strerror}"
            findings.error(at, "before-build", message)
            return
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        if done.returncode:
            last = lines[-1] if lines else "no output"
            message = f"`{' '.join(settings.run)}` ended with {done.returncode}: {last}"
            findings.error(at, "before-build", describe_output(message, done.stdout, self._root))
            return
        self._last = current
        for line in lines:
            tell(line)
