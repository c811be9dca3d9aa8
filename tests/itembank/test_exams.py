"""Practice exams: files, mistakes in them, papers, pages, and what stays while serving."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from itembank.hosts.cli import main
from itembank.hosts.page_files import apply, compare
from itembank.hosts.site import Site
from itembank.model.exam import Exam
from itembank.model.paper import apportion, plan

from .conftest import BuildFailed, Built, SiteFolder, words
from .test_serve import Server, serve  # noqa: F401  a fixture

EXAM: dict[str, Any] = {
    "id": "mock",
    "title": "A mock exam",
    "minutes": 60,
    "questions": 10,
    "domains": [
        {"id": "1", "title": "Fabrics", "share": 70},
        {"id": "2", "title": "Tools", "share": 30},
    ],
}


def write_exam(site: SiteFolder, name: str = "mock", **changes: Any) -> None:
    data = {name: value for name, value in {**EXAM, **changes}.items() if value is not None}
    site.write(f"exams/{name}.yml", yaml.safe_dump(data, sort_keys=False))
    site.settings(exams="exams")


def data_of(built: Built, page: str = "exams/mock/index.html") -> Any:
    found = re.search(r'data-exam="([^"]*)"', built.source(page))
    assert found
    return json.loads(html.unescape(found[1]))


@given(
    st.integers(1, 300),
    st.lists(st.integers(1, 1000), min_size=1, max_size=12),
)
def test_a_paper_is_split_by_its_shares(total: int, weights: list[int]) -> None:
    shares = [100 * weight / sum(weights) for weight in weights]
    counts = apportion(total, [*shares])
    assert sum(counts) == total
    for count, share in zip(counts, shares, strict=True):
        assert abs(count - total * share / 100) < 1 + 1e-6


def test_the_blueprint_of_a_real_exam() -> None:
    assert apportion(50, [38, 40, 22]) == [19, 20, 11]
    assert apportion(70, [5, 30, 30, 5, 20, 10]) == [4, 21, 21, 3, 14, 7]


def test_a_bank_that_does_not_cover_the_blueprint_makes_papers_shorter(site: SiteFolder) -> None:
    for number in range(4):
        site.question(f"q{number}", exam_domains={"mock": "1"})
    site.question("tool", exam_domains={"mock": "2", "other": "9"})
    site.question("none")
    write_exam(site, pass_note="our <own>")
    built = site.build()
    page = built.page("exams/mock/index.html")
    text = page.text("itembank-exam")
    assert "5 questions in 30 minutes" in text
    assert "a paper has 5 of 10 questions, and 30 of 60 minutes" in text
    assert "70 % (our <own>)" in text
    rows = [[words(cell) for cell in row] for row in page.find_all("tr")[1:]]
    assert rows == [["1. Fabrics", "70 %", "4 / 7", "4"], ["2. Tools", "30 %", "1 / 3", "1"]]
    assert data_of(built)["minutes"] == 30
    assert [domain["draw"] for domain in data_of(built)["domains"]] == [4, 1]
    assert "5 questions in 30 minutes" in built.page("exams/index.html").text(".itembank-exams")


def test_a_covered_blueprint_says_nothing_of_gaps(site: SiteFolder) -> None:
    for number in range(20):
        site.question(f"q{number}", exam_domains={"nca": str(1 + number % 2)})
    write_exam(site, certification="nca")
    built = site.build()
    assert not built.page("exams/mock/index.html").find_all(".itembank-exam-coverage")
    assert [domain["draw"] for domain in data_of(built)["domains"]] == [7, 3]


def test_every_mistake_is_told_at_its_place(site: SiteFolder) -> None:
    site.question(exam_domains={"mock": "7"})
    write_exam(
        site,
        minutes="long",
        domains=[
            {"id": "1", "title": "A", "share": 60},
            {"id": "1", "title": "B", "share": 30, "shares": 1},
        ],
        sources=[{"ref": "nowhere"}],
    )
    write_exam(site, "other", id="other", questions=0)
    site.write("exams/twice.yml", yaml.safe_dump({**EXAM, "id": "other"}, sort_keys=False))
    said = site.lint()
    assert [line for line in said if "exams/" in line] == [
        "exams/mock.yml:3:10: error[wrong-type]: `minutes` must be a whole number",
        "exams/mock.yml:5:1: error[shares]: the shares of all domains add up to 90, not to 100",
        "exams/mock.yml:6:7: error[duplicate-domain]: two domains have the id `1`",
        "exams/mock.yml:9:7: error[duplicate-domain]: two domains have the id `1`",
        "exams/mock.yml:12:3: error[unknown-key]: unknown key `shares` (did you mean `share`?)",
        "exams/mock.yml:14:8: error[unknown-source]: this site has no sources file (set "
        "`sources` in itembank.yml, or give `url` instead of `ref`)",
        "exams/other.yml:4:12: error[bad-value]: `questions` must be at least 1",
        "exams/twice.yml:1:5: error[duplicate-id]: id `other` is already used by another exam",
    ]


def test_a_domain_that_the_exam_does_not_have(site: SiteFolder) -> None:
    site.question(exam_domains={"mock": "7"})
    write_exam(site)
    said = [line for line in site.lint() if "unknown-domain" in line]
    assert len(said) == 1
    assert "content/questions/ring.yml" in said[0]
    assert "exam `mock` has no domain `7` (domains: 1, 2)" in said[0]


def test_a_folder_that_is_not_there(site: SiteFolder) -> None:
    site.question()
    site.settings(exams="nowhere")
    assert site.lint() == ["itembank.yml:1:8: error[missing-folder]: there is no folder `nowhere`"]


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("exam | mok", "error[unknown-exam]: no exam `mok` (did you mean `mock`?)"),
        ("exams | mock", "error[embed]: the block `exams` takes no name"),
        ("exam", "error[unknown-exam]: no exam ``"),
    ],
)
def test_blocks_that_name_no_exam(site: SiteFolder, block: str, message: str) -> None:
    site.question(exam_domains={"mock": "1"})
    write_exam(site)
    site.page("index.md", f"# Start\n\n/// {block}\n///\n")
    with pytest.raises(BuildFailed, match=re.escape(message)):
        site.build()


def test_a_page_of_the_authors_takes_the_place_of_ours(site: SiteFolder) -> None:
    site.question(exam_domains={"mock": "1"})
    write_exam(site)
    site.page("exams/mock.md", "# My page\n\n/// exam | mock\n///\n\nMy words.\n")
    built = site.build()
    assert "My words." in built.source("exams/mock/index.html")
    assert data_of(built)["id"] == "mock"


@pytest.mark.parametrize("folders", [True, False])
def test_pages_load_what_they_need_and_others_nothing(site: SiteFolder, folders: bool) -> None:
    site.question(exam_domains={"mock": "1"})
    write_exam(site)
    site.page("index.md", "# Start\n\nNothing.\n")
    site.configure(use_directory_urls=folders)
    built = site.build()
    name = "exams/mock/index.html" if folders else "exams/mock.html"
    page = built.page(name)
    root = "../../" if folders else "../"
    loaded = [node.get("src", "") for node in page.find_all("script")]
    assert [source.removeprefix(f"{root}assets/itembank/").split(".")[0] for source in loaded] == [
        "bank",
        "itembank",
        "itembank-deck",
        "itembank-exam",
    ]
    for source in loaded:
        assert (built.folder / source.removeprefix(root)).is_file()
    assert "itembank" not in built.source("index.html")
    question = "questions/ring/index.html" if folders else "questions/ring.html"
    assert "/bank." not in built.source(question)


def test_a_site_without_exams_has_no_page_of_them(site: SiteFolder) -> None:
    site.question(exam_domains={"mock": "1"})
    assert not [name for name in site.build().files() if name.startswith("exams")]


def test_hosts_that_render_files_get_pages_and_an_index(site: SiteFolder) -> None:
    site.question(exam_domains={"mock": "1"}, title="Ring")
    write_exam(site)
    loaded = Site(site.root)
    assert not loaded.load(keep_last_good=False, tell=lambda _: None).errors
    docs = site.root / "docs"
    apply(compare(loaded, docs), docs)
    assert "/// exam | mock" in (docs / "exams/mock.md").read_text(encoding="utf-8")
    index = next((docs / "assets/itembank").glob("bank.*.js")).read_text(encoding="utf-8")
    assert '"urls":["questions/*/"]' in index
    assert '"fragment":[""]' in index


def test_lint_tells_of_a_pool_that_is_too_small(
    site: SiteFolder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(8):
        site.question(f"q{number}", exam_domains={"mock": "1"})
    monkeypatch.chdir(site.root)
    write_exam(site)
    assert main(["lint", "--select", "exam-pool", "--strict"]) == 1
    assert "domain `2` has 0 of the 3 questions of a paper" in capsys.readouterr().out
    write_exam(site, partial=True)
    assert main(["lint", "--select", "exam-pool", "--strict"]) == 0


def test_plan_counts_by_the_certification() -> None:
    exam = Exam.model_validate({**EXAM, "certification": "nca"})
    assert plan(exam, []).questions == 0
    assert plan(exam, []).minutes == 0


def test_an_exam_while_serving(site: SiteFolder, serve: Any) -> None:  # noqa: F811
    def index_of(server: Server) -> str:
        found = re.search(r"assets/itembank/bank\.[0-9a-f]{8}\.js", server.page("exams/mock/"))
        assert found
        return server.page(found[0])

    site.question(exam_domains={"mock": "1"}, title="First title")
    write_exam(site)
    server = serve()
    assert "First title" in index_of(server)

    # What a kept page refers to is the index of now.
    site.question(exam_domains={"mock": "1"}, title="Second title")
    server.wait_for_page("questions/ring/", "Second title")
    assert "Second title" in index_of(server)

    write_exam(site, title="Another exam")
    server.wait_for_page("exams/mock/", "Another exam")

    # A mistake is said, and the exam stays as it was.
    write_exam(site, title="Third", minutes=0)
    server.wait_for_words("error[bad-value]: `minutes` must be at least 1")
    assert "Another exam" in server.page("exams/mock/")
