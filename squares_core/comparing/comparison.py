"""Compares scoring systems and strategies on the same deals, and says how sure each figure is."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any, Final

import numpy as np

from squares_core.cards import Card
from squares_core.comparing.common_deals import Plan, Tally, play_common
from squares_core.comparing.figures import REFERENCE, Comparison
from squares_core.comparing.systems import fitting_systems, scores_alike
from squares_core.deal_files import DealList
from squares_core.errors import InvalidValueError
from squares_core.rules import Rules
from squares_core.scoring import Scorer
from squares_core.simulating.chunks import in_chunks
from squares_core.simulating.simulation import as_array, require_deals
from squares_core.strategy import Progress, Strategy

DEFAULT_POSITIONS: Final = 20


def compare(
    variants: Sequence[Rules],
    strategies: Sequence[Strategy],
    games: int,
    seed: int = 0,
    *,
    scorers: Sequence[Scorer] = (),
    scored_by: Sequence[Scorer] = (),
    hindsight: int = 0,
    positions: int = DEFAULT_POSITIONS,
    deals: Sequence[Sequence[Card]] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same ``games`` deals with every strategy for every system, and compare.

    The systems are ``variants``, or each of them with each of ``scorers`` that fits it; games are
    scored by all of them that can read the grid, and by each variant with ``scored_by``.
    ``hindsight`` is for how many of the first deals the best grid is solved, ``positions`` for how
    many the decisions under two systems are compared. The rest is as in ``simulate``. Raises
    InvalidValueError where nothing is named, a system is named twice, a scorer fits no variant, a
    number is out of range, or hindsight is asked for without the strategy it is measured from.
    """
    if not variants or not strategies:
        raise InvalidValueError("name at least one variant and one strategy to compare")
    if min(hindsight, positions) < 0:
        raise InvalidValueError(
            f"hindsight {hindsight}, positions {positions}: numbers of deals, from 0 on"
        )
    if hindsight and REFERENCE not in [strategy.id for strategy in strategies]:
        raise InvalidValueError(
            f"hindsight {hindsight}: the skill index counts from the strategy {REFERENCE}, "
            "which has to play, too"
        )
    require_deals(deals, games)
    plan = _plan(variants, strategies, scorers, scored_by, hindsight, positions)
    longest = max(plan.systems, key=lambda rules: rules.cards_dealt)

    def arguments(first: int, count: int) -> tuple[Any, ...]:
        given = None if deals is None else as_array(longest, deals[first : first + count], first)
        return plan, seed, first, count, given

    none: tuple[int, ...] = (0,) * len(plan.scorings)
    tally = Tally(0, none, none, ({},) * len(plan.scorings))
    totals = np.empty((len(plan.scorings), max(games, 0)), np.int32)
    interrupted = False
    try:
        for chunk in in_chunks(play_common, arguments, games, workers=workers, executor=executor):
            totals[:, chunk.first : chunk.first + chunk.games] = chunk.totals
            tally = tally.with_chunk(chunk)
            if progress is not None:
                progress(tally.games, games)
    except KeyboardInterrupt:
        if not tally.games:
            raise
        interrupted = True
    source = deals.source if isinstance(deals, DealList) else None if deals is None else ""
    return Comparison(plan, seed, games, interrupted, totals[:, : tally.games], tally, source)


def _plan(
    variants: Sequence[Rules],
    strategies: Sequence[Strategy],
    scorers: Sequence[Scorer],
    scored_by: Sequence[Scorer],
    hindsight: int,
    positions: int,
) -> Plan:
    systems = fitting_systems(variants, scorers) if scorers else list(variants)
    names = [system.id for system in systems]
    for name in names:
        if names.count(name) > 1:
            raise InvalidValueError(f"{name} is named twice: a system takes part once")
    judges = list(systems)
    for judge in fitting_systems(variants, scored_by) if scored_by else []:
        if not any(scores_alike(judge, other) for other in judges):
            judges.append(judge)
    # A budget of time becomes a number of games once, and is then the same for all systems; what
    # takes long the first time is done for each of them before any worker starts.
    settled = tuple(strategy.settled(systems[0]) for strategy in strategies)
    for strategy in settled:
        for system in systems[1:]:
            strategy.settled(system)
    return Plan(
        systems=tuple(judges),
        played=len(systems),
        strategies=settled,
        hindsight=hindsight,
        positions=positions,
    )
