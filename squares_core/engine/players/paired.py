"""Some moves of one position played out on the same futures, so that differences can be told.

The error of a difference of two moves is far less than their own errors suggest, since much of
what the cards to come bring is common to both. Totals are kept as means of small groups of futures,
whose spread gives both errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.chance import PAIRED_PURPOSE, stream_state
from squares_core.engine.players.search import TablePlayer
from squares_core.engine.players.search_loops import sample_moves
from squares_core.errors import InvalidValueError
from squares_core.moves import Move
from squares_core.rules import Position

GROUP: Final = 50
"""Futures in a group."""
_STARTERS: Final = 3


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


def paired_games(
    player: TablePlayer, position: Position, moves: Sequence[Move], games: int, seed: int
) -> PairedGames:
    """Return ``moves`` of ``position`` played out on about ``games`` common futures.

    The games go on by value alone. They are rounded up to two groups at least. Moves that differ
    only by which empty line they use are the same move here and have the same figures.
    """
    game = player._game_of(position)
    policy, memory, rules = player._policy, player._memory, player.compiled.rules
    hidden = np.array(position.unseen, np.uint64)
    piles = rules.reserves * rules.reserve_size + rules.waste_size
    held = sum(map(len, position.reserves)) + len(position.waste)
    ahead = len(position.tableau.empty_cells) + piles - held
    with_starter = rules.starter == "turned"
    starters = max(1, min(_STARTERS, len(hidden) - ahead)) if with_starter else 0
    codes = [player._stand_in(game, _code_of(move)) for move in moves]
    distinct = sorted(set(codes))
    listed = np.array(distinct, np.uint64)
    stream = np.array([stream_state(seed, purpose=PAIRED_PURPOSE)], np.uint64)
    groups = max(2, -(-games // GROUP))
    means = np.zeros((groups, len(distinct)))
    for group in means:
        sums, squares = np.zeros(len(distinct), np.int64), np.zeros(len(distinct))
        left = GROUP
        while left:
            left -= sample_moves(
                policy,
                game,
                listed,
                hidden,
                min(len(hidden), ahead + starters),
                starters,
                left,
                stream,
                sums,
                squares,
                memory.tables(),
            )
            memory.learn()
        group[:] = sums / (GROUP * max(starters, 1))
    return PairedGames(tuple(moves), means[:, [distinct.index(code) for code in codes]])


def _code_of(move: Move) -> int:
    return int(move.kind) << 12 | move.source << 6 | move.target
