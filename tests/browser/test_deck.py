"""Questions away from their pages: the index of all, and one put into another page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ..itembank.conftest import SiteFolder
from .bundler import ADD_ONS, CORE, join_scripts
from .conftest import Serve
from .probes import score_of, submit
from .rendered import FIXTURES

STEPS = [{"id": id_, "text": f"Step {id_}.", "rationale": f"Because {id_}."} for id_ in "abc"]
MOUNT = """async ([id, options]) => {
  const bank = readBank();
  await mountQuestion(bank, bank.entries.get(id), document.querySelector("main"), options);
}"""


@pytest.fixture(params=[True, False], ids=["folders", "files"])
def built(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A site of three questions; its start page and one below load the deck."""
    site = SiteFolder(tmp_path)
    site.figure("links")
    site.settings(figures="figures", exams="exams")
    site.write("exams/.keep", "")
    site.page("deep/page.md", "# Deep\n\nNo question here.\n")
    site.write("content/questions/net/topic.yml", "title: Networks & <wires>\n")
    site.question(
        "ring",
        file="net/ring",
        title="Ring </script> all-reduce",
        figure="links",
        explanation="See [deep](deep/page.md) and [](option:once).",
        exam_domains={"nca": "2"},
        objectives=["traffic"],
        difficulty=2,
    )
    site.question("steps", type="order", options=None, steps=STEPS)
    site.question("plain")
    site.configure(use_directory_urls=request.param)
    folder = site.build().folder
    core = join_scripts(CORE, {**ADD_ONS, "probe": FIXTURES / "deck.js"})
    (folder / "core.js").write_text(core[""], encoding="utf-8")
    (folder / "probe.js").write_text(core["probe"], encoding="utf-8")
    index = next((folder / "assets/itembank").glob("bank.*.js")).name
    for page in ("index.html", "deep/page/index.html" if request.param else "deep/page.html"):
        root = "../" * page.count("/")
        scripts = "".join(
            f'<script defer src="{root}{name}"></script>'
            for name in ("core.js", f"assets/itembank/{index}", "probe.js")
        )
        text = (folder / page).read_text(encoding="utf-8")
        (folder / page).write_text(text.replace("</main>", f"</main>{scripts}"), encoding="utf-8")
    return folder


@pytest.fixture(params=["http", "file"])
def start(request: pytest.FixtureRequest, built: Path, serve: Serve) -> str:
    """Address of the site: below a folder of a server, or on the disk."""
    if request.param == "file":
        return built.as_uri()
    return f"{serve({'/some/where/': built})}/some/where"


def deep(start: str, built: Path) -> str:
    folders = (built / "deep/page/index.html").exists()
    if not folders:
        return f"{start}/deep/page.html"
    return f"{start}/deep/page/" + ("index.html" if start.startswith("file") else "")


def mount(page: Page, item: str, **options: Any) -> Locator:
    page.evaluate(MOUNT, [item, options])
    return page.locator(f"#q-{item}")


def test_the_index_knows_every_question(page: Page, start: str) -> None:
    page.goto(f"{start}/index.html")
    entries = page.evaluate(
        """() => [...readBank().entries.values()].map((entry) =>
          ({ ...entry, domains: Object.fromEntries(entry.domains) }))"""
    )
    by_id = {entry["id"]: entry for entry in entries}
    assert sorted(by_id) == ["plain", "ring", "steps"]
    ring = by_id["ring"]
    assert ring["title"] == "Ring </script> all-reduce"
    assert ring["topic"]["title"] == "Networks & <wires>"
    assert ring["topic"]["name"] == "questions/net"
    assert (ring["type"], ring["difficulty"], ring["domains"]) == ("choice", 2, {"nca": "2"})
    assert (ring["objectives"], len(ring["hash"]), ring["revision"]) == (["traffic"], 12, 1)
    assert by_id["plain"]["topic"]["title"] == ""
    page.goto(ring["url"] + ("index.html" if ring["url"].endswith("/") else ""))
    expect(page.locator("itembank-question")).to_have_attribute("data-hash", ring["hash"])


def test_a_question_works_in_another_page(page: Page, start: str, built: Path) -> None:
    page.goto(deep(start, built))
    question = mount(page, "ring")
    assert "Right." not in page.content()
    question.locator("input[value=twice]").check()
    submit(question)
    assert score_of(question) == "Score 100 %"
    image = question.locator("figure img").first
    image.scroll_into_view_if_needed()
    source = image.get_attribute("src") or ""
    assert "/assets/itembank/figures/links/" in source
    assert source.startswith(start)
    link = question.locator(".itembank-explanation a").first
    assert (link.get_attribute("href") or "").startswith(
        deep(start, built).removesuffix("index.html")
    )
    assert question.locator("a.itembank-ref").get_attribute("href") == "#q-ring--once"


def test_the_script_of_a_kind_comes_before_the_question(page: Page, start: str) -> None:
    page.goto(f"{start}/index.html")
    page.evaluate(
        """() => new MutationObserver((changes) => {
          const answers = "itembank-question .itembank-answer";
          if (document.querySelector(answers)) window.spoiled = true;
        }).observe(document, { childList: true, subtree: true })"""
    )
    question = mount(page, "steps", mode="exam")
    expect(question.get_by_role("button", name="Submit")).to_be_hidden()
    question.get_by_role("button", name="down").first.click()
    assert not page.evaluate("() => window.spoiled")
    assert "Because a" not in page.content()


def test_a_seed_decides_the_order_of_options(page: Page, start: str) -> None:
    def order(seed: int) -> list[str]:
        page.goto(f"{start}/index.html")
        rows = mount(page, "plain", seed=seed).locator("[name=response]").all()
        return [row.get_attribute("value") or "" for row in rows]

    assert order(7) == order(7)
    assert len({tuple(order(seed)) for seed in range(6)}) > 1


def test_what_is_not_there_is_said_and_leaves_the_page_alone(
    page: Page, built: Path, serve: Serve
) -> None:
    page.goto(f"{serve({'/site/': built})}/site/index.html")
    before = page.locator("main").inner_html()
    # A question that was renamed while the page lay in a cache.
    said = page.evaluate(
        """async () => {
          const bank = readBank();
          const entry = { ...bank.entries.get("plain"), id: "other" };
          return mountQuestion(bank, entry, document.querySelector("main")).catch(String);
        }"""
    )
    assert "no question other" in said
    assert page.locator("main").inner_html() == before


def test_without_a_script_the_page_itself_is_read(page: Page, built: Path, serve: Serve) -> None:
    page.goto(f"{serve({'/site/': built})}/site/index.html")
    page.evaluate(
        """() => {
          const bank = readBank();
          const entry = { ...bank.entries.get("plain"), fragment: "" };
          return mountQuestion(bank, entry, document.querySelector("main"));
        }"""
    )
    page.locator("#q-plain input[value=twice]").check()
    submit(page.locator("#q-plain"))
    assert score_of(page.locator("#q-plain")) == "Score 100 %"


def test_a_site_that_draws_no_questions_has_no_deck(tmp_path: Path) -> None:
    site = SiteFolder(tmp_path)
    site.question()
    assert not [name for name in site.build().files() if "/bank." in name or "/items/" in name]


def test_answers_are_in_scripts_alone(tmp_path: Path) -> None:
    site = SiteFolder(tmp_path)
    site.configure(plugins=["search", "itembank"])
    site.settings(exams="exams")
    site.write("exams/.keep", "")
    site.question(explanation="A zq-secret.")
    built = site.build()
    having = [name for name, content in built.files().items() if b"zq-secret" in content]
    assert [name.split(".")[0] for name in having] == [
        "assets/itembank/items/ring",
        "questions/ring/index",
    ]
    assert json.loads(built.source("search/search_index.json"))["docs"]
