"""Scorers and games as tables, and what runs fast on them.

The public names are imported with their modules when first asked for: numba takes its time to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squares_core.engine.automaton import Automaton
    from squares_core.engine.board import Board, CompiledRules, compile_rules
    from squares_core.engine.compile import automaton_for, compile_scorer
    from squares_core.engine.games import GREEDY, RANDOM, PlayedGames, play_games
    from squares_core.engine.shuffle import deal_many

_HOME = {
    "GREEDY": "games",
    "RANDOM": "games",
    "Automaton": "automaton",
    "Board": "board",
    "CompiledRules": "board",
    "PlayedGames": "games",
    "automaton_for": "compile",
    "compile_rules": "board",
    "compile_scorer": "compile",
    "deal_many": "shuffle",
    "play_games": "games",
}

__all__ = [
    "GREEDY",
    "RANDOM",
    "Automaton",
    "Board",
    "CompiledRules",
    "PlayedGames",
    "automaton_for",
    "compile_rules",
    "compile_scorer",
    "deal_many",
    "play_games",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
