"""Which part of a page `make html` looks at; html-validate itself needs Node.js."""

import importlib.util
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "html_rules.py"
_spec = importlib.util.spec_from_file_location("html_rules", TOOL)
assert _spec is not None
assert _spec.loader is not None
html_rules = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(html_rules)


def test_the_article_stays_on_its_lines_and_the_theme_is_left_out() -> None:
    page = "<html>\n<body>\n<nav>theme</nav>\n<article class='a'>\n<p>ours</p>\n</article>\n</body>"
    found = html_rules.article(page)
    assert "theme" not in found
    assert found.splitlines()[4] == "<p>ours</p>"
    assert page.splitlines()[4] == "<p>ours</p>"


def test_a_page_without_an_article_is_left_out() -> None:
    assert html_rules.article("<html><body><p>moved</p></body></html>") is None
