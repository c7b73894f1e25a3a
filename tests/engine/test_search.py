from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from squares_core import (
    Card,
    Cell,
    Deal,
    Game,
    Grid,
    InvalidValueError,
    PlacementRule,
    Position,
    Rules,
    Tableau,
    load_registry,
    make_deal,
)
from squares_core.engine import compile_rules, deal_many
from squares_core.engine.players.line_keys import line_keys
from squares_core.engine.players.search import TablePlayer
from squares_core.engine.players.values import starting_values
from squares_core.engine.playing.games import trace_of
from squares_core.moves import place

REGISTRY = load_registry()
TURNED = [variant for variant in REGISTRY.variants.ids if REGISTRY.rules(variant).deal == "turned"]


class Gravity(PlacementRule):
    id = "gravity"
    title = "Gravity"
    description = "A card falls to the lowest empty cell of its column."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        grid = tableau.grid
        return sorted(
            max(cell for cell in tableau.empty_cells if grid.column_of(cell) == column)
            for column in range(grid.columns)
            if any(grid.column_of(cell) == column for cell in tableau.empty_cells)
        )


@cache
def untrained(rules: Rules) -> TablePlayer:
    compiled = compile_rules(rules)
    return TablePlayer(compiled, starting_values(compiled, line_keys(compiled)))


def diagonal_poker() -> Rules:
    poker = REGISTRY.rules("poker-squares")
    return replace(poker, lines=Grid(5, 5).lines(("rows", "columns", "diagonals")))


def falling_cribbage() -> Rules:
    return replace(REGISTRY.rules("cribbage-squares"), placement=Gravity())


def rules_of(variant: str) -> Rules:
    made = {"diagonals": diagonal_poker, "gravity": falling_cribbage}
    return made[variant]() if variant in made else REGISTRY.rules(variant)


def position_with(rules: Rules, left: int, seed: int = 1) -> Position:
    """A position with a turned card and ``left`` empty cells, reached by value."""
    game = Game(rules, make_deal(seed))
    while len(game.position.tableau.empty_cells) > left:
        game.play(untrained(rules).choose_by_value(game.position))
    return game.position


@pytest.mark.parametrize("variant", [*TURNED, "diagonals", "gravity"])
def test_many_games_by_value_are_the_games_of_single_choices(variant: str):
    rules = rules_of(variant)
    player = untrained(rules)
    played = player.play_by_value(deal_many(8, 0, 6))
    for number in range(6):
        game = Game(rules, make_deal(8, number))
        while not game.over:
            game.play(player.choose_by_value(game.position))
        assert trace_of(game.moves) == played.traces[number]
        assert game.score.total == played.totals[number]
        cards = [255 if card is None else card for card in game.position.tableau.cards]
        assert cards == played.grids[number].tolist()


@pytest.mark.parametrize("variant", [*TURNED, "diagonals", "gravity"])
def test_every_legal_move_is_rated_and_the_choice_is_legal(variant: str):
    rules = rules_of(variant)
    player = untrained(rules)
    game = Game(rules, make_deal(4))
    while not game.over:
        rated = player.rate(game.position, 60, seed=1)
        assert tuple(value.move for value in rated) == rules.legal_moves(game.position)
        assert all(value.standard_error >= 0 and value.games >= 0 for value in rated)
        assert player.choose_by_value(game.position) in rules.legal_moves(game.position)
        game.play(player.choose(game.position, 60, seed=1))
    assert game.finished


def test_the_first_of_equal_moves_is_chosen():
    rules = REGISTRY.rules("poker-squares")
    start = rules.start(make_deal(2).cards)
    assert untrained(rules).choose_by_value(start) == place(0)
    assert untrained(rules).choose(start, 50, seed=3) == place(0)


def test_cells_that_differ_only_by_the_empty_line_are_rated_alike():
    rules = REGISTRY.rules("poker-squares")
    rated = untrained(rules).rate(rules.start(make_deal(2).cards), 50, seed=3)
    assert len({(value.expected, value.games) for value in rated}) == 1


def test_the_same_seed_gives_the_same_ratings_and_another_seed_others():
    rules = REGISTRY.rules("cribbage-squares")
    position = position_with(rules, 9)
    player = untrained(rules)
    assert player.rate(position, 200, seed=5) == player.rate(position, 200, seed=5)
    assert player.rate(position, 200, seed=5) != player.rate(position, 200, seed=6)


def test_what_has_been_asked_before_changes_no_rating():
    rules = falling_cribbage()
    position = position_with(rules, 9)
    fresh = TablePlayer(compile_rules(rules), untrained(rules).values)
    assert fresh.rate(position, 100, seed=5) == untrained(rules).rate(position, 100, seed=5)


def test_the_order_of_the_stock_changes_no_choice():
    rules = REGISTRY.rules("cribbage-squares")
    player = untrained(rules)
    deal = make_deal(6).cards
    other = Deal((*deal[:9], *reversed(deal[9:])))
    choices = []
    for cards in (Deal(deal), other):
        game = Game(rules, cards)
        for _ in range(8):
            game.play(player.choose(game.position, 100, seed=2))
        choices.append(player.rate(game.position, 100, seed=2))
    assert choices[0] == choices[1]


def expected_by_hand(rules: Rules, position: Position, cell: Cell) -> float:
    """Mean final score under best play after placing the turned card, by plain rules."""
    assert position.turned is not None
    tableau = position.tableau.with_card(cell, position.turned)
    unseen = position.unseen
    if tableau.is_full:
        if rules.starter == "none":
            return rules.score(tableau).total
        return sum(rules.score(tableau, card).total for card in unseen) / len(unseen)
    total = 0.0
    for card in unseen:
        after = replace(position, tableau=tableau, turned=card)
        legal = rules.placement.legal_cells(tableau, card)
        total += max(expected_by_hand(rules, after, target) for target in legal)
    return total / len(unseen)


@pytest.mark.parametrize(
    ("variant", "left"), [("poker-squares", 2), ("poker-squares", 1), ("cribbage-squares", 1)]
)
def test_the_last_placements_are_weighed_exactly(variant: str, left: int):
    rules = REGISTRY.rules(variant)
    position = position_with(rules, left)
    for value in untrained(rules).rate(position, 1, seed=1):
        assert (value.games, value.standard_error) == (0, 0.0)
        by_hand = expected_by_hand(rules, position, value.move.target)
        assert value.expected == pytest.approx(by_hand, rel=1e-12)


def test_sampling_agrees_with_exact_weighing_where_one_card_is_to_come():
    rules = REGISTRY.rules("cribbage-squares")
    # The same game with a rule that is asked for each occupation is sampled to its end.
    asked = replace(rules, placement=Gravity())
    position = position_with(asked, 2)
    for value in untrained(asked).rate(position, 20_000, seed=1):
        by_hand = expected_by_hand(asked, position, value.move.target)
        assert abs(value.expected - by_hand) < 5 * value.standard_error


def test_more_games_sampled_play_better():
    rules = REGISTRY.rules("poker-squares")
    player = untrained(rules)
    totals = {}
    for playouts in (10, 500):
        total = 0
        for number in range(12):
            game = Game(rules, make_deal(9, number))
            while not game.over:
                game.play(player.choose(game.position, playouts, seed=number))
            total += game.score.total
        totals[playouts] = total / 12
    assert totals[500] > totals[10]


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_a_budget_of_no_time_is_refused(seconds: float):
    with pytest.raises(InvalidValueError, match="more than 0"):
        untrained(REGISTRY.rules("poker-squares")).playouts_for(seconds)


def test_a_budget_of_no_games_is_refused():
    rules = REGISTRY.rules("poker-squares")
    with pytest.raises(InvalidValueError, match="at least 1"):
        untrained(rules).choose(rules.start(make_deal(2).cards), 0, seed=1)
