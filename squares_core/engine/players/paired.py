"""What came of moves of one position on the same futures, so that differences can be told.

The error of a difference of two moves is far less than their own errors suggest, since much of
what the cards to come bring is common to both. Totals are kept as means of small groups of futures,
whose spread gives both errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.errors import InvalidValueError
from squares_core.moves import Move

GROUP: Final = 50
"""Futures in a group."""


@dataclass(frozen=True, eq=False)
class PairedGames:
    """Final scores of moves on common futures: ``means``, shape (groups, moves)."""

    moves: tuple[Move, ...]
    means: NDArray[np.float64]

    @property
    def games(self) -> int:
        """How many games each move was played out."""
        return len(self.means) * GROUP

    def expected(self, move: Move) -> float:
        """Return the mean final score after ``move``."""
        return float(self.means[:, self.moves.index(move)].mean())

    def error(self, move: Move) -> float:
        """Return the standard error of that mean."""
        return _error(self.means[:, self.moves.index(move)])

    def error_of_difference(self, one: Move, other: Move) -> float:
        """Return the standard error of the difference of two means."""
        first, second = self.moves.index(one), self.moves.index(other)
        return _error(self.means[:, first] - self.means[:, second])

    @property
    def deviation(self) -> float:
        """The standard deviation of a single game after the first move."""
        return _error(self.means[:, 0]) * sqrt(self.games)

    def joined(self, more: PairedGames) -> PairedGames:
        """Return these games and ``more`` of the same moves, or of some of them, as one.

        Raises InvalidValueError for moves that are not among these.
        """
        if not set(more.moves) <= set(self.moves):
            raise InvalidValueError("games of other moves cannot be joined")
        columns = [self.moves.index(move) for move in more.moves]
        return PairedGames(more.moves, np.concatenate([self.means[:, columns], more.means]))


def _error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values))
