"""One game played by the rules alone, so that a fault in somebody's scorer or rule shows at once.

Tables are made from what a placement rule says of a few grids and would hide some faults of it.
"""

from __future__ import annotations

from squares_core.chance import Chance
from squares_core.deals import make_deal
from squares_core.errors import PluginError
from squares_core.moves import DONE
from squares_core.placement import PlacementRule
from squares_core.rules import Rules

_SEED = 1


def rehearse(rules: Rules) -> bool:
    """Play one game of ``rules``, score it, and return whether it came to its end.

    It does not where no move was allowed before the grid was full. Raises PluginError where the
    scorer or the placement rule fails, answers in another form than it must, or allows nothing on
    an empty grid without having said so.
    """
    deal, chance = make_deal(_SEED).cards, Chance(_SEED)
    position = rules.start(deal)
    moves = rules.legal_moves(position)
    if not any(move.fills or move == DONE for move in moves) and not rules.placement.may_block:
        name = type(rules.placement).__name__
        raise PluginError(
            f"placement rule {rules.placement.id}: {name}.legal_cells() allows no cell for the "
            f"first card; give at least one, or declare may_block = True in {name}"
        )
    while moves:
        settled = moves[-1:] if moves[-1] == DONE else [move for move in moves if move.fills]
        position = rules.play(position, chance.choice(settled or moves), deal)
        moves = rules.legal_moves(position)
    rules.score(position.tableau, position.starter)
    return position.finished


def stops_undeclared(rules: Rules) -> str:
    """Return ``undeclared_stop`` where a rehearsed game comes to a stop. Raises as ``rehearse``."""
    return "" if rehearse(rules) else undeclared_stop(rules.placement)


def undeclared_stop(rule: PlacementRule) -> str:
    """Return what to tell of games that came to a stop by ``rule``; nothing where it said so."""
    if rule.may_block:
        return ""
    name = type(rule).__name__
    return (
        f"placement rule {rule.id} left no legal cell before the grid was full: mend "
        f"{name}.legal_cells(), or declare may_block = True in {name} where that is meant"
    )
