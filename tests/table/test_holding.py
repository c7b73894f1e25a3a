"""What is in hand, and what pressing something does with it."""

from __future__ import annotations

import pytest

from squares_core import Game, IllegalMoveError, MoveKind, make_deal, move_text, parse_card
from squares_core.table.holding import Holding, tray_order


@pytest.fixture
def holding(registry):
    def make(variant, *moves, seed=7):
        game = Game(registry.rules(variant), make_deal(seed))
        held = Holding(game)
        for cell in moves:
            game.play(held.move_to(game.rules.grid.parse_cell(cell)))
            held.settle()
        return held

    return make


def cell(held, name):
    return held.game.rules.grid.parse_cell(name)


def text(held, move):
    return move_text(move, held.game.rules.grid)


def test_the_turned_card_is_in_hand_near_the_middle_of_the_grid(holding):
    held = holding("cribbage-squares")
    assert held.card == parse_card("2C")
    assert held.cursor == cell(held, "b2")
    assert text(held, held.move_to(held.cursor)) == "b2"


def test_the_cursor_comes_in_again_on_the_other_side(holding):
    held = holding("cribbage-squares")
    held.step(-2, 0)
    assert held.cursor == cell(held, "b4")
    held.step(0, -2)
    assert held.cursor == cell(held, "d4")


def test_the_first_press_takes_up_a_reserve_and_the_second_lays_on_it(holding):
    held = holding("cribbage-squares-1-reserve", "b2")
    assert text(held, held.move_with_pile(0)) == "r1"
    held.game.play(held.move_with_pile(0))
    held.settle()
    assert held.card is None
    assert text(held, held.move_to(0)) == "turn"
    held.game.play(held.move_to(0))
    held.settle()
    assert held.move_with_pile(0) is None
    assert (held.source, held.card) == ((MoveKind.PLAY, 0), parse_card("JC"))
    assert text(held, held.move_to(cell(held, "c3"))) == "r1 c3"
    assert text(held, held.move_with_pile(0)) == "r1"
    assert held.let_go()
    assert held.card == parse_card("4S")


def test_a_pile_that_is_not_there_is_told(holding):
    with pytest.raises(IllegalMoveError, match="0 reserves"):
        holding("cribbage-squares").move_with_pile(0)


def test_two_cells_change_places_and_a_cell_pressed_twice_is_put_back(holding):
    held = holding("maverick")
    assert held.move_to(3) is None
    assert held.picked == 3
    assert held.move_to(3) is None
    assert held.picked is None
    held.move_to(3)
    assert text(held, held.move_to(1)) == "b1 d1"


def test_the_tray_is_walked_through_by_suit_and_rank(holding):
    held = holding("poker-squares-open")
    order = tray_order(held.game.position.tray)
    walked = []
    for _ in order:
        walked.append(held.card)
        held.next_source(1)
    assert tuple(walked) == order
    assert held.card == order[0]
    held.next_source(-1)
    assert held.card == order[-1]


def test_a_card_taken_up_from_the_tray_stays_in_hand_when_another_is_taken_back(holding):
    held = holding("poker-squares-open", "a1")
    held.hold_tray_card(parse_card("KD"))
    held.game.undo()
    held.settle()
    assert held.card == parse_card("KD")


@pytest.mark.parametrize("variant", ["cribbage-squares", "poker-squares", "cribbage-squares-open"])
def test_what_a_cell_promises_is_what_the_card_brings_there(holding, variant):
    held = holding(variant)
    while len(held.game.position.tableau.empty_cells) > 1:
        held.to_first_allowed()
        preview = held.preview(held.cursor)
        before = held.game.score.total
        held.game.play(held.move_to(held.cursor))
        assert preview.score.total == held.game.score.total
        assert preview.gain == held.game.score.total - before
        held.settle()


def test_the_last_cell_promises_nothing_of_a_starter_that_is_not_turned_yet(holding):
    held = holding("cribbage-squares")
    while not held.game.over:
        held.to_first_allowed()
        preview = held.preview(held.cursor)
        held.game.play(held.move_to(held.cursor))
        held.settle()
    assert not preview.score.complete
    assert held.game.score.complete


def test_a_forbidden_cell_promises_nothing(holding):
    held = holding("cribbage-squares", "a1")
    assert held.preview(cell(held, "d4")) is None
    assert held.preview(cell(held, "a1")) is None
