"""A good way to fill what is left of a grid with known cards: quick, with no promise of the best.

Hill climbing from many random fillings: any two of the cards not yet placed change places as long
as that gains. Where the grid is empty the exact search is the better answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from squares_core.cards import Card
from squares_core.chance import COMPLETION_PURPOSE
from squares_core.engine.compiling.automaton import Cards
from squares_core.engine.jit import jit
from squares_core.engine.playing.board import Board, compile_lines
from squares_core.engine.playing.game_loops import NO_CARD, Int, Words, line_worth, swap_gain
from squares_core.engine.playing.streams import random_below, streams
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules
from squares_core.tableau import Tableau


@jit
def _climb(board: Board, grid: Cards, free: Words, starter: Int) -> Int:
    """Exchange cards of ``free`` cells while that gains; return the total of the lines."""
    worth = np.zeros(board.lines, np.int32)
    gained = True
    while gained:
        gained = False
        for line in range(board.lines):
            worth[line] = line_worth(board, grid, line, starter)
        for a in range(len(free)):
            for b in range(a + 1, len(free)):
                one, other = free[a], free[b]
                if swap_gain(board, grid, one, other, starter, worth) > 0:
                    grid[one], grid[other] = grid[other], grid[one]
                    gained = True
                    for line in range(board.lines):
                        worth[line] = line_worth(board, grid, line, starter)
    return worth.sum()


@jit
def _best_of(
    board: Board, grid: Cards, free: Words, starter: Int, climbs: Int, chance: Words, best: Cards
) -> Int:
    highest = -(2**30)
    for _ in range(climbs):
        for place in range(len(free) - 1, 0, -1):
            other = random_below(chance, 0, place + 1)
            one, two = free[place], free[other]
            grid[one], grid[two] = grid[two], grid[one]
        total = _climb(board, grid, free, starter)
        if total > highest:
            highest = total
            best[:] = grid
    return highest


def complete_grid(
    rules: Rules,
    tableau: Tableau,
    cards: Sequence[Card],
    starter: Card | None = None,
    *,
    climbs: int = 60,
    seed: int = 0,
) -> tuple[int, Tableau]:
    """Return the best total found with ``cards`` on the empty cells, and that grid.

    The cards that lie on ``tableau`` stay; the placement rule is not asked. ``starter`` counts
    where it is given; a game that turns its starter later is weighed without it. Where the starter
    is chosen there may be one card more than cells: the one that is left over. Raises
    InvalidValueError for any other number of cards, and what ``automaton_for`` raises.
    """
    free = tableau.empty_cells
    if rules.starter == "chosen" and starter is None and len(cards) == len(free) + 1:
        tries = []
        for card in cards:
            others = [other for other in cards if other != card]
            tries.append(complete_grid(rules, tableau, others, card, climbs=climbs, seed=seed))
        return max(tries, key=lambda found: found[0])
    if len(cards) != len(free):
        raise InvalidValueError(f"{len(cards)} cards for {len(free)} empty cells")
    grid = np.array([NO_CARD if card is None else card for card in tableau.cards], np.uint8)
    grid[list(free)] = sorted(cards)
    best = grid.copy()
    turned = NO_CARD if starter is None else starter
    _best_of(
        compile_lines(rules).board,
        grid,
        np.array(free, np.uint64),
        np.uint8(turned),
        climbs if len(free) > 1 else 1,
        streams(seed, 0, 1, COMPLETION_PURPOSE),
        best,
    )
    found = Tableau(tableau.grid, tuple(best.tolist()))
    return rules.score(found, starter).total, found
