"""What finished grids count for under any system that can read them, not only their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from squares_core.engine import NO_CARD, PlayedGames, compile_rules
from squares_core.engine.playing.line_results import read_grids
from squares_core.errors import NoTablesError
from squares_core.rules import Rules, Score
from squares_core.tableau import Tableau


@dataclass(frozen=True, eq=False)
class ScoredGrids:
    """What one system says of many ended games.

    ``totals`` is ``int32[games]``; a game that was blocked counts as far as it went, is not won and
    has no part in ``combinations`` and ``points``, which are added up over all others. ``wins`` is
    None where the system knows no win.
    """

    totals: NDArray[np.int32]
    wins: int | None
    combinations: Mapping[str, int]
    points: Mapping[str, int]


def blocked_games(played: PlayedGames) -> NDArray[np.bool_]:
    """Return ``bool[games]``: which games came to a stop before their grid was full."""
    if played.grids.max(initial=0) != NO_CARD:  # by far the most common case, and quickly seen
        return np.zeros(len(played.grids), np.bool_)
    found: NDArray[np.bool_] = (played.grids == NO_CARD).any(1)
    return found


def score_games(system: Rules, played: PlayedGames) -> ScoredGrids:
    """Return what ``system``, which can score them, says of these games."""
    blocked = blocked_games(played)
    combinations: Mapping[str, int]
    points: Mapping[str, int]
    grids, starters, whole = played.grids, played.starters, not blocked.any()
    if not whole:
        grids, starters = grids[~blocked], starters[~blocked]
    try:
        compiled = compile_rules(system)
    except NoTablesError:
        totals, won, combinations, points = _score_plainly(system, grids, starters)
    else:
        results = read_grids(compiled, grids, starters)
        totals, combinations, points = results.totals, results.combinations, results.points
        won = np.ones(len(grids), np.bool_)
        if system.target is not None:
            won &= totals >= system.target
        if system.line_target is not None:
            won &= (results.line_points >= system.line_target).all(1)
    if not whole:
        of_all = np.zeros(len(blocked), np.int32)
        of_all[~blocked] = totals
        for number in np.flatnonzero(blocked):
            of_all[number] = _score(system, played.grids[number], NO_CARD).total
        totals = of_all
    return ScoredGrids(totals, int(won.sum()) if system.decides else None, combinations, points)


def _score(system: Rules, grid: NDArray[np.uint8], starter: int) -> Score:
    cards = tuple(None if card == NO_CARD else card for card in grid.tolist())
    known = None if starter == NO_CARD or not system.has_starter else starter
    return system.score(Tableau(system.grid, cards), known)


def _score_plainly(
    system: Rules, grids: NDArray[np.uint8], starters: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.bool_], Counter[str], Counter[str]]:
    combinations: Counter[str] = Counter()
    points: Counter[str] = Counter()
    scores = [
        _score(system, grid, starter)
        for grid, starter in zip(grids, starters.tolist(), strict=True)
    ]
    for score in scores:
        for item in (*(c for line in score.lines for c in line.combinations), *score.bonus):
            combinations[item.name] += 1
            points[item.name] += item.points
    totals = np.array([score.total for score in scores], np.int32)
    won = np.array([system.is_won(score) for score in scores], np.bool_)
    return totals, won, combinations, points
