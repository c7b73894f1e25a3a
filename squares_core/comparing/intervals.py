"""Figures from samples, with how sure they are: intervals, rank correlation, shares of variance.

Nothing here returns NaN or infinity: what cannot be said is None. Intervals hold the true value in
95 of 100 runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[Any]
Verdict: TypeAlias = Literal["higher", "lower", "open"]

CONFIDENCE: Final = 0.95
MIN_FOR_VERDICT: Final = 6
"""With five deals chance alone gives one sign to all differences once in 16 times: too often."""
GROUPS: Final = 40
_NORMAL: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
_MANY: Final = 2000


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of ``count`` numbers with its interval.

    ``sd`` has ``count - 1`` in the denominator; it and the interval are None for a single number.
    """

    count: int
    mean: float
    sd: float | None
    low: float | None
    high: float | None

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean."""
        return None if self.sd is None else self.sd / sqrt(self.count)

    @property
    def verdict(self) -> Verdict:
        """Whether the true mean is above or below 0, as ``verdict_of`` has it."""
        return verdict_of(self.low, self.high, self.count)


def verdict_of(low: float | None, high: float | None, count: int) -> Verdict:
    """Return which side of 0 an interval lies on, or that this is open: it holds 0.

    With fewer than MIN_FOR_VERDICT deals it is always open.
    """
    if low is None or high is None or count < MIN_FOR_VERDICT:
        return "open"
    return "higher" if low > 0 else "lower" if high < 0 else "open"


def is_too_few(low: float | None, high: float | None, count: int) -> bool:
    """Return whether only the number of deals leaves open on which side of 0 an interval lies."""
    return count < MIN_FOR_VERDICT and (low is None or high is None or low > 0 or high < 0)


def mean_interval(numbers: Numbers) -> Mean:
    """Return mean and interval of at least one number: Student's t on ``count - 1`` degrees."""
    count, mean = len(numbers), float(np.mean(numbers))
    if count < 2:
        return Mean(count, mean, None, None, None)
    sd = float(np.std(numbers, ddof=1))
    half = t_quantile(count - 1) * sd / sqrt(count)
    return Mean(count, mean, sd, mean - half, mean + half)


@lru_cache
def t_quantile(degrees: int) -> float:
    """Return t for which Student's distribution lies within -t and t with probability 0.95.

    For whole degrees of freedom that probability is a finite sum (Abramowitz and Stegun, Handbook
    of Mathematical Functions, 26.7.3 and 26.7.4); beyond 2000 the expansion of 26.7.5 is exact to
    ten digits.
    """
    if degrees > _MANY:
        z = _NORMAL
        return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
    low, high = 0.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, degrees) < CONFIDENCE else (low, middle)
    return high


def _within(t: float, degrees: int) -> float:
    angle = atan(t / sqrt(degrees))
    odd = degrees % 2
    term, total = 1.0, 0.0
    for k in range(degrees // 2):
        total += term
        term *= cos(angle) ** 2 * ((2 * k + 2) / (2 * k + 3) if odd else (2 * k + 1) / (2 * k + 2))
    if odd:
        return 2 / pi * (angle + sin(angle) * cos(angle) * total)
    return sin(angle) * total


def rate_interval(successes: int, count: int) -> tuple[float, float]:
    """Return the interval of a rate of ``successes`` among at least one: Wilson's score."""
    rate, z2 = successes / count, _NORMAL**2
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = _NORMAL * sqrt(rate * (1 - rate) / count + z2 / (4 * count**2)) / (1 + z2 / count)
    # At the ends rounding would leave a trace of what is exactly 0 or 1.
    low = middle - half if successes else 0.0
    return low, middle + half if successes < count else 1.0


def quantile(numbers: Numbers, share: float) -> int:
    """Return the least of some whole numbers that at least ``share`` of them do not exceed."""
    return int(np.quantile(numbers, share, method="inverted_cdf"))


def target_for(totals: Numbers, share: float) -> tuple[int, float]:
    """Return the highest target that at least ``share`` of totals reach, and the share that does.

    Totals are whole numbers, so that the share reached may be well above the one asked for.
    """
    least_losing = min(int(share * len(totals) - 1e-9) + 1, len(totals))
    target = int(np.partition(totals, len(totals) - least_losing)[len(totals) - least_losing])
    return target, float((totals >= target).mean())


def scaled_ranks(numbers: Numbers) -> Numbers | None:
    """Return the ranks of some whole numbers, ties sharing theirs, with mean 0 and length 1.

    None where all numbers are equal.
    """
    offsets = numbers - numbers.min()
    counts = np.bincount(offsets)
    ranks = np.cumsum(counts) - (counts + len(numbers)) / 2
    length = float(np.sqrt(counts @ ranks**2))
    return (ranks / length)[offsets] if length > 0 else None


def rank_correlation(one: Numbers | None, other: Numbers | None) -> float | None:
    """Return Spearman's rank correlation of two samples, given as ``scaled_ranks`` of each."""
    if one is None or other is None:
        return None
    return min(1.0, max(-1.0, float(one @ other)))


@dataclass(frozen=True, slots=True)
class Share:
    """A share or ratio with its interval; all None where there is nothing to divide by."""

    value: float | None = None
    low: float | None = None
    high: float | None = None

    def within(self, least: float, greatest: float) -> Share:
        """Return the same with the interval cut to what is possible."""
        low = None if self.low is None else max(least, self.low)
        return Share(self.value, low, None if self.high is None else min(greatest, self.high))


def ratio_interval(gains: Numbers, wholes: Numbers) -> Share:
    """Return the ratio of two means over the same deals, with the interval of the delta method.

    None unless the mean of ``wholes`` is above 0.
    """
    whole = float(np.mean(wholes))
    if not whole > 0:
        return Share()
    ratio = float(np.mean(gains)) / whole
    spread = mean_interval(gains - ratio * wholes)
    if spread.low is None or spread.high is None:
        return Share(ratio)
    half = (spread.high - spread.low) / (2 * whole)
    return Share(ratio, ratio - half, ratio + half)


@dataclass(frozen=True, slots=True)
class Variance:
    """Where totals differ from each other: components of a two-way layout, deals by strategies.

    With x[d, s] the total of strategy s on deal d: ``deal`` is the covariance of two strategies'
    totals over the deals, averaged over all pairs; ``rest`` the variance of one strategy's totals,
    averaged, less ``deal``; ``player`` the variance of the strategies' means, less what ``rest``
    alone makes of it. None is below 0.
    """

    deal: float
    player: float
    rest: float

    @property
    def total(self) -> float:
        """The sum of the three."""
        return self.deal + self.player + self.rest


@dataclass(frozen=True, eq=False)
class Moments:
    """Sums over deals that variance components follow from: exact, whatever the order.

    ``sums`` is ``int64[strategies]`` and ``products`` ``int64[strategies, strategies]``.
    """

    deals: int
    sums: NDArray[np.int64]
    products: NDArray[np.int64]

    def without(self, other: Moments) -> Moments:
        """Return the sums over the deals that are not in ``other``."""
        return Moments(
            self.deals - other.deals, self.sums - other.sums, self.products - other.products
        )

    def variance(self) -> Variance:
        """Return the components, for at least two deals and two strategies."""
        count = len(self.sums)
        means = self.sums / self.deals
        covariances = (self.products - np.outer(self.sums, means)) / (self.deals - 1)
        whole, own = float(covariances.sum()), float(np.trace(covariances))
        between = (whole - own) / (count * (count - 1))
        rest = own / count - between
        player = float(np.var(means, ddof=1)) - rest / self.deals
        return Variance(_not_below_0(between), _not_below_0(player), _not_below_0(rest))


def _not_below_0(number: float) -> float:
    # What rounding leaves of 0 must not become a share of something.
    return number if number > 1e-9 else 0.0


def moments(totals: Numbers) -> Moments:
    """Return the sums of ``totals``, whole numbers as ``[strategies, deals]``."""
    wide = totals.astype(np.int64)
    return Moments(totals.shape[1], wide.sum(1), wide @ wide.T)


def grouped_moments(totals: Numbers, groups: int = GROUPS) -> list[Moments]:
    """Return the sums over each of some groups of deals: deal ``d`` is in group ``d % groups``."""
    return [moments(totals[:, group::groups]) for group in range(min(groups, totals.shape[1]))]


def jackknife(
    groups: Sequence[Moments], figure: Callable[[Variance], float | None]
) -> tuple[float | None, list[float]]:
    """Return a figure of all deals, and the same with each group of deals left out in turn.

    The list is empty where there are too few groups, or one without which there is no figure.
    """
    whole = Moments(
        sum(group.deals for group in groups),
        np.sum([group.sums for group in groups], 0),
        np.sum([group.products for group in groups], 0),
    )
    value = figure(whole.variance())
    if len(groups) < MIN_FOR_VERDICT:
        return value, []
    others = [figure(whole.without(group).variance()) for group in groups]
    known = [other for other in others if other is not None]
    return value, known if len(known) == len(others) else []


def jackknife_share(value: float | None, left_out: Sequence[float]) -> Share:
    """Return a figure with the interval that the same with groups left out gives it."""
    count = len(left_out)
    if value is None or count < 2:
        return Share(value)
    half = t_quantile(count - 1) * (count - 1) * float(np.std(left_out, ddof=1)) / sqrt(count)
    return Share(value, value - half, value + half)
