"""What each move is worth to the strategy that gives hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from squares_core.chance import Chance
from squares_core.errors import SquaresError
from squares_core.strategy import MoveValue, PlayerView
from squares_core.wording import shown

if TYPE_CHECKING:
    from squares_core.engine import TablePlayer
    from squares_core.engine.players.paired import PairedGames
    from squares_core.registry import Registry
    from squares_core.rules import Rules

ADVISER: Final = "expert"
_HINT_SEED: Final = 1
_HINT_GAMES: Final = 2000


@runtime_checkable
class HasTables(Protocol):
    """A strategy that plays by tables and learned values."""

    def table_player(self, rules: Rules) -> TablePlayer:
        """Return the tables and values by which games of ``rules`` are played."""


def can_advise(registry: Registry) -> bool:
    """Return whether the strategy that gives hints is installed."""
    return ADVISER in registry.strategies


def rate_moves(registry: Registry, view: PlayerView, moves_made: int) -> Sequence[MoveValue]:
    """Return the values of the legal moves after so many moves; nothing where it cannot tell.

    Where games are sampled, all moves are played out on the same futures, so that they compare as
    they do in a review. The same stream of chance at the same move, so that a hint asked for twice
    is the same. Raises SquaresError when the strategy is not there or fails.
    """
    try:
        strategy = registry.strategy(ADVISER)
        values = strategy.rate(view, Chance(_HINT_SEED, moves_made))
        if isinstance(strategy, HasTables) and any(value.games for value in values):
            from squares_core.engine.players.paired import paired_games

            player, moves = strategy.table_player(view.rules), view.legal_moves
            return move_values(paired_games(player, view.position, moves, _HINT_GAMES, moves_made))
        return values
    except SquaresError:
        raise
    except Exception as error:  # a strategy may come from any plugin and raise anything
        cause = shown(f"{type(error).__name__}: {error}", 200)
        raise SquaresError(f"strategy {ADVISER} failed: {cause}") from error


def move_values(games: PairedGames) -> list[MoveValue]:
    """Return what each move came to that was played out on the same futures."""
    return [
        MoveValue(move, games.expected(move), games.error(move), games.games)
        for move in games.moves
    ]
