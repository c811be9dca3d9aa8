"""Plain-text tables for the terminal, and Markdown ones for pages."""

from collections.abc import Iterable, Sequence

from scalemodel.rounding import rounded


def cell(value: object) -> str:
    """A value as people read it: rounded, `-` where unknown."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return str(rounded(value))


def text_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns aligned by blanks; numbers to the right."""
    body = [[cell(value) for value in row] for row in rows]
    numeric = [all(_is_number(row[i]) or row[i] == "-" for row in body) for i in range(len(header))]
    widths = [max(len(row[i]) for row in [list(header), *body]) for i in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            c.rjust(w) if right else c.ljust(w)
            for c, w, right in zip(cells, widths, numeric, strict=True)
        )
        return "  ".join(padded).rstrip()

    return "\n".join([line(header), line(["-" * w for w in widths]), *map(line, body)])


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A pipe table; columns of numbers are aligned to the right."""
    body = [[cell(value) for value in row] for row in rows]
    rule = [
        "--:" if all(_is_number(row[i]) or row[i] == "-" for row in body) else "---"
        for i in range(len(header))
    ]
    return "\n".join("| " + " | ".join(row) + " |" for row in [list(header), rule, *body])


def _is_number(text: str) -> bool:
    try:
        float(text.rstrip("%"))
    except ValueError:
        return False
    return True
