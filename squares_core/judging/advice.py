"""What each move is worth to the strategy that gives hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from squares_core.chance import Chance
from squares_core.errors import PluginError, SquaresError
from squares_core.strategy import MoveValue, PlayerView

if TYPE_CHECKING:
    from squares_core.engine import PairedGames
    from squares_core.registry import Registry

ADVISER: Final = "expert"
_HINT_SEED: Final = 1
_HINT_GAMES: Final = 2000


def can_advise(registry: Registry) -> bool:
    """Return whether the strategy that gives hints is installed."""
    return ADVISER in registry.strategies


def rate_moves(registry: Registry, view: PlayerView, moves_made: int) -> Sequence[MoveValue]:
    """Return the values of the legal moves after so many moves; nothing where it cannot tell.

    Where games are sampled, all moves are played out on the same futures, so that they compare as
    they do in a review. The same stream of chance at the same move, so that a hint asked for twice
    is the same. Raises SquaresError when the strategy is not there or fails.
    """
    strategy = registry.strategy(ADVISER)
    try:
        player = strategy.table_player(view.rules) if view.rules.deal == "turned" else None
        if player is None or player.counts_out(view.position):
            return strategy.rate(view, Chance(_HINT_SEED, moves_made))
        moves = view.legal_moves
        return move_values(player.play_paired(view.position, moves, _HINT_GAMES, moves_made))
    except SquaresError:
        raise
    except Exception as error:  # a strategy may come from any plugin and raise anything
        raise PluginError.failed(f"strategy {ADVISER}", error) from error


def move_values(games: PairedGames) -> list[MoveValue]:
    """Return what each move came to that was played out on the same futures."""
    return [
        MoveValue(move, games.expected(move), games.error(move), games.games)
        for move in games.moves
    ]
