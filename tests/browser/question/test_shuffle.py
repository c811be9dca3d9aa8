"""The order of options, and what names their letters."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page

from ..bundler import BROWSER
from ..conftest import Serve
from ..probes import retry, submit
from ..rendered import FIXTURES
from .choice_page import DISTRACTORS, KEY, SELECT_ALL, letters, order, tick


class TestShuffle:
    def test_letters_follow_the_order_shown(self, question: Locator) -> None:
        authored = [*KEY, *DISTRACTORS]
        assert sorted(order(question)) == sorted(authored)
        assert order(question) != [
            "fewer-steps",
            "utilization-drops",
            "easier-debugging",
            "sync-overhead",
            "more-memory",
            "link-saturated",
        ]
        assert list(letters(question).values()) == list("ABCDEF")

    def test_references_name_the_letter_shown(self, question: Locator) -> None:
        tick(question, *KEY)
        submit(question)

        shown = letters(question)
        references = question.locator(".itembank-ref").all()
        assert len(references) == 2
        for reference in references:
            option = reference.get_attribute("data-option") or ""
            assert reference.inner_text() == f"option {shown[option]}"

    @pytest.mark.parametrize(("seed", "many"), [('="12345"', False), ("", True)])
    def test_a_seed_gives_one_order_and_none_each_reader_another(
        self, browser: Browser, site: str, seed: str, many: bool
    ) -> None:
        html = (FIXTURES / "question.html").read_text().replace('shuffle="7"', f"shuffle{seed}")
        found = set()
        for _ in range(4):
            with browser.new_context() as reader:
                page = reader.new_page()
                page.route("**/question.html", lambda route: route.fulfill(body=html))
                orders = set()
                for _ in range(2):
                    page.goto(f"{site}/question.html")
                    question = page.locator(SELECT_ALL)
                    orders.add(tuple(order(question)))
                    tick(question, *KEY)
                    submit(question)
                    retry(question)
                    orders.add(tuple(order(question)))
                assert len(orders) == 1
                found |= orders
        assert (len(found) > 1) == many

    def test_orders_are_uniform(self, page: Page, serve: Serve) -> None:
        source = BROWSER / "src"
        page.goto(serve({"/src/": source, "/": FIXTURES}) + "/blank.html")
        counts = page.evaluate(
            """async () => {
              const { shuffled } = await import("/src/shuffle.js");
              const counts = {};
              for (let seed = 0; seed < 6000; seed += 1) {
                const word = shuffled(["a", "b", "c"], seed).join("");
                counts[word] = (counts[word] ?? 0) + 1;
              }
              return counts;
            }"""
        )
        assert sorted(counts) == ["abc", "acb", "bac", "bca", "cab", "cba"]
        # 1,000 expected; five standard deviations are 144.
        assert all(856 < count < 1144 for count in counts.values())
