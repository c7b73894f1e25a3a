"""How large cards can be on a screen of some size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from squares_core.grid import Cell, Grid

LABELS: Final = 3
ENDS: Final = 8
# What lies beside the grid wants so many columns, and makes do with fewer.
LEAST_SIDE: Final = 27
NARROW_SIDE: Final = 20
# Rows that a card takes with the gap below it, and the columns of a card in good proportion; where
# they do not fit, narrower ones.
_SIZES: Final = (
    (8, 12), (7, 11), (6, 9), (5, 8), (4, 7), (4, 6), (3, 6), (3, 5), (2, 5), (2, 4), (1, 4),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """The measures of a grid drawn in cells of the terminal.

    A card is ``card_width`` columns wide, with a column between cards, and ``pitch`` rows from the
    top of one to the top of the next. Above it stand the letters of the columns, to the left the
    numbers of the rows, to the right and below the points.
    """

    grid: Grid
    card_width: int
    pitch: int

    @property
    def width(self) -> int:
        """All columns."""
        return LABELS + self.grid.columns * (self.card_width + 1) + ENDS

    @property
    def height(self) -> int:
        """All rows."""
        return 2 + self.grid.rows * self.pitch

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return column and row of the top left corner of ``cell``."""
        x = LABELS + self.grid.column_of(cell) * (self.card_width + 1)
        return x, 1 + self.grid.row_of(cell) * self.pitch


def shape_beside(grid: Grid, width: int, height: int) -> Shape | None:
    """Return the largest shape that fits with what lies beside it, or None."""
    wide = shape_for(grid, width - LEAST_SIDE, height)
    return wide or shape_for(grid, width - NARROW_SIDE, height)


def shape_for(grid: Grid, width: int, height: int) -> Shape | None:
    """Return the largest shape that fits, or None where not even the smallest does."""
    shapes = (Shape(grid, card_width, pitch) for pitch, card_width in _SIZES)
    fits = (shape for shape in shapes if shape.width <= width and shape.height <= height)
    return next(fits, None)
