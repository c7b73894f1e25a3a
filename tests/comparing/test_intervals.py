from __future__ import annotations

from itertools import pairwise
from math import isfinite, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from squares_core.comparing.intervals import (
    Share,
    Variance,
    grouped_moments,
    jackknife,
    jackknife_share,
    mean_interval,
    moments,
    quantile,
    rank_correlation,
    rate_interval,
    ratio_interval,
    scaled_ranks,
    t_quantile,
    target_for,
    verdict_of,
)
from squares_core.simulating.simulation import simulate

TOTALS = st.lists(st.integers(-300, 300), min_size=1, max_size=60).map(np.array)


@pytest.mark.parametrize("degrees", [*range(1, 40), 99, 100, 999, 1999, 2000, 2001, 10**6])
def test_the_t_quantile_is_that_of_students_distribution(degrees):
    assert t_quantile(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-7)


@given(st.lists(st.integers(-300, 300), min_size=2, max_size=60).map(np.array))
def test_the_interval_of_a_mean_is_students(numbers):
    found = mean_interval(numbers)
    error = np.std(numbers, ddof=1) / sqrt(len(numbers))
    if error == 0:
        assert (found.low, found.high) == (found.mean, found.mean)
    else:
        expected = stats.t.interval(0.95, len(numbers) - 1, np.mean(numbers), error)
        assert (found.low, found.high) == pytest.approx(expected)
    assert found.standard_error == pytest.approx(error)


def test_one_number_has_a_mean_and_nothing_else():
    found = mean_interval(np.array([7]))
    assert (found.mean, found.sd, found.low, found.high) == (7, None, None, None)
    assert found.standard_error is None
    assert found.verdict == "open"


@pytest.mark.parametrize(
    ("low", "high", "count", "verdict"),
    [
        (0.1, 2.0, 100, "higher"),
        (-2.0, -0.1, 100, "lower"),
        (-0.1, 2.0, 100, "open"),
        (0.0, 2.0, 100, "open"),
        (0.0, 0.0, 100, "open"),
        (3.0, 3.0, 5, "open"),
        (3.0, 3.0, 6, "higher"),
        (None, None, 100, "open"),
    ],
)
def test_there_is_no_conclusion_where_the_interval_holds_0_or_deals_are_too_few(
    low, high, count, verdict
):
    assert verdict_of(low, high, count) == verdict


def coverage(drawn, truth):
    return np.mean([found.low <= truth <= found.high for found in map(mean_interval, drawn)])


def test_the_interval_of_a_mean_holds_the_truth_in_95_of_100_runs():
    # Far more skewed than differences of totals are, so that it takes some hundred deals.
    drawn = np.random.default_rng(5).choice([-5, -2, 0, 0, 2, 5, 10, 45], (2000, 300))
    assert 0.935 <= coverage(drawn, 6.875) <= 0.965


@pytest.mark.parametrize("count", [30, 100])
def test_the_interval_of_a_paired_difference_holds_the_truth_in_95_of_100_runs(registry, count):
    rules = registry.rules("poker-squares")
    greedy = simulate(rules, registry.strategy("greedy"), 20_000, 1).totals
    random = simulate(rules, registry.strategy("random"), 20_000, 1).totals
    drawn = np.random.default_rng(7).choice(greedy - random, (2000, count))
    assert 0.935 <= coverage(drawn, (greedy - random).mean()) <= 0.965


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.97])
def test_the_interval_of_a_rate_holds_the_truth_in_95_of_100_runs(rate):
    wins = np.random.default_rng(6).binomial(200, rate, 2000)
    held = [low <= rate <= high for low, high in (rate_interval(int(n), 200) for n in wins)]
    assert 0.93 <= np.mean(held) <= 0.98


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_a_rate_is_wilsons_and_stays_between_0_and_1(given_rate):
    successes, count = given_rate
    low, high = rate_interval(successes, count)
    expected = stats.binomtest(successes, count).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert 0 <= low <= successes / count <= high <= 1


@given(TOTALS, st.sampled_from([0.5, 0.1]))
def test_a_target_is_the_highest_that_enough_games_reach(totals, share):
    target, reached = target_for(totals, share)
    assert reached == np.mean(totals >= target)
    assert reached >= share
    assert np.mean(totals >= target + 1) < share


@given(TOTALS, st.sampled_from([0.05, 0.5, 0.95]))
def test_a_quantile_is_the_least_total_that_enough_games_do_not_exceed(totals, share):
    found = quantile(totals, share)
    assert found in totals
    assert np.mean(totals <= found) >= share - 1e-12
    assert np.mean(totals < found) < share


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 4)), min_size=2, max_size=60))
def test_rank_correlation_is_spearmans_with_ties(pairs):
    one, other = np.array(pairs).T
    found = rank_correlation(scaled_ranks(one), scaled_ranks(other))
    if len(set(one)) == 1 or len(set(other)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-9)


def test_a_ratio_without_anything_to_divide_by_is_none():
    assert ratio_interval(np.array([1, 2]), np.array([0, 0])) == Share()
    assert ratio_interval(np.array([1, 2]), np.array([-3, 1])) == Share()
    assert ratio_interval(np.array([1]), np.array([4])) == Share(0.25)


def test_the_interval_of_a_ratio_holds_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(8)
    held = 0
    for _ in range(1000):
        room = rng.integers(20, 60, 80)
        gains = rng.binomial(room, 0.3)
        found = ratio_interval(gains, room)
        held += found.low <= 0.3 <= found.high
    assert 0.93 <= held / 1000 <= 0.97


def test_deal_and_player_alone_leave_nothing_to_the_rest():
    deal, player = np.array([3, 10, 4, 30, 7, 0]), np.array([0, 5, 11])
    found = moments(player[:, None] + deal).variance()
    assert found.deal == pytest.approx(np.var(deal, ddof=1))
    assert found.player == pytest.approx(np.var(player, ddof=1))
    assert found.rest == 0


def test_components_are_those_of_the_two_way_layout():
    rng = np.random.default_rng(1)
    totals = rng.integers(0, 50, 40) + rng.integers(0, 20, (3, 40))
    players, deals = totals.shape
    by_deal, by_player = totals.mean(0), totals.mean(1)
    rest = totals - by_deal - by_player[:, None] + totals.mean()
    rest_square = (rest**2).sum() / ((players - 1) * (deals - 1))
    deal_square = players * ((by_deal - totals.mean()) ** 2).sum() / (deals - 1)
    player_square = deals * ((by_player - totals.mean()) ** 2).sum() / (players - 1)
    found = moments(totals).variance()
    assert found.rest == pytest.approx(rest_square)
    assert found.deal == pytest.approx((deal_square - rest_square) / players)
    assert found.player == pytest.approx(max(0, (player_square - rest_square) / deals))


def test_components_are_found_again_in_drawn_totals():
    rng = np.random.default_rng(2)
    deal = rng.normal(0, 20, 4000)
    totals = np.rint(np.array([[0], [30], [60]]) + deal + rng.normal(0, 10, (3, 4000))).astype(int)
    found = moments(totals).variance()
    assert found.deal == pytest.approx(400, rel=0.1)
    assert found.player == pytest.approx(900, rel=0.1)
    assert found.rest == pytest.approx(100, rel=0.1)


@pytest.mark.parametrize("totals", [np.full((2, 9), 7), np.zeros((3, 2), int)])
def test_totals_that_are_all_equal_have_no_variance_to_share(totals):
    found = moments(totals).variance()
    assert found == Variance(0.0, 0.0, 0.0)
    assert found.total == 0


def player_share(variance):
    return variance.player / variance.total if variance.total else None


def test_the_interval_of_a_share_holds_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        deal = rng.normal(0, 12, 300)
        totals = np.array([[0], [10]]) + deal + rng.normal(0, 8, (2, 300))
        rounded = np.rint(totals).astype(int)
        share = jackknife_share(*jackknife(grouped_moments(rounded), player_share))
        # 50 between two players 10 apart, of 50 + 144 + 64 and the rounding
        held += share.low <= 50 / 258 <= share.high
    assert 0.91 <= held / 400 <= 0.98


def test_a_share_of_few_deals_has_no_interval():
    totals = np.array([[1, 5, 3], [2, 9, 4]])
    share = jackknife_share(*jackknife(grouped_moments(totals), player_share))
    assert share.value is not None
    assert (share.low, share.high) == (None, None)


@given(st.lists(TOTALS, min_size=2, max_size=3))
def test_no_figure_is_ever_nan_or_infinite(samples):
    length = min(map(len, samples))
    totals = np.array([each[:length] for each in samples])
    figures = [mean_interval(totals[0] - totals[1])]
    numbers = [figures[0].mean, figures[0].sd, figures[0].low, figures[0].high]
    numbers.append(rank_correlation(scaled_ranks(totals[0]), scaled_ranks(totals[1])))
    ratio = ratio_interval(totals[0], totals[1])
    numbers += [ratio.value, ratio.low, ratio.high]
    if length > 1:
        share = jackknife_share(*jackknife(grouped_moments(totals), player_share))
        numbers += [share.value, share.low, share.high]
    assert all(isfinite(number) for number in numbers if number is not None)


def test_an_interval_narrows_as_the_root_of_the_number_of_deals():
    numbers = np.random.default_rng(4).normal(0, 10, 40_000)
    widths = [mean_interval(numbers[:n]) for n in (400, 1600, 6400, 25_600)]
    for wide, narrow in pairwise(found.high - found.low for found in widths):
        assert wide / narrow == pytest.approx(2, rel=0.1)
