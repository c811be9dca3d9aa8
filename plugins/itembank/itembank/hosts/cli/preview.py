"""`itembank preview FILE`: one question in a browser, without building the whole site."""

from __future__ import annotations

import argparse
import functools
import importlib.util
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from itembank.hosts.cli.checks import question_at
from itembank.hosts.cli.console import CommandError, Commands, note, out
from itembank.hosts.cli.linked import bring_linked
from itembank.hosts.cli.places import find_root, from_here
from itembank.hosts.links import WrittenLink, links_of_figure, links_of_question
from itembank.load import SETTINGS_FILE, QuestionFile
from itembank.model import Settings


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "preview",
        help="show one question in a browser",
        description="Build a site of one question with MkDocs and serve it on this machine.",
    )
    parser.add_argument("file", type=Path, help="question file")
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    parser.add_argument("--no-serve", action="store_true", help="build only")
    parser.add_argument("--docs", default="docs", help="folder of pages that it links to (docs)")
    parser.add_argument("--to", type=Path, help="keep the built site in this new folder")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the question, build its site, serve it until interrupted."""
    if importlib.util.find_spec("mkdocs") is None:
        raise CommandError("MkDocs is missing: `pip install itembank[mkdocs]`")
    if not options.file.is_file():
        raise CommandError(f"there is no file `{options.file}`")
    if options.to and options.to.exists():
        raise CommandError(f"`{options.to}` exists already; name a new folder")
    root = find_root(options.file) or options.file.resolve().parent
    question, settings, findings = question_at(root, options.file)
    if findings.errors or question is None or question.item is None:
        for found in findings:
            note(str(from_here(found, root)))
        if not findings.errors:
            raise CommandError(f"`{options.file}` holds no question")
        return 1
    with _folder(options.to) as folder:
        linked = [*links_of_question(question), *_links_of_figure(root, question, settings)]
        bring_linked(root / options.docs, folder / "docs", linked)
        built = _build(root, options.file, question, settings, folder)
        page = f"{settings.banks[0].url}/{question.item.id}/"
        if options.to:
            out(f"{built / page / 'index.html'}\n")
        if not options.no_serve:
            _serve(built, page, options.port)
    return 0


def _build(
    root: Path, file: Path, question: QuestionFile, settings: Settings, folder: Path
) -> Path:
    """Build a site of the one question into `folder` / `site`; return that path."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    bank = settings.banks[0]
    questions = folder / bank.path
    questions.mkdir(parents=True)
    shutil.copyfile(file, questions / file.name)
    assert question.item is not None
    (folder / "docs/index.md").write_text(
        f"# Preview\n\n[{question.item.id}]({bank.url}/{question.item.id}.md)\n", encoding="utf-8"
    )
    (folder / SETTINGS_FILE).write_text(_settings(root, settings), encoding="utf-8")
    config = folder / "mkdocs.yml"
    config.write_text("site_name: Preview\n", encoding="utf-8")
    material = importlib.util.find_spec("material") is not None
    try:
        loaded = load_config(
            str(config),
            site_dir=str(folder / "site"),
            theme={"name": "material", "font": False} if material else {"name": "mkdocs"},
            plugins=["itembank"],
            markdown_extensions=_extensions(),
            validation={"links": dict.fromkeys(("not_found", "unrecognized_links"), "ignore")},
        )
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)
        loaded.plugins.on_shutdown()
    except (Abort, MkDocsException) as error:
        raise CommandError(f"MkDocs could not build the page: {error}") from error
    return folder / "site"


def _links_of_figure(
    root: Path, question: QuestionFile, settings: Settings
) -> Iterator[WrittenLink]:
    if question.item and question.item.figure and settings.figures:
        folder = root / settings.figures / question.item.figure
        yield from links_of_figure(folder, f"{settings.figures}/{question.item.figure}")


def _extensions() -> list[Any]:
    """Return what questions commonly use; made anew, because MkDocs empties what it is given."""
    plain: list[Any] = ["abbr", "admonition", "attr_list", "def_list", "md_in_html", "tables"]
    if importlib.util.find_spec("pymdownx") is None:
        return [*plain, "fenced_code"]
    names = ("details", "highlight", "inlinehilite", "superfences")
    plain += (f"pymdownx.{name}" for name in names)
    return [*plain, {"pymdownx.tabbed": {"alternate_style": True}}]


def _settings(root: Path, settings: Settings) -> str:
    """Return settings for a folder elsewhere: paths of the site at `root` made absolute."""
    import yaml

    def absolute(name: str | None) -> str | None:
        return str((root / name).resolve()) if name else None

    bank = settings.banks[0].model_dump()
    values = settings.values
    # Pages of practice need the whole bank, and no server should hear of attempts at a draft.
    left_out: dict[str, bool | set[str]] = dict.fromkeys(
        ("banks", "before_build", "exams", "storage_key", "watch", "xapi"), True
    )
    data = settings.model_dump(
        mode="json", exclude_none=True, exclude=left_out | {"practice": {"pages"}}
    ) | {
        "banks": [bank],
        "sources": absolute(settings.sources),
        "figures": absolute(settings.figures),
        "values": {"module": values.module, "path": absolute(values.path)} if values else None,
    }
    return yaml.safe_dump({name: value for name, value in data.items() if value is not None})


@contextmanager
def _folder(wanted: Path | None) -> Iterator[Path]:
    """Yield a new folder to work in; the temporary one is deleted afterwards."""
    if wanted is not None:
        wanted.mkdir(parents=True)
        yield wanted.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="itembank-") as name:
        yield Path(name).resolve()


def _serve(folder: Path, page: str, port: int) -> None:
    handler = functools.partial(_Quiet, directory=str(folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise CommandError(f"port {port}: {error.strerror}") from error
    with server:
        out(f"http://127.0.0.1:{server.server_address[1]}/{page}\n")
        note("Ctrl+C ends the preview")
        server.serve_forever()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  inherited name
        """Say nothing: the page is for one person."""
