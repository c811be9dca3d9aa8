"""The attempt log: several tabs, forgetting, import, storage that is blocked, full or broken.

Pages load the modules as they stand in the sources, so that a test can drive the log itself.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from .bundler import BROWSER
from .conftest import Serve
from .rendered import FIXTURES

NAME = "itembank:/"
OPEN = """
async () => {
  const { openLog } = await import("/src/state/log.js");
  window.log = openLog();
  window.transfer = await import("/src/state/transfer.js");
}
"""


@pytest.fixture(scope="module")
def blank(serve: Serve) -> str:
    return serve({"/src/": BROWSER / "src", "/": FIXTURES}) + "/blank.html"


@pytest.fixture
def tab(page: Page, blank: str) -> Page:
    page.goto(blank)
    return page


@pytest.fixture
def tabs(context: BrowserContext, blank: str) -> list[Page]:
    """Two tabs of one site, each with its log."""
    opened = [context.new_page(), context.new_page()]
    for page in opened:
        page.goto(blank)
        page.evaluate(OPEN)
    return opened


def attempt(number: int, item: str = "first", **more: Any) -> dict[str, Any]:
    return {
        "item": item,
        "hash": "0a1b2c3d4e5f",
        "revision": 1,
        "response": ["a", "b"],
        "score": 0.5,
        "policy": "net_correct",
        "t": number,
        **more,
    }


def archive(**parts: Any) -> str:
    return json.dumps({"version": 1, "attempts": [], "sittings": [], "forgotten": {}, **parts})


def sitting(number: int) -> dict[str, Any]:
    return {
        "exam": "mock",
        "seed": "7",
        "started": number - 1,
        "t": number,
        "minutes": 60,
        "policy": "all_or_nothing",
        "questions": ["first", "second"],
        "answered": 1,
        "score": 0.5,
        "domains": {"Networks": {"right": 1, "of": 2}},
    }


def add(page: Page, *entries: dict[str, Any]) -> None:
    page.evaluate("(entries) => entries.forEach((entry) => log.add(entry))", list(entries))


def times(page: Page) -> list[int]:
    found: list[int] = page.evaluate("() => log.attempts.map(({ t }) => t)")
    return found


def stored(page: Page, name: str = NAME) -> Any:
    text = page.evaluate("(name) => localStorage.getItem(name)", name)
    return text and json.loads(text)


def store(page: Page, text: str, name: str = NAME) -> None:
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])


def trouble(page: Page) -> str:
    return str(page.evaluate("() => log.trouble"))


def test_what_was_added_is_there_after_a_reload(tab: Page) -> None:
    tab.evaluate(OPEN)
    assert stored(tab) is None
    full = attempt(5, variant=2, response="3.5 GB", confidence=3, hints=1, exam="mock:7")
    add(tab, full, attempt(3))
    tab.evaluate("(entry) => log.addSitting(entry)", sitting(9))

    tab.reload()
    tab.evaluate(OPEN)
    assert tab.evaluate("() => log.attempts") == [attempt(3), full]
    assert tab.evaluate("() => log.sittings") == [sitting(9)]
    assert stored(tab) == {
        "version": 1,
        "attempts": [attempt(3), full],
        "sittings": [sitting(9)],
        "forgotten": {},
    }
    assert trouble(tab) == ""


def test_the_text_grows_to_what_would_be_written_anew(tab: Page) -> None:
    tab.evaluate(OPEN)
    for number in (10, 11, 12):
        add(tab, attempt(number))
        text = tab.evaluate("(name) => localStorage.getItem(name)", NAME)
        assert text == tab.evaluate("() => transfer.exportLog()")
    tab.reload()
    tab.evaluate(OPEN)
    add(tab, attempt(17), attempt(14))
    assert [entry["t"] for entry in stored(tab)["attempts"]] == [10, 11, 12, 14, 17]


def test_a_later_change_of_the_attempt_changes_nothing(tab: Page) -> None:
    tab.evaluate(OPEN)
    tab.evaluate("(entry) => { log.add(entry); entry.response.push('forged'); }", attempt(1))
    assert tab.evaluate("() => log.attempts") == [attempt(1)]


def test_two_attempts_at_one_time_are_two(tab: Page) -> None:
    tab.evaluate(OPEN)
    add(tab, attempt(1), attempt(1), attempt(1, item="second"))
    assert times(tab) == [1, 1, 2]


class TestTabs:
    def test_each_sees_what_the_other_adds(self, tabs: list[Page]) -> None:
        one, other = tabs
        other.evaluate("() => { window.calls = 0; log.listen(() => { calls += 1; }); }")
        add(one, attempt(1))
        other.wait_for_function("() => log.attempts.length === 1")
        add(other, attempt(2))
        one.wait_for_function("() => log.attempts.length === 2")
        assert other.evaluate("() => calls") >= 2

    def test_a_listener_that_stopped_hears_nothing(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        tab.evaluate("() => { window.calls = 0; log.listen(() => { calls += 1; })(); }")
        add(tab, attempt(1))
        assert tab.evaluate("() => calls") == 0

    def test_interleaved_bursts_lose_nothing(self, tabs: list[Page]) -> None:
        """Both write at once, many times, from processes that see each other late."""
        burst = """
          ({ start, count }) => {
            window.done = (async () => {
              for (let n = 0; n < count; n += 1) {
                log.add({ item: `item-${start}`, hash: "0", revision: 1, response: ["a"],
                  score: 1, policy: "p", t: 1000 + n });
                await new Promise((resolve) => setTimeout(resolve, (n * 7 + start) % 3));
              }
            })();
          }
        """
        for start, page in enumerate(tabs):
            page.evaluate(burst, {"start": start, "count": 60})
        for page in tabs:
            page.evaluate("() => done")
        for page in tabs:
            page.wait_for_function("() => log.attempts.length === 120")
        tabs[0].wait_for_function(
            "(name) => JSON.parse(localStorage.getItem(name)).attempts.length === 120", arg=NAME
        )

    def test_what_another_tab_overwrote_is_put_back(self, tabs: list[Page]) -> None:
        one, other = tabs
        add(one, attempt(1))
        store(other, archive(attempts=[attempt(2)]))
        one.wait_for_function(
            "(name) => JSON.parse(localStorage.getItem(name)).attempts.length === 2", arg=NAME
        )

    def test_tabs_come_to_rest(self, tabs: list[Page]) -> None:
        """No tab answers the other's answer for ever."""
        count = """() => {
          window.writes = 0;
          const { setItem } = Storage.prototype;
          Storage.prototype.setItem = function (...args) {
            writes += 1;
            setItem.apply(this, args);
          };
        }"""
        for page in tabs:
            page.evaluate(count)
        for number in range(10):
            add(tabs[number % 2], attempt(number))
        tabs[0].evaluate("() => log.forget(({ t }) => t < 3)")
        tabs[1].evaluate("() => transfer.forgetAll()")
        tabs[0].wait_for_function("() => log.attempts.length === 0")
        settled = [page.evaluate("() => new Promise((r) => setTimeout(r, 300))") for page in tabs]
        before = [page.evaluate("() => writes") for page in tabs]
        tabs[0].wait_for_timeout(300)
        assert settled == [None, None]
        assert [page.evaluate("() => writes") for page in tabs] == before

    def test_what_is_forgotten_stays_so_in_both(self, tabs: list[Page]) -> None:
        one, other = tabs
        add(one, attempt(1), attempt(2, item="second"), attempt(3))
        other.wait_for_function("() => log.attempts.length === 3")
        other.evaluate("() => log.forget(({ item }) => item === 'first')")
        one.wait_for_function("() => log.attempts.length === 1")
        # A tab that slept through it writes what it knew.
        entries = [attempt(1), attempt(3)]
        store(other, archive(attempts=entries))
        one.wait_for_function(
            "(name) => JSON.parse(localStorage.getItem(name)).attempts.length === 1", arg=NAME
        )
        assert times(one) == [2]
        add(other, attempt(4))
        assert len(times(other)) == 2

    def test_an_emptied_storage_stays_empty(self, tabs: list[Page]) -> None:
        one, other = tabs
        add(one, attempt(1))
        other.wait_for_function("() => log.attempts.length === 1")
        other.evaluate("() => localStorage.clear()")
        one.wait_for_function("() => log.attempts.length === 0")
        add(other, attempt(2))
        one.wait_for_function("() => log.attempts.length === 1")
        assert times(one) == [2]


class TestForget:
    def test_some_attempts_at_a_question(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        add(tab, attempt(1), attempt(2), attempt(3))
        tab.evaluate("() => log.forget(({ t }) => t === 2)")
        assert times(tab) == [1, 3]
        tab.reload()
        tab.evaluate(OPEN)
        assert times(tab) == [1, 3]

    def test_all(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        tab.evaluate("(entry) => log.addSitting(entry)", sitting(9))
        tab.evaluate("() => transfer.forgetAll()")
        assert tab.evaluate("() => [log.attempts, log.sittings]") == [[], []]
        assert stored(tab)["attempts"] == []

    def test_the_next_attempt_counts_even_if_the_clock_went_back(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        add(tab, attempt(4_000_000_000_000))
        tab.evaluate("() => transfer.forgetAll()")
        add(tab, attempt(5))
        assert len(times(tab)) == 1


class TestMerge:
    def merge(self, page: Page, text: str) -> Any:
        return page.evaluate("(text) => transfer.importLog(text)", text)

    def test_a_copy_brings_everything_back(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        add(tab, attempt(1), attempt(2, item="second"))
        tab.evaluate("(entry) => log.addSitting(entry)", sitting(9))
        copy = tab.evaluate("() => JSON.stringify(JSON.parse(transfer.exportLog()), null, 2)")
        assert self.merge(tab, copy) == {"added": 0, "known": 3, "refused": []}

        tab.evaluate("() => log.forget(({ item }) => item === 'first')")
        assert self.merge(tab, copy) == {"added": 1, "known": 2, "refused": []}
        tab.evaluate("() => transfer.forgetAll()")
        assert self.merge(tab, copy) == {"added": 3, "known": 0, "refused": []}
        tab.reload()
        tab.evaluate(OPEN)
        assert times(tab) == [1, 2]

    def test_forgetting_after_an_import_works_at_once(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        left = tab.evaluate(
            """(entry) => {
              log.add(entry);
              const copy = transfer.exportLog();
              const left = [];
              for (let n = 0; n < 5; n += 1) {
                transfer.forgetAll();
                left.push(log.attempts.length);
                transfer.importLog(copy);
                left.push(log.attempts.length);
                log.forget(() => true);
                left.push(log.attempts.length);
                transfer.importLog(copy);
              }
              return left;
            }""",
            attempt(1),
        )
        assert left == [0, 1, 0] * 5

    def test_a_file_cannot_erase(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        text = json.dumps({"version": 1, "attempts": [attempt(2)], "forgotten": {"": 8e15}})
        assert self.merge(tab, text)["added"] == 1
        assert times(tab) == [1, 2]

    def test_what_is_no_record_is_refused_and_the_rest_taken(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        wrong: list[Any] = [
            None,
            1,
            [],
            {"item": "x"},
            attempt(1) | {"score": "1"},
            attempt(1) | {"score": 2},
            attempt(1) | {"item": "<b>"},
            attempt(1) | {"confidence": 4},
            attempt(1) | {"response": [1]},
            attempt(2) | {"t": 1e300},
        ]
        text = json.dumps({"version": 1, "attempts": [*wrong, attempt(3)], "sittings": [{}]})
        found = self.merge(tab, text)
        assert (found["added"], len(found["refused"])) == (1, 11)
        assert times(tab) == [3]

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("", "corrupt"),
            ("null", "corrupt"),
            ("[]", "corrupt"),
            ('{"version": "1"}', "corrupt"),
            ('{"version": 2}', "newer"),
            ("<html>", "corrupt"),
        ],
    )
    def test_another_file_is_refused(self, tab: Page, text: str, why: str) -> None:
        tab.evaluate(OPEN)
        assert self.merge(tab, text) == {"added": 0, "known": 0, "refused": [why]}
        assert stored(tab) is None

    def test_a_hostile_file_reaches_no_prototype(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        text = (
            '{"version": 1, "__proto__": {"polluted": 1}, "attempts": [{"__proto__": {"item": "x"}}'
            ', {"constructor": {"prototype": {"polluted": 1}}}], "sittings": '
            '[{"domains": {"__proto__": {"right": 1, "of": 1}}}], "forgotten": {"__proto__": 5}}'
        )
        assert len(self.merge(tab, text)["refused"]) == 3
        assert tab.evaluate("() => ({}).polluted") is None
        add(tab, attempt(1))
        assert times(tab) == [1]


class TestTrouble:
    def test_blocked(self, tab: Page) -> None:
        tab.evaluate(
            """() => Object.defineProperty(window, "localStorage",
              { get() { throw new DOMException("no", "SecurityError"); } })"""
        )
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        assert trouble(tab) == "blocked"
        assert times(tab) == [1]

    def test_missing(self, tab: Page) -> None:
        """Web views of phones can have none."""
        tab.evaluate("() => Object.defineProperty(window, 'localStorage', { value: null })")
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        assert (trouble(tab), times(tab)) == ("blocked", [1])

    def test_full_and_free_again(self, tab: Page) -> None:
        tab.evaluate(OPEN)
        tab.evaluate(
            """() => {
              let text = "x".repeat(1 << 20);
              while (text) {
                try {
                  localStorage.setItem("other", (localStorage.getItem("other") ?? "") + text);
                } catch {
                  text = text.slice(text.length >> 1 || 1);
                }
              }
            }"""
        )
        add(tab, attempt(1))
        assert (trouble(tab), times(tab), stored(tab)) == ("full", [1], None)
        tab.evaluate("() => localStorage.removeItem('other')")
        add(tab, attempt(2))
        assert trouble(tab) == ""
        assert [entry["t"] for entry in stored(tab)["attempts"]] == [1, 2]

    @pytest.mark.parametrize(
        "text", ["{", '"text"', "null", '{"version": 1, "attempts": [{}]}', "{}"]
    )
    def test_corrupt_data_is_kept_aside(self, tab: Page, text: str) -> None:
        store(tab, text)
        tab.evaluate(OPEN)
        assert trouble(tab) == "corrupt"
        add(tab, attempt(1))
        kept = tab.evaluate(
            """(name) => Object.entries(localStorage)
              .filter(([key]) => key.startsWith(`${name}:kept-`)).map(([, text]) => text)""",
            NAME,
        )
        assert kept == [text]
        assert stored(tab)["attempts"] == [attempt(1)]
        tab.reload()
        tab.evaluate(OPEN)
        assert trouble(tab) == ""

    def test_corrupt_data_that_cannot_be_kept_is_not_overwritten(self, tab: Page) -> None:
        store(tab, "{")
        tab.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        assert trouble(tab) == "blocked"
        assert tab.evaluate("(name) => localStorage.getItem(name)", NAME) == "{"

    def test_what_is_good_of_half_corrupt_data_counts(self, tab: Page) -> None:
        store(tab, archive(attempts=[attempt(1), attempt(2) | {"score": "?"}]))
        tab.evaluate(OPEN)
        assert (trouble(tab), times(tab)) == ("corrupt", [1])

    def test_odd_times_of_forgetting_forget_nothing(self, tab: Page) -> None:
        store(tab, archive(attempts=[attempt(1)], forgotten={"": "x", "first": None}))
        tab.evaluate(OPEN)
        assert times(tab) == [1]

    @pytest.mark.parametrize("side", [None, '{"version": 3}'])
    def test_a_newer_form_is_left_alone(self, tab: Page, side: str | None) -> None:
        newer = '{"version": 2, "attempts": "in another way"}'
        store(tab, newer)
        if side:
            store(tab, side, f"{NAME}:1")
        tab.evaluate(OPEN)
        add(tab, attempt(1))
        assert trouble(tab) == ("corrupt" if side else "newer")
        assert tab.evaluate("(name) => localStorage.getItem(name)", NAME) == newer
        tab.reload()
        tab.evaluate(OPEN)
        assert times(tab) == [1]

    def test_data_that_breaks_while_the_page_is_open(self, tabs: list[Page]) -> None:
        one, other = tabs
        add(one, attempt(1))
        store(other, "{")
        one.wait_for_function("() => log.trouble === 'corrupt'")
        one.wait_for_function("(name) => localStorage.getItem(name).includes('first')", arg=NAME)


class TestSlot:
    def test_values_last(self, tab: Page) -> None:
        use = """async () => {
          const { slot } = await import("/src/state/slot.js");
          window.place = slot("exam");
        }"""
        tab.evaluate(use)
        assert tab.evaluate("() => place.read()") is None
        tab.evaluate("() => place.write({ minutes: 60 })")
        tab.reload()
        tab.evaluate(use)
        assert tab.evaluate("() => place.read()") == {"minutes": 60}
        assert stored(tab, f"{NAME}:exam") == {"minutes": 60}
        tab.evaluate("() => place.clear()")
        assert tab.evaluate("() => place.read()") is None

        tab.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
        tab.evaluate("() => place.write([1])")
        assert tab.evaluate("() => place.read()") == [1]
        tab.evaluate("() => place.clear()")
        assert tab.evaluate("() => place.read()") is None

    def test_broken_text_is_no_value(self, tab: Page) -> None:
        store(tab, "{", f"{NAME}:exam")
        found = """async () => (await import("/src/state/slot.js")).slot("exam").read()"""
        assert tab.evaluate(found) is None


@pytest.mark.parametrize(("signs", "count"), [([1], 3), ([-1, 1], 2)])
def test_unions_do_not_depend_on_order_or_repetition(
    tab: Page, signs: list[int], count: int
) -> None:
    """What makes tabs end with one archive, over random archives.

    With times that bring something back it holds for two: what a third has dropped meanwhile is
    gone from there, and comes from the others.
    """
    chance = random.Random(20261201)

    def some_archive() -> str:
        entries = [
            attempt(chance.randrange(6), chance.choice("ab"), score=chance.choice([0, 1]))
            for _ in range(chance.randrange(6))
        ]
        names = ["", "a", "b", "a 3", "b 2"]
        picked = chance.sample(names, chance.randrange(3))
        gone = {name: chance.choice(signs) * chance.randrange(1, 8) for name in picked}
        return archive(attempts=entries, forgotten=gone)

    unions = """
      async (groups) => {
        const { EMPTY, formatArchive, parseArchive, union } = await import("/src/state/archive.js");
        return groups.map((texts) =>
          formatArchive(texts.map(parseArchive).reduce(union, EMPTY)));
      }
    """
    for _ in range(50):
        some = [some_archive() for _ in range(count)]
        groups = [list(order) for order in itertools.permutations(some)]
        groups += [[*some, *some], [some[-1], *some]]
        assert len(set(tab.evaluate(unions, groups))) == 1


def test_after_the_latest_time_that_a_file_may_hold_dates_are_still_dates(tab: Page) -> None:
    """The log moves times on after what was forgotten; a page that prints none would throw."""
    tab.evaluate(OPEN)
    latest = 253_402_300_799_999
    found = tab.evaluate(
        """([attempt, file]) => {
          transfer.importLog(file);
          transfer.forgetAll();
          return new Intl.DateTimeFormat("en").format(log.add(attempt).t);
        }""",
        [attempt(1), archive(attempts=[attempt(latest)])],
    )
    assert found
    later = archive(attempts=[attempt(latest + 1)])
    assert tab.evaluate("(file) => transfer.importLog(file).refused.length", later) == 1


@pytest.mark.parametrize("change", [{"seed": "\ud800"}, {"seed": "<i>"}, {"questions": []}])
def test_a_sitting_that_no_page_could_show_is_refused(tab: Page, change: dict[str, Any]) -> None:
    tab.evaluate(OPEN)
    file = archive(sittings=[{**sitting(5), **change}])
    assert tab.evaluate("(file) => transfer.importLog(file).refused.length", file) == 1


def test_a_copy_whose_fields_were_sorted_is_known(tab: Page) -> None:
    """Formatters and editors sort the fields of a JSON file."""
    tab.evaluate(OPEN)
    records = {"attempts": [attempt(5), attempt(6)], "sittings": [sitting(7)]}
    count = (
        "(file) => { const { added, known } = transfer.importLog(file); return [added, known]; }"
    )
    assert tab.evaluate(count, archive(**records)) == [3, 0]
    ordered = json.dumps(json.loads(archive(**records)), sort_keys=True)
    assert tab.evaluate(count, ordered) == [0, 3]
