from __future__ import annotations

import random
from collections.abc import Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_basics.placement import Adjacent, AdjacentSides, Anywhere
from squares_core import (
    Game,
    Grid,
    MoveKind,
    PlacementRule,
    PlayerView,
    Registry,
    Tableau,
    make_deal,
    move_text,
    parse_cards,
)

REACH = {"adjacent": 2, "adjacent-sides": 1}
RULES = [Anywhere(), Adjacent(), AdjacentSides()]


@st.composite
def filled_grids(draw: st.DrawFn) -> tuple[Grid, frozenset[int]]:
    grid = Grid(draw(st.integers(2, 7)), draw(st.integers(2, 7)))
    return grid, draw(st.frozensets(st.integers(0, grid.size - 1), max_size=grid.size))


def laid(grid: Grid, filled: Collection[int]) -> Tableau:
    return Tableau(grid, tuple(cell if cell in filled else None for cell in range(grid.size)))


@given(filled_grids(), st.sampled_from(RULES))
def test_a_card_may_go_to_the_cells_that_the_rule_describes(
    place: tuple[Grid, frozenset[int]], rule: PlacementRule
) -> None:
    grid, filled = place
    expected = []
    for cell in range(grid.size):
        steps = [
            (abs(grid.row_of(cell) - grid.row_of(f)), abs(grid.column_of(cell) - grid.column_of(f)))
            for f in filled
        ]
        touches = any(max(step) == 1 and sum(step) <= REACH.get(rule.id, 2) for step in steps)
        if cell not in filled and (rule.id == "anywhere" or not filled or touches):
            expected.append(cell)
    assert expected == list(rule.legal_cells(laid(grid, filled), 51))


@given(filled_grids(), st.sampled_from(RULES))
def test_no_rule_ever_leaves_a_card_without_a_cell(
    place: tuple[Grid, frozenset[int]], rule: PlacementRule
) -> None:
    grid, filled = place
    assert not rule.may_block
    assert not rule.looks_at_cards
    cells = rule.legal_cells(laid(grid, filled), 51)
    assert bool(cells) == (len(filled) < grid.size)
    assert all(one < other for one, other in pairwise(cells))


def play(registry: Registry, variant: str, strategy: str, seed: int) -> Game:
    game = Game(registry.rules(variant), make_deal(seed))
    player, rng = registry.strategy(strategy), random.Random(seed)
    for _ in range(200):
        if game.over:
            break
        game.play(player.choose(game.view, rng))
    return game


VARIANTS = [
    *("cribbage-squares", "cribbage-squares-2-reserves", "cribbage-squares-open"),
    *("cribbage-squares-waste", "poker-squares-swedish", "poker-squares-1-reserve"),
]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_a_strategy_plays_whole_games_and_the_same_again(
    registry: Registry, variant: str, strategy: str
) -> None:
    game = play(registry, variant, strategy, 7)
    assert game.finished
    assert game.moves == play(registry, variant, strategy, 7).moves


@pytest.mark.parametrize("variant", ["cribbage-squares-shuffle", "maverick"])
def test_greedy_exchanges_cards_until_nothing_gains_and_then_stops(
    registry: Registry, variant: str
) -> None:
    game = play(registry, variant, "greedy", 7)
    assert game.finished
    totals = [game.rules.score(p.tableau, p.starter).total for p in game.positions()]
    assert all(one < other for one, other in pairwise(totals[:-1]))
    final = game.positions()[-1].tableau
    for one in range(final.grid.size):
        for other in range(one):
            again = game.rules.score(final.swapped(one, other), game.position.starter)
            assert again.total <= game.score.total


def test_random_plays_every_legal_move_sooner_or_later(registry: Registry) -> None:
    game = Game(registry.rules("poker-squares-1-reserve"), make_deal(3))
    player, rng = registry.strategy("random"), random.Random(1)
    assert set(game.legal_moves) == {player.choose(game.view, rng) for _ in range(600)}


def test_greedy_takes_the_greatest_gain_and_the_first_of_equals(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares")
    deal = parse_cards("5H 5D KC " + "AS 2S 3S 4S 6S 7S 8S 9S TS JS QS KS AH 2H 3H")
    position = rules.start(deal)
    player = registry.strategy("greedy")

    def choose() -> str:
        return move_text(player.choose(PlayerView(rules, position), random.Random(1)), rules.grid)

    assert choose() == "a1"
    position = rules.play(
        position, player.choose(PlayerView(rules, position), random.Random()), deal
    )
    # 5D pairs 5H in the row and makes as much in the column: b1 comes before a2.
    assert choose() == "b1"
    position = rules.play(
        position, player.choose(PlayerView(rules, position), random.Random()), deal
    )
    # KC makes two fifteens in row 1 and one in a column.
    assert choose() == "c1"


def test_greedy_lays_nothing_aside_while_a_card_can_go_down(registry: Registry) -> None:
    game = play(registry, "cribbage-squares-1-reserve", "greedy", 3)
    assert {MoveKind.PLACE} == {move.kind for move in game.moves}
