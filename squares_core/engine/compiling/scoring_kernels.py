"""Kernels that score whole batches of hands on the tables of an automaton."""

from __future__ import annotations

import numpy as np

from squares_core.engine.compiling.automaton import Cards, Points, Table
from squares_core.engine.jit import jit


@jit
def score_hands(transitions: Table, first_full: int, points: Points, hands: Cards) -> Points:
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


@jit
def score_hands_with_starter(
    transitions: Table,
    first_full: int,
    points: Points,
    hands: Cards,
    starters: Cards,
) -> Points:
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
