"""Scorers and games as tables, and what runs fast on them.

The public names are imported with their modules when first asked for: numba takes its time to load.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squares_core.engine.compiling.automaton import Automaton
    from squares_core.engine.compiling.compile import automaton_for, compile_scorer
    from squares_core.engine.maxima.maximising import Maximum, RankGrid, maximum
    from squares_core.engine.players.learned import untrained_values, values_for
    from squares_core.engine.players.paired import PairedGames
    from squares_core.engine.players.search import TablePlayer
    from squares_core.engine.players.values import Values
    from squares_core.engine.playing.board import Board, CompiledRules, compile_rules, make_tables
    from squares_core.engine.playing.completion import complete_grid
    from squares_core.engine.playing.games import (
        GREEDY,
        NO_CARD,
        RANDOM,
        PlayedGames,
        play_games,
        trace_of,
    )
    from squares_core.engine.playing.streams import deal_many
    from squares_core.engine.solving.clock import Standing
    from squares_core.engine.solving.solving import Solution, solve

_HOME = {
    "GREEDY": "playing.games",
    "NO_CARD": "playing.games",
    "RANDOM": "playing.games",
    "Automaton": "compiling.automaton",
    "Board": "playing.board",
    "CompiledRules": "playing.board",
    "Maximum": "maxima.maximising",
    "PairedGames": "players.paired",
    "PlayedGames": "playing.games",
    "RankGrid": "maxima.maximising",
    "Solution": "solving.solving",
    "Standing": "solving.clock",
    "TablePlayer": "players.search",
    "Values": "players.values",
    "automaton_for": "compiling.compile",
    "compile_rules": "playing.board",
    "compile_scorer": "compiling.compile",
    "complete_grid": "playing.completion",
    "deal_many": "playing.streams",
    "make_tables": "playing.board",
    "maximum": "maxima.maximising",
    "play_games": "playing.games",
    "solve": "solving.solving",
    "trace_of": "playing.games",
    "untrained_values": "players.learned",
    "values_for": "players.learned",
}

__all__ = [
    "GREEDY",
    "NO_CARD",
    "RANDOM",
    "Automaton",
    "Board",
    "CompiledRules",
    "Maximum",
    "PairedGames",
    "PlayedGames",
    "RankGrid",
    "Solution",
    "Standing",
    "TablePlayer",
    "Values",
    "automaton_for",
    "compile_rules",
    "compile_scorer",
    "complete_grid",
    "deal_many",
    "make_tables",
    "maximum",
    "play_games",
    "solve",
    "trace_of",
    "untrained_values",
    "values_for",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
