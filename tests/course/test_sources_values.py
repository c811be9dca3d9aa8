"""The page of sources against the files themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from course import values

CONTENT = Path(__file__).parents[2] / "content"


def test_every_source_is_in_one_table() -> None:
    sources = yaml.safe_load((CONTENT / "sources.yml").read_text(encoding="utf-8"))["sources"]
    kinds = {source["kind"] for source in sources.values()}
    rows = [row for kind in kinds for row in values.sources_table(kind).splitlines()[2:]]
    assert len(rows) == len(sources) == values.sources_count()
    for source in sources.values():
        assert any(source["title"].replace("|", "\\|") in row for row in rows)


def test_a_row_links_and_counts_the_questions_that_cite() -> None:
    questions = (CONTENT / "questions").rglob("*.yml")
    citing = sum("ref: mle-slurm-perf," in q.read_text(encoding="utf-8") for q in questions)
    row = next(r for r in values.sources_table("secondary").splitlines() if "SLURM perf" in r)
    assert "](https://github.com/stas00/ml-engineering/blob/" in row
    assert [cell.strip() for cell in row.strip("|").split("|")][1:] == ["whole", str(citing)]


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(ValueError, match="'tertiary'"):
        values.sources_table("tertiary")


def test_every_question_cites_something_that_was_read_and_nothing_weak() -> None:
    sources = yaml.safe_load((CONTENT / "sources.yml").read_text(encoding="utf-8"))["sources"]
    for file in (CONTENT / "questions").rglob("*.yml"):
        cited = yaml.safe_load(file.read_text(encoding="utf-8")).get("sources", [])
        found = [sources[each["ref"]] for each in cited if "ref" in each]
        assert all(source["kind"] != "weak" for source in found), file
        read = [source for source in found if source["checked"] in ("full", "excerpt")]
        assert read or len(found) < len(cited) or not cited, file
