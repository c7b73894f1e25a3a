"""What the lines of many finished grids score, and which combinations they hold."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.automaton import Automaton, Cards, Points
from squares_core.engine.board import CompiledRules
from squares_core.engine.games import NO_CARD


def _classes(automaton: Automaton, hands: Cards, starters: Cards) -> NDArray[np.intp]:
    states = np.zeros(len(hands), np.intp)
    for place in range(automaton.size):
        states = automaton.transitions[states, hands[:, place]].astype(np.intp)
    full = states - automaton.first_full
    if automaton.with_starter:
        return automaton.final[full, starters].astype(np.intp)
    return automaton.final_class[full].astype(np.intp)


def line_points(compiled: CompiledRules, grids: Cards, starters: Cards) -> Points:
    """Return ``int32[games, lines]``: the points of each line of full grids.

    ``grids`` is ``uint8[games, cells]`` and ``starters`` ``uint8[games]``, as ``PlayedGames`` has
    them.
    """
    points = np.zeros((len(grids), len(compiled.rules.lines)), np.int32)
    for number, line in enumerate(compiled.rules.lines):
        automaton = compiled.automata[len(line.cells)]
        classes = _classes(automaton, grids[:, line.cells], starters)
        points[:, number] = automaton.class_points[classes]
    return points


def count_combinations(
    compiled: CompiledRules, grids: Cards, starters: Cards
) -> tuple[dict[str, int], dict[str, int]]:
    """Return how often each combination stands in full grids, and the points that it brings.

    What the starter earns once for the game counts too. Shapes are those of ``line_points``.
    """
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for size, automaton in compiled.automata.items():
        often = np.zeros(len(automaton.class_points), np.int64)
        for line in compiled.rules.lines:
            if len(line.cells) == size:
                classes = _classes(automaton, grids[:, line.cells], starters)
                often += np.bincount(classes, minlength=len(often))
        for number in np.flatnonzero(often):
            for name, many, each in automaton.class_names[number]:
                counts[name] += int(often[number]) * many
                points[name] += int(often[number]) * many * each
    for starter, often_so in enumerate(np.bincount(starters, minlength=NO_CARD + 1)[:NO_CARD]):
        if often_so:
            for item in compiled.rules.scorer.bonus(starter):
                counts[item.name] += int(often_so)
                points[item.name] += int(often_so) * item.points
    return dict(counts), dict(points)
