"""A framework for grid-placement solitaires.

A plugin in short: write a module that returns what it adds, and name the module in the entry-point
group ``squares.plugins`` of its distribution.

>>> from squares_core import Combination, Scorer, hookimpl, rank_of
>>> class Aces(Scorer):
...     id, title, hand_sizes = "aces", "Aces", (4, 5)
...     def combinations(self, hand, starter=None):
...         return [Combination("ace", (card,), 1) for card in hand if rank_of(card) == 1]
>>> @hookimpl
... def squares_scorers():
...     return [Aces()]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

from squares_core.cards import (
    ACE,
    JACK,
    KING,
    PACK,
    QUEEN,
    Card,
    card_name,
    card_names,
    make_card,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from squares_core.deals import Deal, deal_code, make_deal, parse_deal, parse_deal_code
from squares_core.errors import (
    IllegalMoveError,
    InvalidValueError,
    NoTablesError,
    PluginError,
    RecordError,
    SquaresError,
    StoreError,
    UnknownIdError,
    UnreadableError,
)
from squares_core.game import Game
from squares_core.grid import Cell, Grid, Line
from squares_core.moves import Move, MoveKind, move_text, parse_move
from squares_core.placement import PlacementRule
from squares_core.rules import LineScore, Position, Rules, Score
from squares_core.scoring import Combination, Hand, Scorer
from squares_core.strategy import MoveValue, PlayerView, Progress, Strategy
from squares_core.tableau import Tableau, parse_tableau

if TYPE_CHECKING:
    from squares_core.comparison import compare
    from squares_core.comparison_figures import Comparison
    from squares_core.hookspecs import hookimpl
    from squares_core.plugins import load_registry
    from squares_core.registry import PluginInfo, Registry
    from squares_core.simulation import Simulation, simulate
    from squares_core.variant_schema import variant_file_schema
    from squares_core.variants import VariantSpec, parse_variants

# Names whose modules need more than the standard library, imported when first asked for.
_LATER = {
    "Comparison": "comparison_figures",
    "PluginInfo": "registry",
    "Registry": "registry",
    "Simulation": "simulation",
    "VariantSpec": "variants",
    "compare": "comparison",
    "hookimpl": "hookspecs",
    "load_registry": "plugins",
    "parse_variants": "variants",
    "simulate": "simulation",
    "variant_file_schema": "variant_schema",
}

# Names that were public and go away: what to use instead, and the minor version that drops them.
_DEPRECATED: dict[str, tuple[str, str]] = {}

__all__ = [
    "ACE",
    "JACK",
    "KING",
    "PACK",
    "QUEEN",
    "Card",
    "Cell",
    "Combination",
    "Comparison",
    "Deal",
    "Game",
    "Grid",
    "Hand",
    "IllegalMoveError",
    "InvalidValueError",
    "Line",
    "LineScore",
    "Move",
    "MoveKind",
    "MoveValue",
    "NoTablesError",
    "PlacementRule",
    "PlayerView",
    "PluginError",
    "PluginInfo",
    "Position",
    "Progress",
    "RecordError",
    "Registry",
    "Rules",
    "Score",
    "Scorer",
    "Simulation",
    "SquaresError",
    "StoreError",
    "Strategy",
    "Tableau",
    "UnknownIdError",
    "UnreadableError",
    "VariantSpec",
    "card_name",
    "card_names",
    "compare",
    "deal_code",
    "hookimpl",
    "load_registry",
    "make_card",
    "make_deal",
    "move_text",
    "parse_card",
    "parse_cards",
    "parse_deal",
    "parse_deal_code",
    "parse_move",
    "parse_tableau",
    "parse_variants",
    "rank_of",
    "simulate",
    "suit_of",
    "variant_file_schema",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    if name in _DEPRECATED:
        instead, version = _DEPRECATED[name]
        warn(
            f"{__name__}.{name} goes away in {version}: use {instead}",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(import_module(__name__), instead)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
