"""How far colours are apart: contrast for reading, distance for telling series apart."""

from __future__ import annotations

from course.figures.style import rgb

Colour = tuple[float, float, float]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2, definition of contrast ratio)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = _linear(rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(colour: Colour) -> Colour:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in colour
    )
    return red, green, blue


# Dichromat vision on linear RGB at full severity: Machado, Oliveira and Fernandes 2009, table 1.
_EYES: dict[str, tuple[Colour, Colour, Colour]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def eye_distance(one: str, other: str) -> float:
    """Distance of two colours in OKLab (Ottosson 2020) to the eye that tells them apart worst."""
    return min(_oklab_distance(one, other, eye) for eye in _EYES.values())


def _oklab_distance(one: str, other: str, eye: tuple[Colour, Colour, Colour]) -> float:
    first, second = (_oklab(_times(eye, _linear(rgb(colour)))) for colour in (one, other))
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _oklab(linear: Colour) -> Colour:
    cones = _times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        linear,
    )
    l, m, s = (max(0.0, cone) ** (1 / 3) for cone in cones)  # noqa: E741
    return _times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        (l, m, s),
    )


def _times(matrix: tuple[Colour, Colour, Colour], vector: Colour) -> Colour:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z
