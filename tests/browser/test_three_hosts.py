"""One source under MkDocs, ProperDocs and Zensical: the same question, graded the same.

`make hosts` builds the sites and sets HOSTS_SITES; without it there is nothing to look at.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..itembank.conftest import Html, words

SITES = os.environ.get("HOSTS_SITES")
HOSTS = ("mkdocs", "properdocs", "zensical")

pytestmark = pytest.mark.skipif(not SITES, reason="built by `make hosts` alone")


def folder(host: str) -> Path:
    built = Path(SITES or "") / host / "site" / "site"
    if not built.is_dir():
        pytest.skip(f"{host} could not be installed here")
    return built


def source(host: str, name: str) -> str:
    return (folder(host) / name).read_text(encoding="utf-8")


def question(host: str, name: str) -> str:
    """The HTML of the first question of a page."""
    found = re.search(r"<itembank-question.*?</itembank-question>", source(host, name), re.DOTALL)
    assert found, f"{host}: no question in {name}"
    return found[0]


def essence(html: str) -> list[tuple[Any, ...]]:
    """Tags, attributes and words, whatever the order of attributes and the white space.

    Zensical takes `data-search-exclude` away when its search has read the page.
    """
    root = Html.parse(html).root
    return [
        (
            node.tag,
            sorted(item for item in node.items() if item[0] != "data-search-exclude"),
            " ".join((node.text or "").split()),
        )
        for node in root.iter()
        if not {"headerlink"} & set((node.get("class") or "").split())
    ]


@pytest.fixture(params=HOSTS)
def host(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def address(host: str) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    handler = partial(Quiet, directory=str(folder(host)))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize(
    ("place", "item"),
    [
        ("questions/ring-all-reduce/", "ring-all-reduce"),
        ("", "ring-all-reduce"),
        ("questions/slowest-link/", "slowest-link"),
        ("guide/deep/", "slowest-link"),
    ],
)
def test_a_question_is_graded_the_same(page: Page, address: str, place: str, item: str) -> None:
    page.goto(address + place)
    question = page.locator(f"itembank-question[data-item='{item}']")
    ticks = {"ring-all-reduce": ("sends-almost-two", "grows-with-n"), "slowest-link": ("slowest",)}
    for option in ticks[item]:
        question.locator(f"input[value='{option}']").check()
    question.get_by_role("button", name="Submit").click()

    expect(question.locator(".itembank-outcome")).to_be_visible()
    states = {
        row.get_attribute("data-option"): row.get_attribute("data-state")
        for row in question.locator(".itembank-option").all()
    }
    expected = {
        "ring-all-reduce": {
            "sends-almost-two": "hit",
            "fourteen-steps": "missed",
            "grows-with-n": "false-alarm",
        },
        "slowest-link": {
            "slowest": "hit",
            "fastest": "correct-rejection",
            "host": "correct-rejection",
        },
    }
    assert states == expected[item]
    if item == "ring-all-reduce":
        expect(question).to_contain_text("Each GPU sends 1.75 GiB.")
        image = question.locator("img").first
        image.scroll_into_view_if_needed()
        page.wait_for_function("image => image.complete", arg=image.element_handle())
        assert image.evaluate("image => image.naturalWidth") > 0


def test_links_of_lists_and_ways_back_lead_somewhere(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".itembank-listing").get_by_role("link", name="What a ring moves").click()
    expect(page.locator("h1")).to_contain_text("What a ring moves")
    page.locator(".itembank-trail").get_by_role("link", name="Collectives").click()
    expect(page.locator("h1")).to_contain_text("Collectives")
    page.goto(address + "questions/")
    page.locator(".itembank-listing").get_by_role("link", name="What paces a ring").click()
    expect(page.locator("itembank-question")).to_have_count(1)
    page.goto(address + "questions/ring-all-reduce/")
    page.get_by_role("link", name="the guide").click()
    expect(page.locator("h1")).to_contain_text("Deep")


@pytest.mark.parametrize(
    "name",
    ["index.html", "questions/ring-all-reduce/index.html", "guide/deep/index.html"],
)
@pytest.mark.parametrize("host", HOSTS[1:], indirect=True)
def test_the_html_of_a_question_is_the_same(host: str, name: str) -> None:
    assert essence(question(host, name)) == essence(question("mkdocs", name))


def test_properdocs_writes_the_same_site_but_for_its_name() -> None:
    ours, theirs = folder("mkdocs"), folder("properdocs")
    names = {file.relative_to(ours).as_posix() for file in ours.rglob("*") if file.is_file()}
    assert names == {f.relative_to(theirs).as_posix() for f in theirs.rglob("*") if f.is_file()}
    generator = re.compile(r'<meta name="generator" content="[^"]*">')
    for name in sorted(names):
        first, second = (ours / name).read_bytes(), (theirs / name).read_bytes()
        if name.endswith(".html"):
            first = generator.sub("", first.decode()).encode()
            second = generator.sub("", second.decode()).encode()
        if not name.endswith(".gz"):
            assert first == second, name


def test_no_answer_is_in_the_search_index(host: str) -> None:
    names = ("search/search_index.json", "search.json")
    index = next(folder(host) / name for name in names if (folder(host) / name).is_file())
    text = index.read_text(encoding="utf-8")
    assert "Eight GPUs sum a buffer" in text
    for spoiler in ("Rationale-marker-one", "Two phases", "All wait for it", "reduce-scatter"):
        assert spoiler not in text


def test_values_of_prose_and_braces_that_are_none(host: str) -> None:
    found = re.search(r"<article.*?</article>", source(host, "index.html"), re.DOTALL)
    assert found
    text = words(Html.parse(found[0]).root)
    assert "Each of 8 GPUs sends 1.75 GiB." in text
    assert "{{ not_a_value }}" in text
