"""The bank of a site: what is read, when it is read again, and what stays while it is mended."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from itembank.load import BankLoader, load_settings
from itembank.model import Bank, Findings

from .conftest import SiteFolder


class Loads:
    """Loads the bank of a site again and again, as `mkdocs serve` does."""

    def __init__(self, site: SiteFolder) -> None:
        self.loader = BankLoader(site.root)
        self.root = site.root
        self.found: list[str] = []
        self._clock = 0

    def load(self, *, keep_last_good: bool = True) -> Bank:
        findings = Findings()
        settings = load_settings(self.root, findings).settings
        assert settings is not None
        bank = self.loader.load(settings, findings, keep_last_good=keep_last_good)
        self.found = [str(found) for found in findings]
        return bank

    def read(self) -> int:
        """Load, and return how many files were read for it."""
        before = self.loader.files_read
        self.load()
        return self.loader.files_read - before

    def touch(self, file: Path) -> None:
        """Give `file` a time of change that it never had."""
        self._clock += 1
        os.utime(file, (self._clock, self._clock))


@pytest.fixture
def loads(site: SiteFolder) -> Loads:
    return Loads(site)


def test_only_changed_files_are_read_again(site: SiteFolder, loads: Loads) -> None:
    files = [site.question(f"q-{number}") for number in range(20)]
    assert loads.read() == 20
    assert loads.read() == 0
    site.question("q-7", title="Another title")
    loads.touch(files[7])
    assert loads.read() == 1
    assert loads.load().items["q-7"].item.title == "Another title"
    site.question("q-new")
    assert loads.read() == 1


def test_a_change_of_the_same_size_is_noticed(site: SiteFolder, loads: Loads) -> None:
    file = site.question(title="abc")
    loads.load()
    site.question(title="xyz")
    loads.touch(file)
    assert loads.load().items["ring"].item.title == "xyz"


def test_findings_of_files_that_are_not_read_again_are_said_again(
    site: SiteFolder, loads: Loads
) -> None:
    site.question(title=None)
    loads.load()
    first = loads.found
    assert loads.read() == 0
    assert loads.found == first != []


def test_the_last_good_version_stays_while_a_file_is_broken(site: SiteFolder, loads: Loads) -> None:
    file = site.question(title="Good")
    loads.load()
    for broken in ("id: [", "", "id: ring\n", "- a\n"):
        file.write_text(broken)
        loads.touch(file)
        bank = loads.load()
        assert bank.items["ring"].item.title == "Good"
        assert loads.found != []
        assert loads.load(keep_last_good=False).items == {}
    site.question(title="Better")
    loads.touch(file)
    assert loads.load().items["ring"].item.title == "Better"
    assert loads.found == []


def test_a_file_that_was_never_good_is_in_no_bank(site: SiteFolder, loads: Loads) -> None:
    site.question(title=None)
    assert loads.load().items == {}


def test_a_deleted_file_leaves_the_bank(site: SiteFolder, loads: Loads) -> None:
    site.question("a")
    site.question("b").rename(site.root / "b.away")
    assert set(loads.load().items) == {"a"}
    site.question("a").unlink()
    assert loads.load().items == {}
    site.question("a", title=None)
    assert loads.load().items == {}


def test_a_renamed_file_is_the_same_question(site: SiteFolder, loads: Loads) -> None:
    file = site.question()
    first = loads.load().items["ring"]
    file.rename(file.with_name("other.yml"))
    second = loads.load().items["ring"]
    assert second.item == first.item
    assert second.path == "content/questions/other.yml"
    assert loads.found == []


def test_an_id_belongs_to_one_file(site: SiteFolder, loads: Loads) -> None:
    site.question(file="a", title="First")
    site.question(file="sub/b", title="Second")
    site.question(file="z", explanation=None)
    bank = loads.load()
    assert bank.items["ring"].item.title == "First"
    assert loads.found == [
        "content/questions/sub/b.yml:1:5: error[duplicate-id]: "
        "id `ring` is already used in content/questions/a.yml",
        "content/questions/z.yml:1:1: error[missing-field]: `explanation` is missing",
        "content/questions/z.yml:1:5: error[duplicate-id]: "
        "id `ring` is already used in content/questions/a.yml",
    ]


def test_an_id_belongs_to_one_file_across_banks(site: SiteFolder, loads: Loads) -> None:
    site.settings(banks=[{"path": "content/questions"}, {"path": "content/exam", "url": "exam"}])
    site.question()
    (site.root / "content/exam").mkdir()
    text = (site.root / "content/questions/ring.yml").read_bytes()
    (site.root / "content/exam/ring.yml").write_bytes(text)
    loads.load()
    assert [line.split(" ")[0] for line in loads.found] == ["content/exam/ring.yml:1:5:"]


def test_which_files_are_questions(site: SiteFolder, loads: Loads) -> None:
    site.question("a")
    path = site.question("b")
    path.rename(path.with_suffix(".yaml"))
    site.question("c", file="deep/er/c")
    site.write("content/questions/README.md", "no question")
    site.write("content/questions/notes.yml.bak", "id: [")
    site.write("content/questions/data.csv", "a,b")
    # What editors leave behind: a lock of Emacs is a link to nowhere.
    (site.root / "content/questions/.#a.yml").symlink_to("user@host.123:456")
    site.write("content/questions/.a.yml.swp", b"\x00\x01")
    site.write("content/questions/.hidden.yml", "id: [")
    bank = loads.load()
    assert loads.found == []
    assert {name: entry.topic for name, entry in bank.items.items()} == {
        "a": "",
        "b": "",
        "c": "deep/er",
    }


def test_the_order_of_files_is_that_of_their_names(site: SiteFolder, loads: Loads) -> None:
    for name in ("zeta", "alpha", "mid", "10", "9"):
        site.question(f"q-{name}", file=name)
    assert list(loads.load().items) == ["q-10", "q-9", "q-alpha", "q-mid", "q-zeta"]


def test_sources_that_cannot_be_read_cause_no_second_finding(
    site: SiteFolder, loads: Loads
) -> None:
    site.settings(sources="sources.yml")
    site.question(sources=[{"ref": "nccl"}])
    site.write("sources.yml", "sources: [\n")
    loads.load()
    assert [line.split(" ")[0] for line in loads.found] == ["sources.yml:1:11:"]
    site.write("sources.yml", "sources:\n  nccl: {url: https://example.org}\n")
    loads.load()
    assert loads.found == ["sources.yml:2:3: error[sources]: source `nccl` has no `title`"]


def test_a_broken_figure_is_no_missing_figure(site: SiteFolder, loads: Loads) -> None:
    site.figure()
    site.question(figure="links")
    site.write("figures/links/figure.yml", "id: links\n")
    loads.load()
    assert loads.found != []
    assert {line.split(":")[0] for line in loads.found} == {"figures/links/figure.yml"}


def test_an_unknown_source_is_pointed_at(site: SiteFolder, loads: Loads) -> None:
    site.settings(sources="sources.yml")
    site.write("sources.yml", "sources:\n  nccl: {title: NCCL}\n")
    site.question(sources=[{"ref": "nccl"}, {"ref": "ncll"}])
    loads.load()
    [found] = loads.found
    assert "error[unknown-source]: no source `ncll` in the sources file" in found
    file, line, column = found.split(":")[:3]
    text = (site.root / file).read_text().splitlines()[int(line) - 1]
    assert text[int(column) - 1 :] == "ncll"
