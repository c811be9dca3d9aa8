"""What every browser test needs: a Chromium, a fresh page that must stay free of errors, a server.

`serve` takes any mapping of URL prefixes to folders, under a strict content security policy unless
it is told otherwise.
"""

from __future__ import annotations

import functools
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    sync_playwright,
)

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")

# What a strict site would send: everything from its own origin, nothing inline.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'"
)


class Serve(Protocol):
    def __call__(self, mounts: Mapping[str, Path], policy: str = ...) -> str: ...


@pytest.fixture(scope="session")
def chromium() -> str | None:
    """Path of Chromium: `$CHROMIUM`, one on the PATH, else None for Playwright's own."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: str | None) -> Iterator[Browser]:
    # Chromium refuses its sandbox to root, which is who runs tests in a container.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with playwright.chromium.launch(executable_path=chromium, args=arguments) as launched:
        yield launched


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 1280, "height": 800}) as created:
        yield created


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A blank page; the test fails if anything went wrong in it, a refused request included."""
    opened = context.new_page()
    errors: list[str] = []

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(f"{message.type}: {message.text}")

    def note_failure(request: Request) -> None:
        # What a page still loads when it is left is aborted, and that is no fault of its.
        if request.failure != "net::ERR_ABORTED":
            errors.append(f"failed: {request.url}")

    opened.on("pageerror", lambda error: errors.append(f"uncaught: {error}"))
    opened.on("console", note_message)
    opened.on("requestfailed", note_failure)
    yield opened
    assert errors == []


@pytest.fixture(scope="session")
def serve() -> Iterator[Serve]:
    """Serve folders over HTTP: `serve({"/": site})` returns the address, without a last slash.

    `policy` is the content security policy to send; "" sends none that forbids anything.
    """
    with ExitStack() as servers:

        def start(mounts: Mapping[str, Path], policy: str = CONTENT_SECURITY_POLICY) -> str:
            return servers.enter_context(_serving(mounts, policy))

        yield start


@contextmanager
def _serving(mounts: Mapping[str, Path], policy: str) -> Iterator[str]:
    handler = functools.partial(_Handler, mounts, policy)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, mounts: Mapping[str, Path], policy: str, *args: object) -> None:
        self.policy = policy
        # Longest prefix first.
        self.mounts = sorted(mounts.items(), key=lambda mount: -len(mount[0]))
        super().__init__(*args)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        for prefix, folder in self.mounts:
            if path.startswith(prefix):
                self.directory = str(folder)
                return super().translate_path("/" + path.removeprefix(prefix))
        return os.devnull

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass
