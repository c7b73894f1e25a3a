"""Multisets of small numbers, numbered without gaps.

A multiset of ``size`` of the symbols ``0..symbols-1`` is an ascending row. Rows are ordered by
their last member, then by the one before it, and so on, so that the row ``s`` has the number
``sum(comb(s[i] + i, i + 1))`` (the combinatorial number system, shifted for repetition).
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_LARGEST: Final = 64 + 8
_CHOOSE: Final = np.array(
    [[comb(top, below) for below in range(10)] for top in range(_LARGEST)], dtype=np.int64
)


def multiset_count(symbols: int, size: int) -> int:
    """Return how many multisets of ``size`` of ``symbols`` symbols there are."""
    return comb(symbols + size - 1, size)


def multisets(symbols: int, size: int) -> NDArray[np.uint8]:
    """Return all multisets of ``size`` of ``symbols`` symbols: ``uint8[count, size]``, in order."""
    rows = np.zeros((1, 0), np.uint8)
    for length in range(1, size + 1):
        ends = np.repeat(
            np.arange(symbols, dtype=np.uint8),
            [multiset_count(last + 1, length - 1) for last in range(symbols)],
        )
        starts = [rows[: multiset_count(last + 1, length - 1)] for last in range(symbols)]
        rows = np.column_stack([np.concatenate(starts), ends])
    return rows


def numbers_after_adding(rows: NDArray[Any], symbols: int) -> NDArray[np.int64]:
    """Return the number of each row with each symbol added: ``int64[len(rows), symbols]``."""
    size = rows.shape[1]
    places = np.arange(size)
    wide = rows.astype(np.int64)
    before = np.zeros((len(rows), size + 1), np.int64)
    np.cumsum(_CHOOSE[wide + places, places + 1], axis=1, out=before[:, 1:])
    moved = np.zeros((len(rows), size + 1), np.int64)
    np.cumsum(_CHOOSE[wide + places + 1, places + 2][:, ::-1], axis=1, out=moved[:, 1:])
    around = before + moved[:, ::-1]
    symbol = np.arange(symbols)
    place = np.zeros((len(rows), symbols), np.int64)
    for column in range(size):
        place += wide[:, column, None] <= symbol
    numbers: NDArray[np.int64] = np.take_along_axis(around, place, axis=1)
    numbers += _CHOOSE[symbol + place, place + 1]
    return numbers
