"""The best grid of rows and columns by orthogonal partitions, proven.

Exchanging two rows or two columns changes no score, so a grid is two partitions of its cards, one
into row hands and one into column hands, that cross: each row hand shares exactly one card with
each column hand. Where there are few enough partitions into rows, all are valued; those that could
still reach the total asked for are tried, best first. For one of them every possible column is a
transversal, one card of each row; what the best column through each card is worth bounds the
columns row by row, and a search over disjoint transversals settles the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import HandValues, Int32s, Ints, set_masks
from squares_core.engine.solving.transversals import (
    FOUND,
    LEFT_OUT,
    MAX_WAYS,
    NODES,
    Crossing,
    cross,
    make_crossing,
)

MAX_PARTITIONS: Final = 4_000_000
MAX_CARDS: Final = 20

HandMasks: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]


def partition_count(rows: int, columns: int) -> int:
    """Return in how many ways the cards of a grid can be parted into its rows."""
    return factorial(rows * columns) // (int(factorial(columns) ** rows) * factorial(rows))


def is_feasible(rows: int, columns: int) -> bool:
    """Return whether the partitions into ``rows`` hands of ``columns`` cards can all be listed."""
    return (
        rows * columns <= MAX_CARDS
        and partition_count(rows, columns) <= MAX_PARTITIONS
        and columns ** (rows - 1) <= MAX_WAYS
    )


@jit
def _list_partitions(hand_masks: Ints, rows: int, everything: int, out: HandMasks) -> int:
    """Write each partition once: every hand holds the lowest card that the earlier ones left."""
    chosen = np.zeros(rows, np.int64)
    left = np.zeros(rows + 1, np.int64)
    at = np.zeros(rows, np.int64)
    left[0] = everything
    depth = 0
    found = 0
    while depth >= 0:
        if depth == rows - 1:
            chosen[depth] = left[depth]
            for row in range(rows):
                out[found, row] = chosen[row]
            found += 1
            depth -= 1
            continue
        rest = left[depth]
        low = rest & -rest
        advanced = False
        while at[depth] < hand_masks.shape[0]:
            hand = hand_masks[at[depth]]
            at[depth] += 1
            if hand & low and hand & ~rest == 0:
                chosen[depth] = hand
                left[depth + 1] = rest ^ hand
                depth += 1
                at[depth] = 0
                advanced = True
                break
        if not advanced:
            depth -= 1
    return found


@lru_cache(maxsize=4)
def list_partitions(rows: int, columns: int) -> HandMasks:
    """Return the masks of the hands of each partition, shape (partitions, rows)."""
    # As narrow as can be: the whole list is read for every deal.
    kind = np.uint16 if rows * columns <= 16 else np.uint32
    out = np.empty((partition_count(rows, columns), rows), kind)
    _list_partitions(set_masks(rows * columns, columns), rows, (1 << rows * columns) - 1, out)
    return out


@jit
def _value_partitions(partitions: HandMasks, row_values: Int32s, out: Int32s) -> None:
    for i in range(partitions.shape[0]):
        total = np.int32(0)
        for row in range(partitions.shape[1]):
            total += row_values[partitions[i, row]]
        out[i] = total


@jit
def _search(
    order: Ints,
    partitions: HandMasks,
    worth: Int32s,
    column_values: Int32s,
    target: int,
    collect: bool,
    crossing: Crossing,
    grids: Ints,
    grid_totals: Ints,
    counts: Ints,
) -> None:
    """Try the partitions in ``order`` for grids worth ``target``.

    Without ``collect`` the target rises above each grid found and only the last is kept. A grid is
    the row masks and then the column masks.
    """
    rows, columns = crossing.best_through.shape
    ways = crossing.value.shape[1]
    cards = np.zeros((rows, columns), np.int64)
    for index in order:
        row_total = worth[index]
        counts[NODES] += 1
        for row in range(rows):
            rest = np.int64(partitions[index, row])
            for k in range(columns):
                bit = rest & -rest
                cards[row, k] = bit
                rest ^= bit
        for way in range(ways):
            beyond = 0
            for row in range(1, rows):
                beyond |= cards[row, crossing.place[way, row]]
            for first in range(columns):
                crossing.value[first, way] = column_values[cards[0, first] | beyond]
        before = counts[FOUND]
        if not collect:
            counts[FOUND] = 0
        cross(crossing, target - row_total, collect, 0, counts)
        if not collect and counts[FOUND] == 0:
            counts[FOUND] = before
            continue
        for found in range(before if collect else 0, counts[FOUND]):
            grid_totals[found] = row_total + crossing.totals[found]
            for row in range(rows):
                grids[found, row] = partitions[index, row]
            for column in range(columns):
                mask = cards[0, column]
                for row in range(1, rows):
                    mask |= cards[row, crossing.place[crossing.picks[found, column], row]]
                grids[found, rows + column] = mask
            if not collect:
                target = grid_totals[found] + 1
        if counts[LEFT_OUT]:
            return


@dataclass
class PartitionSearch:
    """A search that is carried on in slices.

    ``row_values`` are those of hands of ``columns`` cards, ``column_values`` those of hands of
    ``rows`` cards, None where columns do not score; the partitions into rows must be feasible.
    After each slice ``best`` is the greatest total reached, at first the one given; ``bound`` is
    what no grid exceeds; ``arrangement`` gives the position of the card on each cell of the best
    grid, None while none beats the total given.
    """

    rows: int
    columns: int
    row_values: HandValues
    column_values: HandValues | None
    best: int
    arrangement: Ints | None = None
    bound: int = 0
    nodes: int = 0

    def __post_init__(self) -> None:
        self._partitions = list_partitions(self.rows, self.columns)
        self._worth = _worth(self._partitions, self.row_values)
        self._symmetric = self.column_values is not None and np.array_equal(
            self.row_values.values, self.column_values.values
        )
        if self.column_values is None:
            self._limit = 0
            self._dense = np.zeros(0, np.int32)
            self.bound = int(self._worth.max())
            return
        self._dense = self.column_values.dense()
        if self._symmetric:
            self._limit = int(self._worth.max())
        elif is_feasible(self.columns, self.rows):
            crossing = list_partitions(self.columns, self.rows)
            self._limit = int(_worth(crossing, self.column_values).max())
        else:
            self._limit = self.columns * int(self.column_values.values.max())
        self.bound = self._limit + int(self._worth.max())

    def _order(self, target: int) -> Ints:
        # Of two equal directions the better one may be called the rows.
        floor = -(-target // 2) if self._symmetric else target - self._limit
        floor = max(floor, target - self._limit)
        candidates = np.flatnonzero(self._worth >= floor)
        return candidates[np.argsort(-self._worth[candidates], kind="stable")]

    def _reach(self, index: int) -> int:
        worth = int(self._worth[index])
        return worth + (min(worth, self._limit) if self._symmetric else self._limit)

    def run(self, slice_size: int = 20_000) -> Iterator[None]:
        """Search to the end; yields after each slice."""
        if self.column_values is None:
            self._take_best()
            return
        order = self._order(self.best + 1)
        for at in range(0, len(order), slice_size):
            self.bound = min(self.bound, max(self.best, self._reach(order[at])))
            if self._reach(order[at]) <= self.best:
                break
            grids, totals, _ = self._slice(order[at : at + slice_size], self.best + 1, 1)
            if len(totals):
                self.best = int(totals[0])
                self.arrangement = self.arrange(grids[0])
            yield
        self.bound = self.best

    def all_worth(self, total: int, limit: int = 1 << 15) -> tuple[list[Ints], bool]:
        """Return the grids worth ``total`` for ``arrange``, and whether none is left out.

        None is left out where at most ``limit`` grids are worth that or more. Each stands once or
        twice up to the order of rows and columns and the exchange of the two directions.
        """
        grids, totals, complete = self._slice(self._order(total), total, limit)
        return list(grids[totals == total]), complete

    def _slice(self, order: Ints, target: int, limit: int) -> tuple[Ints, Ints, bool]:
        grids = np.zeros((limit, self.rows + self.columns), np.int64)
        totals = np.zeros(limit, np.int64)
        counts = np.zeros(3, np.int64)
        _search(
            order,
            self._partitions,
            self._worth,
            self._dense,
            target,
            limit > 1,
            make_crossing(self.rows, self.columns, limit),
            grids,
            totals,
            counts,
        )
        self.nodes += int(counts[NODES])
        found = int(counts[FOUND])
        return grids[:found], totals[:found], not counts[LEFT_OUT]

    def _take_best(self) -> None:
        index = int(self._worth.argmax())
        self.nodes = len(self._worth)
        if self._worth[index] > self.best:
            self.best = int(self._worth[index])
            places = range(self.rows * self.columns)
            hands = [int(hand) for hand in self._partitions[index]]
            held = [place for hand in hands for place in places if hand >> place & 1]
            self.arrangement = np.array(held, np.int64)
        self.bound = self.best

    def arrange(self, crossing: Ints) -> Ints:
        """Return the position of the card on each cell for row masks and then column masks."""
        shared = crossing[: self.rows, None] & crossing[None, self.rows :]
        return np.array([int(bit).bit_length() - 1 for bit in shared.ravel()], np.int64)


def _worth(partitions: HandMasks, values: HandValues) -> Int32s:
    out = np.empty(len(partitions), np.int32)
    _value_partitions(partitions, values.dense(), out)
    return out
