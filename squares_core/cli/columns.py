"""Plain tables: cells padded to columns, for a terminal, a file or a pipe alike."""

from __future__ import annotations

from collections.abc import Sequence


def in_columns(rows: Sequence[Sequence[str]], indent: str = "", gap: str = "  ") -> list[str]:
    """Return one line for each of ``rows``, every column as wide as its widest cell.

    Rows may be of different lengths; a line has no spaces at its end.
    """
    count = max((len(row) for row in rows), default=0)
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(count)]
    return [
        (
            indent + gap.join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        ).rstrip()
        for row in rows
    ]
