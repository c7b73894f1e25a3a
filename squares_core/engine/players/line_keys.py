"""What a partial line is known by when its value is learned, derived from the automaton alone.

A line that is not full has a *pattern*: states are of one pattern when they have the same number of
successors of each pattern among the 52 cards (the coarsest lumping, from the final points
backwards). The cards that may come next fall into three groups by how good the line is after them,
cut where the spread within the groups is least; how many cards of the two better groups are still
undealt is the second thing it is known by. The others are how many cells of the grid are empty, and
whether the line is a row, a column or a diagonal: so like cards can learn to gather one way. A full
line is known by its points alone; they stand under keys like any other value, so that compiled
loops need no branch for them.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE
from squares_core.engine.playing.board import CompiledRules

Numbers: TypeAlias = NDArray[np.int64]
Reals: TypeAlias = NDArray[np.float64]

FIRST_KEY: Final = 2  # columns of LineKeys.parts
WIDTH: Final = 3
MAX_PATTERNS: Final = 4000
# How many cards are drawn for the best of them to be kept, where the order of lines is reckoned.
_CHOICE: Final = 4.0
_COUNT_LIMITS: Final = (0, 1, 2, 3, 5, 7, 9)
_EXACT_TURNS: Final = 10


class LineKeys(NamedTuple):
    """How a line's key is found, as compiled loops take it.

    ``parts``
        ``uint64[states, 4]``: the cards of the best and of the second group, as masks; the first
        key of a state's pattern; how many counts of its second group are told apart, 0 for a full
        line.
    ``coarse``
        ``uint32[64]``: the number of undealt cards made coarse.
    ``turn``
        ``uint32[cells + 1]``: the first key for each number of empty cells made coarse. What is
        asked for at one time lies close together.
    ``offset``
        ``uint32[lines + 1]``: what the direction of each line adds to its keys.
    ``prospect``
        ``float32[states]``: a hopeful guess of what the line will come to; the final points of a
        full line, the mean over starters not in it.
    ``size``
        How many keys there are.
    """

    parts: NDArray[np.uint64]
    coarse: NDArray[np.uint32]
    turn: NDArray[np.uint32]
    offset: NDArray[np.uint32]
    prospect: NDArray[np.float32]
    size: int


def line_keys(compiled: CompiledRules) -> LineKeys:
    """Return the keys of the lines of a variant."""
    board = compiled.board
    states = len(board.transitions)
    pattern = np.zeros(states, np.int64)
    prospect = np.zeros(states)
    patterns = start = 0
    unfinished: list[tuple[int, int]] = []
    for automaton in compiled.automata.values():
        levels = automaton.levels + start
        first_full, end = int(levels[automaton.size]), int(levels[-1])
        transitions = board.transitions
        finals = board.final[board.full_row[first_full:end]].astype(np.float64)
        if automaton.with_starter:
            finals = _mean_of_others(finals, _examples(transitions, levels, automaton.size))
        else:
            finals = finals[:, 0]
        prospect[first_full:end] = finals
        kinds, found = np.unique(finals.round(6), return_inverse=True)
        pattern[first_full:end] = found + patterns
        patterns += len(kinds)
        for level in range(automaton.size - 1, -1, -1):
            here = slice(int(levels[level]), int(levels[level + 1]))
            after = transitions[here]
            prospect[here] = _best_of(prospect[after], _CHOICE)
            found = _lump(pattern[after], prospect[after])
            pattern[here] = found + patterns
            patterns += int(found.max()) + 1
            unfinished.append((here.start, here.stop))
        start = end
    parts = np.zeros((states, 4), np.uint64)
    told_apart = np.ones((patterns, 2), np.int64)
    for first, end in unfinished:
        for state in range(first, end):
            masks = _split(prospect[board.transitions[state]])
            parts[state, :FIRST_KEY] = masks
            sizes = [_coarse(mask.bit_count()) + 1 for mask in masks]
            told_apart[pattern[state]] = np.maximum(told_apart[pattern[state]], sizes)
        parts[first:end, WIDTH] = told_apart[pattern[first:end], 1]
    cells = board.cells
    lengths = told_apart.prod(axis=1)
    ends = np.cumsum(lengths)
    parts[:, FIRST_KEY] = (ends - lengths)[pattern]
    directions = sorted({line.kind for line in compiled.rules.lines})
    offset = [directions.index(line.kind) * int(ends[-1]) for line in compiled.rules.lines]
    size = len(directions) * int(ends[-1])
    turn = [
        left if left < _EXACT_TURNS else (left + _EXACT_TURNS) // 2 for left in range(cells + 1)
    ]
    return LineKeys(
        parts=parts,
        coarse=np.array([_coarse(number) for number in range(64)], np.uint32),
        turn=np.array(turn, np.uint32) * np.uint32(size),
        offset=np.array([*offset, 0], np.uint32),
        prospect=prospect.astype(np.float32),
        size=size * (turn[-1] + 1),
    )


def _coarse(number: int) -> int:
    return sum(number > limit for limit in _COUNT_LIMITS)


def _best_of(prospects: Reals, draws: float) -> Reals:
    """Return the mean best of ``draws`` cards drawn with replacement, for each row of 52."""
    ranks = np.arange(PACK_SIZE + 1) / PACK_SIZE
    weights = np.diff(ranks**draws)
    best: Reals = np.sort(prospects, axis=1) @ weights
    return best


def _lump(patterns: Numbers, prospects: Reals) -> Numbers:
    """Number the rows by the patterns they lead to; by prospects, where those are too many."""
    signature: NDArray[Any] = np.sort(patterns, axis=1)
    step = 0.01
    while True:
        kinds, found = np.unique(signature, axis=0, return_inverse=True)
        if len(kinds) <= MAX_PATTERNS:
            numbers: Numbers = found.reshape(-1).astype(np.int64)
            return numbers
        # Rows alike in how good their successors are, more and more coarsely.
        signature = np.round(np.sort(prospects, axis=1) / (step * (prospects.std() or 1.0)))
        step *= 2


def _split(prospects: Reals) -> tuple[int, int]:
    """Return the cards of the best and of the second group, as masks."""
    values, which, counts = np.unique(prospects.round(9), return_inverse=True, return_counts=True)
    kinds = len(values)
    if kinds == 1:
        return 0, 0
    first, second = 1, 1
    if kinds > 2:
        weight = np.concatenate([[0], np.cumsum(counts)])
        total = np.concatenate([[0], np.cumsum(counts * values)])
        # Least spread within groups is most of sum**2 / weight over them.
        low, high = np.triu_indices(kinds - 1, 1)
        low, high = low + 1, high + 1
        kept = (
            total[low] ** 2 / weight[low]
            + (total[high] - total[low]) ** 2 / (weight[high] - weight[low])
            + (total[-1] - total[high]) ** 2 / (weight[-1] - weight[high])
        )
        best = int(np.argmax(kept.round(6)))
        first, second = int(low[best]), int(high[best])
    top = middle = 0
    for card, kind in enumerate(which.reshape(-1).tolist()):
        if kind >= second:
            top |= 1 << card
        elif kind >= first:
            middle |= 1 << card
    return top, middle


def _examples(transitions: NDArray[np.generic], levels: Numbers, size: int) -> Numbers:
    """Return for each full state the cards of some hand that is in it, -1 where none was found."""
    begin = int(levels[0])
    hands = np.full((int(levels[-1]) - begin, size), -1, np.int64)
    known = np.zeros(len(hands), bool)
    known[0] = True
    for level in range(size):
        here = np.arange(int(levels[level]), int(levels[level + 1])) - begin
        here = here[known[here]]
        after = transitions[here + begin].astype(np.int64) - begin
        for card in range(PACK_SIZE):
            free = (hands[here, :level] != card).all(axis=1) & ~known[after[:, card]]
            target = after[free, card]
            hands[target, :level] = hands[here[free], :level]
            hands[target, level] = card
            known[target] = True
    return hands[int(levels[size]) - begin :]


def _mean_of_others(points: Reals, hands: Numbers) -> Reals:
    """Return the mean over the starters that are not in the hand, for each row of 52 points."""
    held = np.take_along_axis(points, np.maximum(hands, 0), axis=1) * (hands >= 0)
    others: Reals = (points.sum(axis=1) - held.sum(axis=1)) / (PACK_SIZE - (hands >= 0).sum(axis=1))
    return others
