"""What each move is worth to the strategy that gives hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from squares_core.cards import shown
from squares_core.chance import Chance
from squares_core.errors import SquaresError
from squares_core.strategy import MoveValue, PlayerView

if TYPE_CHECKING:
    from squares_core.registry import Registry

ADVISER: Final = "expert"
_HINT_SEED: Final = 1


def can_advise(registry: Registry) -> bool:
    """Return whether the strategy that gives hints is installed."""
    return ADVISER in registry.strategies


def rate_moves(registry: Registry, view: PlayerView, moves_made: int) -> Sequence[MoveValue]:
    """Return the values of the legal moves after so many moves; nothing where it cannot tell.

    The same stream of chance at the same move, so that a hint asked for twice is the same. Raises
    SquaresError when the strategy is not there or fails.
    """
    chance = Chance(_HINT_SEED, moves_made)
    try:
        return registry.strategy(ADVISER).rate(view, chance)
    except SquaresError:
        raise
    except Exception as error:  # a strategy may come from any plugin and raise anything
        cause = shown(f"{type(error).__name__}: {error}", 200)
        raise SquaresError(f"strategy {ADVISER} failed: {cause}") from error
