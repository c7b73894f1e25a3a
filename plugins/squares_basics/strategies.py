"""Strategies that can play every variant."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from squares_core import (
    PACK,
    Move,
    MoveKind,
    MoveValue,
    NoTablesError,
    PlayerView,
    Rules,
    Strategy,
)

_SAMPLES = 20


@dataclass(frozen=True)
class RandomStrategy(Strategy):
    """Plays any legal move, all equally likely."""

    id = "random"
    title = "Random"

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return one of the legal moves."""
        return view.legal_moves[rng.randrange(len(view.legal_moves))]

    def rate(self, view: PlayerView, rng: random.Random) -> Sequence[MoveValue]:
        """Return what random play makes of each move, by games sampled."""
        return _sampled(self, view, rng)

    def play_many(self, rules: Rules, deals: Any, seed: int, first: int) -> Any:
        """Play on tables, where the variant has them."""
        return _on_tables("RANDOM", rules, deals, seed, first)


@dataclass(frozen=True)
class GreedyStrategy(Strategy):
    """Plays the move that raises the running score most, the first of equals."""

    id = "greedy"
    title = "Greedy"

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return the legal move with the highest gain in score now, first in order on a tie.

        In a shuffle game that is the best exchange, or ``done`` when none gains.
        """
        if MoveKind.DONE in {move.kind for move in view.legal_moves}:
            best = max(view.legal_moves, key=lambda move: _gain(view, move))
            return best if _gain(view, best) > 0 else view.legal_moves[-1]
        return max(view.legal_moves, key=lambda move: _gain(view, move))

    def rate(self, view: PlayerView, rng: random.Random) -> Sequence[MoveValue]:
        """Return what greedy play makes of each move, by games sampled."""
        return _sampled(self, view, rng)

    def play_many(self, rules: Rules, deals: Any, seed: int, first: int) -> Any:
        """Play on tables, where the variant has them."""
        return _on_tables("GREEDY", rules, deals, seed, first)


def _sampled(strategy: Strategy, view: PlayerView, rng: random.Random) -> list[MoveValue]:
    """Play games out after each move, all moves on the same futures, and return their means.

    Where all cards lie open nothing is unseen that could be sampled: there it cannot tell.
    """
    rules, position = view.rules, view.position
    if rules.deal != "turned":
        return []
    seen = [card for card in PACK if card not in view.unseen]
    totals: dict[Move, list[int]] = {move: [] for move in view.legal_moves}
    for _ in range(_SAMPLES):
        future = list(view.unseen)
        rng.shuffle(future)
        # Only the cards still to be turned are looked up; those seen may stand in any order.
        deal = [*seen[: position.drawn], *future]
        for move, reached in totals.items():
            after = rules.play(position, move, deal)
            while rules.legal_moves(after):
                chosen = strategy.choose(PlayerView(rules, after), rng)
                after = rules.play(after, chosen, deal)
            reached.append(rules.score(after.tableau, after.starter).total)
    return [
        MoveValue(move, mean(reached), stdev(reached) / len(reached) ** 0.5, len(reached))
        for move, reached in totals.items()
    ]


def _on_tables(player: str, rules: Rules, deals: Any, seed: int, first: int) -> Any:
    # The engine is imported when games by the thousand are wanted: numba takes its time to load.
    from squares_core import engine

    try:
        compiled = engine.compile_rules(rules)
    except NoTablesError:
        return None
    return engine.play_games(compiled, getattr(engine, player), deals, seed, first)


def _gain(view: PlayerView, move: Move) -> int:
    """Return by how much ``move`` raises the running score; 0 where it puts no card down."""
    position = view.position
    tableau = position.tableau
    match move.kind:
        case MoveKind.PLACE if position.turned is not None:
            after = tableau.with_card(move.target, position.turned)
        case MoveKind.PLAY:
            after = tableau.with_card(move.target, position.reserves[move.source][-1])
        case MoveKind.PUT:
            after = tableau.with_card(move.target, move.source)
        case MoveKind.SWAP:
            after = tableau.swapped(move.source, move.target)
        case _:
            return 0
    # The starter that filling the grid would turn is not known yet and counts for nothing.
    return view.rules.score(after, position.starter).total - view.score.total
