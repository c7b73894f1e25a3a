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
    from squares_core.engine.completion import complete_grid
    from squares_core.engine.games import GREEDY, RANDOM, PlayedGames, play_games
    from squares_core.engine.learned import untrained_values, values_for
    from squares_core.engine.maximising import maximum
    from squares_core.engine.search import TablePlayer
    from squares_core.engine.shuffle import deal_many
    from squares_core.engine.solving import Solution, solve
    from squares_core.engine.values import Values

_HOME = {
    "GREEDY": "games",
    "RANDOM": "games",
    "Automaton": "automaton",
    "Board": "board",
    "CompiledRules": "board",
    "PlayedGames": "games",
    "Solution": "solving",
    "TablePlayer": "search",
    "Values": "values",
    "automaton_for": "compile",
    "complete_grid": "completion",
    "compile_rules": "board",
    "compile_scorer": "compile",
    "deal_many": "shuffle",
    "maximum": "maximising",
    "play_games": "games",
    "solve": "solving",
    "untrained_values": "learned",
    "values_for": "learned",
}

__all__ = [
    "GREEDY",
    "RANDOM",
    "Automaton",
    "Board",
    "CompiledRules",
    "PlayedGames",
    "Solution",
    "TablePlayer",
    "Values",
    "automaton_for",
    "compile_rules",
    "compile_scorer",
    "complete_grid",
    "deal_many",
    "maximum",
    "play_games",
    "solve",
    "untrained_values",
    "values_for",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
