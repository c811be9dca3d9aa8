"""The Markdown extension by itself, and with the page that Zensical tells it.

Zensical's context is played here, as it is in 0.0.73; `make hosts` runs the real one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from itembank.hosts import shared_site
from itembank.hosts.cli import main
from itembank.hosts.markdown_extension import BankError, makeExtension

from ..itembank.conftest import Html, SiteFolder

EMBED = "/// question | ring\n///\n"


class Context(Preprocessor):
    """What Zensical registers with each Markdown instance: `page` and `config`."""

    def __init__(self, md: Markdown, site: SiteFolder, path: str, watch: list[str]) -> None:
        super().__init__(md)
        self.page = type("Page", (), {"path": path, "url": "", "meta": {}})()
        self.config: dict[str, Any] = {
            "root_dir": str(site.root),
            "docs_dir": "docs",
            "watch": watch,
        }

    def run(self, lines: list[str]) -> list[str]:
        return lines

    @classmethod
    def from_markdown(cls, md: Markdown) -> Context | None:
        return next((found for found in md.preprocessors if isinstance(found, cls)), None)


class Zensical:
    """Renders pages one by one, each with a new Markdown instance."""

    def __init__(self, site: SiteFolder) -> None:
        self.site = site
        self.watch = ["content", "figures", "itembank.yml"]

    def render(self, text: str, path: str = "index.md") -> Html:
        site, watch = self.site, self.watch

        class ContextExtension(Extension):
            def extendMarkdown(self, md: Markdown) -> None:
                md.preprocessors.register(Context(md, site, path, watch), "rendering_context", 0)

        return Html.parse(Markdown(extensions=[ContextExtension(), makeExtension()]).convert(text))

    def later(self) -> None:
        """Let the time pass in which files are taken to stay as they are."""
        for shared in shared_site._SITES.values():
            shared._looked = float("-inf")


@pytest.fixture
def zensical(site: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> Zensical:
    module = ModuleType("zensical.extensions.context")
    module.ContextPreprocessor = Context  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(shared_site, "_SITES", {})
    monkeypatch.setattr(sys, "argv", ["zensical", "build"])
    site.figure()
    site.question(file="comms/ring", figure="links")
    return Zensical(site)


def addresses(html: Html) -> set[str]:
    names = ("href", "src", "srcset")
    return {node.get(name) or "" for node in html.root.iter() for name in names} - {""}


@pytest.mark.parametrize(("path", "up"), [("index.md", ""), ("guide/deep/page.md", "../../")])
def test_addresses_are_relative_to_the_source(zensical: Zensical, path: str, up: str) -> None:
    main(["pages", "--root", str(zensical.site.root)])
    html = zensical.render(f"{EMBED}\n/// questions | questions\n///\n", path)
    found = addresses(html)
    ours = {address for address in found if "assets/" in address}
    assert len(ours) > 6
    for address in ours:
        assert address.startswith(f"{up}assets/itembank/")
        assert (zensical.site.root / "docs" / address.removeprefix(up)).is_file()
    assert f"{up}questions/ring.md" in found


def test_values_of_prose(zensical: Zensical) -> None:
    assert "six 6" in zensical.render("six {{= 2 * 3 }}").source


def test_what_is_missing_is_said(zensical: Zensical, capsys: pytest.CaptureFixture[str]) -> None:
    zensical.watch = ["content"]
    zensical.render(EMBED)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert said[0].startswith("WARNING itembank: ")
    assert said[0].endswith(
        "missing or out of date, `questions/ring.md` first: run `itembank pages`"
    )
    assert "Zensical does not run MkDocs plugins" in said[1]
    assert said[2] == "WARNING itembank: add to `watch` in the settings: itembank.yml, figures"


def test_once_all_is_there_only_what_cannot_be_is_said(
    zensical: Zensical, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["pages", "--root", str(zensical.site.root)])
    capsys.readouterr()
    zensical.render(EMBED)
    zensical.render(EMBED)
    (said,) = capsys.readouterr().err.splitlines()
    assert "Zensical does not run MkDocs plugins" in said


def test_a_mistake_ends_a_build_and_is_said_once(
    zensical: Zensical, capsys: pytest.CaptureFixture[str]
) -> None:
    zensical.site.question(file="comms/ring", stem=None)
    for _ in range(2):
        with pytest.raises(BankError, match=r"ring.yml:1:1: error\[missing-field\]"):
            zensical.render(EMBED)
    assert capsys.readouterr().err.count("error[missing-field]") == 1


def test_while_serving_the_last_good_question_stays(
    zensical: Zensical, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["zensical", "serve"])
    assert "Eight GPUs" in zensical.render(EMBED).source
    good = (zensical.site.root / "content/questions/comms/ring.yml").read_text(encoding="utf-8")
    zensical.site.question(file="comms/ring", stem=None)
    zensical.later()
    assert "Eight GPUs" in zensical.render(EMBED).source
    assert "error[missing-field]" in capsys.readouterr().err
    file = zensical.site.root / "content/questions/comms/ring.yml"
    file.write_text(good.replace("Eight GPUs", "Nine GPUs"), encoding="utf-8")
    zensical.later()
    assert "Nine GPUs" in zensical.render(EMBED).source


def test_an_unknown_question_ends_a_build(zensical: Zensical) -> None:
    with pytest.raises(BankError, match="no question `rung`"):
        zensical.render("/// question | rung\n///\n")


def test_the_author_s_own_index_is_what_links_lead_to(zensical: Zensical) -> None:
    zensical.site.page("questions/comms.md", "# Mine\n")
    html = zensical.render("/// question-place | ring\n///\n")
    assert "questions/comms.md" in addresses(html)


def test_a_bank_among_the_pages_is_refused(zensical: Zensical) -> None:
    site = zensical.site
    (site.root / "docs/bank").mkdir()
    (site.root / "content/questions/comms/ring.yml").rename(site.root / "docs/bank/ring.yml")
    site.settings(banks=[{"path": "docs/bank"}])
    with pytest.raises(BankError, match=r"error\[published-key\]"):
        zensical.render("Text.")


def test_another_host_has_an_address_of_its_own(site: SiteFolder) -> None:
    site.question()
    extension = makeExtension(root=str(site.root), asset_base="/static/q/")
    html = Html.parse(Markdown(extensions=[extension]).convert(EMBED))
    assert "/static/q/itembank.css" in addresses(html)


def test_a_context_of_another_shape_is_no_error(
    zensical: Zensical, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Zensical's context is private and may move."""
    module = sys.modules["zensical.extensions.context"]
    monkeypatch.delattr(module, "ContextPreprocessor")
    monkeypatch.chdir(zensical.site.root)
    assert "Eight GPUs" in zensical.render(EMBED).source
    assert Path(os.curdir, "itembank.yml").is_file()
