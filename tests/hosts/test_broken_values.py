"""A server whose values cannot be computed: no braces on a page, and no traceback."""

from __future__ import annotations

from pathlib import Path

from itembank.values.template import NOT_COMPUTED

from ..itembank.conftest import SiteFolder
from .conftest import Serving

GOOD = "__all__ = ['rate']\n\n\ndef rate():\n    return 111\n"
PAGES = ("index.html", "questions/ring/index.html", "questions/port/index.html")


def write_site(site: SiteFolder, code: str) -> Path:
    site.values(code, "values_of_a_server")
    site.question(explanation="Rate {{= rate() }}.")
    site.write(
        "content/questions/port.yml",
        "id: port\ntype: numeric\ntitle: Port\nstem: How many?\nanswer: rate() * 2\nunit: x\n"
        "rationale: Twice {{= rate() }}.\nexplanation: Twice.\n"
        "sources: [{url: 'https://example.org', at: here}]\nreviewed: 2026-12-01\n",
    )
    site.page("index.md", "# Start\n\nRate {{= rate() }}, broken {{= 1 / 0 }}.\n")
    return site.root / "code/values_of_a_server.py"


def test_a_module_that_never_worked_leaves_a_note(serving: Serving) -> None:
    code = write_site(serving.site, "def f(:\n")
    built, _ = serving.build()
    for page in PAGES:
        assert "{{=" not in built.source(page)
    assert f"Rate {NOT_COMPUTED}, broken {NOT_COMPUTED}." in built.page(PAGES[0]).text("main")
    assert f"Rate {NOT_COMPUTED}." in built.page(PAGES[1]).text("main")
    assert "no function `rate`" in built.page(PAGES[2]).text(".itembank-error")
    code.write_text(GOOD)
    built, _ = serving.build()
    assert f"Rate 111, broken {NOT_COMPUTED}." in built.page(PAGES[0]).text("main")
    assert "222" in built.page(PAGES[2]).text("main")


def test_a_module_that_broke_leaves_the_last_values(serving: Serving) -> None:
    code = write_site(serving.site, GOOD)
    serving.build()
    code.write_text("raise ValueError\n")
    built, _ = serving.build()
    assert "Rate 111" in built.page(PAGES[0]).text("main")
    assert "Rate 111" in built.page(PAGES[1]).text("main")
    assert "222" in built.page(PAGES[2]).text("main")


def test_an_answer_that_cannot_be_computed_leaves_a_note(serving: Serving) -> None:
    write_site(serving.site, GOOD)
    file = serving.site.root / "content/questions/port.yml"
    file.write_text(file.read_text().replace("rate() * 2", "speed() * 2"))
    built, _ = serving.build()
    assert "no function `speed`" in built.page(PAGES[2]).text(".itembank-error")


def test_a_unit_that_is_none_is_told_at_its_own_line(site: SiteFolder) -> None:
    write_site(site, GOOD)
    file = site.root / "content/questions/port.yml"
    file.write_text(file.read_text().replace("unit: x", "unit: GBps"))
    assert site.lint()[0] == (
        "content/questions/port.yml:6:7: error[value]: unknown unit `GBps`; did you mean `GB/s`?"
    )
