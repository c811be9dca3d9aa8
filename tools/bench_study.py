"""How long progress and review take on a site of many questions, for a reader with a long log.

The site of `bench_exam`, and a log of attempts at random questions over a year. Chromium slows its
processor down by a factor (`--throttle`). Times run from the start of the navigation to the end of
the frame that shows what is waited for: the tables of progress; what is due; marks in the list of
all questions; and from the click on the button to the first question of a review. Beside each
stands the processor time of the page's main thread without the factor, which other work on the
machine changes least.

    python tools/bench_study.py 1000 5000
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench_exam import build_site, serving
from chromium import find

DAY_MS = 86_400_000
VIEWS = {
    "progress": ("practice/progress/", ".itembank-rows"),
    "review": ("practice/review/", "itembank-review button"),
    "marks": ("questions/", ".itembank-mark"),
}
# Resolves at the end of the first frame that has the element, ms since the navigation began.
SHOWN = """
(selector) => new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector(selector)) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now());
    requestAnimationFrame(() => port2.postMessage(null));
  };
  look();
})
"""


def main() -> None:
    """Build, measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("questions", type=int, nargs="?", default=1000)
    parser.add_argument("attempts", type=int, nargs="?", default=5000)
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = build_site(Path(folder) / "site", options.questions)
        log = _log(site, options.attempts)
        print(f"a log of {options.attempts} attempts: {len(log) / 1e6:.2f} MB")
        with serving(site) as address, sync_playwright() as playwright:
            arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
            with playwright.chromium.launch(executable_path=find(), args=arguments) as browser:
                for factor in (options.throttle, 1.0):
                    runs = [_run(browser, address, log, factor) for _ in range(options.runs)]
                    for name in runs[0]:
                        times = [run[name] for run in runs]
                        print(
                            f"{factor:g}x, ms  {name}: {min(times):.0f} / "
                            f"{statistics.median(times):.0f} / {max(times):.0f} "
                            "(best / median / worst)"
                        )


def _log(site: Path, count: int) -> str:
    page = (site / "questions/index.html").read_text(encoding="utf-8")
    rows = re.findall(r"<li[^>]* data-item=[^>]*>", page)
    known = [(_value(row, "data-item"), _value(row, "data-hash")) for row in rows]
    chance = random.Random(1)
    now = int(time.time() * 1000)
    attempts = []
    for moment in sorted(chance.sample(range(365 * DAY_MS), count)):
        item, hash_ = chance.choice(known)
        attempts.append(
            {"item": item, "hash": hash_, "revision": 1, "response": ["a", "b"]}
            | {"score": chance.choice([0, 0.5, 1, 1]), "policy": "net_correct"}
            | {"t": now - 365 * DAY_MS + moment, "confidence": chance.randint(1, 3)}
        )
    return json.dumps({"version": 1, "attempts": attempts, "sittings": [], "forgotten": {}})


def _value(tag: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', tag)
    return found[1] if found else ""


def _run(browser: Browser, address: str, log: str, factor: float) -> dict[str, float]:
    """Open every view once and return what that took, in milliseconds."""
    times = {}
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/404.html")
        page.evaluate("(log) => localStorage.setItem('itembank:/', log)", log)
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        session.send("Emulation.setCPUThrottlingRate", {"rate": factor})
        for name, (path, selector) in VIEWS.items():
            page.goto(f"{address}/404.html")
            before = _cpu(session)
            page.goto(f"{address}/{path}", wait_until="commit")
            times[name] = _shown(page, selector)
            times[f"{name}, processor"] = _cpu(session) - before
        page.goto(f"{address}/practice/review/")
        _shown(page, "itembank-review button")
        clicked = page.evaluate(
            """() => {
              const now = performance.now();
              document.querySelector("itembank-review button").click();
              return now;
            }"""
        )
        times["first question"] = _shown(page, "itembank-question input") - float(clicked)
    return times


def _cpu(session: CDPSession) -> float:
    """Return the processor time of the main thread so far, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(
        next(entry["value"] for entry in metrics if entry["name"] == "TaskDuration")
    )


def _shown(page: Page, selector: str) -> float:
    return float(page.evaluate(SHOWN, selector))


if __name__ == "__main__":
    main()
