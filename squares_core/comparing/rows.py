"""The tables of a comparison: the columns of each, as typed dictionaries.

A row is plain data: text, whole numbers, fractions, and None for what cannot be said. ``low`` and
``high`` are ends of 95 % intervals. A verdict is ``higher`` or ``lower`` where the interval lies on
one side of 0, and ``open`` where it holds 0 or there are too few deals.
"""

from __future__ import annotations

from typing import TypedDict

from squares_core.comparing.intervals import Verdict


class SystemRow(TypedDict):
    """A system that scores; ``played_for`` where games were also played for it."""

    system: str
    title: str
    scorer: str
    rows: int
    columns: int
    target: int | None
    line_target: int | None
    played_for: bool
    reference: str
    reference_mean: float
    reference_sd: float


class SummaryRow(TypedDict):
    """The totals of one strategy for one system."""

    system: str
    strategy: str
    games: int
    mean: float
    standard_error: float | None
    low: float | None
    high: float | None
    sd: float | None
    min: int
    q05: int
    q25: int
    q50: int
    q75: int
    q95: int
    max: int
    normalised: float
    target: int | None
    win_rate: float | None
    win_low: float | None
    win_high: float | None
    target_one_in_two: int
    rate_one_in_two: float
    target_one_in_ten: int
    rate_one_in_ten: float
    blocked: int


class DifferenceRow(TypedDict):
    """First less second, deal by deal."""

    first_system: str
    first_strategy: str
    second_system: str
    second_strategy: str
    games: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None
    first_higher: int
    equal: int
    second_higher: int
    verdict: Verdict


class MatrixRow(TypedDict):
    """Games played for one system, scored by another.

    ``loss`` is how much more, deal by deal, the games score that the strategy plays for
    ``scored_by`` itself; None unless both are the same game but for their points.
    """

    played_for: str
    strategy: str
    scored_by: str
    games: int
    mean: float
    standard_error: float | None
    normalised: float
    loss: float | None
    loss_low: float | None
    loss_high: float | None
    verdict: Verdict | None


class CorrelationRow(TypedDict):
    """How alike two systems rank the same finished grids."""

    first: str
    second: str
    strategy: str
    grids: int
    rank_correlation: float | None


class ChoiceRow(TypedDict):
    """In how many of the same positions a strategy chooses another move under another system.

    ``by_chance`` counts where it would under the same system, too, if its chance fell otherwise.
    """

    first: str
    second: str
    strategy: str
    games: int
    decisions: int
    differing: int
    by_chance: int
    share: float | None
    low: float | None
    high: float | None


class CombinationRow(TypedDict):
    """How often a combination stands in a finished grid, and what it brings."""

    played_for: str
    strategy: str
    scored_by: str
    combination: str
    per_game: float
    points_each: float
    points_per_game: float
    share: float


class LuckRow(TypedDict):
    """Components of the variance of totals, and their shares of the sum of the three."""

    system: str
    strategies: int
    games: int
    deal: float
    player: float
    rest: float
    deal_share: float | None
    player_share: float | None
    rest_share: float | None
    player_low: float | None
    player_high: float | None


class LuckDifferenceRow(TypedDict):
    """The player's share of the first system less that of the second."""

    first: str
    second: str
    player_share: float
    low: float | None
    high: float | None
    verdict: Verdict


class SkillRow(TypedDict):
    """The skill index of a strategy: (mean - random_mean) / (optimum_mean - random_mean)."""

    system: str
    strategy: str
    deals: int
    mean: float
    random_mean: float
    optimum_mean: float
    index: float | None
    low: float | None
    high: float | None


class SkillDifferenceRow(TypedDict):
    """A strategy's skill index in the first system less that in the second."""

    first: str
    second: str
    strategy: str
    deals: int
    index: float
    low: float | None
    high: float | None
    verdict: Verdict


class GameRow(TypedDict):
    """One game under one system that scores it."""

    game: int
    played_for: str
    strategy: str
    scored_by: str
    total: int
    normalised: float
