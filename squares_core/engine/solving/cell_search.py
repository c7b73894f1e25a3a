"""The best arrangement for any lines and any scorer, by depth-first search over single cells.

Right for everything and fast for little: small grids, diagonals, cards that must go down in the
order in which they were dealt. A line that holds some cards is worth at most the best hand that
contains them; the sum over the lines bounds what an unfinished grid can become. The search takes
the most promising choice first, so that it may be stopped at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Int32s, Ints, rank_of
from squares_core.engine.solving.scored_grid import ScoredGrid

DEPTH, BEST, NODES, FOUND = range(4)


class _Tables(NamedTuple):
    """``high[starts[line, cards held] + number of the set]`` bounds a line that holds a set."""

    high: Int32s
    starts: Ints
    cell_lines: Ints
    smaller: Ints
    legal: Ints
    parts: Int32s
    members: NDArray[np.int8]


class _Stack(NamedTuple):
    choices: Ints
    reach: Ints
    counts: Ints
    at: Ints
    masks: Ints
    bounds: Ints
    chosen: Ints


@jit
def _raised(
    tables: _Tables, masks: Ints, bounds: Ints, held: Ints, card: int, cell: int, bound: int
) -> int:
    """Return the bound of the grid once ``card`` lies on ``cell``."""
    for k in range(4):
        line = tables.cell_lines[cell, k]
        if line < 0:
            break
        mask = masks[line] | np.int64(1) << card
        number = rank_of(mask, tables.parts, tables.members)
        bound += tables.high[tables.starts[line, held[line] + 1] + number] - bounds[line]
    return bound


@jit
def _enter(
    depth: int, by_card: bool, tables: _Tables, stack: _Stack, held: Ints, card_at: Ints, best: int
) -> None:
    """List the choices at ``depth`` that could still beat ``best``, the most promising first."""
    size = card_at.shape[0]
    bound = stack.bounds[depth].sum()
    filled = 0
    used = 0
    for cell in range(size):
        if card_at[cell] >= 0:
            filled |= 1 << cell
            used |= 1 << card_at[cell]
    count = 0
    for choice in range(size):
        card = depth if by_card else choice
        cell = choice if by_card else depth
        if card_at[cell] >= 0 or used >> card & 1:
            continue
        if tables.legal.shape[0] and not tables.legal[filled] >> cell & 1:
            continue
        ordered = True
        for k in range(tables.smaller.shape[1]):
            other = tables.smaller[cell, k]
            if other >= 0 and card_at[other] > card:
                ordered = False
        if not ordered:
            continue
        reach = _raised(tables, stack.masks[depth], stack.bounds[depth], held, card, cell, bound)
        if reach <= best:
            continue
        place = count
        while place > 0 and stack.reach[depth, place - 1] < reach:
            stack.reach[depth, place] = stack.reach[depth, place - 1]
            stack.choices[depth, place] = stack.choices[depth, place - 1]
            place -= 1
        stack.reach[depth, place] = reach
        stack.choices[depth, place] = choice
        count += 1
    stack.counts[depth] = count
    stack.at[depth] = 0


@jit
def _search(
    budget: int,
    by_card: bool,
    tables: _Tables,
    stack: _Stack,
    held: Ints,
    card_at: Ints,
    state: Ints,
    grid: Ints,
) -> None:
    """Carry the search on for ``budget`` nodes; ``state`` says where it stands."""
    size = card_at.shape[0]
    stop = state[NODES] + budget
    depth = state[DEPTH]
    while depth >= 0 and state[NODES] < stop:
        if stack.chosen[depth] >= 0:
            cell = stack.chosen[depth]
            card_at[cell] = -1
            stack.chosen[depth] = -1
            for k in range(4):
                if tables.cell_lines[cell, k] >= 0:
                    held[tables.cell_lines[cell, k]] -= 1
        at = stack.at[depth]
        if at == stack.counts[depth] or stack.reach[depth, at] <= state[BEST]:
            depth -= 1
            continue
        state[NODES] += 1
        choice = stack.choices[depth, at]
        stack.at[depth] = at + 1
        card = depth if by_card else choice
        cell = choice if by_card else depth
        if depth + 1 == size:
            state[BEST] = stack.reach[depth, at]
            state[FOUND] = 1
            grid[:] = card_at
            grid[cell] = card
            continue
        card_at[cell] = card
        stack.chosen[depth] = cell
        stack.masks[depth + 1] = stack.masks[depth]
        stack.bounds[depth + 1] = stack.bounds[depth]
        for k in range(4):
            line = tables.cell_lines[cell, k]
            if line < 0:
                break
            mask = stack.masks[depth, line] | np.int64(1) << card
            held[line] += 1
            number = rank_of(mask, tables.parts, tables.members)
            stack.masks[depth + 1, line] = mask
            stack.bounds[depth + 1, line] = tables.high[tables.starts[line, held[line]] + number]
        depth += 1
        _enter(depth, by_card, tables, stack, held, card_at, state[BEST])
    state[DEPTH] = depth


class CellSearch:
    """A search that is carried on in slices.

    ``legal``, if given, holds for each set of filled cells the set of cells that the next card may
    go to, shape (2**cells,); the cards then go down in dealing order. After each slice ``best`` is
    the greatest total of lines reached, at first the one given; ``bound`` is what no grid exceeds;
    ``arrangement`` is the best grid, None while none beats the total given.
    """

    def __init__(self, scored: ScoredGrid, best: int, legal: Ints | None = None) -> None:
        size, lines = scored.size, len(scored.lines)
        spreads = [table.spread()[1] for table in scored.tables]
        starts, flat, start = [], [], 0
        for highs in spreads:
            row = []
            for high in highs:
                row.append(start)
                flat.append(high)
                start += len(high)
            starts.append(row + [0] * (8 - len(row)))
        self._tables = _Tables(
            np.concatenate(flat),
            np.array([starts[table] for table in scored.table_of], np.int64),
            scored.flat.cell_lines,
            _smaller_cells(scored) if legal is None else np.full((size, 1), -1, np.int64),
            np.zeros(0, np.int64) if legal is None else legal,
            scored.flat.parts,
            scored.flat.members,
        )
        self._stack = _Stack(
            choices=np.zeros((size, size), np.int64),
            reach=np.zeros((size, size), np.int64),
            counts=np.zeros(size, np.int64),
            at=np.zeros(size, np.int64),
            masks=np.zeros((size, lines), np.int64),
            bounds=np.zeros((size, lines), np.int64),
            chosen=np.full(size, -1, np.int64),
        )
        self._stack.bounds[0] = [spreads[table][0][0] for table in scored.table_of]
        self._by_card = legal is not None
        self._size, self._lines = size, lines
        self.best = best
        self.bound = int(self._stack.bounds[0].sum())
        self.arrangement: Ints | None = None
        self.nodes = 0

    def run(self, slice_size: int = 100_000) -> Iterator[None]:
        """Search to the end, or until a grid reaches ``bound``; yields after each slice."""
        state = np.array([0, self.best, 0, 0], np.int64)
        held = np.zeros(self._lines, np.int64)
        card_at = np.full(self._size, -1, np.int64)
        grid = np.zeros(self._size, np.int64)
        _enter(0, self._by_card, self._tables, self._stack, held, card_at, self.best)
        while state[DEPTH] >= 0 and self.bound > self.best:
            state[FOUND] = 0
            _search(
                slice_size,
                self._by_card,
                self._tables,
                self._stack,
                held,
                card_at,
                state,
                grid,
            )
            self.nodes = int(state[NODES])
            if state[FOUND]:
                self.best = int(state[BEST])
                self.arrangement = grid.copy()
            self.bound = max(self.best, min(self.bound, self._open_reach(int(state[DEPTH]))))
            yield

    def _open_reach(self, depth: int) -> int:
        """Return the greatest total that a choice not tried to the end could reach."""
        stack, reach = self._stack, self.best
        for level in range(depth + 1):
            at = int(stack.at[level])
            if at < stack.counts[level]:
                reach = max(reach, int(stack.reach[level, at]))
        return reach


def _smaller_cells(scored: ScoredGrid) -> Ints:
    """Return for each cell the cells that must hold an earlier card, shape (cells, 2), -1 for none.

    It keeps one of the arrangements that differ only by an exchange that changes no score.
    """
    grid = scored.grid
    kinds = {line.kind for line in scored.lines}
    one_way = {kind for kind in kinds if scored.one_table(kind) is not None}
    out = np.full((grid.size, 2), -1, np.int64)
    if "diagonals" in kinds or one_way != kinds:
        return out
    for cell in range(grid.size):
        row, column = grid.row_of(cell), grid.column_of(cell)
        if kinds == {"rows"} and column:
            out[cell, 0] = cell - 1
        elif kinds == {"columns"} and row:
            out[cell, 0] = cell - grid.columns
        if "columns" in kinds and row == 0 and column:
            out[cell, 0] = cell - 1
        if "rows" in kinds and column == 0 and row:
            out[cell, 1] = cell - grid.columns
    return out
