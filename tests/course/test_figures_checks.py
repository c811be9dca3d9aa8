"""The automatic checks of drawings find what they are there to find."""

from __future__ import annotations

from itertools import pairwise

import pytest

from course.figures import checks
from course.figures.canvas import Canvas
from course.figures.chart import spread
from course.figures.colour import contrast, eye_distance
from course.figures.lettering import text_width, wrapped
from course.figures.scales import LogScale
from course.figures.style import PALETTES, SCHEMES, SHAPES, Origin, Scheme
from course.figures.words import Table, Words, significant


def sheet() -> Canvas:
    return Canvas(300, 200, "light")


def test_a_clean_sheet_has_no_problems() -> None:
    canvas = sheet()
    canvas.bar(10, 40, 100, 20, canvas.palette.rdma)
    canvas.text(10, 30, "a bar below, and nothing else")
    assert checks.problems(canvas) == []


def test_text_on_text() -> None:
    canvas = sheet()
    canvas.text(10, 50, "first text")
    canvas.text(40, 54, "second text")
    assert checks.problems(canvas) == ["text 'first text' overlaps text 'second text'"]


def test_text_on_a_line() -> None:
    canvas = sheet()
    canvas.text(100, 100, "crossed")
    canvas.line((0, 300), (60, 140), canvas.palette.ink)
    assert checks.problems(canvas) == ["text 'crossed' overlaps a line or marker"]


def test_a_line_past_a_text_is_no_overlap() -> None:
    canvas = sheet()
    canvas.text(100, 100, "not crossed")
    canvas.line((0, 300), (120, 120), canvas.palette.ink)
    assert checks.problems(canvas) == []


@pytest.mark.parametrize("origin", ["measured", "model", "specified"])
def test_text_on_a_marker(origin: Origin) -> None:
    canvas = sheet()
    canvas.text(100, 100, "hit")
    canvas.mark(110, 97, "tcp", origin)
    assert checks.problems(canvas) == ["text 'hit' overlaps a line or marker"]


def test_text_on_a_bar_unless_it_belongs_there() -> None:
    canvas = sheet()
    bar = canvas.bar(90, 80, 100, 30, canvas.palette.rdma)
    canvas.text(100, 100, "mine", colour="#ffffff", on=bar, backdrop=canvas.palette.rdma)
    assert checks.problems(canvas) == []
    canvas.text(160, 100, "stranger")
    assert "text 'stranger' overlaps a bar" in checks.problems(canvas)


def test_text_that_sticks_out_of_its_bar() -> None:
    canvas = sheet()
    bar = canvas.bar(90, 80, 20, 30, canvas.palette.rdma)
    canvas.text(95, 100, "too long", colour="#ffffff", on=bar, backdrop=canvas.palette.rdma)
    assert checks.problems(canvas) == ["text 'too long' sticks out of the mark it stands on"]


@pytest.mark.parametrize(("x", "y"), [(-3, 50), (280, 50), (20, 5), (20, 199)])
def test_text_cut_at_the_edge(x: float, y: float) -> None:
    canvas = sheet()
    canvas.text(x, y, "gyp")
    assert checks.problems(canvas) == ["text 'gyp' is cut off"]


def test_text_under_eight_points() -> None:
    canvas = sheet()
    canvas.text(10, 50, "tiny", size=10)
    assert checks.problems(canvas) == ["text 'tiny' is 7.50 pt, less than 8"]


def test_pale_text() -> None:
    canvas = sheet()
    canvas.text(10, 50, "pale", colour="#999999")
    assert checks.problems(canvas) == ["text 'pale' has a contrast of 2.85 : 1, less than 4.5"]


def test_contrast_is_that_of_wcag() -> None:
    # Reference values: black on white is 21; #767676 is the lightest AA grey on white (4.54).
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.005)


def test_red_and_green_of_one_lightness_look_alike_to_some_eye() -> None:
    red, green = "#b05a2c", "#6f7f1f"
    assert eye_distance(red, green) < 0.1 < eye_distance("#000000", "#ffffff")
    canvas = sheet()
    canvas.tell_apart((red, "o"), (green, "s"))
    assert checks.problems(canvas) == []
    canvas.tell_apart((red, "o"), (green, "o"))
    assert len(checks.problems(canvas)) == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_palette(scheme: Scheme) -> None:
    palette = PALETTES[scheme]
    assert len(set(SHAPES.values())) == len(SHAPES)
    texts = (palette.ink, palette.muted, palette.nvlink, palette.rdma, palette.tcp)
    assert min(contrast(colour, palette.page) for colour in texts) >= 4.5
    grounds = (palette.nvlink, palette.rdma, palette.tcp)
    assert min(contrast(palette.on_family, colour) for colour in grounds) >= 4.5


def test_numbers_of_the_picture_must_be_in_table_or_alt() -> None:
    words = Words("x", "t", "12 of 40", "", (), Table(("a",), (("1,194",),)))
    canvas = sheet()
    canvas.text(10, 50, "1,194 ms, 12")
    assert checks.unexplained_numbers(canvas, words) == []
    canvas.text(10, 90, "13 ms")
    assert checks.unexplained_numbers(canvas, words) == ["13 is drawn but stands in no words"]


def test_table_rows_have_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        Table(("a", "b"), (("1", "2"), ("3",)))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1194.4, "1,190"),
        (0.09996, "0.100"),
        (9.996, "10.0"),
        (48, "48.0"),
        (0, "0"),
        (-2.5, "-2.50"),
    ],
)
def test_significant(value: float, written: str) -> None:
    assert significant(value) == written


def test_log_scale_puts_the_geometric_mean_in_the_middle() -> None:
    assert LogScale(1, 10_000, 100, 300)(100) == pytest.approx(200)


def test_wrapping_is_even_and_fits() -> None:
    words = "Leaving the node need not idle the GPUs; squeezing eight through one NIC does"
    lines = wrapped(words, 300, 16, "bold")
    assert " ".join(lines) == words
    assert all(text_width(line, 16, "bold") <= 300 for line in lines)
    assert min(map(len, lines)) > 0.6 * max(map(len, lines))


def test_labels_are_spread_in_order_and_stay_within_bounds() -> None:
    placed = spread([100, 101, 102, 20, 103], gap=15, low=10, high=120)
    ordered = [placed[index] for index in (3, 0, 1, 2, 4)]
    assert all(after - before >= 15 - 1e-6 for before, after in pairwise(ordered))
    assert ordered[0] >= 10
    assert ordered[-1] <= 120 + 1e-6


def test_labels_far_apart_stay_where_they_are() -> None:
    assert spread([30, 90, 60], gap=15, low=0, high=100) == [30, 90, 60]
