"""The sets of cards that make a hand score, found by looking at values only.

A set of cards is worth ``v`` for certain when every hand that contains it is worth ``v`` or more.
The *patterns* of some known cards are the smallest such sets: those worth more for certain than
any of their parts. Every hand is then worth exactly as much as the best pattern it contains,
whatever the scorer. For poker hands the patterns are the pairs, threes, straights and so on, a few
hundred in 25 cards; a scorer that adds up many things has so many that they are of no use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import Card, rank_of, suit_of
from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import HandValues, Int32s, Ints, set_masks
from squares_core.engine.solving.hand_values import rank_of as number_of

WORD_BITS: Final = 62
_LOW_BIT: Final = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: the top six bits of its product with a power of two name that power."""


def _bit_places() -> Ints:
    places = np.zeros(64, np.int64)
    for bit in range(64):
        places[(_LOW_BIT << bit & (1 << 64) - 1) >> 58] = bit
    return places


BIT_PLACES: Final = _bit_places()


@jit
def bit_place(bit: int) -> int:
    """Return the place of the only bit set in ``bit``, 0 to 62."""
    return int(BIT_PLACES[((bit * _LOW_BIT) >> 58) & 63])


@jit
def _rises(
    masks: Ints, low: Int32s, below: Int32s, parts: Int32s, members: NDArray[np.int8]
) -> Ints:
    """Return the places of the sets worth more for certain than each set with one card fewer."""
    places = np.empty(masks.shape[0], np.int64)
    count = 0
    for i in range(masks.shape[0]):
        rest = masks[i]
        rises = True
        while rest and rises:
            bit = rest & -rest
            rest ^= bit
            rises = below[number_of(masks[i] ^ bit, parts, members)] < low[i]
        if rises:
            places[count] = i
            count += 1
    return places[:count]


@dataclass(frozen=True)
class Patterns:
    """The patterns of one kind of line, the most valuable first.

    ``masks``, ``values`` and ``sizes`` are parallel; a value is what the pattern adds to ``floor``,
    which every hand is worth. ``group`` numbers for each pattern a family of which at most
    ``capacity[group]`` are pairwise disjoint.
    """

    floor: int
    masks: Ints
    values: Ints
    sizes: Ints
    group: Ints
    capacity: Ints

    def __len__(self) -> int:
        return len(self.masks)

    @property
    def words(self) -> int:
        """The number of words of a bit set over the patterns."""
        return max(1, -(-len(self) // WORD_BITS))

    def bits(self, chosen: Sequence[bool] | np.ndarray) -> Ints:
        """Return the bit set of the patterns where ``chosen`` is true, shape (words,)."""
        out = np.zeros(self.words, np.int64)
        for place in np.flatnonzero(chosen):
            out[place // WORD_BITS] |= 1 << int(place % WORD_BITS)
        return out


def find_patterns(table: HandValues, cards: Sequence[Card], lines: int) -> Patterns:
    """Return the patterns of the hands of ``cards`` that can lie in ``lines`` lines."""
    lows, _ = table.spread()
    parts, members = table.tables
    floor = int(lows[0][0])
    masks, values, sizes = [], [], []
    for size in range(1, table.size + 1):
        everything = set_masks(table.count, size)
        places = _rises(everything, lows[size], lows[size - 1], parts, members)
        masks.append(everything[places])
        values.append(lows[size][places].astype(np.int64) - floor)
        sizes.append(np.full(len(places), size, np.int64))
    mask, value, size_of = (np.concatenate(part) for part in (masks, values, sizes))
    order = np.lexsort((mask, -size_of, -value))
    mask, value, size_of = mask[order], value[order], size_of[order]
    group, capacity = _families(mask, cards, lines)
    return Patterns(floor, mask, value, size_of, group, capacity)


def _families(masks: Ints, cards: Sequence[Card], lines: int) -> tuple[Ints, Ints]:
    """Put each pattern in the family of the rank or suit that it takes the greatest share of.

    Patterns that each take more than half of the cards of a rank meet pairwise; those that each
    take ``k`` of its ``n`` cards leave room for at most ``n // k``.
    """
    kinds = [
        sum(1 << place for place, card in enumerate(cards) if of(card) == which)
        for of, choices in ((rank_of, range(1, 14)), (suit_of, range(4)))
        for which in choices
    ]
    numbers: dict[tuple[int, int], int] = {(-1, 0): 0}
    capacity = [lines]
    group = np.zeros(len(masks), np.int64)
    for place, mask in enumerate(masks.tolist()):
        best, key = lines, (-1, 0)
        for kind, members in enumerate(kinds):
            share, whole = (mask & members).bit_count(), members.bit_count()
            if share >= 2 and whole // share < best:
                best, key = whole // share, (kind, 0 if 2 * share > whole else share)
        if key not in numbers:
            numbers[key] = len(capacity)
            capacity.append(best)
        group[place] = numbers[key]
    return group, np.array(capacity, np.int64)
