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

if TYPE_CHECKING:
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
    from squares_core.comparing.comparison import compare
    from squares_core.comparing.figures import Comparison
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
    from squares_core.game import Game, MadeMove
    from squares_core.grid import Cell, Grid, Line
    from squares_core.hookspecs import hookimpl
    from squares_core.moves import Move, MoveKind, move_text, parse_move
    from squares_core.placement import PlacementRule
    from squares_core.plugins import load_registry
    from squares_core.registry import PluginInfo, Registry
    from squares_core.rules import LineScore, Position, Rules, Score
    from squares_core.scoring import Combination, Hand, Scorer
    from squares_core.simulating.simulation import Simulation, simulate
    from squares_core.strategy import MoveValue, PlayerView, Progress, Strategy
    from squares_core.tableau import Tableau, parse_tableau
    from squares_core.variant_schema import variant_file_schema
    from squares_core.variants import VariantSpec, parse_variants

# Where each public name lives: its module is imported when the name is first asked for, so that
# a command starts, and can be interrupted, before much is loaded.
_HOME = {
    "ACE": "cards",
    "JACK": "cards",
    "KING": "cards",
    "PACK": "cards",
    "QUEEN": "cards",
    "Card": "cards",
    "Cell": "grid",
    "Combination": "scoring",
    "Comparison": "comparing.figures",
    "Deal": "deals",
    "Game": "game",
    "Grid": "grid",
    "Hand": "scoring",
    "IllegalMoveError": "errors",
    "InvalidValueError": "errors",
    "Line": "grid",
    "LineScore": "rules",
    "MadeMove": "game",
    "Move": "moves",
    "MoveKind": "moves",
    "MoveValue": "strategy",
    "NoTablesError": "errors",
    "PlacementRule": "placement",
    "PlayerView": "strategy",
    "PluginError": "errors",
    "PluginInfo": "registry",
    "Position": "rules",
    "Progress": "strategy",
    "RecordError": "errors",
    "Registry": "registry",
    "Rules": "rules",
    "Score": "rules",
    "Scorer": "scoring",
    "Simulation": "simulating.simulation",
    "SquaresError": "errors",
    "StoreError": "errors",
    "Strategy": "strategy",
    "Tableau": "tableau",
    "UnknownIdError": "errors",
    "UnreadableError": "errors",
    "VariantSpec": "variants",
    "card_name": "cards",
    "card_names": "cards",
    "compare": "comparing.comparison",
    "deal_code": "deals",
    "hookimpl": "hookspecs",
    "load_registry": "plugins",
    "make_card": "cards",
    "make_deal": "deals",
    "move_text": "moves",
    "parse_card": "cards",
    "parse_cards": "cards",
    "parse_deal": "deals",
    "parse_deal_code": "deals",
    "parse_move": "moves",
    "parse_tableau": "tableau",
    "parse_variants": "variants",
    "rank_of": "cards",
    "simulate": "simulating.simulation",
    "suit_of": "cards",
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
    "MadeMove",
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
    if name in _HOME:
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return value
    if name in _DEPRECATED:
        instead, version = _DEPRECATED[name]
        warn(
            f"{__name__}.{name} goes away in {version}: use {instead}",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(import_module(__name__), instead)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
