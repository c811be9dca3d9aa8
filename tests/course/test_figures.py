"""Every figure in every scheme and layout: readable, true to its rows, safe as an <img>."""

from __future__ import annotations

import csv
import gzip
import io
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from course import example
from course.figures import checks
from course.figures.canvas import Canvas
from course.figures.interconnects.rows import fabrics
from course.figures.interconnects.text import CLAIM, NEUTRAL, title
from course.figures.manifest import Picture
from course.figures.registry import FIGURES, Plan
from course.figures.style import LAYOUTS, SCHEMES, WIDTH_PX, Layout, Scheme
from course.figures.svg import render
from scalemodel.load import catalog

CONTENT = Path(__file__).parents[2] / "content"
BY_ID = {entry.id: entry for entry in FIGURES}
IDS = list(BY_ID)
VERSIONS = [(id_, scheme, layout) for id_ in IDS for layout in LAYOUTS for scheme in SCHEMES]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def plan(figure_id: str) -> Plan:
    return BY_ID[figure_id].plan(CONTENT)


@cache
def drawn(figure_id: str, scheme: Scheme, layout: Layout) -> tuple[Picture, Canvas]:
    made = plan(figure_id)
    return render(made.words, made.draw, scheme, layout)


@pytest.mark.parametrize(("figure_id", "scheme", "layout"), VERSIONS)
def test_drawing(figure_id: str, scheme: Scheme, layout: Layout) -> None:
    picture, canvas = drawn(figure_id, scheme, layout)
    assert checks.problems(canvas) == []
    assert checks.unexplained_numbers(canvas, plan(figure_id).words) == []
    assert len(canvas.labels) > 5
    assert picture.width == WIDTH_PX[layout]
    assert len(gzip.compress(picture.svg.encode())) <= 40_000


@pytest.mark.parametrize(("figure_id", "scheme", "layout"), VERSIONS)
def test_svg_stands_alone(figure_id: str, scheme: Scheme, layout: Layout) -> None:
    picture, canvas = drawn(figure_id, scheme, layout)
    root = ElementTree.fromstring(picture.svg)
    assert root.tag == f"{SVG}svg"
    assert (root.get("width"), root.get("height")) == (str(picture.width), str(picture.height))
    view = [float(number) for number in root.get("viewBox", "").split()]
    assert view[2] / view[3] == pytest.approx(picture.width / picture.height, rel=0.005)
    tags = {element.tag for element in root.iter()}
    assert not tags & {f"{SVG}{tag}" for tag in ("script", "text", "image", "style", "metadata")}
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name and name.startswith(f"{figure_id}-{scheme}-{layout}-") for name in ids)
    targets = re.findall(r'href="([^"]*)"|url\(([^)]*)\)', picture.svg)
    assert {first or second for first, second in targets} <= {f"#{name}" for name in ids}
    grounds = [path.get("style", "") for path in root.iter(f"{SVG}path")]
    assert any(canvas.palette.page in style for style in grounds)


@pytest.mark.parametrize("figure_id", IDS)
def test_words(figure_id: str) -> None:
    words = plan(figure_id).words
    assert words.id == figure_id
    assert len(words.title) <= 100
    assert not words.title.endswith(".")
    assert 60 < len(words.alt) < 2500
    assert words.table.rows
    known = catalog(CONTENT).sources
    assert words.sources
    assert [source.ref for source in words.sources if source.ref not in known] == []
    assert all(source.at for source in words.sources)


@pytest.mark.parametrize("figure_id", IDS)
def test_columns_with_a_rate_say_their_direction(figure_id: str) -> None:
    for column in plan(figure_id).words.table.columns:
        if "GB/s" in column:
            assert "direction" in column


@pytest.mark.parametrize("figure_id", IDS)
def test_title_is_what_the_picture_says_first(figure_id: str) -> None:
    _, canvas = drawn(figure_id, "light", "narrow")
    texts = [label.artist.get_text() for label in canvas.labels]
    assert " ".join(texts).startswith(plan(figure_id).words.title)


def test_every_fabric_of_the_table_is_in_the_alt_text() -> None:
    words = plan("interconnects").words
    assert all(row[0].split(",")[0] in words.alt for row in words.table.rows)


@pytest.mark.parametrize("figure_id", IDS)
def test_dark_says_the_same_as_light(figure_id: str) -> None:
    for layout in LAYOUTS:
        light, dark = (
            [label.artist.get_text() for label in drawn(figure_id, scheme, layout)[1].labels]
            for scheme in SCHEMES
        )
        assert light == dark


def test_manifest_is_what_itembank_reads(tmp_path: Path) -> None:
    from course.figures import manifest

    words = plan("interconnects").words
    pictures = [drawn("interconnects", s, layout)[0] for layout in LAYOUTS for s in SCHEMES]
    manifest.write(tmp_path, words, pictures, "f00")
    folder = tmp_path / "interconnects"
    read = yaml.safe_load((folder / "figure.yml").read_text("utf-8"))
    assert read["title"] == words.title
    assert read["alt"] == words.alt
    assert read["caption"] == words.caption
    assert [(s["ref"], s["at"]) for s in read["sources"]] == [(s.ref, s.at) for s in words.sources]
    assert {(i["scheme"], i["layout"]) for i in read["images"]} == {
        (scheme, layout) for scheme in SCHEMES for layout in LAYOUTS
    }
    assert all((folder / image["file"]).is_file() for image in read["images"])
    rows = list(csv.reader(io.StringIO((folder / read["data"]).read_text("utf-8"))))
    assert tuple(rows[0]) == words.table.columns
    assert [tuple(row) for row in rows[1:]] == list(words.table.rows)


def test_the_claim_is_dropped_when_the_rows_do_not_bear_it_out() -> None:
    rows = fabrics(example.rows(CONTENT))
    assert title(rows) == CLAIM
    idle = [replace(row, busy_best=0.7) if row.sharers == 1 else row for row in rows]
    assert title(idle) == NEUTRAL
    harmless = [replace(row, busy_best=0.9) if row.sharers > 1 else row for row in rows]
    assert title(harmless) == NEUTRAL
    assert title([row for row in rows if row.nics == 0]) == NEUTRAL
