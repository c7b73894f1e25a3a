"""From a variant and known cards to the values of every hand its lines can hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import Card
from squares_core.engine.compiling.automaton import Automaton
from squares_core.engine.compiling.compile import automaton_for
from squares_core.engine.compiling.scoring_kernels import score_hands
from squares_core.engine.solving.hand_values import BatchScore, Int32s, hand_values
from squares_core.engine.solving.scored_grid import ScoredGrid
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules

Automata: TypeAlias = Callable[[int], Automaton]
"""Gives the automaton of the scorer for lines of so many cards, with a starter if it counts one."""

MAX_ASKED: Final = 60_000
"""Hands that a scorer is asked about one by one, which is quicker than to compile it."""


def automata_of(rules: Rules) -> Automata:
    """Return the compiled forms of the rules' scorer, kept once they were asked for."""
    return cache(lambda size: automaton_for(rules.scorer, size, with_starter=rules.has_starter))


def scored_grid(
    rules: Rules, cards: Sequence[Card], starter: Card | None, automata: Automata | None
) -> ScoredGrid:
    """Return the values of all hands of ``cards``, of which there is one for each cell.

    Without ``automata`` the scorer itself is asked about every hand, or compiled if they are many.
    """
    sizes = rules.line_sizes
    if automata is None and sum(comb(len(cards), size) for size in sizes) > MAX_ASKED:
        automata = automata_of(rules)
    tables = [
        hand_values(
            cards,
            size,
            _by_scorer(rules, starter)
            if automata is None
            else _by_automaton(automata(size), starter),
        )
        for size in sizes
    ]
    table_of = tuple(sizes.index(len(line.cells)) for line in rules.lines)
    return ScoredGrid(rules.grid, rules.lines, tuple(tables), table_of)


def _by_scorer(rules: Rules, starter: Card | None) -> BatchScore:
    def score(hands: NDArray[np.uint8]) -> Int32s:
        points = [rules.scorer.points(hand, starter) for hand in hands.tolist()]
        try:
            return np.array(points, np.int32)
        except OverflowError as error:
            most = max(points, key=abs)
            raise InvalidValueError(
                f"scorer '{rules.scorer.id}': {most} points are more than tables hold"
            ) from error

    return score


def _by_automaton(automaton: Automaton, starter: Card | None) -> BatchScore:
    if automaton.with_starter:
        points = np.ascontiguousarray(automaton.final_points[:, starter])
    else:
        points = automaton.final_points
    transitions, first_full = automaton.transitions, automaton.first_full
    return lambda hands: score_hands(transitions, first_full, points, hands)
