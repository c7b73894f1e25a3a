"""Plays several systems with several strategies on the same deals, and scores each by the others.

One deal after another is played for every system by every strategy; the grids are then scored by
every system that can read them. Everything about a deal follows from the seed and its number.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from squares_core.chance import AGAIN_PURPOSE, CHOICE_PURPOSE, Chance
from squares_core.comparing.systems import can_score, plays_alike
from squares_core.engine import deal_many, solve
from squares_core.engine.solving.line_tables import automata_of
from squares_core.errors import NoTablesError
from squares_core.rules import Rules
from squares_core.simulating.rescoring import blocked_games, score_games
from squares_core.simulating.simulation import play_deals, play_game
from squares_core.strategy import PlayerView, Strategy


@dataclass(frozen=True)
class Scoring:
    """Games of strategy ``strategy`` for system ``played_for``, scored by system ``scored_by``.

    All three are places in the lists of a plan.
    """

    played_for: int
    strategy: int
    scored_by: int


@dataclass(frozen=True)
class Plan:
    """What is compared.

    ``systems``
        The systems that score; the first ``played`` of them are also played for.
    ``strategies``
        The players, settled.
    ``hindsight``, ``positions``
        For how many of the first deals the best grid is solved, and the decisions are compared.
    """

    systems: tuple[Rules, ...]
    played: int
    strategies: tuple[Strategy, ...]
    hindsight: int = 0
    positions: int = 0

    @cached_property
    def scorings(self) -> tuple[Scoring, ...]:
        """Every kind of games with every system that can score them, in order."""
        return tuple(
            Scoring(played_for, strategy, scored_by)
            for played_for in range(self.played)
            for strategy in range(len(self.strategies))
            for scored_by, system in enumerate(self.systems)
            if can_score(system, self.systems[played_for])
        )

    @cached_property
    def alike(self) -> tuple[tuple[int, int], ...]:
        """The pairs of systems played for that are the same game but for their points."""
        return tuple(
            (one, other)
            for one, other in combinations(range(self.played), 2)
            if plays_alike(self.systems[one], self.systems[other])
        )

    @cached_property
    def solved(self) -> tuple[int, ...]:
        """The systems played for whose best grid can be told from the cards alone.

        Those with a reserve or a waste are not among them: there the player also chooses which
        cards to play.
        """
        return tuple(
            number
            for number, system in enumerate(self.systems[: self.played])
            if not (system.reserves or system.waste_size)
        )


@dataclass(frozen=True, eq=False)
class CommonChunk:
    """Deals ``first`` and on of a plan.

    ``totals``
        ``int32[scorings, games]``.
    ``wins``, ``combinations``, ``points``
        For each scoring: games won, None where no win is known; how often each combination stood;
        the points it brought.
    ``blocked``
        For each scoring, games without a legal move before their end.
    ``optima``
        ``int32[solved systems, deals]``: the best total, for the first ``hindsight`` deals.
    ``choices``
        ``int64[pairs alike, strategies, deals, 3]``: decisions, how many of them differ, and how
        many differ by chance alone, for the first ``positions`` deals.
    """

    first: int
    totals: NDArray[np.int32]
    wins: tuple[int | None, ...]
    blocked: tuple[int, ...]
    combinations: tuple[Mapping[str, int], ...]
    points: tuple[Mapping[str, int], ...]
    optima: NDArray[np.int32]
    choices: NDArray[np.int64]
    seconds: float

    @property
    def games(self) -> int:
        """The number of deals."""
        return len(self.totals.T)


def play_common(
    plan: Plan, seed: int, first: int, count: int, deals: NDArray[np.uint8] | None
) -> CommonChunk:
    """Play ``count`` deals from number ``first`` on: those of ``seed``, or ``deals``."""
    started = time.perf_counter()
    cards = deal_many(seed, first, count) if deals is None else deals
    scored, blocked = [], []
    for played_for in range(plan.played):
        for number, strategy in enumerate(plan.strategies):
            played = play_deals(plan.systems[played_for], strategy, cards, seed, first)
            stopped = int(blocked_games(played).sum())
            for scoring in plan.scorings:
                if (scoring.played_for, scoring.strategy) == (played_for, number):
                    scored.append(score_games(plan.systems[scoring.scored_by], played))
                    blocked.append(stopped)
    solved = cards[: max(0, min(count, plan.hindsight - first))]
    compared = cards[: max(0, min(count, plan.positions - first))]
    optima = [[_optimum(plan.systems[number], row) for row in solved] for number in plan.solved]
    choices = [
        [
            [
                _choices(plan.systems[one], plan.systems[other], strategy, row, seed, first + deal)
                for deal, row in enumerate(compared)
            ]
            for strategy in plan.strategies
        ]
        for one, other in plan.alike
    ]
    return CommonChunk(
        first=first,
        totals=np.array([each.totals for each in scored], np.int32),
        wins=tuple(each.wins for each in scored),
        blocked=tuple(blocked),
        combinations=tuple(each.combinations for each in scored),
        points=tuple(each.points for each in scored),
        optima=np.array(optima, np.int32).reshape(len(plan.solved), len(solved)),
        choices=np.array(choices, np.int64).reshape(
            len(plan.alike), len(plan.strategies), len(compared), 3
        ),
        seconds=time.perf_counter() - started,
    )


def _optimum(rules: Rules, cards: NDArray[np.uint8]) -> int:
    known = cards[: rules.cards_scored].tolist()
    try:
        return solve(rules, known, automata=automata_of(rules)).optimum
    except NoTablesError:
        return solve(rules, known).optimum


def _choices(
    one: Rules, other: Rules, strategy: Strategy, cards: NDArray[np.uint8], seed: int, index: int
) -> tuple[int, int, int]:
    """Return how many decisions a game has, and how many would be other ones.

    First under the other system, then under the same one if chance fell otherwise. Games of even
    number are played for ``one``, the others for ``other``.
    """
    decisions = differing = by_chance = 0
    pair = (one, other) if index % 2 == 0 else (other, one)
    for made in play_game(pair[0], strategy, tuple(cards.tolist()), seed, index).history():
        view = PlayerView(pair[0], made.position)
        if len(view.legal_moves) > 1:
            chosen = strategy.choose(view, Chance(seed, index, CHOICE_PURPOSE))
            twin = PlayerView(pair[1], view.position)
            decisions += 1
            differing += chosen != strategy.choose(twin, Chance(seed, index, CHOICE_PURPOSE))
            by_chance += chosen != strategy.choose(view, Chance(seed, index, AGAIN_PURPOSE))
    return decisions, differing, by_chance


@dataclass(frozen=True)
class Tally:
    """What chunks add up to; a new one replaces the old, so that an interrupt leaves it whole.

    ``wins`` and ``blocked`` count games of each scoring; ``combinations`` maps names to how often
    and how many points. ``optima`` and ``choices`` are those of the chunks, in order.
    """

    games: int
    wins: tuple[int, ...]
    blocked: tuple[int, ...]
    combinations: tuple[dict[str, tuple[int, int]], ...]
    optima: tuple[NDArray[np.int32], ...] = ()
    choices: tuple[NDArray[np.int64], ...] = ()

    def with_chunk(self, chunk: CommonChunk) -> Tally:
        """Return this and the games of ``chunk``."""
        return Tally(
            games=self.games + chunk.games,
            wins=tuple(a + (b or 0) for a, b in zip(self.wins, chunk.wins, strict=True)),
            blocked=tuple(a + b for a, b in zip(self.blocked, chunk.blocked, strict=True)),
            combinations=tuple(
                {
                    name: (
                        known.get(name, (0, 0))[0] + counts.get(name, 0),
                        known.get(name, (0, 0))[1] + points.get(name, 0),
                    )
                    for name in {**known, **counts}
                }
                for known, counts, points in zip(
                    self.combinations, chunk.combinations, chunk.points, strict=True
                )
            ),
            optima=(*self.optima, chunk.optima) if chunk.optima.size else self.optima,
            choices=(*self.choices, chunk.choices) if chunk.choices.size else self.choices,
        )
