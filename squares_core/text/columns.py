"""Plain tables: cells padded to columns, for a terminal, a file or a pipe alike."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_FIGURE: Final = re.compile(r"-|[-+~]?[\d.,]+( %)?")


def in_columns(
    rows: Sequence[Sequence[str]],
    indent: str = "",
    gap: str = "  ",
    *,
    width: int | None = None,
    figures: bool = False,
) -> list[str]:
    """Return one line for each of ``rows``, every column as wide as its widest cell.

    Rows may be of different lengths; a line has no spaces at its end. Where the lines would be
    longer than ``width`` the columns are told in parts, one below another after an empty line, each
    with the first column again. With ``figures`` the first row is a heading, and columns of nothing
    but figures stand at the right.
    """
    count = max((len(row) for row in rows), default=0)
    cells = [[row[i] for row in rows if i < len(row)] for i in range(count)]
    widths = [max(map(len, column)) for column in cells]
    right = [figures and all(map(_FIGURE.fullmatch, column[1:])) for column in cells]

    def line(row: Sequence[str], columns: Sequence[int]) -> str:
        padded = (
            row[i].rjust(widths[i]) if right[i] else row[i].ljust(widths[i])
            for i in columns
            if i < len(row)
        )
        return (indent + gap.join(padded)).rstrip()

    lines: list[str] = []
    for part in _parts(widths, len(indent), len(gap), width):
        lines += [*([""] if lines else []), *(line(row, part) for row in rows)]
    return lines


def _parts(widths: Sequence[int], indent: int, gap: int, width: int | None) -> list[list[int]]:
    """Return which columns stand side by side, the first one in each of the parts."""
    parts: list[list[int]] = [[0]] if widths else []
    taken = indent + sum(widths[:1])
    for column in range(1, len(widths)):
        taken += gap + widths[column]
        if width is not None and taken > width and len(parts[-1]) > 1:
            parts.append([0])
            taken = indent + widths[0] + gap + widths[column]
        parts[-1].append(column)
    return parts
