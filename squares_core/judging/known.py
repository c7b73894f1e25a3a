"""Judges the moves of a game in which all cards are known from the outset: there is no luck."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Final

from squares_core.cards import Card
from squares_core.chance import Chance
from squares_core.engine import Solution, complete_grid
from squares_core.game import Game
from squares_core.judging.judged import Judged
from squares_core.moves import Move, put, swap
from squares_core.rules import Position, Rules
from squares_core.strategy import MoveValue
from squares_core.tableau import Tableau

_CLIMBS: Final = 400
_TRIED: Final = 200
_TRIAL_SEED: Final = 1


def judge_known(
    game: Game, best: Solution, step: Callable[[], None]
) -> tuple[list[Judged], int, float]:
    """Return each move judged, the total of the ``best`` grid of the cards, and the scale.

    The total is in hundredths of a point. The scale is the standard deviation of grids on which
    the same cards lie at random.
    """
    rules, positions = game.rules, game.positions()
    plan = (best.optimum, best.tableau)
    if rules.deal == "shuffle":
        within = [plan] * len(positions)
        within[-1] = (game.score.total, game.position.tableau)
        for _ in game.moves:
            step()
    else:
        within = _within_reach(game, plan, step)
    judged = [
        _judged(rules, position, move, before, after[0])
        for position, move, before, after in zip(
            positions, game.moves, within, within[1:], strict=False
        )
    ]
    return judged, 100 * within[0][0], _spread(rules, best.cards, best.starter)


def _within_reach(
    game: Game, best: tuple[int, Tableau], step: Callable[[], None]
) -> list[tuple[int, Tableau]]:
    """Return for each position the best total found that it can still lead to, and its grid.

    Whatever a later position leads to an earlier one leads to as well, so no total is below the
    next.
    """
    positions = game.positions()
    ahead = (game.score.total, game.position.tableau)
    found = [ahead]
    for position in positions[-2::-1]:
        laid = position.tableau
        if all(best[1][cell] == laid[cell] for cell in laid.filled_cells):
            ahead = max(ahead, best, key=lambda each: each[0])
        elif not position.finished:
            ahead = max(ahead, best_completion(game.rules, position), key=lambda each: each[0])
        found.append(ahead)
        step()
    return found[::-1]


def best_completion(rules: Rules, position: Position) -> tuple[int, Tableau]:
    """Return the best total found with the tray of an open game laid on its empty cells.

    The cards that lie on the grid stay. Good, not proven.
    """
    return complete_grid(rules, position.tableau, position.tray, position.starter, climbs=_CLIMBS)


def _judged(
    rules: Rules, position: Position, move: Move, before: tuple[int, Tableau], after: int
) -> Judged:
    loss = before[0] - after
    best = move if loss == 0 else _towards(rules, position, move, before[1])
    values = [MoveValue(move, float(after), 0.0, 0)]
    if best != move:
        values.insert(0, MoveValue(best, float(before[0]), 0.0, 0))
    return Judged(
        best_move=best,
        played=100 * after,
        best=100 * before[0],
        loss=100 * loss,
        error=0.0,
        luck=0,
        gain=0,
        values=tuple(values),
        games=0,
    )


def _towards(rules: Rules, position: Position, move: Move, plan: Tableau) -> Move:
    """Return a legal move that brings the grid nearer to ``plan``, of the same card if it can."""
    legal = rules.legal_moves(position)
    if rules.deal == "shuffle":
        laid = position.tableau
        wrong = next(cell for cell, card in enumerate(laid.cards) if card != plan[cell])
        return swap(wrong, laid.cards.index(plan[wrong]))
    cells = {card: cell for cell, card in enumerate(plan.cards)}
    wanted = sorted(position.tray, key=lambda card: card != move.source)
    moves = [put(card, cells[card]) for card in wanted if card in cells]
    return next((each for each in moves if each in legal), move)


def _spread(rules: Rules, known: Sequence[Card], starter: Card | None) -> float:
    chance = Chance(_TRIAL_SEED)
    cards = [card for card in known if card != starter]
    totals = []
    for _ in range(_TRIED):
        chance.shuffle(cards)
        totals.append(rules.score(Tableau(rules.grid, tuple(cards)), starter).total)
    return statistics.pstdev(totals)
