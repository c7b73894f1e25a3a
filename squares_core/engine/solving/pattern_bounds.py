"""Which patterns can stand side by side or cross, and what lines can still add at most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Ints
from squares_core.engine.solving.patterns import WORD_BITS, Patterns, bit_place


class Side(NamedTuple):
    """The patterns of one direction: parallel arrays, and bit sets by pattern, family or card."""

    masks: Ints
    values: Ints
    sizes: Ints
    whole: Ints
    group: Ints
    capacity: Ints
    members: Ints
    apart: Ints
    through: Ints


@jit
def disjoint_sets(one: Ints, other: Ints, words: int) -> Ints:
    """Return for each mask of ``one`` the bit set of the masks of ``other`` that share nothing."""
    out = np.zeros((one.shape[0], words), np.int64)
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            if one[i] & other[j] == 0:
                out[i, j // WORD_BITS] |= np.int64(1) << (j % WORD_BITS)
    return out


@jit
def crossing_sets(one: Ints, one_whole: Ints, other: Ints, other_whole: Ints, words: int) -> Ints:
    """Return for each row pattern the bit set of the column patterns it can cross."""
    out = np.zeros((one.shape[0], words), np.int64)
    for i in range(one.shape[0]):
        for j in range(other.shape[0]):
            shared = one[i] & other[j]
            if shared & (shared - 1):
                continue
            if shared == 0 and one_whole[i] and other_whole[j]:
                continue
            out[i, j // WORD_BITS] |= np.int64(1) << (j % WORD_BITS)
    return out


@jit
def family_bound(candidates: Ints, lines: int, side: Side, left: Ints, full: Ints) -> int:
    """Return the greatest sum of ``lines`` candidates with at most so many of each family."""
    if lines <= 0:
        return 0
    for family in range(side.capacity.shape[0]):
        left[family] = side.capacity[family]
    filled = 0
    total = 0
    for word in range(candidates.shape[0]):
        bits = candidates[word]
        for k in range(filled):
            bits &= ~side.members[full[k], word]
        while bits:
            bit = bits & -bits
            bits ^= bit
            pattern = word * WORD_BITS + bit_place(bit)
            total += side.values[pattern]
            lines -= 1
            if lines == 0:
                return int(total)
            family = side.group[pattern]
            left[family] -= 1
            if left[family] == 0:
                full[filled] = family
                filled += 1
                bits &= ~side.members[family, word]
    return total


@jit
def _first_value(candidates: Ints, wanted: Ints, values: Ints) -> int:
    for word in range(candidates.shape[0]):
        bits = candidates[word] & wanted[word]
        if bits:
            return int(values[word * WORD_BITS + bit_place(bits & -bits)])
    return 0


@jit
def whole_row_bound(
    candidates: Ints,
    chosen: Ints,
    rows: int,
    used: int,
    lines: int,
    row: Side,
    column: Side,
    passing: Ints,
    scratch: Ints,
) -> int:
    """Return what ``lines`` columns can add at most, by the rows that are whole patterns."""
    least = 1 << 40
    for place in range(rows):
        pattern = chosen[place]
        if not row.whole[pattern]:
            continue
        beside = _first_value(candidates, passing[pattern], column.values)
        rest = row.masks[pattern] & ~used
        count = 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            here = _first_value(candidates, column.through[bit_place(bit)], column.values)
            scratch[count] = max(here, beside)
            count += 1
        total = 0
        if count <= lines:
            for k in range(count):
                total += scratch[k]
        else:
            for _ in range(lines):
                top = 0
                for k in range(1, count):
                    if scratch[k] > scratch[top]:
                        top = k
                total += scratch[top]
                scratch[top] = -1
        least = min(least, total)
    return least


def side_of(patterns: Patterns, length: int, cards: int) -> Side:
    """Return the arrays of the patterns of lines of ``length`` cells."""
    families = len(patterns.capacity)
    return Side(
        patterns.masks,
        patterns.values,
        patterns.sizes,
        (patterns.sizes == length).astype(np.int64),
        patterns.group,
        patterns.capacity,
        np.array([patterns.bits(patterns.group == f) for f in range(families)]),
        disjoint_sets(patterns.masks, patterns.masks, patterns.words),
        np.array([patterns.bits(patterns.masks >> card & 1) for card in range(cards)]),
    )
