"""Turns a drawing into an SVG text that is the same on every machine and every day."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

import matplotlib

from course.figures.canvas import Canvas
from course.figures.manifest import Picture
from course.figures.style import Layout, Scheme
from course.figures.words import Words


def render(
    words: Words, draw: Callable[[Scheme, Layout], Canvas], scheme: Scheme, layout: Layout
) -> tuple[Picture, Canvas]:
    """One version of a figure as a self-contained SVG, text as paths, and what it was drawn on.

    matplotlib's own defaults hold, whatever a matplotlibrc of this machine says.
    """
    buffer = io.StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams["svg.fonttype"] = "path"
        matplotlib.rcParams["svg.hashsalt"] = words.id
        canvas = draw(scheme, layout)
        canvas.figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    prefix = f"{words.id}-{scheme}-{layout}-"
    width, height = round(canvas.width), round(canvas.height)
    svg = tidy(buffer.getvalue(), prefix, words.title, words.alt, width, height)
    return Picture(scheme, layout, width, height, svg), canvas


def tidy(svg: str, prefix: str, title: str, alt: str, width: int, height: int) -> str:
    """SVG of matplotlib with a size in CSS pixels, a name, and only ids that are used, prefixed."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->\s*", "", body, flags=re.DOTALL)
    used = set(re.findall(r'href="#([^"]+)"', body)) | set(re.findall(r"url\(#([^)]+)\)", body))
    body = re.sub(
        r' id="([^"]+)"',
        lambda found: f' id="{prefix}{found[1]}"' if found[1] in used else "",
        body,
    )
    body = re.sub(r'href="#', f'href="#{prefix}', body)
    body = re.sub(r"url\(#", f"url(#{prefix}", body)
    body = re.sub(r'(?<= d=")[^"]+', lambda found: _rounded(found[0]), body)
    body = re.sub(r'(?<= [xy]=")[^"]+', lambda found: _rounded(found[0]), body)
    view = re.search(r'viewBox="([^"]+)"', body)
    if view is None:
        raise ValueError("matplotlib wrote an SVG without a viewBox")
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{width}" height="{height}" viewBox="{view[1]}" role="img"'
        f" aria-label={quoteattr(alt)}"
        ' stroke-linejoin="round" stroke-linecap="butt">\n'
        f" <title>{escape(title)}</title>\n"
    )
    rest = body[body.index(">", body.index("<svg")) + 1 :].lstrip("\n")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + head + rest.rstrip() + "\n"


def _rounded(text: str) -> str:
    """Two decimals of a point are a fiftieth of a pixel; more is noise that differs by machine."""

    def short(found: re.Match[str]) -> str:
        digits = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
        return "0" if digits == "-0" else digits

    return re.sub(r"-?\d+\.\d+", short, text)
