"""How long a reader waits between Submit and the painted result, on a slow machine.

The page is one of a built site. Chromium slows its processor down by a factor (`--throttle`), the
key is ticked, and Submit is clicked. Each run loads the page anew. For each:

- the wait from the click, as the browser stamps it, to the end of the frame that shows the result:
  what a reader sees, but other work on the machine counts too, and so does waiting for the frame;
- the time that the page's thread itself has worked in between, by its own clock: for the click (our
  code), and for the frame (style, layout, paint, and what the theme does when the page scrolls).

Beside it stand the same without slowing down, and, as a measure of the page itself, opening a
`details` of the same text without any script of ours.

    mkdocs build && python tools/bench_browser.py site questions/from-one-node-to-many/
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from chromium import find

COLUMNS = ("click to paint", "thread: click", "thread: frame", "thread: both")
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "cc"]

# Resolves when the frame after the next click is on the screen.
WATCH = """
(selector) => {
  window.painted = new Promise((resolve) => {
    document.querySelector(selector).addEventListener("click", ({ timeStamp }) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - timeStamp);
      requestAnimationFrame(() => port2.postMessage(null));
    }, { capture: true, once: true });
  });
}
"""

TICK_THE_KEY = """
() => {
  const host = document.querySelector("itembank-question");
  for (const id of key) host.querySelector(`input[value="${id}"]`).checked = true;
}
"""

# Before our script takes them out of the document.
FIND_THE_KEY = """
document.addEventListener("DOMContentLoaded", () => {
  window.key = [...document.querySelectorAll("[data-correct=true]")].map((li) => li.dataset.option);
}, { capture: true, once: true });
"""


def main() -> None:
    """Measure, and print milliseconds and ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("site", type=Path, help="folder of a built site")
    parser.add_argument("page", help="address of a page with a choice question, below the site")
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()

    with _serving(options.site) as address, sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        with playwright.chromium.launch(executable_path=find(), args=arguments) as browser:
            url = f"{address}/{options.page}"
            rows = {
                name: [_run(browser, url, selector, factor) for _ in range(options.runs)]
                for name, selector, factor in (
                    (f"Submit, {options.throttle:g}x", ".itembank-submit", options.throttle),
                    ("Submit, 1x", ".itembank-submit", 1.0),
                    (
                        f"details, {options.throttle:g}x",
                        ".itembank-answer > summary",
                        options.throttle,
                    ),
                )
            }
    _print(rows)


def _run(browser: Browser, url: str, selector: str, factor: float) -> dict[str, float]:
    """Load the page, click once and return what that took, in milliseconds."""
    ours = "summary" not in selector
    with browser.new_context(java_script_enabled=True) as context:
        page = context.new_page()
        page.add_init_script(FIND_THE_KEY)
        if not ours:
            page.route("**/itembank*.js", lambda route: route.abort())
        page.goto(url, wait_until="load")
        if ours:
            page.evaluate(TICK_THE_KEY)
        target = page.locator(f"itembank-question {selector}")
        target.scroll_into_view_if_needed()
        page.wait_for_timeout(200)
        box = target.bounding_box()
        assert box, "nothing to click"
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(200)
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": factor})
        page.evaluate(WATCH, f"itembank-question {selector}")
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.mouse.down()
        page.mouse.up()
        waited = float(page.evaluate("() => window.painted"))
        events = json.loads(browser.stop_tracing())["traceEvents"]
    click, frame = _worked(events)
    return dict(zip(COLUMNS, (waited, click, frame, click + frame), strict=True))


def _worked(events: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the milliseconds that the page's thread worked for the click, and for its frame."""
    clicked = next(
        event
        for event in events
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "click"
    )
    thread = sorted(
        (
            event
            for event in events
            if (event["pid"], event["tid"]) == (clicked["pid"], clicked["tid"])
            and event.get("ph") == "X"
        ),
        key=lambda event: event["ts"],
    )
    task = next(
        event
        for event in thread
        if event["name"] == "RunTask" and event["ts"] <= clicked["ts"] < event["ts"] + event["dur"]
    )
    frame = next(
        event
        for event in thread
        if event["name"] == "ProxyMain::BeginMainFrame" and event["ts"] > clicked["ts"]
    )
    return task["tdur"] / 1000, frame["tdur"] / 1000


def _print(rows: dict[str, list[dict[str, float]]]) -> None:
    print(f"{'ms':<14}" + "".join(f"{name:>24}" for name in COLUMNS))
    print(f"{'':<14}" + "".join(f"{'best / median / worst':>24}" for _ in COLUMNS))
    medians = {}
    for name, runs in rows.items():
        cells = []
        for column in COLUMNS:
            values = [run[column] for run in runs]
            cells.append(f"{min(values):.1f} / {statistics.median(values):.1f} / {max(values):.1f}")
        medians[name] = statistics.median(run[COLUMNS[-1]] for run in runs)
        print(f"{name:<14}" + "".join(f"{cell:>24}" for cell in cells))
    first, second, third = medians.values()
    print(
        f"\nSubmit slowed down / not: {first / second:.1f}   Submit / details: {first / third:.1f}"
    )


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    main()
