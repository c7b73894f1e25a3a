"""A player that is a program."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from squares_core import Move, MoveKind, PlayerView, Strategy, hookimpl


@dataclass(frozen=True)
class BestLine(Strategy):
    """Puts the card where the running score is best, counting diagonals ``weight`` times."""

    id: str = "diagonal-greedy"
    title: str = "Greedy for diagonals"
    weight: int = 2

    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return the move that gains most; chance, from ``rng`` alone, decides between equals."""
        return max(view.legal_moves, key=lambda move: (self._worth(view, move), rng.random()))

    def _worth(self, view: PlayerView, move: Move) -> int:
        turned = view.position.turned
        if move.kind is not MoveKind.PLACE or turned is None:
            return 0
        after = view.position.tableau.with_card(move.target, turned)
        return sum(
            line.points * (self.weight if line.line.kind == "diagonals" else 1)
            for line in view.rules.score(after).lines
        )


@hookimpl
def squares_strategies() -> Sequence[Strategy]:
    """Add the strategy."""
    return [BestLine()]
