"""Links in questions that lead nowhere: told about the line where they were written."""

from __future__ import annotations

import pytest

from .conftest import BuildFailed, SiteFolder

STEM = """\
Read [this](gone.md) and [that](more.md#nowhere).

![a plot](img/gone.png) and [good](more.md#there), `[code](gone.md)`?
"""


def write_site(site: SiteFolder) -> None:
    site.figure(caption="See [links](gone/too.md).")
    site.write("content/questions/nets/topic.yml", "title: Nets\ndescription: See [x](gone.md).\n")
    site.question(figure="links", file="nets/ring")
    file = site.root / "content/questions/nets/ring.yml"
    stem = "".join(f"  {line}\n" if line else "\n" for line in STEM.rstrip().split("\n"))
    text = file.read_text().replace(
        "stem: |\n  Eight GPUs form a ring.\n\n  What does each of them send?\n", ""
    )
    text = text.replace("explanation: Reduce", "explanation: See [e](absent.md). Reduce")
    head, _, tail = text.partition("stem:")
    _, _, rest = tail.partition("options:")
    file.write_text(f"{head}stem: |\n{stem}options:{rest}")
    site.page("more.md", "# More\n\n## There\n")
    site.page("index.md", "# Start\n\n/// question | ring\n///\n\n/// figure | links\n///\n")


EXPECTED = {
    "content/questions/nets/ring.yml:5:15: `gone.md`",
    "content/questions/nets/ring.yml:5:35: `more.md#nowhere`",
    "content/questions/nets/ring.yml:7:13: `img/gone.png`",
    "content/questions/nets/ring.yml:21:22: `absent.md`",
    "content/questions/nets/topic.yml:2:22: `questions/nets/gone.md`",
    "figures/links/figure.yml:4:22: `gone/too.md`",
}


def test_each_is_told_once_by_a_build(site: SiteFolder) -> None:
    write_site(site)
    log = site.build(strict=False).log
    warnings = [line for line in log if line.startswith("WARNING")]
    told = {
        line.removeprefix("WARNING: itembank: ").partition(": warning[broken-link]: link ")[0::2]
        for line in warnings
    }
    assert {f"{place}: {rest.partition(':')[0]}" for place, rest in told} == EXPECTED
    assert len(warnings) == len(EXPECTED)
    assert any("but the target" not in line and "is not found" in line for line in warnings)


def test_a_strict_build_fails(site: SiteFolder) -> None:
    site.page("more.md", "# More\n")
    site.question(explanation="See [that](more.md#nowhere).")
    with pytest.raises(BuildFailed, match=r"ring.yml:23:25: warning\[broken-link\]: .*'#nowhere'"):
        site.build()


def test_an_author_s_own_link_is_left_to_mkdocs(site: SiteFolder) -> None:
    site.page("index.md", "# Start\n\n[gone](gone.md)\n")
    site.question(explanation="See [that](gone.md).")
    log = "\n".join(site.build(strict=False).log)
    assert "WARNING: Doc file 'index.md' contains a link 'gone.md'" in log
    assert "WARNING: itembank: content/questions/ring.yml:" in log


def test_lint_and_a_build_with_errors_look_for_files(site: SiteFolder) -> None:
    write_site(site)
    site.question("other", title=None)
    with pytest.raises(BuildFailed) as failed:
        site.build()
    told = [line for line in failed.value.log if "warning[broken-link]" in line]
    places = {place for place in EXPECTED if "#" not in place}
    assert {
        line.removeprefix("WARNING: itembank: ")
        .replace("warning[broken-link]: there is no page or file ", "")
        .partition(" (")[0]
        for line in told
    } == places


def test_links_that_lead_somewhere_are_left_alone(site: SiteFolder) -> None:
    site.write(
        "content/questions/nets/topic.yml",
        "title: Nets\ndescription: See [x](../../more.md) and [y](tree.svg).\n",
    )
    site.write("docs/questions/nets/tree.svg", "<svg/>")
    site.page("more.md", "# More\n")
    site.page("a b.md", "# A\n")
    site.question(
        file="nets/ring",
        explanation="[a](more.md) [b](/more.md) [c](questions/index.md) [d](<a b.md>) "
        "[e](a%20b.md) [f](questions/nets/index.md#x) [g][h] [](option:once) `[i](j.md)` "
        "[k](mailto:a@b.c) [l](//example.org) {{= 2 }}\n\n[h]: more.md\n",
    )
    assert site.lint() == []


def test_an_address_is_no_file(site: SiteFolder) -> None:
    site.page("more.md", "# More\n")
    site.question(explanation="See [a](more) and [b](questions/ring).")
    assert [line.rpartition(" (")[2] for line in site.lint()] == [
        "a link names the source file: `more.md`)",
        "a link names the source file: `questions/ring.md`)",
    ]
