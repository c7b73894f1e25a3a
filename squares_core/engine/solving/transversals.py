"""Columns across given rows: the best way to take one card of each row, for every column at once.

A *way* is what a column takes from the rows after the first, one place of each; a column is the
first row's card it holds and a way. ``value[first, way]`` is what that column is worth.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Int32s, Ints

LOWEST: Final = -(1 << 40)
MAX_WAYS: Final = 4096
"""The most ways for which columns are listed."""
FOUND, NODES, LEFT_OUT = range(3)


class Crossing(NamedTuple):
    """The columns there can be across ``rows`` rows of ``columns`` cards, and room to work in.

    ``place[way, row]`` is the place of the card a way takes from a row after the first, and
    ``joined[first, way]`` the bit set of the places ``row * columns + place`` of a column.
    ``picks[i, column]`` holds the ways of the ``i``-th solution and ``totals`` what its columns
    are worth.
    """

    place: Ints
    joined: Ints
    value: Int32s
    best_through: Ints
    fitting: Ints
    fitting_count: Ints
    ahead: Ints
    used: Ints
    summed: Ints
    at: Ints
    pick: Ints
    picks: Ints
    totals: Ints


def make_crossing(rows: int, columns: int, solutions: int) -> Crossing:
    """Return the columns across ``rows`` rows, with room for so many ``solutions``."""
    ways = columns ** (rows - 1)
    place = np.zeros((ways, rows), np.int64)
    for row in range(1, rows):
        place[:, row] = np.arange(ways) // columns ** (row - 1) % columns
    across = (np.int64(1) << (np.arange(rows) * columns + place)[:, 1:]).sum(axis=1)
    joined = (np.int64(1) << np.arange(columns))[:, None] + across[None, :]
    return Crossing(
        place=place,
        joined=joined.astype(np.int64),
        value=np.zeros((columns, ways), np.int32),
        best_through=np.zeros((rows, columns), np.int64),
        fitting=np.zeros((columns, ways), np.int64),
        fitting_count=np.zeros(columns, np.int64),
        ahead=np.zeros(columns + 1, np.int64),
        used=np.zeros(columns + 1, np.int64),
        summed=np.zeros(columns + 1, np.int64),
        at=np.zeros(columns + 1, np.int64),
        pick=np.zeros(columns, np.int64),
        picks=np.zeros((solutions, columns), np.int64),
        totals=np.zeros(solutions, np.int64),
    )


@jit
def cross(crossing: Crossing, need: int, collect: bool, alike: int, counts: Ints) -> None:
    """Find columns that hold each card once and are worth ``need`` together.

    Without ``collect`` the need rises above each solution and only the last is kept; with it they
    are added to those there are. ``alike`` is the bit set of the places whose card is like the one
    before it in its row: of two such cards the first is used first. ``counts`` holds the solutions,
    nodes, and whether some had to be left out.
    """
    value, best_through, ahead = crossing.value, crossing.best_through, crossing.ahead
    used, summed, at = crossing.used, crossing.summed, crossing.at
    rows, columns = best_through.shape
    ways = value.shape[1]
    best_through[:] = LOWEST
    for first in range(columns):
        for way in range(ways):
            here = value[first, way]
            if here > best_through[0, first]:
                best_through[0, first] = here
            for row in range(1, rows):
                place = crossing.place[way, row]
                if here > best_through[row, place]:
                    best_through[row, place] = here
    for row in range(rows):
        bound = 0
        for place in range(columns):
            bound += best_through[row, place]
        if bound < need:
            return
    for first in range(columns - 1, -1, -1):
        ahead[first] = ahead[first + 1] + best_through[0, first]
    for first in range(columns):
        floor = need - (ahead[0] - best_through[0, first])
        fits = 0
        for way in range(ways):
            if value[first, way] >= floor:
                crossing.fitting[first, fits] = way
                fits += 1
        crossing.fitting_count[first] = fits
    depth = 0
    at[0] = 0
    while depth >= 0:
        if depth == columns:
            found = counts[FOUND] if collect else 0
            if found == crossing.totals.shape[0]:
                counts[LEFT_OUT] = 1
                return
            crossing.totals[found] = summed[depth]
            crossing.picks[found] = crossing.pick
            counts[FOUND] = found + 1
            if not collect:
                need = summed[depth] + 1
            depth -= 1
            continue
        deeper = False
        while at[depth] < crossing.fitting_count[depth]:
            way = crossing.fitting[depth, at[depth]]
            at[depth] += 1
            mask = crossing.joined[depth, way]
            if mask & used[depth] or ((mask & alike) >> 1) & ~used[depth]:
                continue
            total = summed[depth] + value[depth, way]
            if total + ahead[depth + 1] < need:
                continue
            counts[NODES] += 1
            crossing.pick[depth] = way
            used[depth + 1] = used[depth] | mask
            summed[depth + 1] = total
            depth += 1
            at[depth] = 0
            deeper = True
            break
        if not deeper:
            depth -= 1
