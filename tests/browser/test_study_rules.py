"""What progress and review compute, against the same rules written down in Python.

Pages load the modules as they stand in the sources.
"""

from __future__ import annotations

import datetime
import itertools
import random
from collections import defaultdict
from collections.abc import Iterator
from statistics import NormalDist, mean
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page

from .bundler import BROWSER
from .conftest import Serve
from .rendered import FIXTURES

ZONE = ZoneInfo("Europe/Berlin")
# Summer time began two days before.
NOW = int(datetime.datetime(2026, 3, 31, 10, 30, tzinfo=ZONE).timestamp() * 1000)
HOUR = 3_600_000
DAYS = (1, 3, 7, 14, 30)
MODULES = ("calibration", "queue", "schedule", "standing", "summary")


@pytest.fixture(scope="module")
def rules(browser: Browser, serve: Serve) -> Iterator[Page]:
    address = serve({"/src/": BROWSER / "src", "/": FIXTURES})
    with browser.new_context(timezone_id=str(ZONE)) as context:
        page = context.new_page()
        page.goto(f"{address}/blank.html")
        for name in MODULES:
            page.evaluate(
                "async (name) => Object.assign(window, await import(`/src/study/${name}.js`))", name
            )
        yield page


def attempt(
    t: int, score: float, item: str = "q0", hash_: str = "h", **more: Any
) -> dict[str, Any]:
    return {"item": item, "hash": hash_, "t": t, "score": score, **more}


def at(day: int, hour: int = 12, month: int = 3) -> int:
    return int(datetime.datetime(2026, month, day, hour, tzinfo=ZONE).timestamp() * 1000)


def due_at(attempts: list[dict[str, Any]]) -> int:
    """The rule of the documentation, with calendar days."""
    step, due = None, datetime.datetime.min.replace(tzinfo=ZONE)
    for entry in attempts:
        when = datetime.datetime.fromtimestamp(entry["t"] / 1000, ZONE)
        if entry["t"] > NOW:
            return NOW
        if entry["score"] == 1 and when < due:
            continue
        right = entry["score"] == 1
        step = 0 if not right or step is None else min(step + 1, len(DAYS) - 1)
        day = when.date() + datetime.timedelta(days=DAYS[step])
        due = datetime.datetime.combine(day, datetime.time(), ZONE)
    return int(due.timestamp() * 1000)


class TestSchedule:
    @pytest.mark.parametrize(
        ("answers", "due"),
        [
            ([(at(1), 1)], at(2, 0)),
            # The evening before counts as a day.
            ([(at(1, 23), 1)], at(2, 0)),
            ([(at(1), 1), (at(2), 1)], at(5, 0)),
            ([(at(1), 1), (at(2), 1), (at(5), 1)], at(12, 0)),
            # Right again before it is due: nothing moves.
            ([(at(1), 1), (at(2), 1), (at(3), 1)], at(5, 0)),
            # Wrong: back to the first step; right at once after reading the answer is no recall.
            ([(at(1), 1), (at(2), 1), (at(5), 0.5)], at(6, 0)),
            ([(at(5), 0), (at(5, 13), 1)], at(6, 0)),
            ([(at(5), 0), (at(6), 1)], at(9, 0)),
            # Over the change of the clocks the day still begins at midnight.
            ([(at(28), 0)], at(29, 0)),
            ([(at(27), 1), (at(28), 1)], at(31, 0)),
        ],
    )
    def test_by_hand(self, rules: Page, answers: list[tuple[int, float]], due: int) -> None:
        entries = [attempt(*answer) for answer in answers]
        assert rules.evaluate("([entries, now]) => dueAt(entries, now)", [entries, NOW]) == due

    def test_steps_go_on_to_thirty_days(self, rules: Page) -> None:
        entries: list[dict[str, Any]] = []
        steps = []
        time = at(1, month=1) - 100 * 24 * HOUR
        for _ in range(7):
            entries.append(attempt(time, 1))
            due = rules.evaluate("([entries, now]) => dueAt(entries, now)", [entries, 10**13])
            steps.append(round((due - time + 12 * HOUR) / (24 * HOUR)))
            time = due + 12 * HOUR
        assert steps == [1, 3, 7, 14, 30, 30, 30]

    def test_an_attempt_of_a_clock_that_was_wrong_is_due(self, rules: Page) -> None:
        entries = [attempt(NOW + 900 * 24 * HOUR, 1)]
        assert rules.evaluate("([entries, now]) => dueAt(entries, now)", [entries, NOW]) == NOW


def random_log(seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Questions in topics, and a log with attempts at other keys and unknown questions."""
    chance = random.Random(seed)
    entries = [
        {
            "id": f"q{number}",
            "hash": "h",
            "topic": {
                "name": (topic := f"t{chance.randrange(4)}"),
                "title": topic.upper(),
                "url": "",
            },
            "objectives": [],
        }
        for number in range(chance.randint(1, 30))
    ]
    attempts = [
        attempt(
            NOW - chance.randrange(60 * 24) * HOUR - chance.randrange(3600) * 1000,
            chance.choice([0, 0.25, 0.5, 1, 1]),
            item=f"q{chance.randrange(36)}",
            hash_=chance.choice("hhhhx"),
            **({"confidence": chance.randint(1, 3)} if chance.random() < 0.6 else {}),
        )
        for _ in range(chance.randrange(90))
    ]
    return entries, sorted(attempts, key=lambda entry: entry["t"])


@pytest.mark.parametrize("seed", range(25))
def test_standings_and_summaries(rules: Page, seed: int) -> None:
    entries, attempts = random_log(seed)
    found = rules.evaluate(
        """([entries, attempts, now]) => {
          const found = standings(entries, attempts, now);
          const byTopic = ({ topic }) => [{ name: topic.title, url: "" }];
          return {
            standings: [...found].map(([id, { due, ...own }]) =>
              [id, { ...own, due: due === Infinity ? null : due }]),
            rows: summary(entries, found, now, byTopic),
            due: dueQueue(entries, found, now).map(({ id }) => id),
            weakest: weakestQueue(entries, found, ["T0", "T1", "T2", "T3"]).map(({ id }) => id),
          };
        }""",
        [entries, attempts, NOW],
    )  # fmt: skip
    expected: dict[str, dict[str, Any]] = {}
    for entry in entries:
        own = [a for a in attempts if a["item"] == entry["id"]]
        now = [a for a in own if a["hash"] == "h"]
        last = now[-1] if now else None
        score = last["score"] if last else 0
        expected[entry["id"]] = {
            "state": ("right" if score == 1 else "partly" if score else "wrong")
            if last
            else "open",
            "changed": bool(own) and not now,
            "first": now[0]["score"] if now else 0,
            "last": score,
            "t": last["t"] if last else 0,
            "due": due_at(now) if now else None,
            "mistaken": bool(last and score < 1 and last.get("confidence") == 3),
        }
    assert dict(found["standings"]) == expected

    rows = {row["name"]: row for row in found["rows"]}
    topics: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for entry in entries:
        topics[entry["topic"]["title"]].append(expected[entry["id"]])
    assert rows.keys() == topics.keys()
    for name, members in topics.items():
        answered = [member for member in members if member["state"] != "open"]
        row = rows[name]
        assert (row["of"], row["answered"]) == (len(members), len(answered))
        assert row["right"] == sum(member["last"] == 1 for member in members)
        assert row["due"] == sum(member["due"] <= NOW for member in answered)
        if answered:
            assert row["first"] == pytest.approx(mean(member["first"] for member in answered))
    ranks = [row["last"] if row["answered"] else 2 for row in found["rows"]]
    assert ranks == sorted(ranks)

    due = [id_ for id_, own in expected.items() if own["due"] is not None and own["due"] <= NOW]
    assert sorted(found["due"]) == sorted(due)
    mistaken = [expected[id_]["mistaken"] for id_ in found["due"]]
    assert mistaken == sorted(mistaken, reverse=True)
    # Longest overdue first, within a topic; topics take turns.
    topic_of = {entry["id"]: entry["topic"]["name"] for entry in entries}
    for key in set(itertools.product(set(topic_of.values()), (True, False))):
        part = [
            expected[id_]["due"]
            for id_ in found["due"]
            if (topic_of[id_], expected[id_]["mistaken"]) == key
        ]
        assert part == sorted(part)

    assert sorted(found["weakest"]) == sorted(expected)
    order = {"wrong": 0, "partly": 0, "open": 1, "right": 2}
    phases = [order[expected[id_]["state"]] for id_ in found["weakest"]]
    assert phases == sorted(phases)


def test_topics_take_turns(rules: Page) -> None:
    def order(topics: str) -> str:
        entries = [{"id": str(n), "topic": {"name": topic}} for n, topic in enumerate(topics)]
        found = rules.evaluate(
            "(entries) => mixed(entries).map(({ topic }) => topic.name)", entries
        )
        return "".join(found)

    assert order("") == ""
    assert order("aaabbc") == "ababac"
    assert order("aaaa") == "aaaa"
    assert order("abcabc") == "abcabc"
    assert order("baaa") == "baaa"


def test_a_thousand_questions_are_quickly_in_order(rules: Page) -> None:
    count = rules.evaluate(
        """() => {
          const entries = Array.from({ length: 1000 }, (_, n) =>
            ({ id: `q${n}`, hash: "h", topic: { name: `t${n % 40}`, title: "", url: "" } }));
          const attempts = entries.flatMap(({ id }, n) => [1, 2, 3, 4, 5].map((t) =>
            ({ item: id, hash: "h", t: t * 86400000 + n, score: t % 2 })));
          return dueQueue(entries, standings(entries, attempts, 1e12), 1e12).length;
        }"""
    )
    assert count == 1000


class TestCalibration:
    def test_nineteen_answers_show_nothing(self, rules: Page) -> None:
        attempts = [attempt(n, 1, confidence=2) for n in range(19)] + [attempt(50, 1)] * 10
        assert rules.evaluate("(attempts) => calibration(attempts)", attempts) is None

    @pytest.mark.parametrize(("right", "of"), [(0, 20), (3, 20), (20, 20), (70, 90)])
    def test_the_interval_is_wilson_s(self, rules: Page, right: int, of: int) -> None:
        """Its ends are the shares from which `right` is just 1.96 standard errors away."""
        attempts = [attempt(n, float(n < right), confidence=3) for n in range(of)]
        levels = rules.evaluate("(attempts) => calibration(attempts)", attempts)
        assert [level["answers"] for level in levels] == [0, 0, of]
        level = levels[2]
        assert level["share"] == right / of
        z = NormalDist().inv_cdf(0.975)
        for end in (level["low"], level["high"]):
            if 1e-9 < end < 1 - 1e-9:
                error = (end * (1 - end) / of) ** 0.5
                assert abs(right / of - end) / error == pytest.approx(z, rel=1e-3)
