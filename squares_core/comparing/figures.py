"""What the same deals came to under several systems and strategies: every figure, as tables.

Each table is a list of plain dictionaries: ``pandas.DataFrame(found.differences)`` or
``polars.DataFrame(...)`` takes one whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from squares_core.comparing.common_deals import Plan, Scoring, Tally
from squares_core.comparing.intervals import (
    Numbers,
    mean_interval,
    quantile,
    rank_correlation,
    rate_interval,
    ratio_interval,
    scaled_ranks,
    target_for,
)
from squares_core.comparing.luck_and_skill import (
    SkillProgress,
    luck_difference_rows,
    luck_rows,
    skill_difference_rows,
    skill_rows,
)
from squares_core.comparing.rows import (
    ChoiceRow,
    CombinationRow,
    CorrelationRow,
    DifferenceRow,
    GameRow,
    LuckDifferenceRow,
    LuckRow,
    MatrixRow,
    SkillDifferenceRow,
    SkillRow,
    SummaryRow,
    SystemRow,
)
from squares_core.comparing.systems import plays_alike, scores_alike
from squares_core.options import call_text
from squares_core.wording import listed

REFERENCE: Final = "random"
"""The id of the strategy that skill and normalised scores are counted from, if it takes part."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the same deals came to under several systems and strategies.

    ``totals`` is ``int32[scorings, games]``: for each of ``plan.scorings`` the totals in the order
    of the deals. ``asked`` is how many games were wanted, more than ``games`` when interrupted.
    ``deals_from`` is the file that the deals came from, empty for a list of them, and None where
    they are those of the seed.
    """

    plan: Plan
    seed: int
    asked: int
    interrupted: bool
    totals: NDArray[np.int32]
    _tally: Tally
    deals_from: str | None = None

    @property
    def games(self) -> int:
        """How many deals were played."""
        return len(self.totals.T)

    @cached_property
    def strategies(self) -> tuple[str, ...]:
        """The strategies by name; one that takes part twice is numbered."""
        names = [call_text(each.id, each.parameters) for each in self.plan.strategies]
        before = [names[:number].count(name) for number, name in enumerate(names)]
        return tuple(f"{n} ({b + 1})" if b else n for n, b in zip(names, before, strict=True))

    @cached_property
    def systems(self) -> list[SystemRow]:
        """The systems that score, and the reference of their normalised scores."""
        rows: list[SystemRow] = []
        for number, rules in enumerate(self.plan.systems):
            mean, sd = self._references[number]
            rows.append(
                {
                    "system": rules.id,
                    "title": rules.title,
                    "scorer": rules.scorer.id,
                    "rows": rules.grid.rows,
                    "columns": rules.grid.columns,
                    "target": rules.target,
                    "line_target": rules.line_target,
                    "played_for": number < self.plan.played,
                    "reference": self.strategies[self._reference_player],
                    "reference_mean": mean,
                    "reference_sd": sd,
                }
            )
        return rows

    @property
    def _reference_player(self) -> int:
        ids = [strategy.id for strategy in self.plan.strategies]
        return ids.index(REFERENCE) if REFERENCE in ids else 0

    @cached_property
    def _references(self) -> list[tuple[float, float]]:
        """Mean and standard deviation of the reference's totals under each system."""
        player, found = self._reference_player, []
        for system in range(len(self.plan.systems)):
            source = self._sources(player, system)[0]
            mean = mean_interval(self._of(source, player, system))
            found.append((mean.mean, mean.sd or 0.0))
        return found

    def _sources(self, strategy: int, *scored_by: int) -> list[int]:
        """Return the systems whose games all of ``scored_by`` score: those among them, if any."""
        sources = [
            played_for
            for played_for in range(self.plan.played)
            if {Scoring(played_for, strategy, each) for each in scored_by}
            <= set(self.plan.scorings)
        ]
        return [each for each in sources if each in scored_by] or sources

    def normalised(self, total: float, scored_by: int) -> float:
        """Return a total under system ``scored_by`` in standard deviations above the reference.

        The reference is the random strategy, or the first where that takes no part, playing for and
        scored by the same system. Where its totals are all equal every normalised score is 0.
        """
        mean, sd = self._references[scored_by]
        return (total - mean) / sd if sd else 0.0

    def _of(self, played_for: int, strategy: int, scored_by: int) -> NDArray[np.int32]:
        number = self.plan.scorings.index(Scoring(played_for, strategy, scored_by))
        return cast("NDArray[np.int32]", self.totals[number])

    def totals_of(self, system: str, strategy: str) -> NDArray[np.int32]:
        """Return the totals of a strategy's games for a system, in the order of the deals."""
        place = [each.id for each in self.plan.systems].index(system)
        return self._of(place, self.strategies.index(strategy), place)

    def range_of(self, system: str) -> tuple[int, int]:
        """Return the least and the greatest total under a system and those with the same points.

        Pictures of them over this range can be laid side by side.
        """
        scorers = {rules.id: rules.scorer for rules in self.plan.systems}
        alike = [row for row in self.summaries if scorers[row["system"]] == scorers[system]]
        return min(row["min"] for row in alike), max(row["max"] for row in alike)

    def _own(self) -> list[int]:
        """Return the scorings of games by the system that they were played for."""
        return [n for n, s in enumerate(self.plan.scorings) if s.played_for == s.scored_by]

    def _named(self, scoring: Scoring) -> tuple[str, str, str]:
        systems = self.plan.systems
        return (
            systems[scoring.played_for].id,
            self.strategies[scoring.strategy],
            systems[scoring.scored_by].id,
        )

    @cached_property
    def summaries(self) -> list[SummaryRow]:
        """One row for each system and strategy: how high, how often won, which target suits."""
        rows: list[SummaryRow] = []
        for number in self._own():
            scoring, totals = self.plan.scorings[number], self.totals[number]
            rules, mean = self.plan.systems[scoring.scored_by], mean_interval(totals)
            wins = self._tally.wins[number]
            win_low, win_high = rate_interval(wins, self.games) if rules.decides else (None, None)
            half, rate_half = target_for(totals, 0.5)
            tenth, rate_tenth = target_for(totals, 0.1)
            rows.append(
                {
                    "system": rules.id,
                    "strategy": self.strategies[scoring.strategy],
                    "games": self.games,
                    "mean": mean.mean,
                    "standard_error": mean.standard_error,
                    "low": mean.low,
                    "high": mean.high,
                    "sd": mean.sd,
                    "min": int(totals.min()),
                    "q05": quantile(totals, 0.05),
                    "q25": quantile(totals, 0.25),
                    "q50": quantile(totals, 0.5),
                    "q75": quantile(totals, 0.75),
                    "q95": quantile(totals, 0.95),
                    "max": int(totals.max()),
                    "normalised": self.normalised(mean.mean, scoring.scored_by),
                    "target": rules.target,
                    "win_rate": wins / self.games if rules.decides else None,
                    "win_low": win_low,
                    "win_high": win_high,
                    "target_one_in_two": half,
                    "rate_one_in_two": rate_half,
                    "target_one_in_ten": tenth,
                    "rate_one_in_ten": rate_tenth,
                    "blocked": self._tally.blocked[number],
                }
            )
        return rows

    @cached_property
    def differences(self) -> list[DifferenceRow]:
        """Paired differences: strategies under one system, and games that score alike."""
        own = [self.plan.scorings[number] for number in self._own()]
        rows: list[DifferenceRow] = []
        for one, other in combinations(own, 2):
            systems = self.plan.systems[one.played_for], self.plan.systems[other.played_for]
            same_system = one.played_for == other.played_for
            if same_system or (one.strategy == other.strategy and scores_alike(*systems)):
                first = self._of(one.played_for, one.strategy, one.scored_by)
                second = self._of(other.played_for, other.strategy, other.scored_by)
                found = mean_interval(first - second)
                rows.append(
                    {
                        "first_system": systems[0].id,
                        "first_strategy": self.strategies[one.strategy],
                        "second_system": systems[1].id,
                        "second_strategy": self.strategies[other.strategy],
                        "games": self.games,
                        "mean": found.mean,
                        "sd": found.sd,
                        "low": found.low,
                        "high": found.high,
                        "first_higher": int((first > second).sum()),
                        "equal": int((first == second).sum()),
                        "second_higher": int((first < second).sum()),
                        "verdict": found.verdict,
                    }
                )
        return rows

    @cached_property
    def matrix(self) -> list[MatrixRow]:
        """Games for each system under every other, and what aiming at the wrong one cost."""
        rows: list[MatrixRow] = []
        for number, scoring in enumerate(self.plan.scorings):
            played_for, strategy, scored_by = self._named(scoring)
            mean = mean_interval(self.totals[number])
            row: MatrixRow = {
                "played_for": played_for,
                "strategy": strategy,
                "scored_by": scored_by,
                "games": self.games,
                "mean": mean.mean,
                "standard_error": mean.standard_error,
                "normalised": self.normalised(mean.mean, scoring.scored_by),
                "loss": None,
                "loss_low": None,
                "loss_high": None,
                "verdict": None,
            }
            if scoring.scored_by < self.plan.played and plays_alike(
                self.plan.systems[scoring.played_for], self.plan.systems[scoring.scored_by]
            ):
                aimed = self._of(scoring.scored_by, scoring.strategy, scoring.scored_by)
                loss = mean_interval(aimed - self.totals[number])
                row |= {"loss": loss.mean, "loss_low": loss.low, "loss_high": loss.high}
                row["verdict"] = loss.verdict
            rows.append(row)
        return rows

    @cached_property
    def correlations(self) -> list[CorrelationRow]:
        """How alike two systems rank the same finished grids: those of one strategy's games."""
        rows: list[CorrelationRow] = []
        ranks = cache(self._ranks)
        for one, other in combinations(range(len(self.plan.systems)), 2):
            first, second = self.plan.systems[one], self.plan.systems[other]
            for strategy, name in enumerate(self.strategies):
                sources = tuple(self._sources(strategy, one, other))
                if sources and not scores_alike(first, second):
                    found = ranks(sources, strategy, one), ranks(sources, strategy, other)
                    rows.append(
                        {
                            "first": first.id,
                            "second": second.id,
                            "strategy": name,
                            "grids": len(sources) * self.games,
                            "rank_correlation": rank_correlation(*found),
                        }
                    )
        return rows

    def _ranks(self, sources: tuple[int, ...], strategy: int, scored_by: int) -> Numbers | None:
        totals = [self._of(source, strategy, scored_by) for source in sources]
        return scaled_ranks(np.concatenate(totals))

    @cached_property
    def choices(self) -> list[ChoiceRow]:
        """How often the best move in the same position differs between two systems."""
        if not self._tally.choices:
            return []
        counted = np.concatenate(self._tally.choices, axis=2)
        rows: list[ChoiceRow] = []
        for pair, (one, other) in enumerate(self.plan.alike):
            for strategy, name in enumerate(self.strategies):
                decisions, differing, by_chance = counted[pair, strategy].T
                share = ratio_interval(differing, decisions).within(0.0, 1.0)
                rows.append(
                    {
                        "first": self.plan.systems[one].id,
                        "second": self.plan.systems[other].id,
                        "strategy": name,
                        "games": len(decisions),
                        "decisions": int(decisions.sum()),
                        "differing": int(differing.sum()),
                        "by_chance": int(by_chance.sum()),
                        "share": share.value,
                        "low": share.low,
                        "high": share.high,
                    }
                )
        return rows

    @cached_property
    def combinations(self) -> list[CombinationRow]:
        """How often each combination stands in a grid, and the points that it brings."""
        rows: list[CombinationRow] = []
        for number, scoring in enumerate(self.plan.scorings):
            played_for, strategy, scored_by = self._named(scoring)
            known = self._tally.combinations[number]
            whole = sum(points for _, points in known.values())
            for name in sorted(known, key=lambda each: (-known[each][1], each)):
                count, points = known[name]
                rows.append(
                    {
                        "played_for": played_for,
                        "strategy": strategy,
                        "scored_by": scored_by,
                        "combination": name,
                        "per_game": count / self.games,
                        "points_each": points / count,
                        "points_per_game": points / self.games,
                        "share": points / whole if whole else 0.0,
                    }
                )
        return rows

    @cached_property
    def luck(self) -> list[LuckRow]:
        """For each system the shares of the variance that lie in the deal and in the player."""
        return luck_rows(self._by_player())

    @cached_property
    def luck_differences(self) -> list[LuckDifferenceRow]:
        """By how much the player's share differs between two systems, on the same deals."""
        return luck_difference_rows(self._by_player())

    def _by_player(self) -> dict[str, NDArray[np.int32]]:
        """Return the totals ``[strategies, games]`` of each system that was played for."""
        players = range(len(self.strategies))
        return {
            self.plan.systems[system].id: np.array(
                [self._of(system, player, system) for player in players]
            )
            for system in range(self.plan.played)
        }

    @cached_property
    def _progress(self) -> dict[tuple[str, str], SkillProgress]:
        """By system and strategy how random play, the strategy and hindsight did, deal by deal."""
        chance = self._reference_player
        if not self._tally.optima or self.plan.strategies[chance].id != REFERENCE:
            return {}
        optima = np.concatenate(self._tally.optima, axis=1)
        deals = optima.shape[1]
        return {
            (self.plan.systems[system].id, name): SkillProgress(
                random=self._of(system, chance, system)[:deals],
                reached=self._of(system, strategy, system)[:deals],
                optimum=optima[place],
            )
            for place, system in enumerate(self.plan.solved)
            for strategy, name in enumerate(self.strategies)
            if strategy != chance
        }

    @cached_property
    def skill(self) -> list[SkillRow]:
        """How far each strategy gets from random play towards the best grid of hindsight."""
        return skill_rows(self._progress)

    @cached_property
    def skill_differences(self) -> list[SkillDifferenceRow]:
        """By how much one strategy's skill index differs between two systems, same deals."""
        return skill_difference_rows(self._progress)

    @property
    def skill_notes(self) -> list[str]:
        """What there is to know beside skill indices, a sentence each."""
        if not self._tally.optima and not self.plan.hindsight:
            return []
        played = self.plan.systems[: self.plan.played]
        piles = [rules.id for rules in played if rules.reserves or rules.waste_size]
        known = [rules.id for rules in played if rules.id not in piles and rules.deal != "turned"]
        notes = []
        if piles:
            notes.append(
                f"No skill index for {listed(piles)}: with a reserve or a waste the player "
                "also chooses which cards to play, and the best grid does not follow from the deal."
            )
        if known:
            notes.append(
                f"In {listed(known)} all cards lie open: the best grid takes no hindsight, and 1 "
                "is perfect play."
            )
        return notes

    def rows(self) -> Iterator[GameRow]:
        """Yield one row for each game and system that scores it, game by game."""
        names = [self._named(scoring) for scoring in self.plan.scorings]
        judges = [scoring.scored_by for scoring in self.plan.scorings]
        for game in range(self.games):
            totals = self.totals[:, game].tolist()
            for (played_for, strategy, scored_by), judge, total in zip(
                names, judges, totals, strict=True
            ):
                yield {
                    "game": game,
                    "played_for": played_for,
                    "strategy": strategy,
                    "scored_by": scored_by,
                    "total": total,
                    "normalised": self.normalised(total, judge),
                }

    def document(self) -> dict[str, Any]:
        """Return all tables as plain data, the form of ``squares compare --json``, without rows."""
        return {
            "games": self.games,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "seed": self.seed,
            "deals_from": self.deals_from,
            "strategies": list(self.strategies),
            "systems": self.systems,
            "summaries": self.summaries,
            "differences": self.differences,
            "matrix": self.matrix,
            "correlations": self.correlations,
            "choices": self.choices,
            "combinations": self.combinations,
            "luck": self.luck,
            "luck_differences": self.luck_differences,
            "skill": self.skill,
            "skill_differences": self.skill_differences,
        }
