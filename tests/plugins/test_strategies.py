from __future__ import annotations

import pytest

from squares_core import Game, InvalidValueError, MoveKind, make_deal, simulate
from squares_core.chance import Chance
from squares_core.engine import solve

TURNED = ["cribbage-squares", "cribbage-squares-1-reserve", "poker-squares-english"]
KNOWN = ["cribbage-squares-open", "cribbage-squares-shuffle", "maverick"]


def played(rules, strategy, seed, moves=99):
    game, chance = Game(rules, make_deal(seed)), Chance(seed)
    while not game.over and len(game.moves) < moves:
        game.play(strategy.choose(game.view, chance))
    return game


@pytest.mark.parametrize("variant", TURNED)
@pytest.mark.parametrize("strategy", ["expert(playouts=60)", "monte-carlo(playouts=60)"])
def test_a_sampling_strategy_plays_the_same_game_again(registry, variant, strategy):
    rules, player = registry.rules(variant), registry.strategy(strategy)
    one, other = played(rules, player, 5), played(rules, player, 5)

    assert one.finished
    assert one.moves == other.moves


@pytest.mark.parametrize("variant", TURNED)
@pytest.mark.parametrize(
    "strategy", ["expert(playouts=200)", "monte-carlo(playouts=200)", "random", "greedy"]
)
def test_every_legal_move_is_rated_in_order(registry, variant, strategy):
    rules, player = registry.rules(variant), registry.strategy(strategy)
    game = played(rules, registry.strategy("random"), 8, moves=7)
    rated = player.rate(game.view, Chance(1))

    assert list(game.legal_moves) == [value.move for value in rated]
    assert all(value.games > 0 and value.standard_error >= 0 for value in rated)


def test_sampling_finds_the_move_that_enumeration_finds(registry):
    rules = registry.rules("cribbage-squares")
    player = registry.strategy("expert(playouts=20000)")
    game = played(rules, registry.strategy("greedy"), 3, moves=13)
    exact = player.rate(game.view, Chance(1))

    assert all(value.games == 0 and value.standard_error == 0 for value in exact)
    best = max(exact, key=lambda value: value.expected)
    assert best.move == player.choose(game.view, Chance(2))


def test_more_games_sampled_play_better_than_none(registry):
    rules = registry.rules("poker-squares")
    greedy = simulate(rules, registry.strategy("greedy"), 12, 4)
    sampling = simulate(rules, registry.strategy("monte-carlo(playouts=100)"), 12, 4)
    expert = simulate(rules, registry.strategy("expert"), 500, 4)

    assert sampling.mean > greedy.mean + 20
    assert expert.mean > 115


@pytest.mark.parametrize("variant", KNOWN)
def test_where_all_cards_are_known_the_expert_reaches_the_best_grid(registry, variant):
    rules = registry.rules(variant)
    game = played(rules, registry.strategy("expert"), 6)
    cards = make_deal(6).cards[: rules.cards_dealt]

    assert game.finished
    assert solve(rules, cards).optimum == game.score.total


@pytest.mark.parametrize("variant", ["cribbage-squares-open", "maverick"])
def test_where_all_cards_are_known_a_move_is_worth_what_can_still_be_reached(registry, variant):
    rules = registry.rules(variant)
    game = played(rules, registry.strategy("random"), 6, moves=9)
    player = registry.strategy("expert")
    rated = player.rate(game.view, Chance(1))
    best = max(rated, key=lambda value: value.expected)
    while not game.over:
        game.play(player.choose(game.view, Chance(1)))

    assert all(value.games == 0 for value in rated)
    assert best.expected == game.score.total


def test_a_shuffle_game_may_be_left_when_nothing_better_is_to_be_had(registry):
    game = played(registry.rules("cribbage-squares-shuffle"), registry.strategy("expert"), 2)

    assert game.moves[-1].kind is MoveKind.DONE


@pytest.mark.parametrize("strategy", ["expert(seconds=0.05)", "monte-carlo(seconds=0.05)"])
def test_a_budget_of_time_is_settled_once_as_a_number_of_games(registry, strategy):
    rules = registry.rules("cribbage-squares")
    settled = registry.strategy(strategy).settled(rules)

    assert settled.parameters["seconds"] is None
    assert settled.parameters["playouts"] >= 1
    assert settled.settled(rules) is settled


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        ("expert(playouts=0)", "playouts runs from 1"),
        ("monte-carlo(playouts=-3)", "playouts runs from 1"),
        ("expert(seconds=0)", "seconds is more than 0"),
        ("expert(seconds=99999)", "at most 3600"),
        ("expert(playouts=fast)", "playouts must be a whole number"),
        ("expert(games=3)", "has no option 'games'"),
    ],
)
def test_a_wrong_budget_is_refused(registry, strategy, message):
    with pytest.raises(InvalidValueError, match=message):
        registry.strategy(strategy)
