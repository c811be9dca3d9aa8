"""The link checker against small sites, each with one thing broken."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "check_links.py"

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<title>Start</title>
<link rel="canonical" href="https://course.example/docs/">
<link rel="stylesheet" href="style.css">
<script src="app.js?v=1" defer></script>
</head>
<body>
<h1 id="start">Start</h1>
<a href="topic/">page</a> <a href="topic/#part">anchor</a> <a href="#start">here</a>
<a href="/docs/topic/#part">from the root</a> <a href="/docs/.">home</a>
<a href="rows.csv" download>data</a>
<picture>
<source srcset="wide.svg 1x, wide.svg 2x" media="(min-width: 600px)">
<img src="narrow.svg" alt="">
</picture>
<a href="https://elsewhere.example/missing">another site</a>
<p style="background: url(data:,)">text</p>
<!-- BROKEN -->
</body>
</html>
"""
BROKEN_LINE = PAGE.split("<!-- BROKEN -->")[0].count("\n") + 1

TOPIC = '<!doctype html><title>Topic</title><h1 id="part">Topic</h1><a href="../">up</a>'


@pytest.fixture
def site(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "topic").mkdir(parents=True)
    (root / "index.html").write_text(PAGE, "utf-8")
    (root / "topic" / "index.html").write_text(TOPIC, "utf-8")
    (root / "style.css").write_text("/* url(old.png) */\nh1 { background: url('wide.svg#a') }\n")
    for name in ("app.js", "rows.csv", "wide.svg", "narrow.svg"):
        (root / name).write_text("")
    (root / "folder").mkdir()
    return root


def check(site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TOOL, site.name]
    return subprocess.run(command, cwd=site.parent, capture_output=True, text=True, check=False)


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def test_sound_site_passes(site: Path) -> None:
    result = check(site)
    assert (result.returncode, result.stderr) == (0, "")
    assert "error" not in result.stdout


@pytest.mark.parametrize(
    ("markup", "target"),
    [
        pytest.param('<a href="gone/">x</a>', "/gone", id="page"),
        pytest.param('<a href="folder/">x</a>', "/folder", id="folder without a page"),
        pytest.param('<a href="/docs/gone/">x</a>', "/gone", id="page from the root"),
        pytest.param(
            '<a href="https://course.example/docs/gone/">x</a>', "/gone/", id="own address"
        ),
        pytest.param('<a href="topic/#gone">x</a>', "/topic#gone", id="anchor of another page"),
        pytest.param('<a href="#gone">x</a>', "/index.html#gone", id="anchor of this page"),
        pytest.param('<a href="gone.csv" download>x</a>', "/gone.csv", id="download"),
        pytest.param('<img src="gone.png" alt="">', "/gone.png", id="image"),
        pytest.param(
            '<img src="wide.svg" srcset="wide.svg 1x, gone.svg 2x" alt="">',
            "/gone.svg",
            id="srcset",
        ),
        pytest.param(
            '<picture><source srcset="gone.svg"><img src="wide.svg" alt=""></picture>',
            "/gone.svg",
            id="source in a picture",
        ),
        pytest.param('<script src="gone.js"></script>', "/gone.js", id="script"),
        pytest.param('<script src="/docs/gone.js"></script>', "/gone.js", id="script from root"),
        pytest.param('<link rel="stylesheet" href="gone.css">', "/gone.css", id="style sheet"),
        pytest.param(
            '<p style="background: url(gone.png)">x</p>', "/gone.png", id="style attribute"
        ),
        pytest.param("<style>p { background: url(gone.png) }</style>", "/gone.png", id="style"),
        pytest.param('<iframe src="gone.html" title="x"></iframe>', "/gone.html", id="frame"),
    ],
)
def test_broken_markup_is_reported_where_it_stands(site: Path, markup: str, target: str) -> None:
    replace(site / "index.html", "<!-- BROKEN -->", markup)
    result = check(site)
    assert result.returncode == 1
    (line,) = [line for line in result.stdout.splitlines() if "error" in line]
    assert line.startswith(f"site/index.html:{BROKEN_LINE}:")
    assert f"error: {target}: " in line


@pytest.mark.parametrize(
    ("css", "target"),
    [
        ('p { background: url("gone.png") }', "/gone.png"),
        ("p { background: url(gone.png) }", "/gone.png"),
        ("@import 'gone.css';", "/gone.css"),
    ],
)
def test_broken_style_sheet_is_reported_where_it_stands(site: Path, css: str, target: str) -> None:
    (site / "style.css").write_text(f"/* two\nlines */\n{css}\n", "utf-8")
    result = check(site)
    assert result.returncode == 1
    (line,) = [line for line in result.stdout.splitlines() if "error" in line]
    assert line.startswith("site/style.css:3:")
    assert f"error: {target}: " in line


def test_all_broken_links_are_reported_in_one_run(site: Path) -> None:
    (site / "app.js").unlink()
    (site / "narrow.svg").unlink()
    replace(site / "topic" / "index.html", "../", "../gone/")
    result = check(site)
    assert result.returncode == 1
    for target in ("/app.js", "/narrow.svg", "/gone"):
        assert f"error: {target}: no such file" in result.stdout


def test_pages_that_git_ignores_are_checked(site: Path) -> None:
    (site.parent / ".git").mkdir()
    (site.parent / ".gitignore").write_text("/site/\n")
    replace(site / "index.html", "<!-- BROKEN -->", '<a href="gone/">x</a>')
    assert check(site).returncode == 1


def test_an_empty_site_is_an_error(tmp_path: Path) -> None:
    empty = tmp_path / "site"
    empty.mkdir()
    result = check(empty)
    assert result.returncode == 2
    assert "holds no page" in result.stderr
