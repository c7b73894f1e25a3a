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
    is_too_few,
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
    assert t_quantile(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=5e-10)


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
    assert (found.count, found.mean, found.sd) == (1, 7, None)
    assert (found.low, found.high) == (None, None)
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
        (None, 2.0, 100, "open"),
        (1.0, None, 100, "open"),
    ],
)
def test_there_is_no_conclusion_where_the_interval_holds_0_or_deals_are_too_few(
    low, high, count, verdict
):
    assert verdict_of(low, high, count) == verdict


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ([3, 4, 5, 3, 4, 5], "higher"),
        ([-3, -4, -5, -3, -4, -5], "lower"),
        ([3, -4, 5, -3, 4, -5], "open"),
        ([3, 4, 5, 3, 4], "open"),
    ],
)
def test_a_mean_is_judged_by_its_interval_and_its_count(numbers, verdict):
    assert mean_interval(np.array(numbers)).verdict == verdict


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


def test_the_interval_of_never_begins_at_0_and_that_of_always_ends_at_1():
    for count in range(1, 200):
        never, always = rate_interval(0, count), rate_interval(count, count)
        assert (never[0], always[1]) == (0.0, 1.0)
        assert never[1] == pytest.approx(1 - always[0])


@given(TOTALS, st.sampled_from([0.5, 0.1, 1.0]))
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


@pytest.mark.parametrize("sign", [1, -1])
def test_a_rank_correlation_never_passes_1(sign):
    for count in range(2, 300):
        ranks = scaled_ranks(np.arange(count))
        found = rank_correlation(ranks, sign * ranks)
        assert -1 <= found <= 1
        assert found == pytest.approx(sign)


def test_an_interval_is_cut_to_what_is_possible_and_its_value_stays():
    assert Share(0.5, -0.2, 1.3).within(0.0, 1.0) == Share(0.5, 0.0, 1.0)
    assert Share(0.5, 0.2, 0.9).within(0.0, 1.0) == Share(0.5, 0.2, 0.9)
    assert Share(0.5).within(0.0, 1.0) == Share(0.5)
    assert Share(0.5, None, 1.3).within(0.0, 1.0) == Share(0.5, None, 1.0)
    assert Share(0.5, -0.2, None).within(0.0, 1.0) == Share(0.5, 0.0, None)


def test_a_ratio_has_the_interval_of_the_delta_method():
    gains, wholes = np.array([0, 1, 0, 1, 0, 0]), np.array([1, 1, 0, 1, 0, 1])
    found = ratio_interval(gains, wholes)
    assert found.value == 0.5
    error = np.std(gains - wholes / 2, ddof=1) / sqrt(6) / wholes.mean()
    half = stats.t.ppf(0.975, 5) * error
    assert (found.low, found.high) == pytest.approx((0.5 - half, 0.5 + half))


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


@pytest.mark.parametrize(("of_deals", "of_rest"), [(50, 20), (2, 2)])
def test_components_are_those_of_the_two_way_layout(of_deals, of_rest):
    rng = np.random.default_rng(1)
    totals = rng.integers(0, of_deals, 40) + rng.integers(0, of_rest, (3, 40))
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


def test_no_component_is_below_0():
    # Each loses where the other wins: the covariance is below 0, and their means are equal.
    opposed = moments(np.array([[0, 10, 0, 10], [10, 0, 10, 0]])).variance()
    assert (opposed.deal, opposed.player) == (0.0, 0.0)
    assert opposed.rest > 0


def test_sums_over_deals_are_exact_however_great_they_are():
    great = 94_906_267  # its square, an odd number, is more than a float tells from its neighbours
    found = moments(np.array([[great, 0], [0, 1]], np.int32))
    assert found.products.tolist() == [[great**2, 0], [0, 1]]
    assert found.sums.tolist() == [great, 1]


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


def test_deals_are_dealt_out_to_the_groups_in_turn():
    totals = np.arange(22).reshape(2, 11)
    assert [group.deals for group in grouped_moments(totals, 4)] == [3, 3, 3, 2]
    assert [group.sums.tolist() for group in grouped_moments(totals, 4)][1] == [15, 48]
    assert len(grouped_moments(totals)) == 11, "no group without a deal"
    assert len(grouped_moments(np.zeros((2, 100), int))) == 40


@pytest.mark.parametrize(("deals", "groups"), [(6, 40), (12, 6), (13, 12)])
def test_a_figure_is_taken_again_without_each_group(deals, groups):
    rng = np.random.default_rng(9)
    totals = rng.integers(0, 50, (3, deals))
    value, left_out = jackknife(grouped_moments(totals, groups), player_share)
    assert value == pytest.approx(player_share(moments(totals).variance()))
    number = np.arange(deals)
    assert left_out == pytest.approx(
        [
            player_share(moments(totals[:, number % groups != group]).variance())
            for group in range(min(groups, deals))
        ]
    )


def test_five_groups_are_too_few_and_all_must_have_a_figure():
    totals = np.random.default_rng(9).integers(0, 50, (2, 10))
    value, left_out = jackknife(grouped_moments(totals, 5), player_share)
    assert value is not None
    assert left_out == []
    # All differences come from one deal: without it there is nothing to share.
    one = np.zeros((2, 8), int)
    one[:, 3] = [0, 10]
    value, left_out = jackknife(grouped_moments(one), player_share)
    assert value is not None
    assert left_out == []


@pytest.mark.parametrize("left_out", [[0.2, 0.6], [0.25, 0.5, 0.5, 0.75, 0.5, 0.25]])
def test_the_interval_of_a_share_is_that_of_the_jackknife(left_out):
    count = len(left_out)
    error = sqrt((count - 1) / count * sum((x - np.mean(left_out)) ** 2 for x in left_out))
    half = stats.t.ppf(0.975, count - 1) * error
    found = jackknife_share(0.4, left_out)
    assert (found.value, found.low) == (0.4, pytest.approx(0.4 - half))
    assert found.high == pytest.approx(0.4 + half)
    assert jackknife_share(None, left_out) == Share()
    assert jackknife_share(0.4, left_out[:1]) == Share(0.4)


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


@pytest.mark.parametrize(
    ("low", "high", "count", "too_few"),
    [
        (0.5, 2.0, 5, True),
        (-2.0, -0.5, 5, True),
        (0.5, 2.0, 6, False),
        (-2.0, -0.5, 6, False),
        (None, None, 6, False),
        (0.0, 2.0, 5, False),
        (-2.0, 0.0, 5, False),
        (-1.0, 1.0, 5, False),
        (None, 1.0, 5, True),
        (-1.0, None, 5, True),
        (None, None, 1, True),
    ],
)
def test_deals_are_too_few_where_only_their_number_leaves_a_sign_open(low, high, count, too_few):
    assert is_too_few(low, high, count) is too_few
