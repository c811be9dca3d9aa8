"""Pages with questions as the renderer writes them now, for the kinds that have no fixture page."""

from __future__ import annotations

import shutil
from pathlib import Path

import material
from markdown import Markdown

from itembank.hosts.browser_settings import browser_settings
from itembank.hosts.markdown_extension import makeExtension
from itembank.model import Settings

from .bundler import write_bundle

FIXTURES = Path(__file__).parent / "fixtures"
THEME = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"


def write_site(folder: Path) -> Path:
    """Write the fixture pages, the theme's style sheets and our bundle to `folder`."""
    shutil.copytree(FIXTURES, folder)
    write_bundle(folder / "itembank")
    (folder / "theme").mkdir()
    for name in ("main", "palette"):
        shutil.copy(next(THEME.glob(f"{name}.*.min.css")), folder / "theme" / f"{name}.css")
    return folder


def set_up(folder: Path, **practice: object) -> None:
    """Let the core script of a site find these settings, as the hosts write them."""
    head = browser_settings(Settings.model_validate({"practice": practice}))
    script = folder / "itembank" / "itembank.js"
    script.write_text(head + script.read_text(encoding="utf-8"), encoding="utf-8")


def bank_with(folder: Path, settings: str) -> Path:
    """Return a copy of the fixture bank in `folder`, with more settings."""
    bank = folder / "bank"
    shutil.copytree(FIXTURES / "bank", bank)
    with (bank / "itembank.yml").open("a", encoding="utf-8") as file:
        file.write(f"{settings}\n")
    return bank


def write_page(folder: Path, name: str, *questions: str, bank: Path = FIXTURES / "bank") -> None:
    """Write a page that embeds `questions`, in the frame of the fixture page."""
    text = "# A page\n\nBefore the questions.\n"
    for question in questions:
        text += f"\n## About {question}\n\n/// question | {question}\n///\n"
    extension = makeExtension(root=str(bank), asset_base="itembank")
    content = Markdown(extensions=["fenced_code", "attr_list", extension]).convert(text)
    frame = (FIXTURES / "question.html").read_text(encoding="utf-8")
    start = frame.index("<h1>")
    end = frame.index("</article>")
    (folder / name).write_text(frame[:start] + content + frame[end:], encoding="utf-8")
