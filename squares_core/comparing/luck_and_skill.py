"""How much of a game is the deal and how much the player, with how sure that is.

Luck: shares of the variance of totals over deals and strategies. Skill: how far a strategy gets
from random play towards the best grid that the same cards allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from squares_core.comparing.intervals import (
    Share,
    Variance,
    grouped_moments,
    jackknife,
    jackknife_share,
    mean_interval,
    moments,
    ratio_interval,
    verdict_of,
)
from squares_core.comparing.rows import (
    LuckDifferenceRow,
    LuckRow,
    SkillDifferenceRow,
    SkillRow,
)

ByPlayer = Mapping[str, NDArray[np.int32]]


def _player_share(variance: Variance) -> float | None:
    return variance.player / variance.total if variance.total else None


def _decomposable(totals: ByPlayer) -> list[str]:
    return [system for system, table in totals.items() if min(table.shape) > 1]


def luck_rows(totals: ByPlayer) -> list[LuckRow]:
    """Return the shares of variance of each system with two strategies and two deals or more.

    ``totals`` holds ``[strategies, deals]`` for each system.
    """
    rows: list[LuckRow] = []
    for system in _decomposable(totals):
        variance = moments(totals[system]).variance()
        player = jackknife_share(*jackknife(grouped_moments(totals[system]), _player_share))
        whole = variance.total
        rows.append(
            {
                "system": system,
                "strategies": totals[system].shape[0],
                "games": totals[system].shape[1],
                "deal": variance.deal,
                "player": variance.player,
                "rest": variance.rest,
                "deal_share": variance.deal / whole if whole else None,
                "player_share": player.value,
                "rest_share": variance.rest / whole if whole else None,
                "player_low": player.within(0.0, 1.0).low,
                "player_high": player.within(0.0, 1.0).high,
            }
        )
    return rows


def luck_difference_rows(totals: ByPlayer) -> list[LuckDifferenceRow]:
    """Return by how much the player's share differs between every two systems."""
    shares = {
        system: jackknife(grouped_moments(totals[system]), _player_share)
        for system in _decomposable(totals)
    }
    rows: list[LuckDifferenceRow] = []
    for (first, one), (second, other) in combinations(shares.items(), 2):
        if one[0] is None or other[0] is None:
            continue
        # The same deals are left out on both sides: what they have in common cancels.
        left_out = [a - b for a, b in zip(one[1], other[1], strict=False)]
        found = jackknife_share(one[0] - other[0], left_out)
        rows.append(
            {
                "first": first,
                "second": second,
                "player_share": one[0] - other[0],
                "low": found.low,
                "high": found.high,
                "verdict": verdict_of(found.low, found.high, totals[first].shape[1]),
            }
        )
    return rows


@dataclass(frozen=True, eq=False)
class SkillProgress:
    """Totals of the same deals: by random play, by a strategy, and of the best grid."""

    random: NDArray[np.int32]
    reached: NDArray[np.int32]
    optimum: NDArray[np.int32]

    @cached_property
    def index(self) -> Share:
        """(reached - random) / (optimum - random), of the means."""
        return ratio_interval(self.reached - self.random, self.optimum - self.random)

    def parts(self) -> NDArray[Any]:
        """Return what each deal adds to the index, as the delta method has it."""
        room = self.optimum - self.random
        gains = self.reached - self.random
        parts: NDArray[Any] = (gains - (self.index.value or 0.0) * room) / room.mean()
        return parts


ByPlay = Mapping[tuple[str, str], SkillProgress]


def skill_rows(progress: ByPlay) -> list[SkillRow]:
    """Return the skill index of each system and strategy."""
    return [
        {
            "system": system,
            "strategy": strategy,
            "deals": len(each.optimum),
            "mean": float(each.reached.mean()),
            "random_mean": float(each.random.mean()),
            "optimum_mean": float(each.optimum.mean()),
            "index": each.index.value,
            "low": each.index.low,
            "high": each.index.high,
        }
        for (system, strategy), each in progress.items()
    ]


def skill_difference_rows(progress: ByPlay) -> list[SkillDifferenceRow]:
    """Return by how much the skill index of a strategy differs between every two systems."""
    rows: list[SkillDifferenceRow] = []
    for ((first, one), a), ((second, other), b) in combinations(progress.items(), 2):
        if one != other or a.index.value is None or b.index.value is None:
            continue
        difference, spread = a.index.value - b.index.value, mean_interval(a.parts() - b.parts())
        half = None if spread.high is None else spread.high - spread.mean
        low, high = (None, None) if half is None else (difference - half, difference + half)
        rows.append(
            {
                "first": first,
                "second": second,
                "strategy": one,
                "deals": spread.count,
                "index": difference,
                "low": low,
                "high": high,
                "verdict": verdict_of(low, high, spread.count),
            }
        )
    return rows
