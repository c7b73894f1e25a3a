"""One move as either way of judging leaves it, before it is put in words and marked."""

from __future__ import annotations

from dataclasses import dataclass

from squares_core.moves import Move
from squares_core.strategy import MoveValue


@dataclass(frozen=True)
class Judged:
    """What ``ReviewedMove`` explains, in whole hundredths of a point; ``error`` in points."""

    best_move: Move
    played: int
    best: int
    loss: int
    error: float
    luck: int
    gain: int
    values: tuple[MoveValue, ...]
    games: int
