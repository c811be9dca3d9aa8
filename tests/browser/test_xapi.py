"""Statements of xAPI: what a server gets for each answer, and that no answer waits for it."""

from __future__ import annotations

import datetime
import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ..itembank.conftest import SiteFolder
from .conftest import Serve

UUID = r"^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
IRI = r"^https?://[^\s<>\"{}|\\^`]+$"
LANGUAGE_MAP = {
    "type": "object",
    "patternProperties": {r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$": {"type": "string"}},
    "additionalProperties": False,
}


def thing(required: str = "", **properties: Any) -> dict[str, Any]:
    """An object with these properties and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


# What xAPI 1.0.3, part two, section 2 allows of the properties that a statement of ours has.
STATEMENT = thing(
    "id actor verb object result timestamp",
    id={"pattern": UUID},
    actor=thing(
        "account",
        objectType={"const": "Agent"},
        account=thing("homePage name", homePage={"pattern": IRI}, name={"type": "string"}),
    ),
    verb=thing("id", id={"pattern": IRI}, display=LANGUAGE_MAP),
    object=thing(
        "id",
        objectType={"const": "Activity"},
        id={"pattern": IRI},
        definition=thing(
            name=LANGUAGE_MAP,
            type={"pattern": IRI},
            interactionType={"enum": ["choice", "numeric", "sequencing"]},
        ),
    ),
    result=thing(
        score=thing(scaled={"type": "number", "minimum": -1, "maximum": 1}),
        success={"type": "boolean"},
        completion={"type": "boolean"},
        response={"type": "string"},
    ),
    context=thing(revision={"type": "string"}),
    timestamp={"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"},
)


@dataclass
class Store:
    """A learning record store: `status` is what it says next, None lets the sender wait."""

    address: str = ""
    status: int | None = 200
    statements: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, str]] = field(default_factory=list)
    going: threading.Event = field(default_factory=threading.Event)


@pytest.fixture(scope="module")
def store_server() -> Iterator[Store]:
    store = Store()

    class Handler(BaseHTTPRequestHandler):
        def do_OPTIONS(self) -> None:
            self._answer(204)

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            store.requests.append({"path": self.path, **self.headers})
            if store.status is None:
                store.going.wait(30)
            if store.status == 200:
                # Sent again, because the page went before it knew: counts once, by its id.
                known = {statement["id"] for statement in store.statements}
                store.statements += [s for s in json.loads(body) if s["id"] not in known]
            self._answer(store.status or 503)

        def _answer(self, status: int) -> None:
            self.send_response(status)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header(
                "Access-Control-Allow-Headers", "content-type, x-experience-api-version"
            )
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        store.address = f"http://127.0.0.1:{server.server_port}/xapi"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield store
        store.going.set()
        server.shutdown()


@pytest.fixture
def store(store_server: Store) -> Store:
    store_server.status = 200
    store_server.statements.clear()
    store_server.requests.clear()
    store_server.going.clear()
    return store_server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, store_server: Store) -> Path:
    site = SiteFolder(tmp_path_factory.mktemp("xapi"))
    site.settings(xapi={"endpoint": store_server.address})
    site.question("ring", title="Ring <b>")
    site.question(
        "steps",
        type="order",
        options=None,
        steps=[{"id": id_, "text": f"Step {id_}.", "rationale": "."} for id_ in "abc"],
    )
    number = {"type": "numeric", "options": None, "answer": "1000 + 250", "unit": "x"}
    site.question("time", stem="How long?", tolerance=0.01, rationale="So long.", **number)
    site.page("embeds.md", "# Here\n\n/// question | ring\n///\n")
    return site.build().folder


@pytest.fixture(scope="module")
def root(folder: Path, serve: Serve, store_server: Store) -> str:
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        f"connect-src {store_server.address}/"
    )
    return f"{serve({'/': folder}, policy)}/"


def wait_for(true: Callable[[], bool], page: Page) -> None:
    for _ in range(200):
        if true():
            return
        page.wait_for_timeout(25)
    raise AssertionError("it never came true")


def answer(page: Page, *, right: bool = True) -> None:
    page.locator("input[value=twice]").check()
    page.locator("input[value=once]").set_checked(not right)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".itembank-score")).to_be_visible()


def waiting(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        "() => JSON.parse(localStorage.getItem('itembank:/:xapi') ?? '[]')"
    )
    return found


def test_every_kind_of_question(page: Page, root: str, store: Store) -> None:
    page.goto(f"{root}questions/ring/?from=mail#q-ring")
    answer(page, right=False)
    page.goto(f"{root}questions/steps/")
    page.get_by_role("button", name="Move step A down").click()
    order = [row.get_attribute("data-option") for row in page.locator(".itembank-option").all()]
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".itembank-score")).to_be_visible()
    page.goto(f"{root}questions/time/")
    page.locator("input[type=text]").fill("1,250 x")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".itembank-score")).to_be_visible()
    page.goto(f"{root}embeds/")
    answer(page)
    wait_for(lambda: len(store.statements) == 4, page)

    choice, steps, number, embedded = store.statements
    for statement in store.statements:
        Draft202012Validator(STATEMENT).validate(statement)
        assert statement["verb"]["id"] == "http://adlnet.gov/expapi/verbs/answered"
        definition = statement["object"]["definition"]
        assert definition["type"] == "http://adlnet.gov/expapi/activities/cmi.interaction"
        sent = datetime.datetime.fromisoformat(statement["timestamp"])
        assert abs((datetime.datetime.now(datetime.UTC) - sent).total_seconds()) < 120
    assert [s["object"]["id"].removeprefix(root) for s in store.statements] == [
        "questions/ring/",
        "questions/steps/",
        "questions/time/",
        "questions/ring/",
    ]
    kinds = [s["object"]["definition"]["interactionType"] for s in store.statements]
    assert kinds == ["choice", "sequencing", "numeric", "choice"]
    assert choice["result"] == {
        "score": {"scaled": 0},
        "success": False,
        "completion": True,
        "response": "twice[,]once",
    }
    assert embedded["result"]["success"] is True
    assert steps["result"]["response"].split("[,]") == order
    assert number["result"]["response"] == "1250"
    assert number["result"]["score"] == {"scaled": 1}
    assert len({statement["id"] for statement in store.statements}) == 4
    actors = [statement["actor"]["account"] for statement in store.statements]
    assert len({json.dumps(actor) for actor in actors}) == 1
    assert re.match(UUID, actors[0]["name"])
    assert actors[0]["homePage"] == root
    for request in store.requests:
        assert request["path"] == "/xapi/statements"
        names = {name.lower() for name in request}
        assert request["X-Experience-API-Version"] == "1.0.3"
        assert not names & {"cookie", "authorization", "referer"}


def test_two_readers_are_two(browser: Browser, root: str, store: Store) -> None:
    for _ in range(2):
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{root}questions/ring/")
            answer(page)
            page.wait_for_function("() => localStorage.getItem('itembank:/:xapi') === '[]'")
    assert len({statement["actor"]["account"]["name"] for statement in store.statements}) == 2


def test_what_cannot_be_sent_waits(context: BrowserContext, root: str, store: Store) -> None:
    page = context.new_page()
    page.goto(f"{root}questions/ring/")
    context.set_offline(True)
    answer(page)
    page.get_by_role("button", name="Try again").click()
    answer(page, right=False)
    wait_for(lambda: len(waiting(page)) == 2, page)
    first = [statement["id"] for statement in waiting(page)]
    assert store.statements == []
    context.set_offline(False)
    wait_for(lambda: len(store.statements) == 2 and not waiting(page), page)
    assert [statement["id"] for statement in store.statements] == first

    store.status = 503
    page.reload()
    answer(page)
    wait_for(lambda: len(store.requests) > 1, page)
    page.goto(f"{root}questions/")
    store.status = 200
    # Any page with a question sends what another left.
    page.goto(f"{root}questions/time/")
    wait_for(lambda: len(store.statements) == 3 and not waiting(page), page)


@pytest.mark.parametrize("status", [400, 409])
def test_what_a_server_will_never_take_is_dropped(
    context: BrowserContext, root: str, store: Store, status: int
) -> None:
    store.status = status
    page = context.new_page()
    page.goto(f"{root}questions/ring/")
    answer(page)
    wait_for(lambda: bool(store.requests) and not waiting(page), page)


def test_no_answer_waits_for_a_server(page: Page, root: str, store: Store) -> None:
    store.status = None
    page.goto(f"{root}questions/ring/")
    answer(page)
    assert len(waiting(page)) == 1
    page.get_by_role("button", name="Try again").click()
    answer(page)
    assert len(waiting(page)) == 2
    store.status = 200
    store.going.set()
    wait_for(lambda: len(store.statements) == 2 and not waiting(page), page)


def test_the_queue_is_bounded_and_takes_any_rubbish(
    context: BrowserContext, root: str, store: Store
) -> None:
    store.status = 503
    page = context.new_page()
    page.goto(f"{root}questions/ring/")
    for rubbish in ('{"a": 1}', "[null, 5, {}]", "broken"):
        page.evaluate("(text) => localStorage.setItem('itembank:/:xapi', text)", rubbish)
        page.reload()
    page.evaluate(
        """() => localStorage.setItem("itembank:/:xapi",
          JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ id: `${n}` }))))"""
    )
    answer(page)
    assert len(waiting(page)) == 200
    assert waiting(page)[-1]["verb"]


def test_a_copy_on_a_disk_sends_nothing(page: Page, folder: Path, store: Store) -> None:
    page.goto((folder / "questions/ring/index.html").as_uri())
    answer(page)
    page.wait_for_timeout(300)
    assert not store.requests


def test_only_sites_that_ask_load_it(tmp_path: Path, folder: Path) -> None:
    site = SiteFolder(tmp_path)
    site.question()
    built = site.build()
    assert "itembank-xapi" not in built.source("questions/ring/index.html")
    assert "xapi" in (folder / "questions/ring/index.html").read_text(encoding="utf-8")
