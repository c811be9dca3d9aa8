"""Check the HTML of a built site by the rules of the standard, with html-validate.

Only the article of a page is looked at: what stands around it is the theme's. That a page as a
whole parses, and has no id twice, is a test (tests/browser/test_valid_html.py).

    python tools/html_rules.py site

Exit code 0: valid; 1: faults, one line each; 2: nothing was checked.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "node"
COMMAND = HERE / "node_modules/.bin/html-validate"
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_BEFORE = '<!doctype html><html lang="en"><head><title>x</title></head><body><main>'
_AFTER = "</main></body></html>"


def article(html: str) -> str | None:
    """Return a page that holds the article of `html` alone, on the lines where it stood."""
    found = _ARTICLE.search(html)
    if found is None:
        return None
    lines = html.count("\n", 0, found.start())
    return "\n" * lines + _BEFORE + found[0] + _AFTER


def faults(site: Path) -> Iterator[str]:
    """Yield what is wrong in the articles of the site, one line each.

    Raises:
        OSError, ValueError: html-validate did not run, or did not report.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in sorted(site.rglob("*.html")):
            if (page := article(path.read_text("utf-8"))) is not None:
                target = folder / path.relative_to(site)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(page, "utf-8")
        rules = HERE / "rules.json"
        command = [str(COMMAND), "--config", str(rules), "--formatter", "json", "**/*.html"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        report: list[dict[str, Any]] = json.loads(done.stdout)
        for page_report in report:
            shown = site / Path(page_report["filePath"]).relative_to(folder.resolve())
            for fault in page_report["messages"]:
                place = f"{shown}:{fault['line']}:{fault['column']}"
                yield f"{place}: error[{fault['ruleId']}]: {fault['message']}"


def main(arguments: Sequence[str]) -> int:
    """Check the site folder named by the one argument; return the exit code."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: html_rules.py SITE", file=sys.stderr)
        return 2
    try:
        found = list(faults(Path(arguments[0])))
    except (OSError, ValueError) as failure:
        print(f"error: html-validate did not run: {failure}", file=sys.stderr)
        return 2
    print("\n".join(found) if found else "The HTML of all articles is valid.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
