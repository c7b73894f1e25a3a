"""A grid, the known cards for it, and the value of every hand its lines can hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.solving.hand_values import HandValues, Int32s, Ints, rank_tables
from squares_core.grid import Grid, Line


@dataclass(frozen=True)
class ScoredGrid:
    """What the exact searches work on: as many cards as cells, and what each line is worth.

    ``tables`` are the distinct tables of values, ``table_of`` the index of the table of each line.
    An arrangement is an array that gives, for each cell, the position of its card in the deal.
    """

    grid: Grid
    lines: tuple[Line, ...]
    tables: tuple[HandValues, ...]
    table_of: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cells, and of cards."""
        return self.grid.size

    def of_kind(self, kind: str) -> list[int]:
        """Return the indices of the lines of one kind."""
        return [i for i, line in enumerate(self.lines) if line.kind == kind]

    def table(self, line: int) -> HandValues:
        """Return the table of values of one line."""
        return self.tables[self.table_of[line]]

    def one_table(self, kind: str) -> HandValues | None:
        """Return the table that all lines of a kind share; None where there is no such line."""
        used = {self.table_of[line] for line in self.of_kind(kind)}
        return self.tables[used.pop()] if len(used) == 1 else None

    @cached_property
    def flat(self) -> FlatTables:
        """The same as flat arrays, for compiled loops."""
        starts = np.cumsum([0, *(len(table.values) for table in self.tables)])
        parts, members = rank_tables(self.size, max(table.size for table in self.tables))
        return FlatTables(
            values=np.concatenate([table.values for table in self.tables]),
            offsets=np.array([starts[table] for table in self.table_of], np.int64),
            cell_lines=lines_of_cells(self.size, self.lines),
            parts=parts,
            members=members,
        )

    def line_values(self, arrangement: Sequence[int] | Ints) -> list[int]:
        """Return the value of each line of an arrangement."""
        return [
            self.table(index).value(sum(1 << int(arrangement[cell]) for cell in line.cells))
            for index, line in enumerate(self.lines)
        ]

    def total(self, arrangement: Sequence[int] | Ints) -> int:
        """Return the sum of the values of the lines of an arrangement."""
        return sum(self.line_values(arrangement))


def lines_of_cells(size: int, lines: Sequence[Line]) -> Ints:
    """Return the lines of each of ``size`` cells by index, -1 after the last, shape (size, 4)."""
    found = np.full((size, 4), -1, np.int64)
    for index, line in enumerate(lines):
        for cell in line.cells:
            found[cell, np.argmax(found[cell] < 0)] = index
    return found


@dataclass(frozen=True)
class FlatTables:
    """``values[offsets[line] + number of the hand]``, and the lines of each cell, -1 for none."""

    values: Int32s
    offsets: Ints
    cell_lines: Ints
    parts: Int32s
    members: NDArray[np.int8]
