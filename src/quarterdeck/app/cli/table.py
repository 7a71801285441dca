"""Rows in aligned columns that fit the width."""

from collections.abc import Mapping, Sequence

from quarterdeck.app.cli.terminal_text import cells, clipped

GAP = "  "


def table(
    rows: Sequence[Sequence[str]],
    headings: Sequence[str],
    width: int | None,
    least: Mapping[str, int],
) -> str:
    """The rows below their headings; a column in which nothing stands is left out.

    Where they are too wide, the columns in `least` give way, the first one first, each down to
    so many cells.
    """
    used = [i for i in range(len(headings)) if any(row[i] for row in rows)]
    headings = [headings[i] for i in used]
    lines = [headings, *([row[i] for i in used] for row in rows)]
    widths = [max(cells(line[i]) for line in lines) for i in range(len(headings))]
    if width is not None:
        _shrink(widths, headings, width, least)
    return "\n".join(_line(line, widths) for line in lines)


def _shrink(
    widths: list[int], headings: Sequence[str], width: int, least: Mapping[str, int]
) -> None:
    over = sum(widths) + len(GAP) * (len(widths) - 1) - width
    for heading, fewest in least.items():
        if heading not in headings:
            continue
        place = headings.index(heading)
        given = max(0, min(over, widths[place] - fewest))
        widths[place] -= given
        over -= given


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    fitted = [clipped(cell, width) for cell, width in zip(line, widths, strict=True)]
    padded = (cell + " " * (w - cells(cell)) for cell, w in zip(fitted, widths, strict=True))
    return GAP.join(padded).rstrip()
