"""What each move of a game was worth, judged when the game is known."""

from __future__ import annotations

from squares_core.engine import compile_rules, complete_grid
from squares_core.rules import Position, Rules
from squares_core.tableau import Tableau

_CLIMBS = 400


def best_completion(rules: Rules, position: Position) -> tuple[int, Tableau]:
    """Return the best total found with the tray of an open game laid on its empty cells.

    The cards that lie on the grid stay. Good, not proven.
    """
    compiled = compile_rules(rules)
    laid, tray = position.tableau, position.tray
    if len(tray) == len(laid.empty_cells):
        return complete_grid(compiled, laid, tray, position.starter, climbs=_CLIMBS)
    # The player chooses the starter: the card that is left over.
    return max(
        (
            complete_grid(
                compiled, laid, [c for c in tray if c != starter], starter, climbs=_CLIMBS
            )
            for starter in tray
        ),
        key=lambda found: found[0],
    )
