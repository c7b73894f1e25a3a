"""The value of every hand that some known cards can make, and of every part of such a hand.

A set of cards is a bit mask over their positions in the deal. Sets of one size are numbered in
ascending order of their masks (the combinatorial number system), so values lie in flat arrays
without gaps and a set is found by a few table look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import Card
from squares_core.engine.jit import jit
from squares_core.errors import InvalidValueError

CHUNK_BITS: Final = 9
MAX_HANDS: Final = 100_000_000

Ints = NDArray[np.int64]
Int32s = NDArray[np.int32]

BatchScore = Callable[[NDArray[np.uint8]], Int32s]
"""Values of the hands in the rows of an array of cards, shape (hands, size)."""


@cache
def rank_tables(count: int, size: int) -> tuple[Int32s, NDArray[np.int8]]:
    """Return what ``rank_of`` needs for sets of up to ``size`` of ``count`` cards.

    The first array, shape (chunks, size + 1, 512), holds what each chunk of nine positions adds to
    the number of a set, by how many members lie before it; the second, shape (512,), the number
    of members in a chunk.
    """
    chunks = -(-count // CHUNK_BITS)
    width = 1 << CHUNK_BITS
    members = np.array([bits.bit_count() for bits in range(width)], np.int8)
    parts = np.zeros((chunks, size + 1, width), np.int32)
    for chunk in range(chunks):
        for before in range(size + 1):
            for bits in range(width):
                if before + int(members[bits]) > size:
                    continue
                taken, total = before, 0
                for bit in range(CHUNK_BITS):
                    if bits >> bit & 1:
                        taken += 1
                        total += comb(chunk * CHUNK_BITS + bit, taken)
                # No set of the given cards reaches a number beyond an int32; the rest stay unused.
                parts[chunk, before, bits] = min(total, np.iinfo(np.int32).max)
    return parts, members


@jit
def rank_of(mask: int, parts: Int32s, members: NDArray[np.int8]) -> int:
    """Return the number of the set ``mask`` among the sets of its size."""
    rank = 0
    before = 0
    for chunk in range(parts.shape[0]):
        bits = (mask >> (9 * chunk)) & 511
        rank += parts[chunk, before, bits]
        before += members[bits]
    return rank


@jit
def _members_of(masks: Ints, out: Ints) -> None:
    for i in range(masks.shape[0]):
        mask = masks[i]
        place = 0
        position = 0
        while mask:
            if mask & 1:
                out[i, place] = position
                place += 1
            mask >>= 1
            position += 1


@jit
def _fill_masks(first: int, out: Ints) -> None:
    mask = first
    for i in range(out.shape[0]):
        out[i] = mask
        # The next larger number with as many bits set.
        low = mask & -mask
        ripple = mask + low
        mask = ripple | (((mask ^ ripple) >> 2) // low)


def set_masks(count: int, size: int) -> Ints:
    """Return the masks of all sets of ``size`` of ``count`` positions, ascending."""
    out = np.zeros(comb(count, size), np.int64)
    if size:
        _fill_masks((1 << size) - 1, out)
    return out


@jit
def _spread_down(
    larger: Ints,
    smaller_low: Int32s,
    smaller_high: Int32s,
    low: Int32s,
    high: Int32s,
    parts: Int32s,
    members: NDArray[np.int8],
) -> None:
    for i in range(larger.shape[0]):
        mask = larger[i]
        rest = mask
        while rest:
            bit = rest & -rest
            rest ^= bit
            at = rank_of(mask ^ bit, parts, members)
            smaller_low[at] = min(smaller_low[at], low[i])
            smaller_high[at] = max(smaller_high[at], high[i])


@dataclass(frozen=True)
class HandValues:
    """The values of all hands of ``size`` of ``count`` cards.

    ``low[j]`` and ``high[j]`` hold, for each set of ``j`` cards by its number, the least and the
    greatest value of a hand that contains it; for ``j == size`` both are the values themselves.
    """

    count: int
    size: int
    values: Int32s

    @property
    def tables(self) -> tuple[Int32s, NDArray[np.int8]]:
        """The look-up tables of ``rank_of`` for these sets."""
        return rank_tables(self.count, self.size)

    def value(self, mask: int) -> int:
        """Return the value of the hand ``mask``."""
        return int(self.values[rank_of(mask, *self.tables)])

    def spread(self) -> tuple[list[Int32s], list[Int32s]]:
        """Return ``low`` and ``high``, each one array for each size from 0 to ``size``."""
        parts, members = self.tables
        lows, highs = [self.values], [self.values]
        for size in range(self.size, 0, -1):
            low = np.full(comb(self.count, size - 1), np.iinfo(np.int32).max, np.int32)
            high = np.full(comb(self.count, size - 1), np.iinfo(np.int32).min, np.int32)
            _spread_down(
                set_masks(self.count, size), low, high, lows[-1], highs[-1], parts, members
            )
            lows.append(low)
            highs.append(high)
        return lows[::-1], highs[::-1]

    def dense(self) -> Int32s:
        """Return the values by mask, shape (2**count,); sets of another size hold 0."""
        out = np.zeros(1 << self.count, np.int32)
        out[set_masks(self.count, self.size)] = self.values
        return out


def hand_values(cards: Sequence[Card], size: int, score: BatchScore) -> HandValues:
    """Return the values of all hands of ``size`` of ``cards``.

    Raises InvalidValueError when there are more than a hundred million.
    """
    count = len(cards)
    hands = comb(count, size)
    if hands > MAX_HANDS:
        raise InvalidValueError(
            f"{count} cards make {hands:,} hands of {size}; at most {MAX_HANDS:,} can be tabled"
        )
    given = np.array(cards, np.uint8)
    masks = set_masks(count, size)
    values = np.empty(hands, np.int32)
    step = 1 << 20
    for start in range(0, hands, step):
        part = masks[start : start + step]
        positions = np.empty((len(part), size), np.int64)
        _members_of(part, positions)
        values[start : start + step] = score(given[positions])
    return HandValues(count, size, values)
