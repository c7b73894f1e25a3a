"""A player on tables: by learned values alone, or with many games sampled for each move.

Every move is played out on the same futures by the player of the values alone; the worse half is
dropped, again and again, until one is left (sequential halving: Karnin, Koren and Somekh, "Almost
optimal exploration in multi-armed bandits", 2013). The values count as if they were a number of
games sampled before. Moves that differ only by which empty line they use are weighed once, and the
last three placements are weighed exactly. Only cards that the player cannot see are sampled.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE
from squares_core.chance import PAIRED_PURPOSE, SEARCH_PURPOSE, stream_state
from squares_core.engine.players.paired import GROUP, PairedGames
from squares_core.engine.players.policy_loops import (
    EMPTY,
    FREE,
    HEIGHTS,
    LINES,
    OCCUPIED,
    REACHED,
    TURNED,
    UNDEALT,
    WASTE,
    Policy,
)
from squares_core.engine.players.search_loops import (
    move_by_value,
    moves_of,
    play_by_value,
    sample_moves,
    weigh_exactly,
)
from squares_core.engine.players.values import Values, mergeable, policy_of
from squares_core.engine.playing.board import REMEMBERED, CompiledRules
from squares_core.engine.playing.games import (
    NO_CARD,
    LegalMemory,
    PlayedGames,
    code_of,
    move_of,
    require_deal_rows,
)
from squares_core.errors import InvalidValueError
from squares_core.moves import Move, MoveKind
from squares_core.rules import Position
from squares_core.strategy import MoveValue

_PRIOR_GAMES: Final = 200  # games sampled that are as good a guide as the values
_STARTERS: Final = 3
_EXACT_CELLS: Final = 3
_TRIAL: Final = 200
_MOST_TRIED: Final = 10_000_000


@dataclass(frozen=True, eq=False)
class _Weighed:
    """The moves of one position that were weighed, the best first among those kept longest."""

    moves: list[int]
    means: list[float]
    errors: list[float]
    games: list[int]
    best: int


@dataclass(frozen=True, eq=False)
class TablePlayer:
    """A variant's tables with learned values, ready to choose and to rate moves.

    For variants whose cards are turned one at a time; others raise NoTablesError. ``prior_games``
    is how many sampled games the values are worth: 0 for values that were never trained.
    """

    compiled: CompiledRules
    values: Values
    prior_games: int = _PRIOR_GAMES
    _policy: Policy = field(init=False, repr=False)
    _memory: LegalMemory = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_policy", policy_of(self.compiled, self.values))
        object.__setattr__(self, "_memory", LegalMemory(self.compiled))

    def choose_by_value(self, position: Position) -> Move:
        """Return the legal move of highest value, the first of equals."""
        game = self._game_of(position)
        while True:
            move = move_by_value(self._policy, game, self._memory.tables())
            if not self._learned():
                return move_of(int(move))

    def choose(self, position: Position, playouts: int, seed: int) -> Move:
        """Return the best move by ``playouts`` games sampled with the chance of ``seed``.

        Nothing is sampled where all moves come to the same.
        """
        _require_games(playouts)
        game = self._game_of(position)
        listed, values = self._listed(game, merge=True)
        if len(listed) == 1:
            return move_of(listed[0])
        return move_of(self._weigh(game, listed, values, playouts, seed).best)

    def rate(self, position: Position, playouts: int, seed: int) -> list[MoveValue]:
        """Return expected score, its standard error and number of games for each legal move.

        0 games and error 0 stand for an exact expectation. The games are shared out unevenly: moves
        that look good get more.
        """
        _require_games(playouts)
        game = self._game_of(position)
        weighed = self._weigh(game, *self._listed(game, merge=True), playouts, seed)
        place = {move: index for index, move in enumerate(weighed.moves)}
        moves, _ = self._listed(game, merge=False)
        rated = []
        for move in moves:
            index = place[self._stand_in(game, move)]
            rated.append(
                MoveValue(
                    move_of(move),
                    weighed.means[index],
                    weighed.errors[index],
                    weighed.games[index],
                )
            )
        return rated

    def counts_out(self, position: Position) -> bool:
        """Return whether ``rate`` gives exact expectations in ``position`` and samples nothing."""
        return self._counts_out(len(position.tableau.empty_cells))

    def play_paired(
        self, position: Position, moves: Sequence[Move], games: int, seed: int
    ) -> PairedGames:
        """Return ``moves`` of ``position`` played out on about ``games`` common futures.

        The games go on by value alone. They are rounded up to two groups at least. Moves that
        differ only by which empty line they use are the same move here and have the same figures.
        """
        game = self._game_of(position)
        codes = [self._stand_in(game, code_of(move)) for move in moves]
        distinct = sorted(set(codes))
        stream = np.array([stream_state(seed, purpose=PAIRED_PURPOSE)], np.uint64)
        means = np.zeros((max(2, -(-games // GROUP)), len(distinct)))
        for group in means:
            group[:] = self._sampled(game, distinct, GROUP, stream)[0]
        means /= GROUP * max(self._starters(game), 1)
        return PairedGames(tuple(moves), means[:, [distinct.index(code) for code in codes]])

    def play_by_value(self, deals: NDArray[np.uint8]) -> PlayedGames:
        """Play one game on each row of ``deals`` by value, move for move as ``choose_by_value``.

        ``deals`` is ``uint8[games, at least rules.cards_dealt]``. Raises InvalidValueError for
        arrays of another kind.
        """
        require_deal_rows(self.compiled.rules, deals)
        games = len(deals)
        played = PlayedGames.begun(games, self.compiled.board.cells)
        into = (played.grids, played.starters, played.totals, played.traces)
        game = 0
        while game < games:
            game = play_by_value(self._policy, deals, self._memory.tables(), into, game)
            self._learned()
        return played

    def playouts_for(self, seconds: float) -> int:
        """Return how many games to sample for a move so that a game takes about ``seconds`` here.

        It depends on the clock, so it is asked once and the number is kept. Raises
        InvalidValueError unless ``seconds`` is more than 0.
        """
        if not seconds > 0:
            raise InvalidValueError(f"{seconds} seconds: more than 0 are needed")
        self._seconds_of_game(1)  # compiles the loops where they are not on disk
        # What a game costs besides its playouts: the last moves are weighed exactly.
        fixed = self._seconds_of_game(1)
        room = max(seconds - fixed, 0.0)
        playouts = float(_TRIAL)
        taken = max(self._seconds_of_game(_TRIAL) - fixed, 1e-6)
        while 4 * taken < room and playouts < _MOST_TRIED:
            playouts *= min(room / taken / 2, 20.0)
            taken = max(self._seconds_of_game(int(playouts)) - fixed, 1e-6)
        playouts = max(1.0, playouts * room / taken)
        digits = max(0, len(str(int(playouts))) - 2)
        return int(round(playouts, -digits)) or 1

    def _seconds_of_game(self, playouts: int) -> float:
        rules = self.compiled.rules
        deal = [(17 * card + 5) % PACK_SIZE for card in range(PACK_SIZE)]
        position = rules.start(deal)
        taken = 0.0
        while not position.finished and rules.legal_moves(position):
            # Processor time: what else the machine does must not weaken the player.
            began = time.process_time()
            move = self.choose(position, playouts, 1)
            taken += time.process_time() - began
            position = rules.play(position, move, deal)
        return max(taken, 1e-6)

    def _learned(self) -> bool:
        """Ask the placement rule for what a loop missed; return whether it did miss something."""
        missed = bool(self._memory.tables()[2][0])
        self._memory.learn()
        return missed

    def _listed(self, game: NDArray[np.uint64], *, merge: bool) -> tuple[list[int], list[float]]:
        policy = self._policy
        most = policy.board.cells * (policy.reserves + 1) + policy.reserves + 2
        moves, values = np.zeros(most, np.uint64), np.zeros(most, np.float32)
        merge = merge and mergeable(self.compiled)
        while True:
            count = moves_of(policy, merge, game, moves, values, self._memory.tables())
            if not self._learned():
                return moves[:count].tolist(), values[:count].tolist()

    def _stand_in(self, game: NDArray[np.uint64], move: int) -> int:
        """Return the move that was weighed for ``move``: the same on the first empty lines."""
        if not mergeable(self.compiled) or move >> 12 not in (MoveKind.PLACE, MoveKind.PLAY):
            return move
        board, offset = self.compiled.board, self._policy.keys.offset
        lines = []
        for line in board.cell_lines[move & 63, : board.lines_of_cell].tolist():
            found = line
            if line < board.lines and game[LINES + line] == board.line_start[line]:
                for earlier in range(line):
                    alike = offset[earlier] == offset[line]
                    if alike and game[LINES + earlier] == game[LINES + line]:
                        found = earlier
                        break
            lines.append(found)
        others = set(range(board.cells)).intersection(
            *(
                board.line_cells[line, : board.line_sizes[line]].tolist()
                for line in lines
                if line < board.lines
            )
        )
        # Where only rows or only columns count, the cell may be anywhere on the line.
        free = [cell for cell in sorted(others) if not int(game[OCCUPIED]) >> cell & 1]
        return move & ~63 | (move & 63 if move & 63 in free else free[0])

    def _weigh(
        self,
        game: NDArray[np.uint64],
        listed: list[int],
        values: list[float],
        playouts: int,
        seed: int,
    ) -> _Weighed:
        if self._counts_out(int(game[EMPTY])):
            return self._weighed_exactly(game, listed)
        stream = np.array([stream_state(seed, purpose=SEARCH_PURPOSE)], np.uint64)
        kept = list(range(len(listed)))
        sums, squares = np.zeros(len(listed), np.int64), np.zeros(len(listed))
        games = np.zeros(len(listed), np.int64)
        scale = max(self._starters(game), 1)
        rounds = max(1, (len(listed) - 1).bit_length())
        while True:
            share = max(1, playouts // (rounds * len(kept)))
            part_sums, part_squares = self._sampled(
                game, [listed[index] for index in kept], share, stream
            )
            sums[kept] += part_sums
            squares[kept] += part_squares
            games[kept] += share
            bias = self.prior_games * scale
            kept.sort(key=lambda index: (-(float(sums[index]) + bias * values[index]), index))
            if len(kept) <= 2:
                break
            kept = sorted(kept[: (len(kept) + 1) // 2])
        means = sums / games / scale
        spread = np.maximum(squares / games / scale**2 - means**2, 0.0)
        errors = [
            sqrt(var / (count - 1)) if count > 1 else float("inf")
            for var, count in zip(spread.tolist(), games.tolist(), strict=True)
        ]
        return _Weighed(listed, means.tolist(), errors, games.tolist(), listed[kept[0]])

    def _sampled(
        self, game: NDArray[np.uint64], moves: Sequence[int], games: int, stream: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Play every move out on the same futures; return the sums of totals and of their squares.

        A total is the sum over as many starters as ``_starters`` tells.
        """
        hidden, starters = _cards_in(int(game[UNDEALT])), self._starters(game)
        sums, squares = np.zeros(len(moves), np.int64), np.zeros(len(moves))
        while games:
            games -= sample_moves(
                self._policy,
                game,
                np.array(moves, np.uint64),
                hidden,
                min(len(hidden), self._ahead(game) + starters),
                starters,
                games,
                stream,
                sums,
                squares,
                self._memory.tables(),
            )
            self._memory.learn()
        return sums, squares

    def _ahead(self, game: NDArray[np.uint64]) -> int:
        """Return how many cards may still be turned for the grid and the piles."""
        room = int(game[FREE]) + self.compiled.rules.waste_size - int(game[WASTE])
        return int(game[EMPTY]) + room

    def _starters(self, game: NDArray[np.uint64]) -> int:
        """Return with how many starters each future is counted: 0 where there is none to turn."""
        left = int(game[UNDEALT]).bit_count() - self._ahead(game)
        return min(_STARTERS, left) if self._policy.has_starter else 0

    def _counts_out(self, empty: int) -> bool:
        rules = self.compiled.rules
        simple = rules.reserves == 0 and rules.waste_size == 0
        return simple and self.compiled.board.rule != REMEMBERED and empty <= _EXACT_CELLS

    def _weighed_exactly(self, game: NDArray[np.uint64], listed: Sequence[int]) -> _Weighed:
        sums = np.zeros(len(listed), np.int64)
        weigh_exactly(self._policy, game, np.array(listed, np.uint64), sums, self._memory.tables())
        orders, unseen = 1, int(game[UNDEALT]).bit_count()
        for drawn in range(int(game[EMPTY]) - 1 + self._policy.has_starter):
            orders *= unseen - drawn
        means = (sums / orders).tolist()
        best = listed[int(np.argmax(sums))]
        return _Weighed(list(listed), means, [0.0] * len(listed), [0] * len(listed), best)

    def _game_of(self, position: Position) -> NDArray[np.uint64]:
        policy, board = self._policy, self.compiled.board
        rules = self.compiled.rules
        game = np.zeros(LINES + board.lines + 1 + policy.reserves * policy.reserve_size, np.uint64)
        game[LINES : LINES + board.lines + 1] = board.line_start
        occupied = reached = 0
        for cell, card in enumerate(position.tableau.cards):
            if card is not None:
                occupied |= 1 << cell
                reached |= int(board.touched[cell])
                for line in board.cell_lines[cell, : board.lines_of_cell].tolist():
                    game[LINES + line] = board.transitions[game[LINES + line], card]
        game[OCCUPIED], game[REACHED] = occupied, reached
        game[UNDEALT] = sum(1 << card for card in position.unseen)
        game[EMPTY] = len(position.tableau.empty_cells)
        game[TURNED] = NO_CARD if position.turned is None else position.turned
        game[WASTE] = len(position.waste)
        held = sum(len(pile) for pile in position.reserves)
        game[FREE] = rules.reserves * rules.reserve_size - held
        for number, pile in enumerate(position.reserves):
            game[HEIGHTS + number] = len(pile)
            first = LINES + board.lines + 1 + number * rules.reserve_size
            game[first : first + len(pile)] = pile
        return game


def _require_games(playouts: int) -> None:
    if playouts < 1:
        raise InvalidValueError(f"{playouts} games to sample for a move: at least 1 is needed")


def _cards_in(mask: int) -> NDArray[np.uint64]:
    return np.array([card for card in range(PACK_SIZE) if mask >> card & 1], np.uint64)
