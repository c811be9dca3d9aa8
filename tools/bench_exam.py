"""What a practice exam costs on a site of many questions: bytes, and time on a slow machine.

The site of `bench_sites` gets ids, titles and objectives as long as real ones, of random words, and
an exam of fifty questions. Chromium slows its processor down by a factor (`--throttle`). Times run
from the start of the navigation to the end of the frame that shows what is waited for: the button
that starts the exam; the question on show, when an exam goes on after a reload; and from the click
on the button to the first question. Beside them stands a page of the same site without an exam,
loaded: that much is the theme's, and the machine's.

    python tools/bench_exam.py 1000
"""

from __future__ import annotations

import argparse
import functools
import gzip
import logging
import os
import random
import re
import statistics
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from playwright.sync_api import Browser, Page, sync_playwright

from bench_sites import write_site
from chromium import find

LETTERS = "etaoinshrdlcumwfgypbvk"
WORDS, OBJECTIVES = 2000, 120
EXAM = """\
id: bench
title: An exam to measure
minutes: 60
questions: 50
domains:
  - {id: "1", title: Knowledge, share: 38}
  - {id: "2", title: Infrastructure, share: 40}
  - {id: "3", title: Operations, share: 22}
"""

MORE = "exams: exams\npractice: {pages: practice}\n"

# Resolves at the end of the first frame that has the element, ms since the navigation began.
WATCH = """
(() => {
  window.shown = {};
  const wanted = { button: ".itembank-exam-start", question: ".itembank-exam-sheet input" };
  for (const [name, selector] of Object.entries(wanted)) {
    window.shown[name] = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        requestAnimationFrame(() => port2.postMessage(null));
      };
      requestAnimationFrame(look);
    });
  }
  window.shown.load = new Promise((resolve) => {
    addEventListener("load", () => requestAnimationFrame(() => resolve(performance.now())));
  });
})();
"""


def main() -> None:
    """Build, measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=1000, help="questions; default 1000")
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = build_site(Path(folder) / "site", options.count)
        _print_sizes(site, options.count)
        with serving(site) as address, sync_playwright() as playwright:
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            with playwright.chromium.launch(executable_path=find(), args=arguments) as browser:
                for factor in (options.throttle, 1.0):
                    runs = [_run(browser, address, factor) for _ in range(options.runs)]
                    _print_times(runs, factor)


def build_site(root: Path, count: int) -> Path:
    """Write and build a site of `count` questions, and return the folder of the built one."""
    write_site(root, "questions", count)
    chance = random.Random(1)
    vocabulary = ["".join(chance.choices(LETTERS, k=chance.randint(2, 10))) for _ in range(WORDS)]

    def some(count: int) -> list[str]:
        return chance.choices(vocabulary, k=count)

    names = ["-".join(some(2)) for _ in range(OBJECTIVES)]
    for number, file in enumerate(sorted((root / "content/questions").rglob("q*.yml"))):
        head = f"id: {'-'.join(some(3))}-{number}\ntitle: {' '.join(some(5)).capitalize()}\n"
        text = re.sub(r"^(id|title):.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        objectives = ", ".join(chance.choices(names, k=2))
        domain = chance.choices("123", (38, 40, 22))[0]
        tail = f'\nobjectives: [{objectives}]\nexam_domains: {{bench: "{domain}"}}\n'
        file.write_text(head + text.rstrip() + tail, encoding="utf-8")
    (root / "exams").mkdir()
    (root / "exams/bench.yml").write_text(EXAM, encoding="utf-8")
    settings = root / "itembank.yml"
    settings.write_text(settings.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    logging.disable(logging.WARNING)
    config = load_config(str(root / "mkdocs.yml"), site_dir=str(root / "out"))
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return root / "out"


def _print_sizes(site: Path, count: int) -> None:
    folder = site / "assets/itembank"
    index = _compressed(next(folder.glob("bank.*.js")))
    items = [_compressed(file) for file in (folder / "items").iterdir()]
    names = ("itembank-deck.*.js", "itembank-exam.*.js", "itembank-exam.*.css")
    ours = sum(_compressed(next(folder.glob(name))) for name in names)
    print(f"gzip, bytes     index of {count}: {index} ({index / count:.1f} each)")
    print(f"                a question: {_spread(items)} (least / median / most)")
    print(f"                scripts and style of exams: {ours}")


def _compressed(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9, mtime=0))


def _run(browser: Browser, address: str, factor: float) -> dict[str, float]:
    """Start an exam, load its page again, and return what that took, in milliseconds."""
    with browser.new_context() as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": factor})
        page.goto(f"{address}/", wait_until="commit")
        plain = _time(page, "load")
        page.goto(f"{address}/exams/bench/", wait_until="commit")
        button = _time(page, "button")
        clicked = page.evaluate(
            """() => {
              const now = performance.now();
              document.querySelector(".itembank-exam-start button").click();
              return now;
            }"""
        )
        first = _time(page, "question") - float(clicked)
        page.reload(wait_until="commit")
        again = _time(page, "question")
    return {
        "a page without an exam": plain,
        "page to button": button,
        "button to question": first,
        "page to question": again,
    }


def _time(page: Page, name: str) -> float:
    return float(page.evaluate("(name) => window.shown[name]", name))


def _print_times(runs: Sequence[dict[str, float]], factor: float) -> None:
    for name in runs[0]:
        values = [run[name] for run in runs]
        print(f"{factor:g}x, ms {'':<8}{name}: {_spread(values)} (best / median / worst)")


def _spread(values: Sequence[float]) -> str:
    return f"{min(values):.0f} / {statistics.median(values):.0f} / {max(values):.0f}"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve `folder`, and yield the address without a last slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Leave it: a page that is left no longer wants what it has asked for."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    main()
