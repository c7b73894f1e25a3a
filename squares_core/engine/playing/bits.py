"""Counting and finding the bits of masks of 64, for compiled loops."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from squares_core.engine.jit import jit

Mask: TypeAlias = Any  # uint64 in compiled loops

_ONE = np.uint64(1)
_ODD_BITS, _BIT_PAIRS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_HALF_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_TOP_BYTE = np.uint64(56)
_LOW_BITS, _HIGH_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_BIT_IN_BYTE = np.zeros((256, 8), np.uint8)
for _byte in range(256):
    _set = [bit for bit in range(8) if _byte >> bit & 1]
    _BIT_IN_BYTE[_byte, : len(_set)] = _set


@jit
def sum_bytes(mask: Mask) -> Mask:
    """Return in each byte how many bits are set in that byte of ``mask`` and those below it."""
    mask -= (mask >> _ONE) & _ODD_BITS
    mask = (mask & _BIT_PAIRS) + ((mask >> np.uint64(2)) & _BIT_PAIRS)
    return ((mask + (mask >> np.uint64(4))) & _HALF_BYTES) * _LOW_BITS


@jit
def bits_in(sums: Mask) -> Mask:
    """Return how many bits are set in a mask, from its ``sum_bytes``."""
    return sums >> _TOP_BYTE


@jit
def bits_set(mask: Mask) -> Mask:
    """Return how many bits of ``mask`` are set: one instruction where the processor has it."""
    return bits_in(sum_bytes(mask))


@jit
def lowest_bit(mask: Mask) -> Mask:
    """Return the position of the lowest bit that is set in ``mask``, which is not 0."""
    return bits_set(~mask & (mask - _ONE))


@jit
def find_bit(mask: Mask, sums: Mask, number: Mask) -> Mask:
    """Return the position of set bit ``number`` of ``mask``, counted from the lowest.

    ``sums`` is ``sum_bytes(mask)``. No branch depends on chance, so that none is mispredicted.
    """
    before = ((number * _LOW_BITS | _HIGH_BITS) - sums) & _HIGH_BITS
    place = (((before >> np.uint64(7)) * _LOW_BITS) >> np.uint64(53)) & np.uint64(0x78)
    left = number - (((sums << np.uint64(8)) >> place) & np.uint64(0xFF))
    return place + np.uint64(_BIT_IN_BYTE[(mask >> place) & np.uint64(0xFF), left])
