"""A game in progress: one deal, the moves made so far, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from squares_core.cards import Card
from squares_core.deals import Deal
from squares_core.errors import IllegalMoveError, InvalidValueError
from squares_core.moves import Move
from squares_core.rules import Position, Rules, Score, card_moved
from squares_core.strategy import PlayerView
from squares_core.wording import shown

MAX_PLAYERS = 6


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that was made: the position before it, the card it moved, and who made it.

    ``card`` is None for ``turn``, ``done`` and exchanges, ``player`` in a game without named
    players.
    """

    move: Move
    position: Position
    card: Card | None
    player: str | None


class Game:
    """One deal played by one to six players on one grid, who place in turn and win together.

    Raises InvalidValueError when the deal holds too few cards or the players are not one to six
    different names.
    """

    def __init__(self, rules: Rules, deal: Deal, players: Sequence[str] = ()) -> None:
        if len(players) > MAX_PLAYERS:
            raise InvalidValueError(
                f"{len(players)} players: one to {MAX_PLAYERS} can play together"
            )
        if not all(name.strip() for name in players):
            raise InvalidValueError("a player without a name: players are named as Ann,Bob")
        if twice := [name for name in players if players.count(name) > 1]:
            raise InvalidValueError(
                f"two players are called '{shown(twice[0])}': players need different names"
            )
        self.rules = rules
        self.deal = deal
        self.players = tuple(players)
        self._positions = [rules.start(deal.cards)]
        self._moves: list[Move] = []
        self._undone: list[Move] = []

    @property
    def position(self) -> Position:
        """What lies face up now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made, without those taken back."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves allowed now, ascending."""
        return self.rules.legal_moves(self.position)

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.position.finished

    @property
    def blocked(self) -> bool:
        """Whether no move is allowed although the game has not come to its end."""
        return not self.finished and not self.legal_moves

    @property
    def over(self) -> bool:
        """Whether no further move can be made."""
        return self.finished or self.blocked

    @property
    def view(self) -> PlayerView:
        """What a player may know now."""
        return PlayerView(self.rules, self.position)

    @property
    def score(self) -> Score:
        """What the grid counts for now."""
        return self.rules.score(self.position.tableau, self.position.starter)

    @property
    def won(self) -> bool:
        """Whether the game is finished and won."""
        return self.finished and self.rules.is_won(self.score)

    @property
    def to_move(self) -> str | None:
        """The player whose turn it is, or None in a game without named players.

        The turn passes when a card has been put on the grid, or two have changed places.
        """
        if not self.players:
            return None
        return self.players[sum(move.ends_turn for move in self._moves) % len(self.players)]

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._moves)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move that was taken back."""
        return bool(self._undone)

    def play(self, move: Move) -> None:
        """Make ``move``. Raises IllegalMoveError, and changes nothing, when it is not allowed."""
        self._positions.append(self.rules.play(self.position, move, self.deal.cards))
        self._moves.append(move)
        self._undone.clear()

    def play_all(self, moves: Iterable[Move]) -> None:
        """Make every one of ``moves`` in order."""
        for move in moves:
            self.play(move)

    def undo(self) -> Move:
        """Take back the last move and return it. Raises IllegalMoveError when there is none."""
        if not self._moves:
            raise IllegalMoveError("there is no move to take back")
        self._positions.pop()
        move = self._moves.pop()
        self._undone.append(move)
        return move

    def redo(self) -> Move:
        """Make the move last taken back again and return it.

        Raises IllegalMoveError when none was taken back since the last new move.
        """
        if not self._undone:
            raise IllegalMoveError("there is no move to make again")
        move = self._undone.pop()
        self._positions.append(self.rules.play(self.position, move, self.deal.cards))
        self._moves.append(move)
        return move

    def contributions(self) -> dict[str, int]:
        """Return for each player the rise in score at his or her moves.

        What the starter adds at the end belongs to the card that filled the grid. The points add up
        to the total, less what the grid scored before the first move (which only the deal of a
        shuffle game or a starter known from the outset can bring).
        """
        points = dict.fromkeys(self.players, 0)
        if not self.players:
            return points
        totals = [self.rules.score(p.tableau, p.starter).total for p in self._positions]
        for made, before, after in zip(self.history(), totals, totals[1:], strict=False):
            if made.player is not None:
                points[made.player] += after - before
        return points

    def history(self) -> Iterator[MadeMove]:
        """Yield the moves made, in order, each with the position before it and who made it."""
        turns = 0
        for move, position in zip(self._moves, self._positions, strict=False):
            player = self.players[turns % len(self.players)] if self.players else None
            yield MadeMove(move, position, card_moved(position, move), player)
            turns += move.ends_turn

    def positions(self) -> tuple[Position, ...]:
        """Return the position before each move made and the present one."""
        return tuple(self._positions)

    def next_cards(self) -> tuple[Card, ...]:
        """Return the rest of the deal: for records and analysis, never for a player."""
        return self.deal.cards[self.position.drawn :]
