"""Every set of row hands, by ranks, whose columns might still make a total: the proof by cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.jit import jit
from squares_core.engine.maxima.rows import RankHands, fits
from squares_core.engine.solving.hand_values import Int32s, Ints
from squares_core.engine.solving.transversals import (
    FOUND,
    LEFT_OUT,
    NODES,
    Crossing,
    cross,
    make_crossing,
)

ROW_SETS: Final = 3
MAX_SOLUTIONS: Final = 1 << 15
"""Arrangements of one set of rows, and of one slice, that can be kept."""
MAX_COLUMNS: Final = 1_000_000_000
"""Columns valued, and nodes of the search over them, before it is given up."""
SLICE: Final = 5_000_000
"""Columns valued in one slice."""


class _Stack(NamedTuple):
    """Where the search stands, by row; ``depth[0]`` is the row."""

    depth: Ints
    at: Ints
    sums: Ints
    held: Ints


@jit
def _try_sets(
    stack: _Stack,
    most_sets: int,
    values: Ints,
    counts: Ints,
    ranks: Ints,
    half: int,
    target: int,
    column_values: Int32s,
    crossing: Crossing,
    grids: NDArray[np.uint8],
    tally: Ints,
) -> None:
    """Try ``most_sets`` further sets of rows, or fewer once half of ``grids`` is full.

    The rows of a set are worth ``half`` or more, rows and columns of a grid ``target`` or more;
    such grids of ranks are gathered in ``grids``.
    """
    rows, columns = crossing.best_through.shape
    ways = crossing.value.shape[1]
    at, sums, held = stack.at, stack.sums, stack.held
    depth = stack.depth[0]
    stop = tally[ROW_SETS] + most_sets
    while depth >= 0 and tally[ROW_SETS] < stop and 2 * tally[FOUND] < grids.shape[0]:
        if depth == rows:
            tally[ROW_SETS] += 1
            for way in range(ways):
                beyond = 0
                for row in range(1, rows):
                    beyond = beyond * 13 + ranks[at[row] - 1, crossing.place[way, row]]
                for first in range(columns):
                    head = ranks[at[0] - 1, first]
                    for _ in range(1, rows):
                        head *= 13
                    crossing.value[first, way] = column_values[head + beyond]
            alike = np.int64(0)
            for row in range(rows):
                for place in range(1, columns):
                    if ranks[at[row] - 1, place] == ranks[at[row] - 1, place - 1]:
                        alike |= np.int64(1) << (row * columns + place)
            before = tally[FOUND]
            cross(crossing, target - sums[depth], True, int(alike), tally)
            for found in range(before, tally[FOUND]):
                for column in range(columns):
                    way = crossing.picks[found, column]
                    grids[found, column] = ranks[at[0] - 1, column]
                    for row in range(1, rows):
                        place = crossing.place[way, row]
                        grids[found, row * columns + column] = ranks[at[row] - 1, place]
            if tally[LEFT_OUT]:
                return
            depth -= 1
            continue
        hand = at[depth]
        if hand == values.shape[0] or sums[depth] + values[hand] * (rows - depth) < half:
            depth -= 1
            continue
        at[depth] = hand + 1
        if not fits(held[depth] + counts[hand]):
            continue
        tally[NODES] += 1
        sums[depth + 1] = sums[depth] + values[hand]
        held[depth + 1] = held[depth] + counts[hand]
        at[depth + 1] = hand
        depth += 1
    stack.depth[0] = depth


@dataclass
class ArrangementSearch:
    """All grids of ranks whose bound reaches ``target``, found in slices.

    ``hands`` are the row hands by ranks; ``taken`` the counts of ranks in use before; ``half`` what
    the rows must be worth at least. ``found`` are the grids of the last slice, as bytes of ranks by
    cell; ``complete`` is false once some had to be left out.
    """

    hands: RankHands
    rows: int
    columns: int
    taken: int
    half: int
    target: int
    column_values: Int32s
    row_sets: int = 0
    nodes: int = 0
    complete: bool = True
    found: set[bytes] = field(default_factory=set)

    def run(self) -> Iterator[None]:
        """Try every set of rows; yields after each slice."""
        crossing = make_crossing(self.rows, self.columns, MAX_SOLUTIONS)
        grids = np.zeros((MAX_SOLUTIONS, self.rows * self.columns), np.uint8)
        columns = self.columns**self.rows
        stack = _Stack(*(np.zeros(self.rows + 1, np.int64) for _ in range(4)))
        stack.held[0] = self.taken
        tally = np.zeros(4, np.int64)
        while stack.depth[0] >= 0 and self.complete:
            tally[FOUND] = 0
            _try_sets(
                stack,
                max(1, SLICE // columns),
                self.hands.values,
                self.hands.counts,
                self.hands.ranks,
                self.half,
                self.target,
                self.column_values,
                crossing,
                grids,
                tally,
            )
            self.row_sets, self.nodes = int(tally[ROW_SETS]), int(tally[NODES])
            spent = max(self.row_sets * columns, self.nodes)
            self.complete = not tally[LEFT_OUT] and spent <= MAX_COLUMNS
            self.found = {bytes(grid) for grid in grids[: int(tally[FOUND])]}
            yield
