"""What the lines of many finished grids score, and which combinations they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.compiling.automaton import Cards, Points, Table
from squares_core.engine.jit import jit
from squares_core.engine.playing.board import CompiledRules
from squares_core.engine.playing.games import NO_CARD


@dataclass(frozen=True, eq=False)
class LineResults:
    """What full grids count for.

    ``line_points`` is ``int32[games, lines]``, ``totals`` ``int32[games]`` with what the starter
    earns once. ``combinations`` counts each combination over all grids, the starter's own
    included, and ``points`` adds up what it brings.
    """

    line_points: Points
    totals: Points
    combinations: Mapping[str, int]
    points: Mapping[str, int]


@jit
def _read_lines(
    transitions: Table,
    first_full: Any,
    final: Table,
    has_starter: Any,
    class_points: Points,
    cells: NDArray[np.uint8],
    columns: NDArray[np.uint8],
    grids: Cards,
    starters: Cards,
    often: NDArray[np.int64],
    line_points: Points,
    totals: Points,
) -> None:
    size = np.uint64(cells.shape[1])
    for game in range(np.uint64(len(grids))):
        second = np.uint64(starters[game]) if has_starter else np.uint64(0)
        for line in range(np.uint64(len(cells))):
            state = np.uint64(0)
            for place in range(size):
                state = np.uint64(transitions[state, grids[game, cells[line, place]]])
            found = np.uint64(final[state - first_full, second])
            often[found] += 1
            points = class_points[found]
            line_points[game, columns[line]] = points
            totals[game] += points


def read_grids(compiled: CompiledRules, grids: Cards, starters: Cards) -> LineResults:
    """Return what full grids count for under ``compiled``, whatever they were played for.

    ``grids`` is ``uint8[games, cells]`` and ``starters`` ``uint8[games]``, as ``PlayedGames`` has
    them; starters are not read where the rules have none.
    """
    rules = compiled.rules
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    line_points = np.empty((len(grids), len(rules.lines)), np.int32)
    totals = np.zeros(len(grids), np.int32)
    for size, automaton in compiled.automata.items():
        numbers = [n for n, line in enumerate(rules.lines) if len(line.cells) == size]
        often = np.zeros(len(automaton.class_points), np.int64)
        _read_lines(
            automaton.transitions,
            np.uint64(automaton.first_full),
            automaton.final if automaton.with_starter else automaton.final_class[:, np.newaxis],
            automaton.with_starter,
            automaton.class_points,
            np.array([rules.lines[n].cells for n in numbers], np.uint8),
            np.array(numbers, np.uint8),
            grids,
            starters,
            often,
            line_points,
            totals,
        )
        for number in np.flatnonzero(often):
            for name, many, each in automaton.class_names[number]:
                counts[name] += int(often[number]) * many
                points[name] += int(often[number]) * many * each
    if rules.has_starter:
        totals += compiled.board.bonus[starters]
        for starter, games in enumerate(np.bincount(starters, minlength=NO_CARD)[:NO_CARD]):
            for item in rules.scorer.bonus(starter) if games else ():
                counts[item.name] += int(games)
                points[item.name] += int(games) * item.points
    return LineResults(line_points, totals, dict(counts), dict(points))
