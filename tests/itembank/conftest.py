"""A small language to write a site into a folder, build it in this process and read its pages."""

from __future__ import annotations

import logging
import xml.etree.ElementTree as etree
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import settings
from mkdocs.commands.build import build as build_site
from mkdocs.config import load_config

from itembank.hosts.links import check_links
from itembank.hosts.site import Site
from itembank.model import Findings

# Same examples in every run, and no clock: other work on the machine must not fail a test.
settings.register_profile("itembank", max_examples=40, deadline=None, derandomize=True)
settings.load_profile("itembank")

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())

THEME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ page.title }}</title>
{% if page.meta.description %}<meta name="description" content="{{ page.meta.description|e }}">
{% endif %}</head><body>{% if page.edit_url %}<a class="edit" href="{{ page.edit_url }}">edit</a>
{% endif %}<main>{{ page.content }}</main></body></html>
"""

QUESTION: dict[str, Any] = {
    "id": "ring",
    "type": "choice",
    "title": "Ring all-reduce",
    "stem": "Eight GPUs form a ring.\n\nWhat does each of them send?\n",
    "options": [
        {"id": "twice", "text": "Almost twice the buffer.", "correct": True, "rationale": "Right."},
        {"id": "once", "text": "The buffer once.", "correct": False, "rationale": "Wrong: half."},
        {"id": "none", "text": "Nothing.", "correct": False, "rationale": "Wrong: it sends."},
    ],
    "explanation": "Reduce-scatter, then all-gather.",
    "sources": [{"url": "https://example.org/ring", "title": "On rings", "at": "section 2"}],
    "reviewed": "2026-12-01",
}


class Dom(HTMLParser):
    """Builds an ElementTree and refuses what a browser would have to repair: tags left open,
    closed twice or crossing, an attribute given twice, an id used twice."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = etree.Element("document")
        self._open = [self.root]
        self.feed(html)
        self.close()
        assert self._open == [self.root], f"never closed: {[node.tag for node in self._open[1:]]}"
        ids = [node.get("id") for node in self.root.iter() if node.get("id")]
        assert len(ids) == len(set(ids)), f"an id twice in {sorted(map(str, ids))}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        attributes = {name: value or "" for name, value in attrs}
        node = etree.SubElement(self._open[-1], tag, attributes)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        parent = self._open[-1]
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + data
        else:
            parent.text = (parent.text or "") + data


def words(node: etree.Element | None) -> str:
    """Return the text below `node` with white space as a reader sees it."""
    assert node is not None, "no such element"
    return " ".join("".join(node.itertext()).split())


@dataclass
class Html:
    """A parsed piece of HTML."""

    source: str
    root: etree.Element

    @classmethod
    def parse(cls, source: str) -> Html:
        return cls(source, Dom(source).root)

    def find_all(self, name: str) -> list[etree.Element]:
        """Return elements by tag, or by class if `name` starts with a dot."""
        if name.startswith("."):
            return [
                node for node in self.root.iter() if name[1:] in (node.get("class") or "").split()
            ]
        return [node for node in self.root.iter() if node.tag == name]

    def find(self, name: str) -> etree.Element:
        """Return the one element that `find_all` gives."""
        found = self.find_all(name)
        assert len(found) == 1, f"{len(found)} elements {name}"
        return found[0]

    def text(self, name: str) -> str:
        """Return the words of the one element `name`."""
        return words(self.find(name))


@dataclass
class Built:
    """What a build wrote and said."""

    folder: Path
    log: list[str] = field(default_factory=list)

    def source(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def page(self, path: str) -> Html:
        return Html.parse(self.source(path))

    def files(self) -> dict[str, bytes]:
        return {
            file.relative_to(self.folder).as_posix(): file.read_bytes()
            for file in sorted(self.folder.rglob("*"))
            if file.is_file()
        }


class BuildFailed(Exception):
    """The build ended with an error; its lines are in `log`."""

    def __init__(self, log: list[str]) -> None:
        super().__init__("\n".join(log))
        self.log = log


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


@dataclass
class SiteFolder:
    """A site in a folder of its own."""

    root: Path
    config: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.config = {
            "site_name": "Test",
            "theme": {"name": None, "custom_dir": "theme"},
            "plugins": ["itembank"],
            **self.config,
        }
        self.write("theme/main.html", THEME)
        self.write("theme/404.html", "nothing here")
        self.write("docs/index.md", "# Start\n\nWelcome.\n")
        (self.root / "content/questions").mkdir(parents=True, exist_ok=True)

    def write(self, path: str, content: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def page(self, name: str, text: str) -> Path:
        return self.write(f"docs/{name}", text)

    def settings(self, **settings: Any) -> None:
        """Write `itembank.yml`."""
        self.write("itembank.yml", yaml.safe_dump(settings))

    def question(self, item_id: str = "ring", *, file: str = "", **changes: Any) -> Path:
        """Write a valid question file but for `changes`; None takes a key away.

        `options={"twice": {...}}` changes single options.
        """
        data = deepcopy(QUESTION) | {"id": item_id}
        for name, change in changes.items():
            if name == "options" and isinstance(change, dict):
                for option in data["options"]:
                    option.update(change.get(option["id"], {}))
            elif change is None:
                del data[name]
            else:
                data[name] = change
        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000)
        text = text.replace("reviewed: '2026-12-01'", "reviewed: 2026-12-01")
        return self.write(f"content/questions/{file or item_id}.yml", text)

    def figure(self, figure_id: str = "links", **changes: Any) -> None:
        """Write a figure with its manifest into `figures/`, and settings that name the folder."""
        manifest: dict[str, Any] = {
            "id": figure_id,
            "title": "NVLink is nine times as fast",
            "alt": "Bars: NVLink 450 GB/s, Ethernet 50 GB/s",
            "caption": "Without *overlap*.",
            "images": [
                {"file": f"{scheme}-{layout}.svg", "scheme": scheme, "layout": layout}
                | {"width": width, "height": 430}
                for scheme in ("light", "dark")
                for layout, width in (("wide", 760), ("narrow", 360))
            ],
            "data": "data.csv",
        } | changes
        folder = f"figures/{figure_id}"
        for image in manifest["images"]:
            svg = f'<svg xmlns="http://www.w3.org/2000/svg"><!-- {image["file"]} --></svg>'
            self.write(f"{folder}/{image['file']}", svg)
        self.write(f"{folder}/data.csv", "Fabric,Bandwidth (GB/s)\nNVLink,450\nEthernet,50\n")
        self.write(f"{folder}/figure.yml", yaml.safe_dump(manifest, sort_keys=False))
        self.settings(figures="figures")

    def values(self, code: str, module: str) -> None:
        """Write a values module; `module` must be new, because imports outlive a test."""
        self.write(f"code/{module}.py", code)
        self.settings(values={"module": module, "path": "code"})

    def lint(self) -> list[str]:
        """Return every finding as the author reads it."""
        site = Site(self.root)
        findings: Findings = site.load(keep_last_good=False, tell=lambda _: None)
        site.check_pages(self.root / "docs", findings)
        check_links(site, self.root / "docs", findings)
        return [str(found) for found in findings]

    def configure(self, **config: Any) -> None:
        self.config |= config

    def write_config(self) -> Path:
        return self.write("mkdocs.yml", yaml.safe_dump(self.config, sort_keys=False))

    def build(self, *, strict: bool = True, to: str = "site") -> Built:
        """Build the site; raises BuildFailed with everything that was logged."""
        lines = _Lines()
        logger = logging.getLogger("mkdocs")
        level = logger.level
        logger.setLevel(logging.INFO)
        logger.addHandler(lines)
        try:
            config = load_config(
                str(self.write_config()), strict=strict, site_dir=str(self.root / to)
            )
            config.plugins.on_startup(command="build", dirty=False)
            try:
                build_site(config)
            finally:
                config.plugins.on_shutdown()
        except SystemExit as error:
            raise BuildFailed([*lines.lines, str(error)]) from None
        finally:
            logger.removeHandler(lines)
            logger.setLevel(level)
        return Built(self.root / to, lines.lines)

    def render(self, markdown: str, **config: Any) -> Html:
        """Return the content of a page that holds `markdown`, built strictly with the site."""
        self.page("index.md", markdown)
        self.configure(**config)
        page = self.build().page("index.html")
        main = page.find("main")
        start = page.source.index("<main>") + len("<main>")
        return Html(page.source[start : page.source.rindex("</main>")], main)


@pytest.fixture
def site(tmp_path: Path) -> SiteFolder:
    """An empty site: a start page, a tiny theme, no question."""
    return SiteFolder(tmp_path)


@pytest.fixture
def new_site(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., SiteFolder]:
    """Make further sites, each in a folder of its own."""
    return lambda **config: SiteFolder(tmp_path_factory.mktemp("site"), config)
