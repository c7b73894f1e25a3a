"""What finished grids count for under any system that can read them, whatever they were played for.

A system is a variant with its scorer: ``Rules``. Several may score the same grids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.playing.board import compile_rules
from squares_core.engine.playing.games import NO_CARD, PlayedGames
from squares_core.engine.playing.line_results import read_grids
from squares_core.errors import InvalidValueError, NoTablesError
from squares_core.rules import Rules, Score
from squares_core.scoring import Scorer
from squares_core.tableau import Tableau

_PLAY: Final = ("grid", "placement", "deal", "starter", "reserves", "reserve_size", "waste_size")


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


def with_scorer(rules: Rules, scorer: Scorer) -> Rules:
    """Return ``rules`` with another scorer, under the id ``VARIANT:SCORER``.

    With its own scorer they stay as they are. A target belongs to the scorer it was set for and is
    left out. Raises InvalidValueError when the scorer does not fit the variant's lines or starter.
    """
    if scorer == rules.scorer:
        return rules
    return replace(
        rules,
        id=f"{rules.id}:{scorer.id}",
        title=f"{rules.title}: {scorer.title}",
        scorer=scorer,
        target=None,
        line_target=None,
    )


def fitting_systems(variants: Sequence[Rules], scorers: Sequence[Scorer]) -> list[Rules]:
    """Return each variant with each scorer that fits it, variant by variant.

    Raises InvalidValueError for a scorer that fits none of them, or a variant that none fits.
    """
    systems: list[Rules] = []
    used: set[str] = set()
    refusals: dict[str, str] = {}
    for variant in variants:
        before = len(systems)
        for scorer in scorers:
            try:
                systems.append(with_scorer(variant, scorer))
                used.add(scorer.id)
            except InvalidValueError as error:
                refusals[scorer.id] = refusals[variant.id] = str(error)
        if len(systems) == before:
            raise InvalidValueError(f"no scorer that was named fits: {refusals[variant.id]}")
    for scorer in scorers:
        if scorer.id not in used:
            raise InvalidValueError(f"{scorer.id} fits no variant: {refusals[scorer.id]}")
    return systems


def can_score(system: Rules, played_for: Rules) -> bool:
    """Return whether ``system`` can score grids of games of ``played_for``.

    The grids must be of the same size, and have a starter where ``system`` counts one.
    """
    return system.grid == played_for.grid and (
        system.starter == "none" or played_for.starter != "none"
    )


def plays_alike(one: Rules, other: Rules) -> bool:
    """Return whether two systems are the same game but for what lines score and what wins."""
    return all(getattr(one, name) == getattr(other, name) for name in _PLAY)


def scores_alike(one: Rules, other: Rules) -> bool:
    """Return whether two systems give every grid the same points."""
    return (
        one.grid == other.grid
        and one.lines == other.lines
        and one.scorer == other.scorer
        and (one.starter == "none") == (other.starter == "none")
    )


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
    known = None if starter == NO_CARD or system.starter == "none" else starter
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
