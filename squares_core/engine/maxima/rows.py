"""The greatest sum of lines that lie side by side, by ranks: a pack holds four of each.

A set of rank counts is one number of thirteen four-bit digits.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import RANK_COUNT
from squares_core.engine.jit import jit
from squares_core.engine.maxima.tables import NEVER, code_of
from squares_core.engine.solving.hand_values import Int32s, Ints

MAX_PACKING_NODES: Final = 20_000_000
_ONES: Final = sum(1 << 4 * rank for rank in range(RANK_COUNT))
_THREES: Final = 3 * _ONES
_EIGHTS: Final = 8 * _ONES
"""A digit above four has its top bit set once three is added."""


def counts_of(ranks: tuple[int, ...]) -> int:
    """Return the counts of ranks 0..12 as one number."""
    return sum(1 << 4 * rank for rank in ranks)


@dataclass(frozen=True)
class RankHands:
    """The kinds of hand of one size with what they are worth at most, the best first.

    ``ranks`` is ``[hands, size]``, ascending; ``suited`` tells which are of one suit.
    """

    values: Ints
    counts: Ints
    suited: NDArray[np.bool_]
    ranks: Ints


def rank_hands(size: int, tables: list[tuple[Int32s, bool]]) -> RankHands:
    """Return the hands that ``tables``, by code of ranks, hold; each says if they are suited."""
    rows = [
        (int(table[code_of(ranks)]), ranks, suited)
        for table, suited in tables
        for ranks in combinations_with_replacement(range(RANK_COUNT), size)
        if table[code_of(ranks)] > NEVER
    ]
    rows.sort(key=lambda row: -row[0])
    return RankHands(
        np.array([row[0] for row in rows], np.int64),
        np.array([counts_of(row[1]) for row in rows], np.int64),
        np.array([row[2] for row in rows], np.bool_),
        np.array([row[1] for row in rows], np.int64).reshape(len(rows), size),
    )


@jit
def fits(counts: int) -> bool:
    """Return whether no rank stands more than four times."""
    return (counts + _THREES) & _EIGHTS == 0


@jit
def _pack(
    values: Ints,
    counts: Ints,
    suited: NDArray[np.bool_],
    taken: int,
    lines: int,
    most_suited: int,
    best: int,
    limit: int,
    chosen: Ints,
) -> tuple[int, int]:
    """Return the greatest sum of ``lines`` hands if above ``best``, and the nodes it took.

    The nodes are -1 when there would be more than ``limit``.
    """
    at = np.zeros(lines + 1, np.int64)
    sums = np.zeros(lines + 1, np.int64)
    held = np.zeros(lines + 1, np.int64)
    suited_left = np.zeros(lines + 1, np.int64)
    held[0] = taken
    suited_left[0] = most_suited
    nodes = 0
    depth = 0
    while depth >= 0:
        if depth == lines:
            if sums[depth] > best:
                best = sums[depth]
                chosen[:] = at[:lines] - 1
            depth -= 1
            continue
        hand = at[depth]
        if hand == values.shape[0] or sums[depth] + values[hand] * (lines - depth) <= best:
            depth -= 1
            continue
        at[depth] = hand + 1
        if suited[hand] > suited_left[depth] or not fits(held[depth] + counts[hand]):
            continue
        nodes += 1
        if nodes > limit:
            return best, -1
        sums[depth + 1] = sums[depth] + values[hand]
        held[depth + 1] = held[depth] + counts[hand]
        suited_left[depth + 1] = suited_left[depth] - suited[hand]
        at[depth + 1] = hand
        depth += 1
    return best, nodes


def best_packing(
    hands: RankHands, lines: int, taken: int = 0, most_suited: int | None = None
) -> tuple[int, list[int], int]:
    """Return the greatest sum of ``lines`` hands, those hands, and the nodes it took.

    ``taken`` are the counts already used up; at most ``most_suited`` hands are of one suit. Where
    the search would take too long the sum is an upper bound and no hands are given.
    """
    chosen = np.full(lines, -1, np.int64)
    free = lines if most_suited is None else most_suited
    total, nodes = _pack(
        hands.values,
        hands.counts,
        hands.suited,
        taken,
        lines,
        free,
        NEVER,
        MAX_PACKING_NODES,
        chosen,
    )
    if nodes < 0:
        top = hands.values[~hands.suited] if free == 0 else hands.values
        return int(top[0]) * lines, [], MAX_PACKING_NODES
    return int(total), [int(hand) for hand in chosen], int(nodes)
