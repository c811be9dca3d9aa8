"""`mkdocs serve`, as an author has it open while writing."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .conftest import SiteFolder

PATIENCE_S = 60
"""Bound on waiting, so that a failure ends; no test measures time."""


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    pytest.fail(what)


class Server:
    """A running `mkdocs serve`."""

    def __init__(self, site: SiteFolder, log: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        site.write_config()
        self.log = log
        with log.open("w") as stream:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{self.port}"],
                cwd=site.root,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        return self.log.read_text()

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}") as answer:
            return str(answer.read().decode())

    def wait_for_start(self) -> None:
        wait_for(lambda: "Serving on" in self.said() or self.ended(), "mkdocs did not start")
        assert not self.ended(), self.said()

    def ended(self) -> bool:
        return self.process.poll() is not None

    def wait_for_page(self, path: str, text: str) -> None:
        wait_for(lambda: self._shows(path, text), f"no {text!r} in {path}\n{self.said()}")

    def wait_for_words(self, text: str) -> None:
        wait_for(lambda: text in self.said(), f"never said {text!r}:\n{self.said()}")

    def _shows(self, path: str, text: str) -> bool:
        try:
            return text in self.page(path)
        except urllib.error.URLError:
            return False


@pytest.fixture
def serve(site: SiteFolder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable]:
    servers: list[Server] = []

    def serve() -> Server:
        server = Server(site, tmp_path_factory.mktemp("log") / "serve.log")
        servers.append(server)
        server.wait_for_start()
        return server

    yield serve
    for server in servers:
        server.process.terminate()
        server.process.wait(PATIENCE_S)


PAGE = "questions/ring/"


def test_a_session_of_writing(site: SiteFolder, serve) -> None:
    """One server for the whole story: starting it is what takes long."""
    site.figure()
    site.write("code/numbers_of_serve.py", "__all__ = ['rate']\n\n\ndef rate():\n    return 111\n")
    site.settings(
        figures="figures", values={"module": "numbers_of_serve", "path": "code"}, watch=["code"]
    )
    site.question(title="First title", explanation="Rate {{= rate() }}.", figure="links")
    site.page("index.md", "# Start\n\n/// question | ring\n///\n")
    server = serve()
    assert "First title" in server.page(PAGE)
    assert "Rate 111." in server.page(PAGE)

    # A change of the question reloads it, on every page that shows it.
    site.question(title="Second title", stem="Quite another stem?", figure="links")
    server.wait_for_page(PAGE, "Second title")
    server.wait_for_page("", "Quite another stem?")

    # A mistake is said, and the page stays as it was.
    site.question(title="Third title", stem=None, figure="links")
    server.wait_for_words("content/questions/ring.yml:1:1: error[missing-field]: `stem` is missing")
    server.wait_for_words("the last good version of these stays on the site")
    assert "Second title" in server.page(PAGE)
    assert "Quite another stem?" in server.page("")
    assert "unknown-question" not in server.said()

    # Broken YAML, too.
    site.write("content/questions/ring.yml", "id: [\n")
    server.wait_for_words("content/questions/ring.yml:1:6: error[yaml]")
    assert "Second title" in server.page(PAGE)

    # Mending it reloads the page.
    site.question(title="Fourth title", explanation="Rate {{= rate() }}.", figure="links")
    server.wait_for_page(PAGE, "Fourth title")

    # So does a change of the code that computes its numbers ...
    site.write("code/numbers_of_serve.py", "__all__ = ['rate']\n\n\ndef rate():\n    return 22\n")
    server.wait_for_page(PAGE, "Rate 22.")

    # ... even when that code was broken in between ...
    site.write("code/numbers_of_serve.py", "__all__ = ['rate']\n\n\ndef rate(:\n")
    server.wait_for_words(
        "itembank.yml:3:3: error[values]: `numbers_of_serve` cannot be imported: SyntaxError: "
        "invalid syntax (code/numbers_of_serve.py, line 4)"
    )
    site.question(title="Fifth title", explanation="Rate {{= rate() }}.", figure="links")
    server.wait_for_page(PAGE, "Fifth title")
    assert "Rate 22." in server.page(PAGE)
    site.write("code/numbers_of_serve.py", "__all__ = ['rate']\n\n\ndef rate():\n    return 333\n")
    server.wait_for_page(PAGE, "Rate 333.")

    # ... and a change of the figure's data.
    site.write("figures/links/data.csv", "Fabric,Bandwidth (GB/s)\nNVLink,987\n")
    server.wait_for_page(PAGE, "987")

    # A new question gets a page; a deleted one loses it.
    site.question("tree", title="A new tree")
    server.wait_for_page("questions/tree/", "A new tree")
    (site.root / "content/questions/tree.yml").unlink()
    wait_for(lambda: "A new tree" not in server.page("questions/"), "tree is still listed")

    assert "Traceback" not in server.said()
    assert not server.ended()


def test_starting_with_mistakes(site: SiteFolder, serve) -> None:
    site.question("good")
    site.question("bad", title=None)
    site.page("index.md", "# Start\n\n/// question | bad\n///\n")
    server = serve()
    assert "content/questions/bad.yml:1:1: error[missing-field]" in server.said()
    assert "Start" in server.page("")
    assert "Ring all-reduce" in server.page("questions/good/")
    site.question("bad", title="Now it is good")
    server.wait_for_page("questions/bad/", "Now it is good")
    assert "Traceback" not in server.said()


def test_a_page_that_embeds_what_is_not_there_yet(site: SiteFolder, serve) -> None:
    site.page("index.md", "# Start\n\n/// question | ring\n///\n\nText after.\n")
    server = serve()
    server.wait_for_words("docs/index.md:3:1: error[unknown-question]")
    assert "Text after." in server.page("")
    site.question()
    server.wait_for_page("", "itembank-question")
