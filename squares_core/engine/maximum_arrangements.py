"""Every set of row hands, by ranks, whose columns might still make a total: the proof by cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.hand_values import Ints, Values
from squares_core.engine.jit import jit
from squares_core.engine.maximum_rows import RankHands, fits
from squares_core.engine.transversals import (
    FOUND,
    LEFT_OUT,
    NODES,
    Crossing,
    cross,
    make_crossing,
)

ROW_SETS: Final = 3
MAX_SURVIVORS: Final = 1 << 14
MAX_COLUMNS: Final = 300_000_000
"""Columns valued, and nodes of the search over them, before it is given up."""
SLICE: Final = 10_000
"""Columns of the sets of rows dealt with at a time, counting one set for each first row."""


@jit
def _try_sets(
    start: int,
    stop: int,
    values: Ints,
    counts: Ints,
    ranks: Ints,
    taken: int,
    half: int,
    target: int,
    most_sets: int,
    column_values: Values,
    crossing: Crossing,
    grids: NDArray[np.uint8],
    totals: Ints,
    tally: Ints,
) -> None:
    """Try all sets of rows whose best row is one of ``start`` to ``stop - 1``.

    The rows of a set are worth ``half`` or more, rows and columns of a grid ``target`` or more;
    such grids of ranks are gathered in ``grids`` and what they are worth in ``totals``.
    """
    rows, columns = crossing.best_through.shape
    ways = crossing.value.shape[1]
    at = np.zeros(rows + 1, np.int64)
    sums = np.zeros(rows + 1, np.int64)
    held = np.zeros(rows + 1, np.int64)
    held[0] = taken
    at[0] = start
    depth = 0
    while depth >= 0:
        if depth == rows:
            tally[ROW_SETS] += 1
            if tally[ROW_SETS] > most_sets:
                tally[LEFT_OUT] = 1
                return
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
                totals[found] = sums[depth] + crossing.totals[found]
                for column in range(columns):
                    way = crossing.picks[found, column]
                    grids[found, column] = ranks[at[0] - 1, column]
                    for row in range(1, rows):
                        place = crossing.place[way, row]
                        grids[found, row * columns + column] = ranks[at[row] - 1, place]
            if tally[NODES] > MAX_COLUMNS:
                tally[LEFT_OUT] = 1
            if tally[LEFT_OUT]:
                return
            depth -= 1
            continue
        hand = at[depth]
        over = hand == values.shape[0] or (depth == 0 and hand >= stop)
        if over or sums[depth] + values[hand] * (rows - depth) < half:
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


@dataclass
class ArrangementSearch:
    """All grids of ranks whose bound reaches ``target``, found in slices.

    ``hands`` are the row hands by ranks; ``taken`` the counts of ranks in use before; ``half`` what
    the rows must be worth at least. ``survivors`` are the grids found, as bytes of ranks by cell;
    ``complete`` is false once some had to be left out.
    """

    hands: RankHands
    rows: int
    columns: int
    taken: int
    half: int
    target: int
    column_values: Values
    row_sets: int = 0
    nodes: int = 0
    complete: bool = True

    def __post_init__(self) -> None:
        self.survivors: set[bytes] = set()

    def run(self) -> Iterator[None]:
        """Try every set of rows; yields after each slice."""
        columns = self.columns**self.rows
        most_sets = MAX_COLUMNS // columns
        step = max(1, SLICE // columns)
        crossing = make_crossing(self.rows, self.columns, MAX_SURVIVORS)
        grids = np.zeros((MAX_SURVIVORS, self.rows * self.columns), np.uint8)
        totals = np.zeros(MAX_SURVIVORS, np.int64)
        for start in range(0, len(self.hands.values), step):
            if int(self.hands.values[start]) * self.rows < self.half:
                return
            tally = np.array([0, self.nodes, 0, 0], np.int64)
            _try_sets(
                start,
                start + step,
                self.hands.values,
                self.hands.counts,
                self.hands.ranks,
                self.taken,
                self.half,
                self.target,
                most_sets - self.row_sets,
                self.column_values,
                crossing,
                grids,
                totals,
                tally,
            )
            self.row_sets += int(tally[ROW_SETS])
            self.nodes = int(tally[NODES])
            self.complete = self.complete and not tally[LEFT_OUT]
            self.survivors.update(bytes(grid) for grid in grids[: int(tally[FOUND])])
            yield
            if not self.complete:
                return
