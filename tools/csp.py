"""Write the content security policy of a built site, for hosts with headers and without.

    python tools/csp.py site build/csp     # header files for the usual hosts
    python tools/csp.py site --insert      # a meta element in every page, for hosts without headers

The policy forbids everything but the site's own files. The theme has a few inline scripts; their
hashes are read from the built pages, so that no other inline script runs. `frame-ancestors` works
in a header only.

Exit code 0: written; 1: the site holds what the policy forbids, one line each; 2: wrong usage.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'self'",
}
FOR_HEADERS = {"frame-ancestors": "'none'"}
HEADER = "Content-Security-Policy"
MARK = f'<meta http-equiv="{HEADER}"'
_HEAD = re.compile(r"<head>|<head\s[^>]*>", re.IGNORECASE)
_SCRIPT_TYPES = {"", "text/javascript", "application/javascript", "module"}


@dataclass
class _Page(HTMLParser):
    """Collects inline scripts, and what no hash can allow."""

    scripts: list[str] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        line, _ = self.getpos()
        if tag == "script" and "src" not in named and named.get("type", "") in _SCRIPT_TYPES:
            self._text = []
        if tag == "style" or "style" in named:
            self.refused.append((line, "style in the page: move it to a style sheet"))
        for name in named:
            if name.startswith("on"):
                self.refused.append((line, f"handler `{name}` in the page: move it to a script"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._text is not None:
            self.scripts.append("".join(self._text))
            self._text = None


def digest(script: str) -> str:
    """Return the source expression that allows `script` (CSP level 3, section 2.3.1)."""
    hashed = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(hashed).decode()}'"


def policy(scripts: Iterator[str] | Sequence[str], *, header: bool) -> str:
    """Return the policy that allows `scripts` and the site's own files."""
    directives = DIRECTIVES | (FOR_HEADERS if header else {})
    hashes = sorted({digest(script) for script in scripts})
    directives = directives | {"script-src": " ".join([directives["script-src"], *hashes])}
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def header_files(value: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of a settings file for each of the usual hosts."""
    yield "_headers", f"/*\n  {HEADER}: {value}\n"
    yield "nginx.conf", f'add_header {HEADER} "{value}" always;\n'
    yield "apache.htaccess", f'Header always set {HEADER} "{value}"\n'
    yield "Caddyfile", f'header {HEADER} "{value}"\n'


def inserted(html: str, value: str) -> str:
    """Return the page with the policy first in its head; one that is there already is replaced."""
    html = re.sub(f"{re.escape(MARK)}[^>]*>\n?", "", html)
    return _HEAD.sub(lambda head: f'{head[0]}\n{MARK} content="{escape(value)}">', html, count=1)


def main(arguments: Sequence[str]) -> int:
    """Write the policy of the site named first; return the exit code."""
    if len(arguments) != 2:
        print("usage: csp.py SITE (FOLDER | --insert)", file=sys.stderr)
        return 2
    site, target = Path(arguments[0]), arguments[1]
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    if not pages:
        print(f"error: {site} holds no page; build the site first: make build", file=sys.stderr)
        return 2
    scripts: list[str] = []
    refused = 0
    for path, html in pages.items():
        page = _Page()
        page.feed(html)
        scripts += page.scripts
        for line, reason in page.refused:
            print(f"{path}:{line}: error: {reason}")
        refused += len(page.refused)
    if refused:
        return 1
    if target == "--insert":
        value = policy(scripts, header=False)
        for path, html in pages.items():
            path.write_text(inserted(html, value), "utf-8", newline="\n")
        print(f"The policy stands in {len(pages)} pages.")
        return 0
    folder = Path(target)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in header_files(policy(scripts, header=True)):
        (folder / name).write_text(text, "utf-8", newline="\n")
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
