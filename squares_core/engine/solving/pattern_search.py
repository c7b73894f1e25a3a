"""The best grid of rows and columns by branch and bound over patterns, proven.

A grid is worth a total only if patterns worth as much lie in its rows and columns: pairwise
disjoint ones in the rows, pairwise disjoint ones in the columns, and a row and a column share one
cell, so that two patterns of theirs share at most one card, and exactly one where both are whole
hands. The search chooses row patterns, the most valuable first, then column patterns, and then
lays the other cards so that every pattern lies in its line. What is still compatible is kept as
bit sets. Three bounds cut it: at most so many patterns of one family are disjoint; the columns
each take one card of a row that is a whole pattern; where rows and columns are alike, the better
direction may be called the rows. Lines of one direction only need no second step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Ints
from squares_core.engine.solving.pattern_bounds import (
    Side,
    crossing_sets,
    disjoint_sets,
    family_bound,
    side_of,
    whole_row_bound,
)
from squares_core.engine.solving.patterns import WORD_BITS, Patterns, bit_place

MAX_PATTERNS: Final = 4096
DEPTH, COLUMN_DEPTH, BEST, NODES, FOUND = range(5)


class Stack(NamedTuple):
    """Where the search stands, by depth; what is left is kept as bit sets."""

    left: Ints
    open: Ints
    sums: Ints
    used: Ints
    choice: Ints
    entered: Ints


@jit
def _lay(row_of: Ints, column_of: Ints, columns: int, cell_of: Ints) -> bool:
    """Give every card a cell that agrees with its row and column, -1 where it has none yet.

    A matching of cards and cells, by augmenting paths: cards of one row are alike in what they ask.
    Returns whether there is one; then ``cell_of`` is filled.
    """
    size = row_of.shape[0]
    owner = np.full(size, -1, np.int64)
    reached_by = np.zeros(size, np.int64)
    queue = np.zeros(size + 1, np.int64)
    cell_of[:] = -1
    for known in (2, 1, 0):
        for card in range(size):
            if (row_of[card] >= 0) + (column_of[card] >= 0) != known:
                continue
            reached_by[:] = -1
            queue[0] = card
            head, tail, goal = 0, 1, -1
            while head < tail and goal < 0:
                asking = queue[head]
                head += 1
                for cell in range(size):
                    if reached_by[cell] >= 0:
                        continue
                    if row_of[asking] >= 0 and row_of[asking] != cell // columns:
                        continue
                    if column_of[asking] >= 0 and column_of[asking] != cell % columns:
                        continue
                    reached_by[cell] = asking
                    if owner[cell] < 0:
                        goal = cell
                        break
                    queue[tail] = owner[cell]
                    tail += 1
            if goal < 0:
                return False
            while goal >= 0:
                moved = reached_by[goal]
                left = cell_of[moved]
                owner[goal] = moved
                cell_of[moved] = goal
                goal = left
    return True


@jit
def _assign(chosen: Ints, count: int, masks: Ints, line_of: Ints) -> None:
    line_of[:] = -1
    for line in range(count):
        rest = masks[chosen[line]]
        while rest:
            bit = rest & -rest
            rest ^= bit
            line_of[bit_place(bit)] = line


@jit
def _take_first(candidates: Ints) -> int:
    """Remove the first candidate and return it, -1 when there is none."""
    for word in range(candidates.shape[0]):
        bits = candidates[word]
        if bits:
            bit = bits & -bits
            candidates[word] = bits ^ bit
            return word * WORD_BITS + bit_place(bit)
    return -1


@jit
def _keep_after(source: Ints, allowed: Ints, pattern: int, out: Ints) -> None:
    """Write the candidates that come after ``pattern`` and are ``allowed``."""
    word = pattern // WORD_BITS
    out[:word] = 0
    for k in range(word, source.shape[0]):
        out[k] = source[k] & allowed[k]
    out[word] &= ~((np.int64(2) << (pattern % WORD_BITS)) - 1)


@jit
def _try_grid(
    rows_at: Stack, columns_at: Stack, state: Ints, shape: Ints, row: Side, column: Side, grid: Ints
) -> None:
    """Lay the other cards beside the chosen patterns; record the grid and its total if it goes."""
    depth, column_depth = state[DEPTH], state[COLUMN_DEPTH]
    rows, columns = shape[0], shape[1]
    row_of = np.full(rows * columns, -1, np.int64)
    column_of = np.full(rows * columns, -1, np.int64)
    cell_of = np.full(rows * columns, -1, np.int64)
    _assign(rows_at.choice, depth, row.masks, row_of)
    _assign(columns_at.choice, column_depth, column.masks, column_of)
    total = rows_at.sums[depth] + columns_at.sums[column_depth]
    if _lay(row_of, column_of, columns, cell_of):
        state[BEST] = total
        state[FOUND] = 1
        for card in range(rows * columns):
            grid[cell_of[card]] = card


@jit
def _column_step(
    rows_at: Stack,
    columns_at: Stack,
    state: Ints,
    shape: Ints,
    row: Side,
    column: Side,
    passing: Ints,
    grid: Ints,
    spare: Ints,
) -> None:
    depth, at = state[DEPTH], state[COLUMN_DEPTH]
    total = rows_at.sums[depth] + columns_at.sums[at]
    lines = shape[2] - at
    if not columns_at.entered[at]:
        columns_at.entered[at] = 1
        state[NODES] += 1
        if total > state[BEST]:
            _try_grid(rows_at, columns_at, state, shape, row, column, grid)
        hopeless = lines == 0
        if not hopeless:
            most = total + family_bound(columns_at.left[at], lines, column, spare[0], spare[1])
            hopeless = most <= state[BEST]
        if not hopeless:
            most = total + whole_row_bound(
                columns_at.left[at],
                rows_at.choice,
                depth,
                columns_at.used[at],
                lines,
                row,
                column,
                passing,
                spare[2],
            )
            hopeless = most <= state[BEST]
        if hopeless:
            state[COLUMN_DEPTH] -= 1
            return
        columns_at.open[at] = columns_at.left[at]
    pattern = _take_first(columns_at.open[at])
    if pattern < 0 or total + column.values[pattern] * lines <= state[BEST]:
        state[COLUMN_DEPTH] -= 1
        return
    missed = 0
    for place in range(depth):
        chosen = rows_at.choice[place]
        if row.whole[chosen] and row.masks[chosen] & column.masks[pattern] == 0:
            missed += 1
    if missed > shape[0] - column.sizes[pattern]:
        return
    _keep_after(columns_at.left[at], column.apart[pattern], pattern, columns_at.left[at + 1])
    columns_at.choice[at] = pattern
    columns_at.sums[at + 1] = columns_at.sums[at] + column.values[pattern]
    columns_at.used[at + 1] = columns_at.used[at] | column.masks[pattern]
    columns_at.entered[at + 1] = 0
    state[COLUMN_DEPTH] += 1


@jit
def _row_step(
    rows_at: Stack,
    columns_at: Stack,
    limits: Ints,
    cols_left: Ints,
    state: Ints,
    shape: Ints,
    row: Side,
    column: Side,
    crossing: Ints,
    passing: Ints,
    spare: Ints,
) -> None:
    depth = state[DEPTH]
    lines = shape[0] - depth
    column_lines = shape[2]
    target = state[BEST] + 1
    half = (target + 1) // 2 if shape[3] else target - limits[0]
    pattern = -1 if lines == 0 else _take_first(rows_at.open[depth])
    if pattern < 0:
        state[DEPTH] -= 1
        return
    most = rows_at.sums[depth] + row.values[pattern] * lines
    if most < half or most + limits[depth] < target:
        state[DEPTH] -= 1
        return
    state[NODES] += 1
    _keep_after(rows_at.left[depth], row.apart[pattern], pattern, rows_at.left[depth + 1])
    here = rows_at.sums[depth] + row.values[pattern]
    most = here + family_bound(rows_at.left[depth + 1], lines - 1, row, spare[0], spare[1])
    if most < half or most + limits[depth] < target:
        return
    for word in range(crossing.shape[1]):
        cols_left[depth + 1, word] = cols_left[depth, word] & crossing[pattern, word]
    rows_at.choice[depth] = pattern
    limit = family_bound(cols_left[depth + 1], column_lines, column, spare[0], spare[1])
    if shape[3]:
        limit = min(limit, most)
    if column_lines and most + limit >= target:
        whole = whole_row_bound(
            cols_left[depth + 1],
            rows_at.choice,
            depth + 1,
            0,
            column_lines,
            row,
            column,
            passing,
            spare[2],
        )
        limit = min(limit, whole)
    if most + limit < target:
        return
    depth += 1
    state[DEPTH] = depth
    rows_at.sums[depth] = here
    rows_at.open[depth] = rows_at.left[depth]
    limits[depth] = limit
    if here >= half and here + limit >= target:
        state[COLUMN_DEPTH] = 0
        columns_at.entered[0] = 0
        columns_at.left[0] = cols_left[depth]


@jit
def _search(
    budget: int,
    rows_at: Stack,
    columns_at: Stack,
    limits: Ints,
    cols_left: Ints,
    state: Ints,
    shape: Ints,
    row: Side,
    column: Side,
    crossing: Ints,
    passing: Ints,
    grid: Ints,
) -> None:
    """Carry the search on for ``budget`` nodes; ``state`` says where it stands."""
    spare = np.zeros((3, max(row.capacity.shape[0], column.capacity.shape[0], 64)), np.int64)
    stop = state[NODES] + budget
    while state[DEPTH] >= 0 and state[NODES] < stop:
        if state[COLUMN_DEPTH] >= 0:
            _column_step(rows_at, columns_at, state, shape, row, column, passing, grid, spare)
        else:
            _row_step(
                rows_at,
                columns_at,
                limits,
                cols_left,
                state,
                shape,
                row,
                column,
                crossing,
                passing,
                spare,
            )


def _stack(depth: int, words: int) -> Stack:
    sets = (depth + 2, words)
    return Stack(
        np.zeros(sets, np.int64),
        np.zeros(sets, np.int64),
        np.zeros(depth + 2, np.int64),
        np.zeros(depth + 2, np.int64),
        np.zeros(depth + 2, np.int64),
        np.zeros(depth + 2, np.int64),
    )


class PatternSearch:
    """A search that is carried on in slices.

    ``row_patterns`` are those of hands of ``columns`` cards and ``column_patterns`` those of hands
    of ``rows`` cards, None where columns do not score. After each slice ``best`` is the greatest
    total reached, at first the one given; ``bound`` is what no grid exceeds; ``arrangement`` gives
    the position of the card on each cell of the best grid, None while none beats the total given.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        row_patterns: Patterns,
        column_patterns: Patterns | None,
        best: int,
    ) -> None:
        cards = rows * columns
        none = np.zeros(0, np.int64)
        crossed = column_patterns or Patterns(0, none, none, none, none, np.ones(1, np.int64))
        lines = columns if column_patterns else 0
        self.alike = (
            column_patterns is not None
            and rows == columns
            and np.array_equal(row_patterns.masks, crossed.masks)
            and np.array_equal(row_patterns.values, crossed.values)
            and row_patterns.floor == crossed.floor
        )
        self.best = best
        self.arrangement: Ints | None = None
        self.nodes = 0
        self._floor = rows * row_patterns.floor + lines * crossed.floor
        self._row = side_of(row_patterns, columns, cards)
        self._column = self._row if self.alike else side_of(crossed, rows, cards)
        self._crossing = crossing_sets(
            row_patterns.masks,
            self._row.whole,
            crossed.masks,
            self._column.whole,
            crossed.words,
        )
        self._passing = (
            self._row.apart
            if self.alike
            else disjoint_sets(row_patterns.masks, crossed.masks, crossed.words)
        )
        self._shape = np.array([rows, columns, lines, self.alike], np.int64)
        self._rows_at = _stack(rows, row_patterns.words)
        self._columns_at = _stack(columns, crossed.words)
        self._cols_left = np.zeros((rows + 2, crossed.words), np.int64)
        self._limits = np.zeros(rows + 2, np.int64)
        self._rows_at.left[0] = row_patterns.bits(row_patterns.masks > 0)
        self._rows_at.open[0] = self._rows_at.left[0]
        self._cols_left[0] = crossed.bits(crossed.masks > 0)
        self._columns_at.left[0] = self._cols_left[0]
        self._limits[0] = self._bound_of(self._cols_left[0], lines, self._column)
        self.bound = max(best, self._reach())

    def _bound_of(self, candidates: Ints, lines: int, side: Side) -> int:
        spare = np.zeros((2, max(len(side.capacity), lines)), np.int64)
        return int(family_bound(candidates, lines, side, spare[0], spare[1]))

    def _reach(self) -> int:
        """Return what no grid exceeds whose first row is not tried out yet."""
        rows = self._bound_of(self._rows_at.left[0] & self._ahead(), int(self._shape[0]), self._row)
        columns = min(int(self._limits[0]), rows) if self.alike else int(self._limits[0])
        return self._floor + rows + columns

    def _ahead(self) -> Ints:
        """Return the bit set of the first row now tried and of those to come."""
        ahead: Ints = self._rows_at.open[0].copy()
        if self.nodes:
            first = int(self._rows_at.choice[0])
            ahead[first // WORD_BITS] |= 1 << first % WORD_BITS
        return ahead

    def run(self, slice_size: int = 20_000) -> Iterator[None]:
        """Search to the end; yields after each slice."""
        state = np.array([0, -1, self.best - self._floor, 0, 0], np.int64)
        target = int(state[BEST]) + 1
        if (target if self.alike else target - int(self._limits[0])) <= 0:
            # The columns may reach the target without any pattern in the rows.
            state[COLUMN_DEPTH] = 0
        grid = np.zeros(int(self._shape[0] * self._shape[1]), np.int64)
        while state[DEPTH] >= 0:
            state[FOUND] = 0
            _search(
                slice_size,
                self._rows_at,
                self._columns_at,
                self._limits,
                self._cols_left,
                state,
                self._shape,
                self._row,
                self._column,
                self._crossing,
                self._passing,
                grid,
            )
            self.nodes = int(state[NODES])
            if state[FOUND]:
                self.best = int(state[BEST]) + self._floor
                self.arrangement = grid.copy()
            if state[DEPTH] >= 0:
                self.bound = max(self.best, min(self.bound, self._reach()))
            yield
        self.bound = self.best
