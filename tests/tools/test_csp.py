"""The policy of small sites; the hash of a script is compared with one from the CSP standard."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "csp.py"
PAGE = "<!doctype html><html><head><title>x</title></head><body>{}</body></html>"
# Content Security Policy Level 3, section 8.3: alert('Hello, world.');
HELLO = "<script>alert('Hello, world.');</script>"
HELLO_HASH = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE.format(HELLO))
    (folder / "sub/index.html").write_text(PAGE.format('<script src="a.js"></script>'))
    return folder


def test_headers_allow_the_inline_scripts_of_all_pages_and_no_other(site: Path) -> None:
    data = '<script type="application/json">{"a": 1}</script>'
    (site / "data.html").write_text(PAGE.format(data))
    assert run(site, site.parent / "out").returncode == 0
    headers = (site.parent / "out/_headers").read_text()
    assert f"script-src 'self' {HELLO_HASH};" in headers
    assert "default-src 'none'" in headers
    assert "frame-ancestors 'none'" in headers


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<p style='color: red'>x</p>", "style in the page"),
        ("<style>p {}</style>", "style in the page"),
        ("<img alt='' src='a.png' onerror='x()'>", "handler `onerror`"),
    ],
)
def test_what_no_hash_allows_is_named_with_its_line(site: Path, body: str, reason: str) -> None:
    (site / "bad.html").write_text(PAGE.format("\n\n" + body))
    done = run(site, site.parent / "out")
    assert done.returncode == 1
    assert f"bad.html:3: error: {reason}" in done.stdout
    assert not (site.parent / "out").exists()


def test_a_meta_element_is_first_in_the_head_and_is_put_there_once(site: Path) -> None:
    for _ in range(2):
        assert run(site, "--insert").returncode == 0
    html = (site / "index.html").read_text()
    assert html.count("Content-Security-Policy") == 1
    assert html.index("Content-Security-Policy") < html.index("<title>")
    assert "frame-ancestors" not in html


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    done = run(tmp_path, "--insert")
    assert done.returncode == 2
    assert "make build" in done.stderr
