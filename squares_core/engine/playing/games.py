"""Whole games on tables, for every kind of variant.

Each plays move for move what the strategy of that name plays in the plain game on the same deal
with the same chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from squares_core.cards import PACK_SIZE
from squares_core.chance import GAMMA, PLAY_PURPOSE, WORD
from squares_core.engine.playing.board import CompiledRules
from squares_core.engine.playing.game_loops import (
    GREEDY,
    NO_CARD,
    RANDOM,
    TRACE,
    play_open,
    play_shuffle,
    play_turned,
    play_with_piles,
)
from squares_core.engine.playing.streams import streams
from squares_core.errors import InvalidValueError
from squares_core.moves import Move, MoveKind
from squares_core.rules import Rules

__all__ = ["GREEDY", "NO_CARD", "RANDOM", "PlayedGames", "play_games", "trace_of"]


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """How many games ended, an entry for each game.

    ``grids``
        ``uint8[games, cells]``: the card on each cell, 255 for none (a game that was blocked).
    ``starters``
        ``uint8[games]``: the starter, 255 for none.
    ``totals``
        ``int32[games]``: the final score, bonus included.
    ``traces``
        ``uint64[games]``: a number made of all moves in order; see ``trace_of``.
    """

    grids: NDArray[np.uint8]
    starters: NDArray[np.uint8]
    totals: NDArray[np.int32]
    traces: NDArray[np.uint64]

    @classmethod
    def begun(cls, games: int, cells: int) -> Self:
        """Return so many games on grids of so many cells before anything was dealt."""
        return cls(
            grids=np.full((games, cells), NO_CARD, np.uint8),
            starters=np.full(games, NO_CARD, np.uint8),
            totals=np.zeros(games, np.int32),
            traces=np.zeros(games, np.uint64),
        )


def code_of(move: Move) -> int:
    """Return the number that compiled loops have for ``move``."""
    return move.kind << 12 | move.source << 6 | move.target


def move_of(code: int) -> Move:
    """Return the move that compiled loops call ``code``."""
    return Move(MoveKind(code >> 12), code >> 6 & 63, code & 63)


def trace_of(moves: Iterable[Move]) -> int:
    """Return the number that ``PlayedGames.traces`` has for these moves in order."""
    trace = 0
    for move in moves:
        trace = (trace * TRACE + code_of(move) + 1) & WORD
    return trace


def play_games(
    compiled: CompiledRules, player: int, deals: NDArray[np.uint8], seed: int, first: int
) -> PlayedGames:
    """Play one game on each row of ``deals`` and return how all of them ended.

    ``player`` is RANDOM or GREEDY; ``deals`` is ``uint8[games, at least rules.cards_dealt]``, each
    row different cards. Row ``i`` is game ``first + i`` of ``seed``, which names the stream of its
    player's chance. Raises InvalidValueError for another player or for arrays of another kind.
    """
    rules, board = compiled.rules, compiled.board
    if player not in (RANDOM, GREEDY):
        raise InvalidValueError(f"player {player}: give RANDOM or GREEDY")
    require_deal_rows(rules, deals)
    games = len(deals)
    chance = streams(seed, first, games, PLAY_PURPOSE)
    played = PlayedGames.begun(games, board.cells)
    into = (played.grids, played.starters, played.totals, played.traces)
    starter_place = board.cells if rules.starter == "open" else -1
    if rules.deal == "shuffle":
        play_shuffle(board, player, starter_place, deals, chance, into)
        return played
    has_starter = rules.starter == "turned"
    known = LegalMemory(compiled)
    game = 0
    while game < games:
        memory = known.tables()
        if rules.deal == "open":
            tray = board.cells + (rules.starter == "chosen")
            game = play_open(board, player, tray, starter_place, deals, chance, memory, into, game)
        elif rules.reserves or rules.waste_size:
            piles = (rules.reserves, rules.reserve_size, rules.waste_size, has_starter)
            game = play_with_piles(board, player, piles, deals, chance, memory, into, game)
        else:
            game = play_turned(board, player, has_starter, deals, chance, memory, into, game)
        known.learn()
    return played


def require_deal_rows(rules: Rules, deals: NDArray[np.uint8]) -> None:
    """Raise InvalidValueError unless the rows of ``deals`` hold cards enough, by number.

    That they are different is not looked at: it would take longer than to play.
    """
    there = isinstance(deals, np.ndarray) and deals.dtype == np.uint8 and deals.ndim == 2
    if not there or deals.shape[1] < rules.cards_dealt or deals.max(initial=0) >= PACK_SIZE:
        raise InvalidValueError(
            f"deals are an array uint8[games, {rules.cards_dealt} or more] of cards 0 to 51"
        )


class LegalMemory:
    """Answers of a placement rule that are asked for once: a hash table for compiled loops."""

    def __init__(self, compiled: CompiledRules) -> None:
        self._compiled = compiled
        self._keys = np.zeros(1024, np.uint64)
        self._masks = np.zeros(1024, np.uint64)
        self._missing = np.zeros(1, np.uint64)
        self._count = 0

    def tables(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
        """Return keys, masks, and the place where a loop notes what it did not find."""
        return self._keys, self._masks, self._missing

    def learn(self) -> None:
        """Ask the rule for the occupation that a loop noted, if it did."""
        occupied = int(self._missing[0])
        if not occupied:
            return
        self._missing[0] = 0
        if 2 * self._count >= len(self._keys):
            old = zip(self._keys.tolist(), self._masks.tolist(), strict=True)
            self._keys = np.zeros(2 * len(self._keys), np.uint64)
            self._masks = np.zeros(len(self._keys), np.uint64)
            for key, mask in old:
                if key:
                    self._store(key, mask)
        self._store(occupied, self._compiled.legal_mask(occupied))
        self._count += 1

    def _store(self, occupied: int, mask: int) -> None:
        place = (occupied * GAMMA & WORD) & (len(self._keys) - 1)
        while self._keys[place]:
            place = (place + 1) & (len(self._keys) - 1)
        self._keys[place], self._masks[place] = occupied, mask
