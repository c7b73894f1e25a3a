"""Players that are programs: the class that every strategy derives from."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from squares_core.cards import Card
from squares_core.moves import Move
from squares_core.options import HasOptions
from squares_core.rules import Position, Rules, Score

if TYPE_CHECKING:
    from squares_core.engine import TablePlayer

Progress: TypeAlias = Callable[[int, int], None]
"""Hears of what is done and of all there is to do: games, steps, questions."""


@dataclass(frozen=True)
class PlayerView:
    """What a player may know: the rules and what lies face up, never the order of the stock."""

    rules: Rules
    position: Position

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves allowed now, ascending."""
        return self.rules.legal_moves(self.position)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that have not been seen, ascending."""
        return self.position.unseen

    @cached_property
    def score(self) -> Score:
        """What the grid counts for so far."""
        return self.rules.score(self.position.tableau, self.position.starter)


@dataclass(frozen=True, slots=True)
class MoveValue:
    """How good a move is held to be.

    ``expected`` is the mean final score after it, ``standard_error`` the error of that mean and
    ``games`` the number of games it rests on; 0 games stands for a value that was not sampled.
    """

    move: Move
    expected: float
    standard_error: float
    games: int


class Strategy(HasOptions, ABC):
    """A player that is a program.

    ``id`` and ``title`` name it. Written as a frozen dataclass, its fields are its options. It
    holds no state between moves: the same view and the same numbers from ``rng`` give the same
    move.
    """

    id: str
    title: str

    @abstractmethod
    def choose(self, view: PlayerView, rng: random.Random) -> Move:
        """Return one of the view's legal moves; ``rng`` is the only source of chance."""

    def rate(self, view: PlayerView, rng: random.Random) -> Sequence[MoveValue]:
        """Return the value of each legal move, in their order; nothing where it cannot tell."""
        return ()

    def play_many(self, rules: Rules, deals: Any, seed: int, first: int) -> Any:
        """Play one game on each of many deals at once, or return None to play them one by one.

        ``deals`` is a numpy array ``uint8[games, at least rules.cards_dealt]``; row ``i`` is game
        ``first + i`` of ``seed``, whose choices are drawn from ``Chance(seed, first + i, 1)``. The
        answer is a ``squares_core.engine.PlayedGames`` and holds exactly the games that ``choose``
        plays.
        """
        return None

    def table_player(self, rules: Rules) -> TablePlayer | None:
        """Return the tables and learned values by which it plays ``rules``; None without such.

        Hints and reviews play moves out on them. Raises NoTablesError for rules without tables.
        """
        return None

    def settled(self, rules: Rules, progress: Progress | None = None) -> Strategy:
        """Return this strategy ready to play many games of ``rules``.

        A budget of time is turned into a number of games to sample: what a run depends on must not
        be the clock, so a simulation settles its strategy once, at the start, and names the settled
        one in its figures. What takes long the first time is done here, too; ``progress`` hears of
        it, with what is done and what there is. By default there is nothing to settle.
        """
        return self
