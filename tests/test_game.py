from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from squares_core import (
    Deal,
    Game,
    IllegalMoveError,
    InvalidValueError,
    PlacementRule,
    Registry,
    Tableau,
    make_deal,
    move_text,
    parse_deal,
    parse_move,
)


class Dominoes(PlacementRule):
    """A card may go only beside the last filled cell of its row: rows fill, then nothing does."""

    id = "dominoes"
    title = "First row only"
    description = "A card may go to the first row."
    may_block = True

    def legal_cells(self, tableau: Tableau, card: int) -> Sequence[int]:
        return [cell for cell in tableau.empty_cells if tableau.grid.row_of(cell) == 0]


def moves(game: Game, *texts: str) -> Game:
    game.play_all(parse_move(text, game.rules.grid) for text in texts)
    return game


ROWS = [f"{column}{row}" for row in "1234" for column in "abcd"]


@pytest.fixture
def game(registry: Registry) -> Game:
    return Game(registry.rules("cribbage-squares"), make_deal(7))


def test_a_game_goes_from_deal_to_score(game: Game) -> None:
    assert (game.finished, game.over, game.won, game.can_undo) == (False, False, False, False)
    for number, cell in enumerate(ROWS):
        assert game.position.turned == game.deal.cards[number]
        assert game.next_cards() == game.deal.cards[number + 1 :]
        moves(game, cell)
    assert (game.finished, game.over, game.blocked) == (True, True, False)
    assert game.position.tableau.cards == game.deal.cards[:16]
    assert game.position.starter == game.deal.cards[16]
    assert game.score == game.rules.score(game.position.tableau, game.deal.cards[16])
    assert game.won == (game.score.total >= 61)


def test_the_same_deal_and_moves_give_the_same_game(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares")
    one, other = (moves(Game(rules, make_deal(7)), *ROWS) for _ in range(2))
    assert one.positions() == other.positions()
    again = Game(rules, Deal(one.deal.cards))
    again.play_all(one.moves)
    assert again.positions() == one.positions()


def test_what_a_player_may_know_is_the_rules_and_what_lies_face_up(game: Game) -> None:
    moves(game, "a1", "b1")
    assert game.view.rules is game.rules
    assert game.view.position == game.position


def test_a_move_taken_back_can_be_made_again(game: Game) -> None:
    moves(game, "a1", "b1", "b2")
    states = game.positions()
    assert (game.can_undo, game.can_redo) == (True, False)
    for left in (2, 1, 0):
        game.undo()
        assert game.position == states[left]
    assert (game.can_undo, game.can_redo) == (False, True)
    for place in (1, 2, 3):
        game.redo()
        assert game.position == states[place]
    assert game.positions() == states
    assert not game.can_redo
    assert [move_text(move, game.rules.grid) for move in game.moves] == ["a1", "b1", "b2"]
    with pytest.raises(IllegalMoveError, match=r"^there is no move to make again$"):
        game.redo()


def test_a_new_move_forgets_those_taken_back(game: Game) -> None:
    moves(game, "a1", "b1")
    game.undo()
    moves(game, "b2")
    assert not game.can_redo
    with pytest.raises(IllegalMoveError, match="there is no move to make again"):
        game.redo()


def test_at_the_start_there_is_nothing_to_take_back(game: Game) -> None:
    with pytest.raises(IllegalMoveError, match=r"^there is no move to take back$"):
        game.undo()


def test_a_move_that_is_not_allowed_changes_nothing(game: Game) -> None:
    moves(game, "a1", "b1")
    game.undo()
    before = (game.position, game.moves, game.can_redo)
    for text in ("a1", "d4", "turn", "w", "r1", "5H a2", "a1 a2", "done"):
        with pytest.raises(IllegalMoveError):
            moves(game, text)
        assert before == (game.position, game.moves, game.can_redo)


def test_a_finished_game_can_still_be_taken_back(game: Game) -> None:
    moves(game, *ROWS)
    total = game.score.total
    assert game.undo() == parse_move("d4", game.rules.grid)
    assert not game.finished
    assert game.position.starter is None
    game.redo()
    assert total == game.score.total


def test_a_game_without_a_legal_move_is_over_but_not_finished(registry: Registry) -> None:
    rules = replace(registry.rules("cribbage-squares"), placement=Dominoes(), target=0)
    game = moves(Game(rules, make_deal(7)), "a1", "b1", "c1", "d1")
    assert game.legal_moves == ()
    assert (game.over, game.blocked, game.finished, game.won) == (True, True, False, False)
    assert not game.score.complete
    game.undo()
    assert not game.over


def test_a_blocked_card_may_still_go_to_a_pile(registry: Registry) -> None:
    rules = replace(registry.rules("cribbage-squares-waste"), placement=Dominoes())
    game = moves(Game(rules, make_deal(7)), "a1", "b1", "c1", "d1")
    assert not game.blocked
    moves(game, "w", "w", "w", "w", "w")
    assert game.blocked


# Together.


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["Ann", "Ann"], "two players are called 'Ann': players need different names"),
        (
            ["Bob", "Ann", "Ann", "Bob"],
            "two players are called 'Bob': players need different names",
        ),
        (["Ann", ""], "a player without a name: players are named as Ann,Bob"),
        (["Ann", "  "], "a player without a name: players are named as Ann,Bob"),
        ([f"P{i}" for i in range(7)], "7 players: one to 6 can play together"),
    ],
)
def test_players_are_one_to_six_with_different_names(
    registry: Registry, players: list[str], message: str
) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Game(registry.rules("poker-squares"), make_deal(1), players)
    assert str(caught.value) == message


def test_six_can_play_together(registry: Registry) -> None:
    six = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay"]
    assert Game(registry.rules("poker-squares"), make_deal(1), six).players == tuple(six)


def test_players_place_in_turn(registry: Registry) -> None:
    game = Game(registry.rules("cribbage-squares"), make_deal(7), ["Ann", "Bob", "Cy"])
    for number, cell in enumerate(ROWS):
        assert game.to_move == ["Ann", "Bob", "Cy"][number % 3]
        moves(game, cell)
    game.undo()
    assert game.to_move == "Ann"


def test_the_turn_passes_with_a_card_on_the_grid_and_not_with_one_laid_aside(
    registry: Registry,
) -> None:
    game = Game(registry.rules("cribbage-squares-1-reserve"), make_deal(7), ["Ann", "Bob"])
    turns = []
    for text in ("r1", "turn", "a1", "r1 b1", "r1", "turn", "a2"):
        turns.append(game.to_move)
        moves(game, text)
    assert turns == ["Ann", "Ann", "Ann", "Bob", "Ann", "Ann", "Ann"]
    assert game.to_move == "Bob"
    assert [made.player for made in game.history()] == turns


def test_the_history_tells_each_move_with_what_lay_there_before_it_and_its_card(
    registry: Registry,
) -> None:
    game = Game(registry.rules("cribbage-squares-1-reserve"), make_deal(7))
    first, second = game.deal.cards[:2]
    moves(game, "r1", "turn", "a1", "r1 b1")
    made = list(game.history())
    assert [each.move for each in made] == list(game.moves)
    assert [each.position for each in made] == list(game.positions()[:-1])
    assert [each.card for each in made] == [first, None, second, first]
    assert {each.player for each in made} == {None}


def test_the_turn_passes_with_each_exchange(registry: Registry) -> None:
    game = Game(registry.rules("maverick"), make_deal(7), ["Ann", "Bob"])
    assert game.to_move == "Ann"
    assert moves(game, "a1 b2").to_move == "Bob"
    assert moves(game, "a1 e5").to_move == "Ann"


def test_each_player_is_credited_with_the_rise_at_his_or_her_cards(registry: Registry) -> None:
    deal = parse_deal("5H 5D KC 2S 9D 8H 7C 6S 3D 4H QS JC TD AS KH 2D 5S")
    game = Game(registry.rules("cribbage-squares"), deal, ["Ann", "Bob"])
    assert game.contributions() == {"Ann": 0, "Bob": 0}
    assert moves(game, "a1").contributions() == {"Ann": 0, "Bob": 0}
    assert moves(game, "b1").contributions() == {"Ann": 0, "Bob": 2}
    assert moves(game, "c1").contributions() == {"Ann": 4, "Bob": 2}
    assert moves(game, "d1").contributions() == {"Ann": 4, "Bob": 2}
    before = moves(game, *ROWS[4:15]).contributions()
    assert sum(before.values()) == game.score.total
    rise = -game.score.total
    rise += moves(game, "d4").score.total
    assert game.contributions() == {"Ann": before["Ann"], "Bob": before["Bob"] + rise}


def test_the_rise_goes_to_whoever_laid_the_card_however_many_play(registry: Registry) -> None:
    # Ann lays one aside first: her turn, and the rise, are those of the card that goes down.
    deal = parse_deal("KD 5H 5D 5C 2S 9D 8H 7C 6S 3D 4H QS JC TD AS KH 2D 9S 4S 3S 7D 8S")
    game = Game(registry.rules("cribbage-squares-1-reserve"), deal, ["Ann", "Bob", "Cy"])
    moves(game, "r1", "turn", "a1", "turn", "b1")
    assert game.contributions() == {"Ann": 0, "Bob": 2, "Cy": 0}
    moves(game, "turn", "c1")
    assert game.contributions() == {"Ann": 0, "Bob": 2, "Cy": 6}
    moves(game, "r1 d1")
    assert game.contributions() == {"Ann": 6, "Bob": 2, "Cy": 6}


def test_the_layout_of_a_shuffle_game_is_nobodys_contribution(registry: Registry) -> None:
    game = Game(registry.rules("cribbage-squares-shuffle"), make_deal(7), ["Ann", "Bob"])
    laid_out = game.score.total
    assert laid_out > 0
    after_one = moves(game, "a1 d4").score.total
    assert game.contributions() == {"Ann": after_one - laid_out, "Bob": 0}
    after_two = moves(game, "b2 c1", "done").score.total
    assert game.contributions() == {"Ann": after_one - laid_out, "Bob": after_two - after_one}


def test_a_game_alone_has_no_turns_and_no_contributions(game: Game) -> None:
    moves(game, *ROWS)
    assert game.to_move is None
    assert game.contributions() == {}
