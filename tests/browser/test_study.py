"""Progress, review and the marks in lists, in a real browser, on a site that the plugin builds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from ..itembank.conftest import SiteFolder
from .conftest import Serve
from .probes import focused, overflow, settle, violations

DAY = 86_400_000
NAME = "itembank:/site/"
EXAM: dict[str, Any] = {
    "id": "mock",
    "title": "A mock <exam>",
    "minutes": 10,
    "questions": 2,
    "domains": [{"id": "1", "title": "All", "share": 100}],
}
TOPICS = {"fabrics": 4, "memory": 3, "tools": 2}


def write_site(root: Path, **more: Any) -> Path:
    site = SiteFolder(root)
    site.settings(exams="exams", practice={"pages": "practice", "confidence": True}, **more)
    site.write("exams/mock.yml", yaml.safe_dump(EXAM))
    for topic, count in TOPICS.items():
        for number in range(count):
            site.question(
                f"{topic}-{number}",
                file=f"{topic}/{number}",
                title=f"{topic.capitalize()} {number}",
                exam_domains={"mock": "1"},
                objectives=[f"{topic}-basics", "everything"],
            )
    theme = {"name": "material", "font": False, "palette": {"scheme": "default"}}
    theme["features"] = ["navigation.instant"]
    theme["language"] = more.get("language", "en")
    site.configure(theme=theme, plugins=["search", "itembank"], site_url="https://example.org/x/")
    return site.build().folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="module")
def hash_(folder: Path) -> str:
    """Hash of every question: they have the same key."""
    page = (folder / "questions/index.html").read_text(encoding="utf-8")
    found = set(re.findall(r'data-hash="(\w+)"', page))
    assert len(found) == 1
    return found.pop()


@pytest.fixture(scope="module")
def root(folder: Path, serve: Serve) -> str:
    # The theme writes scripts into its pages.
    return f"{serve({'/site/': folder}, '')}/site/"


Logged = Callable[..., None]


@pytest.fixture
def logged(page: Page, root: str, hash_: str) -> Logged:
    """Store attempts: item, score and how many days ago, oldest first."""

    def store(
        *attempts: tuple[Any, ...], sittings: list[Any] | None = None, on: Page = page
    ) -> None:
        on.goto(f"{root}404.html")
        now = on.evaluate("() => Date.now()")
        entries = [
            {
                "item": item,
                "hash": hash_,
                "revision": 1,
                "response": ["twice"],
                "score": score,
                "policy": "all_or_nothing",
                "t": now - int(days * DAY),
                **(more[0] if more else {}),
            }
            for item, score, days, *more in attempts
        ]
        data = {"version": 1, "attempts": entries, "sittings": sittings or [], "forgotten": {}}
        on.evaluate("([name, text]) => localStorage.setItem(name, text)", [NAME, json.dumps(data)])

    return store


def press(place: Locator | Page, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


def stored(page: Page) -> dict[str, Any]:
    text = page.evaluate("(name) => localStorage.getItem(name)", NAME)
    found: dict[str, Any] = json.loads(text or "{}")
    return found


def cells(table: Locator) -> list[list[str]]:
    return [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]


def answer(page: Page, *, right: bool = True) -> str:
    question = page.locator("itembank-question")
    expect(question).to_have_count(1)
    item = question.get_attribute("data-item") or ""
    question.locator("input[value=twice]").check()
    question.locator("input[value=once]").set_checked(not right)
    press(question, "Submit")
    expect(question.locator(".itembank-verdict").first).to_be_visible()
    return item


@pytest.fixture
def progress(page: Page) -> Locator:
    return page.locator("itembank-progress")


@pytest.fixture
def review(page: Page) -> Locator:
    return page.locator("itembank-review")


class TestProgress:
    def test_by_topic_and_objective_weakest_first(
        self, page: Page, root: str, progress: Locator, logged: Logged
    ) -> None:
        logged(
            ("fabrics-0", 0, 9),
            ("fabrics-0", 1, 8),
            ("fabrics-1", 0.5, 0),
            ("memory-0", 0, 5),
            ("tools-9", 1, 3),
        )
        page.goto(f"{root}practice/progress/")
        table = progress.get_by_role("region", name="By topic, weakest first")
        assert cells(table) == [
            ["Memory", "1 / 3", "0", "0 %", "1"],
            ["Fabrics", "2 / 4", "1", "25 %", "1"],
            ["Tools", "0 / 2", "0", "–", "0"],
        ]
        table.get_by_role("link", name="Memory").click()
        expect(page.get_by_role("heading", name="Memory", exact=True)).to_be_visible()
        page.go_back()
        progress.get_by_text("By objective, weakest first").click()
        objectives = progress.get_by_role("region", name="By objective, weakest first")
        assert cells(objectives)[1] == ["everything", "3 / 9", "1", "17 %", "2"]
        overview = progress.locator(".itembank-overview")
        expect(overview).to_contain_text("3 of 9")
        overview.get_by_role("link", name="Spaced review").click()
        expect(page.locator("itembank-review")).to_contain_text("Due now: 2")

    def test_history_and_exams(
        self, page: Page, root: str, progress: Locator, logged: Logged
    ) -> None:
        exam = {
            "exam": "mock", "seed": "a-0-b", "started": 1, "t": 2, "minutes": 10, "answered": 1,
            "policy": "all_or_nothing", "questions": ["fabrics-0", "tools-0"], "score": 0.5,
            "domains": {"1": {"right": 1, "of": 2}},
        }  # fmt: skip
        many = [("fabrics-2", 0.5, 20 + number) for number in range(30, 0, -1)]
        logged(
            *many, ("gone", 1, 2), ("tools-0", 1, 1, {"exam": "mock:a-0-b"}),
            sittings=[exam, {**exam, "exam": "other", "t": 3}],
        )  # fmt: skip
        page.goto(f"{root}practice/progress/")
        history = progress.get_by_role("region", name="Last answers")
        rows = cells(history)
        assert len(rows) == 20
        assert [row[1:] for row in rows[:3]] == [
            ["Tools 0", "100 %, in an exam"],
            ["gone (not on this site any more)", "100 %"],
            ["Fabrics 2", "50 %"],
        ]
        press(progress, "Show older answers")
        assert len(cells(history)) == 32
        assert focused(page) == "Fabrics 2"
        sittings = cells(progress.get_by_role("region", name="Practice exams"))
        assert [row[1:] for row in sittings] == [
            ["other", "50 %", "1 of 2"],
            ["A mock <exam>", "50 %", "1 of 2"],
        ]
        progress.get_by_role("link", name="A mock <exam>").click()
        expect(page.get_by_role("button", name="Start the exam")).to_be_visible()

    def test_the_picture_of_confidence_comes_with_twenty_answers(
        self, page: Page, root: str, progress: Locator, logged: Logged
    ) -> None:
        guesses = [("memory-0", 0, 50 - number, {"confidence": 1}) for number in range(6)]
        certain = [
            ("fabrics-0", float(number < 4), 30 - number, {"confidence": 3}) for number in range(13)
        ]
        logged(*guesses, *certain)
        page.goto(f"{root}practice/progress/")
        expect(progress).to_contain_text("after 20 answers with that")
        expect(progress).to_contain_text("So far: 19.")
        assert not progress.locator("svg.itembank-picture").count()
        logged(*guesses, *certain, ("tools-0", 1, 1, {"confidence": 2}))
        page.goto(f"{root}practice/progress/")
        expect(progress.get_by_role("img", name="Were you as right")).to_be_visible()
        table = progress.get_by_role("region", name="Were you as right as you were sure?")
        assert cells(table) == [
            ["Guessing", "6", "0 (0 %)", "0 to 67 %"],
            ["Fairly sure", "1", "1 (100 %)", "67 to 80 %"],
            ["Certain", "13", "4 (31 %)", "80 to 100 %"],
        ]
        expect(progress).to_contain_text("You are wrong more often than certain should mean.")

    def test_other_tabs_and_focus(
        self, context: BrowserContext, page: Page, root: str, progress: Locator, logged: Logged
    ) -> None:
        logged(("fabrics-0", 1, 1))
        page.goto(f"{root}practice/progress/")
        link = progress.get_by_role("link", name="Fabrics", exact=True)
        link.focus()
        progress.get_by_text("By objective, weakest first").click()
        link.focus()
        other = context.new_page()
        other.goto(f"{root}questions/memory-0/")
        answer(other)
        expect(progress.locator(".itembank-overview")).to_contain_text("2 of 9")
        expect(link).to_be_focused()
        expect(progress.locator("details[open]")).to_have_count(1)

    def test_without_javascript_it_says_what_it_needs(self, browser: Browser, root: str) -> None:
        with browser.new_context(java_script_enabled=False) as context:
            page = context.new_page()
            for name in ("progress", "review"):
                page.goto(f"{root}practice/{name}/")
                main = page.locator(f"itembank-{name}")
                expect(main).to_contain_text("switch JavaScript on")
                main.get_by_role("link", name="All questions with their answers").click()
                expect(page.get_by_role("link", name="Tools 1")).to_be_visible()
                assert not page.locator(".itembank-mark, .itembank-own").count()


class TestData:
    def test_a_copy_comes_back(
        self, page: Page, root: str, progress: Locator, logged: Logged, tmp_path: Path
    ) -> None:
        logged(("fabrics-0", 1, 2), ("memory-1", 0, 1))
        page.goto(f"{root}practice/progress/")
        with page.expect_download() as download:
            press(progress, "Save a copy")
        assert re.fullmatch(
            r"itembank-progress-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename
        )
        copy = tmp_path / "copy.json"
        download.value.save_as(copy)
        before = stored(page)
        assert json.loads(copy.read_text()) == before

        status = progress.locator(".itembank-status")
        progress.get_by_label("Forget answers of").select_option("Memory")
        press(progress, "Forget")
        dialog = progress.get_by_role(
            "dialog", name="Forget all answers to questions about “Memory”?"
        )
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        assert focused(page) == "Forget"
        assert len(stored(page)["attempts"]) == 2
        press(progress, "Forget")
        press(dialog, "Forget")
        expect(status).to_have_text("Forgotten.")
        assert focused(page) == "Forget"
        assert [entry["item"] for entry in stored(page)["attempts"]] == ["fabrics-0"]
        progress.get_by_label("Forget answers of").select_option("All topics, and exams")
        press(progress, "Forget")
        press(progress.get_by_role("dialog"), "Forget")
        expect(progress).to_contain_text("You have not answered any question here yet.")

        progress.get_by_label("Add a copy").set_input_files(copy)
        expect(status).to_have_text("Added: 2. Known already: 0. Not readable: 0.")
        progress.get_by_label("Add a copy").set_input_files(copy)
        expect(status).to_have_text("Added: 0. Known already: 2. Not readable: 0.")
        assert stored(page)["attempts"] == before["attempts"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("no JSON", "is no copy of progress"),
            ('{"version": 2}', "newer version"),
            ('{"version": 1, "attempts": ' + "[" * 50_000 + "]" * 50_000 + "}", ""),
            (
                json.dumps({"version": 1, "attempts": [{"item": "<img src=x onerror=alert(1)>"}]}),
                "Added: 0. Known already: 0. Not readable: 1.",
            ),
        ],
    )
    def test_what_is_no_copy_is_refused(
        self, page: Page, root: str, progress: Locator, text: str, said: str
    ) -> None:
        page.goto(f"{root}practice/progress/")
        file = {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        progress.get_by_label("Add a copy").set_input_files([file])  # type: ignore[list-item]
        status = progress.locator(".itembank-status")
        expect(status).to_have_text(re.compile("Nothing was changed|Not readable"))
        expect(status).to_contain_text(said)
        assert not progress.locator("img").count()
        assert not stored(page).get("attempts")

    @pytest.mark.parametrize(
        ("text", "said"),
        [("{broken", "could not be read"), ('{"version": 7}', "newer version of this site")],
    )
    def test_trouble_is_said(
        self, page: Page, root: str, progress: Locator, text: str, said: str
    ) -> None:
        for name in ("progress", "review"):
            page.goto(f"{root}404.html")
            page.evaluate(
                "([name, text]) => { localStorage.clear(); localStorage.setItem(name, text) }",
                [NAME, text],
            )
            page.goto(f"{root}practice/{name}/")
            expect(page.locator(".itembank-warning")).to_contain_text(said)

    def test_blocked_storage_is_said(self, context: BrowserContext, root: str) -> None:
        context.add_init_script(
            "Object.defineProperty(window, 'localStorage', "
            "{ get() { throw new DOMException('no', 'SecurityError'); } });"
        )
        page = context.new_page()
        page.goto(f"{root}practice/progress/")
        expect(page.locator(".itembank-warning")).to_contain_text("does not let the site store")


class TestReview:
    def test_what_is_due_one_after_the_other(
        self, page: Page, root: str, review: Locator, logged: Logged
    ) -> None:
        logged(
            ("fabrics-0", 1, 9),
            ("fabrics-1", 1, 8),
            ("memory-0", 1, 7),
            ("tools-0", 0, 2, {"confidence": 3}),
            ("tools-1", 1, 0),
        )
        page.goto(f"{root}practice/review/")
        expect(review).to_contain_text("Due now: 4")
        review.get_by_text("What is due").click()
        listed = review.locator("li").all_inner_texts()
        assert listed == [
            "Tools 0 (Tools · wrong, though you were certain)",
            "Fabrics 0 (Fabrics)",
            "Memory 0 (Memory)",
            "Fabrics 1 (Fabrics)",
        ]
        press(review, "Start the review")
        assert focused(page) == "Question 1 of 4"
        assert "Reduce-scatter, then" not in page.content()
        assert answer(page) == "tools-0"
        press(review, "Next question")
        assert focused(page) == "Question 2 of 4"
        assert answer(page, right=False) == "fabrics-0"
        press(review, "Next question")
        press(review, "Skip")
        assert answer(page) == "fabrics-1"
        press(review, "Next question")
        assert focused(page) == "Done for now"
        expect(review).to_contain_text("Answered: 3. Right: 2.")
        expect(review).to_contain_text("Due now: 1")
        press(review, "Start the review")
        assert answer(page) == "memory-0"

    def test_what_another_tab_answered_is_left_out(
        self, context: BrowserContext, page: Page, root: str, review: Locator, logged: Logged
    ) -> None:
        logged(("fabrics-0", 1, 9), ("memory-0", 1, 8), ("tools-0", 1, 7))
        page.goto(f"{root}practice/review/")
        other = context.new_page()
        other.goto(f"{root}questions/tools-0/")
        expect(review).to_contain_text("Due now: 3")
        press(review, "Start the review")
        answer(page)
        other.goto(f"{root}questions/memory-0/")
        answer(other)
        press(review, "Next question")
        assert answer(page) == "tools-0"

    def test_nothing_due_leads_to_the_weakest(
        self, page: Page, root: str, review: Locator, logged: Logged
    ) -> None:
        logged(("memory-0", 1, 0.1), ("tools-0", 0.5, 0.1), ("fabrics-0", 0, 0))
        page.goto(f"{root}practice/review/")
        expect(review).to_contain_text(re.compile(r"Nothing is due now\. Next: .*\d{4}"))
        press(review, "Practise the weakest")
        order = []
        for _ in range(9):
            order.append(page.locator("itembank-question").get_attribute("data-item"))
            press(review, "Skip")
        assert order[:2] == ["fabrics-0", "tools-0"]
        # Never answered: the weakest topic first.
        assert order[2:5] == ["fabrics-1", "fabrics-2", "fabrics-3"]
        assert order[8] == "memory-0"

    def test_a_question_that_cannot_be_loaded(
        self, context: BrowserContext, root: str, logged: Logged
    ) -> None:
        page = context.new_page()
        page.route("**/items/fabrics-0.*", lambda route: route.abort())
        logged(("fabrics-0", 1, 9), on=page)
        page.goto(f"{root}practice/review/")
        review = page.locator("itembank-review")
        press(review, "Start the review")
        expect(review).to_contain_text("This question could not be loaded.")
        page.unroute("**/items/fabrics-0.*")
        press(review, "Try again")
        assert answer(page) == "fabrics-0"


class TestMarks:
    def test_beside_each_question_and_as_a_filter(
        self, page: Page, root: str, logged: Logged, hash_: str
    ) -> None:
        page.goto(f"{root}questions/")
        assert not page.locator(".itembank-mark").count()
        logged(
            ("fabrics-0", 1, 0),
            ("fabrics-1", 0.5, 3),
            ("memory-0", 0, 0),
            ("tools-0", 1, 1, {"hash": "0" * 12}),
        )
        page.goto(f"{root}questions/")

        def mark(title: str) -> str:
            row = page.locator("li[data-item]").filter(has_text=title)
            return row.locator(".itembank-mark").inner_text()

        assert mark("Fabrics 0") == "Right"
        assert mark("Fabrics 1") == "Partly right"
        assert mark("Memory 0") == "Wrong"
        assert mark("Memory 1") == "Not yet"
        assert mark("Tools 0") == "Not yet: it has changed since you answered it"
        choice = page.get_by_label("Your progress")
        links = page.locator(".itembank-listing li:visible > a")
        choice.select_option("Due")
        assert links.all_inner_texts() == ["Fabrics 1"]
        expect(page.locator(".itembank-listing h2:visible")).to_have_count(1)
        choice.select_option("Not yet")
        expect(links).to_have_count(6)
        choice.select_option("All")
        expect(links).to_have_count(9)

    def test_they_follow_other_tabs_and_instant_navigation(
        self, context: BrowserContext, page: Page, root: str
    ) -> None:
        page.goto(f"{root}questions/fabrics/")
        other = context.new_page()
        other.goto(f"{root}questions/fabrics-3/")
        answer(other)
        expect(page.locator("li[data-item=fabrics-3] .itembank-mark")).to_have_text("Right")
        other.locator(".itembank-trail a").last.click()
        expect(other.locator("li[data-item=fabrics-3] .itembank-mark")).to_have_text("Right")
        expect(other.locator(".itembank-mark")).to_have_count(4)

    def test_pages_of_questions_load_none_of_it(self, folder: Path) -> None:
        page = (folder / "questions/fabrics-0/index.html").read_text(encoding="utf-8")
        assert "itembank-study" not in page
        assert "itembank-deck" not in page


FULL = [
    *[("fabrics-0", float(n % 3 == 0), 60 - n, {"confidence": 1 + n % 3}) for n in range(24)],
    ("fabrics-1", 0.5, 9),
    ("memory-0", 0, 9, {"confidence": 3}),
    ("tools-0", 1, 9, {"hash": "0" * 12}),
]


class TestEverybody:
    @pytest.mark.parametrize("scheme", ["default", "slate"])
    @pytest.mark.parametrize("width", [1280, 320])
    def test_every_view(
        self, page: Page, root: str, logged: Logged, scheme: str, width: int
    ) -> None:
        def look() -> None:
            page.evaluate(
                "(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme
            )
            settle(page)
            assert overflow(page) <= 0
            main = page.locator(".itembank, .itembank-listing").first
            for target in main.locator("button:visible, select, input:visible, summary").all():
                box = target.bounding_box()
                assert box
                # A radio button lies in its label.
                if target.get_attribute("type") != "radio":
                    inside = target.get_attribute("type") == "checkbox"
                    assert inside or box["height"] >= 24, target.evaluate("node => node.outerHTML")
            # The theme has some of its own.
            assert [text for text in violations(page) if "itembank" in text] == []

        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{root}practice/review/")
        look()
        logged(*FULL)
        page.goto(f"{root}practice/progress/")
        page.locator("itembank-progress summary").first.click()
        look()
        page.get_by_label("Forget answers of").select_option("Memory")
        press(page, "Forget")
        look()
        page.goto(f"{root}practice/review/")
        page.get_by_text("What is due").click()
        look()
        press(page, "Start the review")
        answer(page)
        look()
        press(page, "Finish")
        look()
        page.goto(f"{root}questions/")
        look()

    def test_from_the_disk(self, page: Page, folder: Path) -> None:
        page.goto((folder / "questions/fabrics-0/index.html").as_uri())
        answer(page, right=False)
        page.goto((folder / "practice/progress/index.html").as_uri())
        expect(page.locator(".itembank-overview")).to_contain_text("1 of 9")
        page.goto((folder / "practice/review/index.html").as_uri())
        press(page, "Practise the weakest")
        assert answer(page) == "fabrics-0"

    def test_right_to_left(
        self, page: Page, serve: Serve, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        built = write_site(tmp_path_factory.mktemp("arabic"), language="ar")
        address = serve({"/site/": built}, "")
        page.set_viewport_size({"width": 320, "height": 800})
        page.goto(f"{address}/site/practice/progress/")
        progress = page.locator("itembank-progress")
        expect(progress.get_by_role("button").first).to_be_visible()
        words = progress.inner_text()
        assert not re.findall(r"\b(?:topic|answered|copy|forget|score)\b", words, re.IGNORECASE)
        assert overflow(page) <= 0

    def test_paper_has_results_and_no_buttons(
        self, page: Page, root: str, progress: Locator, logged: Logged
    ) -> None:
        logged(*FULL)
        page.goto(f"{root}practice/progress/")
        page.emulate_media(media="print")
        expect(progress.get_by_role("region", name="By topic")).to_be_visible()
        expect(progress.get_by_role("button")).to_have_count(0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from(["<b>x</b>", "__proto__", "fabrics-0", "constructor"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["item", "hash", "t", "score", "response", "exam", "__proto__", "domains"])
        | st.text(max_size=4),
        inner,
        max_size=6,
    ),
    max_leaves=20,
)  # fmt: skip


def test_no_import_breaks_a_page(page: Page, root: str, hash_: str) -> None:
    """Whatever a file holds: nothing of it becomes HTML, and the page goes on."""
    page.goto(f"{root}practice/progress/")
    progress = page.locator("itembank-progress")
    expect(progress.locator(".itembank-overview")).to_be_visible()
    attempt = {
        "item": "fabrics-0", "hash": hash_, "revision": 1, "response": ["twice"], "score": 1,
        "policy": "p", "t": 5,
    }  # fmt: skip
    sitting = {
        "exam": "mock", "seed": "<i>", "started": 1, "t": 2, "minutes": 10, "answered": 1,
        "policy": "p", "questions": ["fabrics-0"], "score": 0.5, "domains": {},
    }  # fmt: skip

    def changed(record: dict[str, Any]) -> st.SearchStrategy[Any]:
        return st.dictionaries(st.sampled_from([*record, "x"]), JSON, max_size=3).map(
            lambda change: {**record, **change}
        )

    files = JSON | st.fixed_dictionaries(
        {
            "version": st.just(1),
            "attempts": JSON | st.lists(changed(attempt) | JSON, max_size=4),
            "sittings": JSON | st.lists(changed(sitting) | JSON, max_size=4),
        }
    )

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(files)
    def check(data: Any) -> None:
        said = page.evaluate(
            """async (text) => {
              const input = document.querySelector("input[type=file]");
              const status = document.querySelector(".itembank-own-data [role=status]");
              status.textContent = "";
              const files = new DataTransfer();
              files.items.add(new File([text], "x.json"));
              input.files = files.files;
              input.dispatchEvent(new Event("change"));
              for (let wait = 0; wait < 200 && !status.textContent; wait += 1) {
                await new Promise((resolve) => setTimeout(resolve, 5));
              }
              const own = document.querySelector("itembank-progress");
              return [status.textContent, own.querySelectorAll("b, i, img, script").length,
                Boolean(own.querySelector(".itembank-overview"))];
            }""",
            json.dumps(data),
        )
        assert said[0]
        assert said[1:] == [0, True]

    check()
    page.reload()
    expect(progress.locator(".itembank-overview")).to_be_visible()
    page.goto(f"{root}practice/review/")
    expect(page.locator("itembank-review")).to_contain_text("Nothing is sent.")
