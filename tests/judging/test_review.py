"""Each move of a game judged: the figures add up, and are what play would bring."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from squares_core import PlacementRule
from squares_core.chance import Chance
from squares_core.deals import make_deal
from squares_core.engine import TablePlayer, compile_rules, solve, untrained_values
from squares_core.errors import InvalidValueError
from squares_core.game import Game
from squares_core.judging.review import PLAYOUTS, mark_of, rating_of, review_game
from squares_core.judging.turned import judge_turned
from squares_core.moves import DONE, place, put
from squares_core.records import new_game_id, now, record_of

FEW = 100


def played(rules, seed, players=(), moves=60):
    """Return a game of random moves on the deal of ``seed``."""
    game, chance = Game(rules, make_deal(seed), players), Chance(seed, 0, 1)
    while not game.over:
        if rules.deal == "shuffle" and len(game.moves) >= moves:
            game.play(DONE)
        else:
            game.play(chance.choice(game.legal_moves))
    return game


def untrained(rules):
    compiled = compile_rules(rules)
    return TablePlayer(compiled, untrained_values(compiled))


def hundredths(points):
    return round(100 * points)


@pytest.mark.parametrize(
    "variant",
    ["cribbage-squares", "poker-squares", "cribbage-squares-open", "poker-squares-shuffle"],
)
def test_start_and_luck_less_losses_are_the_final_score(registry, variant):
    rules = registry.rules(variant)

    @settings(max_examples=8)
    @given(st.integers(0, 10**9))
    def adds_up(seed):
        review = review_game(played(rules, seed, moves=3), registry, playouts=FEW)
        sums = [hundredths(each) for each in (review.start, review.luck, review.loss)]
        assert sums[0] + sums[1] - sums[2] == 100 * review.final
        assert sums[1] == sum(hundredths(move.luck) for move in review.moves)
        assert sums[2] == sum(hundredths(move.loss) for move in review.moves)
        for move in review.moves:
            assert hundredths(move.best) - hundredths(move.played) == hundredths(move.loss) >= 0
            assert (move.best_move == move.move) == (move.loss == 0)
            assert move.best_move in rules.legal_moves(move.position)
            assert not move.mark or move.loss >= 2 * move.error
        following = [move.played + move.luck for move in review.moves]
        best = [move.best - move.gain for move in review.moves[1:]]
        assert following == pytest.approx([*best, review.final])
        assert review.optimum >= review.final
        if rules.deal != "turned":
            assert review.luck == 0

    adds_up()


@pytest.mark.parametrize(
    "variant", ["cribbage-squares-2-reserves", "cribbage-squares-waste", "poker-squares-1-reserve"]
)
def test_games_with_piles_add_up_and_no_luck_comes_where_no_card_is_turned(registry, variant):
    rules = registry.rules(variant)
    player = untrained(rules)
    for seed in range(3):
        game = played(rules, seed)
        judged, start, _ = judge_turned(game, player, FEW, lambda: None)
        total = start + sum(each.gain + each.luck - each.loss for each in judged)
        assert total == 100 * game.score.total
        positions = game.positions()
        for number, each in enumerate(judged[:-1]):
            if positions[number].drawn == positions[number + 1].drawn:
                assert each.luck == 0


class TopRows(PlacementRule):
    """The two rows at the top only, so that every game stops before its end."""

    id = "top-rows"
    title = "Top rows"
    description = "only the two rows at the top are open"

    def legal_cells(self, tableau, card):
        return [cell for cell in tableau.empty_cells if cell < 2 * tableau.grid.columns]


def test_a_game_that_stops_without_a_legal_move_adds_up(registry):
    rules = replace(registry.rules("cribbage-squares"), id="stops", placement=TopRows())
    game = played(rules, 4)
    assert game.blocked
    judged, start, _ = judge_turned(game, untrained(rules), FEW, lambda: None)
    total = start + sum(each.gain + each.luck - each.loss for each in judged)
    assert total == 100 * game.score.total


def test_the_last_moves_are_what_all_cards_to_come_bring(registry):
    rules = registry.rules("cribbage-squares")
    game = played(rules, 11)
    *_, before_last, last = review_game(game, registry, playouts=FEW).moves
    unseen = last.position.unseen

    def mean(tableau, unseen):
        return statistics.fmean(rules.score(tableau, starter).total for starter in unseen)

    full = game.position.tableau
    assert last.played == pytest.approx(mean(full, unseen), abs=0.005)
    assert (last.error, last.games, before_last.error) == (0, 0, 0)
    cells = before_last.position.tableau.empty_cells
    unseen = before_last.position.unseen
    expected = {}
    for cell, other in permutations(cells, 2):
        laid = before_last.position.tableau.with_card(cell, before_last.position.turned)
        totals = [
            rules.score(laid.with_card(other, card), starter).total
            for card, starter in permutations(unseen, 2)
        ]
        expected[place(cell)] = statistics.fmean(totals)
    best = max(expected[move] for move in rules.legal_moves(before_last.position))
    assert before_last.best == pytest.approx(best, abs=0.005)
    assert before_last.played == pytest.approx(expected[before_last.move], abs=0.005)


def test_luck_is_zero_on_average_whoever_plays(registry):
    rules = registry.rules("cribbage-squares")
    lucks = [review_game(played(rules, n), registry, playouts=FEW).luck for n in range(30)]
    error = statistics.stdev(lucks) / math.sqrt(len(lucks))
    assert abs(statistics.fmean(lucks)) < 2.5 * error


def test_the_same_game_has_the_same_review_and_progress_is_told(registry):
    rules = registry.rules("cribbage-squares")
    told = []
    game = played(rules, 5)
    record = record_of(game, id_=new_game_id(), started=now())
    first = review_game(
        game, registry, playouts=FEW, progress=lambda done, total: told.append((done, total))
    )
    second = review_game(record, registry, playouts=FEW)
    assert replace(second, rules=first.rules) == first
    assert told == [(number, 17) for number in range(1, 18)]


def test_the_error_of_a_difference_is_less_than_that_of_two_games_apart(registry):
    rules = registry.rules("cribbage-squares")
    player = registry.strategy("expert").table_player(rules)
    game = Game(rules, make_deal(3))
    for _ in range(6):
        game.play(player.choose_by_value(game.position))
    one, other = game.legal_moves[:2]
    games = player.play_paired(game.position, [one, other], 2000, 1)
    apart = math.hypot(games.error(one), games.error(other))
    assert 0 < games.error_of_difference(one, other) < 0.8 * apart
    assert games.games == 2000


def test_moves_that_differ_by_nothing_have_the_same_figures(registry):
    rules = registry.rules("poker-squares")
    player = registry.strategy("expert").table_player(rules)
    position = Game(rules, make_deal(3)).position
    games = player.play_paired(position, [place(0), place(24)], 500, 1)
    assert games.expected(place(0)) == games.expected(place(24))
    assert games.error_of_difference(place(0), place(24)) == 0


def test_paired_games_agree_with_what_the_strategy_itself_expects(registry):
    rules = registry.rules("cribbage-squares")
    player = registry.strategy("expert").table_player(rules)
    game = Game(rules, make_deal(8))
    for _ in range(9):
        game.play(player.choose_by_value(game.position))
    rated = {value.move: value for value in player.rate(game.position, 20000, 1)}
    games = player.play_paired(game.position, game.legal_moves, 20000, 2)
    for move, value in rated.items():
        error = math.hypot(games.error(move), value.standard_error)
        assert abs(games.expected(move) - value.expected) < 4.5 * error


def test_what_a_good_player_plays_loses_little_and_a_silly_move_stands_out(registry):
    rules = registry.rules("cribbage-squares")
    expert, chance = registry.strategy("expert"), Chance(1)
    game = Game(rules, make_deal(21))
    while not game.over:
        move = expert.choose(game.view, chance)
        if len(game.moves) == 9:
            values = expert.rate(game.view, chance)
            move = min(values, key=lambda value: value.expected).move
        game.play(move)
    review = review_game(game, registry, playouts=1000)
    silly = review.moves[9]
    others = [move.loss for move in review.moves if move.number != 10]
    assert silly.loss > 3 * max(others)
    assert silly.mark == "blunder"
    assert sum(others) < 0.3 * review.scale


@pytest.mark.parametrize("variant", ["cribbage-squares-open", "poker-squares-open"])
def test_an_open_game_built_as_it_was_solved_loses_nothing(registry, variant):
    rules = registry.rules(variant)
    game = Game(rules, make_deal(12))
    found = solve(rules, game.deal.cards[: rules.cards_scored])
    game.play_all(put(card, cell) for card, cell in found.order)
    review = review_game(game, registry)
    assert (review.start, review.luck, review.loss) == (found.optimum, 0, 0)
    assert (review.final, review.share, review.rating) == (found.optimum, 1.0, "flawless")


class Watchful(PlacementRule):
    """Any empty cell, yet asked anew for every card."""

    id = "watchful"
    title = "Watchful"
    description = "any cell is open"
    looks_at_cards = True

    def legal_cells(self, tableau, card):
        return tableau.empty_cells


@pytest.mark.parametrize("variant", ["cribbage-squares-open", "poker-squares-open"])
def test_an_open_game_is_judged_alike_where_its_rule_looks_at_cards(registry, variant):
    rules = registry.rules(variant)
    one, other = (
        review_game(played(replace(rules, placement=rule), 6), registry)
        for rule in (registry.placement_rule("anywhere"), Watchful())
    )
    assert [move.loss for move in one.moves] == [move.loss for move in other.moves]
    assert one.loss > 0


def test_an_exchange_costs_nothing_until_the_player_is_done(registry):
    rules = registry.rules("poker-squares-shuffle")
    game = played(rules, 6, moves=3)
    review = review_game(game, registry)
    assert [move.loss for move in review.moves[:-1]] == [0, 0, 0]
    assert review.moves[-1].loss == review.start - review.final > 0
    assert review.moves[-1].best_move != DONE


def test_losses_are_told_apart_by_player(registry):
    game = played(registry.rules("cribbage-squares"), 2, players=("Ann", "Bob"))
    review = review_game(game, registry, playouts=FEW)
    assert [move.player for move in review.moves[:4]] == ["Ann", "Bob", "Ann", "Bob"]
    assert list(review.losses) == ["Ann", "Bob"]
    assert sum(map(hundredths, review.losses.values())) == hundredths(review.loss)


@pytest.mark.parametrize(
    ("loss", "error", "mark"),
    [
        (0.0, 0.0, ""),
        (0.4, 0.0, ""),
        (0.5, 0.0, "doubtful"),
        (0.5, 0.3, ""),
        (1.4, 0.1, "doubtful"),
        (1.5, 0.1, "blunder"),
        (1.5, 0.8, ""),
        (9.0, 0.0, "blunder"),
    ],
)
def test_marks_follow_the_scale_and_never_a_loss_within_its_error(loss, error, mark):
    assert mark_of(loss, error, 10.0) == mark


def test_the_rating_follows_the_total_loss():
    ratings = [rating_of(loss, 10.0) for loss in (0, 0.99, 1, 3, 6, 10, 16, 50)]
    assert ratings == [
        "flawless", "flawless", "expert", "strong", "fair", "casual", "beginner", "beginner",
    ]  # fmt: skip


def test_a_game_that_goes_on_or_too_few_playouts_are_refused(registry):
    game = Game(registry.rules("cribbage-squares"), make_deal(1))
    with pytest.raises(InvalidValueError, match="not over"):
        review_game(game, registry)
    done = played(registry.rules("cribbage-squares"), 1)
    with pytest.raises(InvalidValueError, match="99 playouts: at least 100"):
        review_game(done, registry, playouts=99)
    assert PLAYOUTS >= 100
