"""Kernels that score whole batches of hands on the tables of an automaton."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.automaton import Table
from squares_core.engine.jit import kernel


@kernel
def score_hands(
    transitions: Table, first_full: int, points: NDArray[np.int32], hands: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """Return the points of each row of ``hands``: ``int32[n]`` from ``uint8[n, size]``.

    ``points`` is ``int32[full states]``.
    """
    size = hands.shape[1]
    result = np.empty(hands.shape[0], np.int32)
    first = np.uint64(first_full)
    for i in range(hands.shape[0]):
        state = np.uint64(0)
        for k in range(size):
            state = np.uint64(transitions[state, np.uint64(hands[i, k])])
        result[i] = points[state - first]
    return result


@kernel
def score_hands_with_starter(
    transitions: Table,
    first_full: int,
    points: NDArray[np.int32],
    hands: NDArray[np.uint8],
    starters: NDArray[np.uint8],
) -> NDArray[np.int32]:
    """Return the points of each row of ``hands`` with its starter: ``int32[n]``.

    ``points`` is ``int32[full states, 52]``.
    """
    size = hands.shape[1]
    result = np.empty(hands.shape[0], np.int32)
    first = np.uint64(first_full)
    for i in range(hands.shape[0]):
        state = np.uint64(0)
        for k in range(size):
            state = np.uint64(transitions[state, np.uint64(hands[i, k])])
        result[i] = points[state - first, np.uint64(starters[i])]
    return result
