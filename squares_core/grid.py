"""The shape of a game: a grid of cells and the lines on it that score.

A cell is an ``int`` counted along the rows: cell ``row * columns + column``, both from 0. Its name
is a column letter and a row number, row 1 at the top: ``a1`` is cell 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from squares_core.errors import InvalidValueError, UnreadableError
from squares_core.wording import shown

Cell: TypeAlias = int
LineKind: TypeAlias = Literal["rows", "columns", "diagonals"]

MIN_SIDE: Final = 2
MAX_SIDE: Final = 7
LINE_KINDS: Final[tuple[LineKind, ...]] = get_args(LineKind)
_CELL_TEXT: Final = re.compile(r"([a-zA-Z])([0-9])")


@dataclass(frozen=True, slots=True)
class Line:
    """Cells that are scored together, in order, under a name such as ``"row 1"``."""

    name: str
    kind: LineKind
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Grid:
    """A grid of 2 to 7 rows and 2 to 7 columns.

    Raises InvalidValueError for any other size.
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for what, size in (("rows", self.rows), ("columns", self.columns)):
            if not MIN_SIDE <= size <= MAX_SIDE:
                raise InvalidValueError(
                    f"{size} {what}: a grid has {MIN_SIDE} to {MAX_SIDE} of them"
                )

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def row_of(self, cell: Cell) -> int:
        """Return the row of ``cell``, counted from 0 at the top."""
        return cell // self.columns

    def column_of(self, cell: Cell) -> int:
        """Return the column of ``cell``, counted from 0 at the left."""
        return cell % self.columns

    def cell_name(self, cell: Cell) -> str:
        """Return the name of ``cell``, such as ``"b3"``."""
        if not 0 <= cell < self.size:
            raise InvalidValueError(f"cell {cell} is not on a grid of {self.size} cells")
        return f"{chr(ord('a') + self.column_of(cell))}{self.row_of(cell) + 1}"

    def parse_cell(self, text: str) -> Cell:
        """Return the cell that ``text`` names, in any case.

        Raises UnreadableError when it is no cell name or the cell is not on this grid.
        """
        match = _CELL_TEXT.fullmatch(text.strip())
        if match:
            column, row = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
            if 0 <= row < self.rows and 0 <= column < self.columns:
                return row * self.columns + column
        last = self.cell_name(self.size - 1)
        raise UnreadableError(f"'{shown(text)}' is not a cell: cells run from a1 to {last}")

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell, the cells that touch it by a side or a corner, ascending."""
        return self._touching(corners=True)

    @cached_property
    def side_neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell, the cells that touch it by a side, ascending."""
        return self._touching(corners=False)

    def _touching(self, *, corners: bool) -> tuple[tuple[Cell, ...], ...]:
        reach = 2 if corners else 1
        return tuple(
            tuple(
                other
                for other in range(self.size)
                if other != cell
                and max(
                    down := abs(self.row_of(other) - self.row_of(cell)),
                    across := abs(self.column_of(other) - self.column_of(cell)),
                )
                == 1
                and down + across <= reach
            )
            for cell in range(self.size)
        )

    def lines(self, kinds: Iterable[LineKind]) -> tuple[Line, ...]:
        """Return the lines of ``kinds``: rows from the top, columns from the left, diagonals.

        Raises InvalidValueError for an unknown kind, and for diagonals off a square grid.
        """
        wanted = set(kinds)
        if unknown := wanted.difference(LINE_KINDS):
            raise InvalidValueError(
                f"no lines are called {min(unknown)}: use {', '.join(LINE_KINDS)}"
            )
        found: list[Line] = []
        if "rows" in wanted:
            for row in range(self.rows):
                cells = tuple(range(row * self.columns, (row + 1) * self.columns))
                found.append(Line(f"row {row + 1}", "rows", cells))
        if "columns" in wanted:
            for column in range(self.columns):
                cells = tuple(range(column, self.size, self.columns))
                found.append(Line(f"column {column + 1}", "columns", cells))
        if "diagonals" in wanted:
            if self.rows != self.columns:
                raise InvalidValueError(
                    f"{self.rows} rows and {self.columns} columns have no diagonals to score: "
                    "diagonals need a square grid"
                )
            side = self.rows
            found.append(Line("diagonal 1", "diagonals", tuple(i * side + i for i in range(side))))
            found.append(
                Line("diagonal 2", "diagonals", tuple(i * side + side - 1 - i for i in range(side)))
            )
        return tuple(found)
