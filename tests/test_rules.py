from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from squares_core import (
    Card,
    Cell,
    Combination,
    Game,
    Grid,
    Hand,
    IllegalMoveError,
    InvalidValueError,
    Move,
    MoveKind,
    PlacementRule,
    PluginError,
    Position,
    Registry,
    Rules,
    Scorer,
    Tableau,
    card_names,
    make_deal,
    move_text,
    parse_card,
    parse_cards,
    parse_move,
    parse_tableau,
    suit_of,
)
from squares_core.cards import PACK
from squares_core.grid import LineKind
from squares_core.rules import card_moved

PACK_IN_ORDER = parse_cards(
    "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    " AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"
)


class Spots(Scorer):
    """One for each card, two more for a starter: easy to check by hand."""

    id = "spots"
    title = "Spots"
    hand_sizes = (2, 3, 4, 5, 6, 7)
    uses_starter = True

    def combinations(self, hand: Hand, starter: int | None = None) -> Sequence[Combination]:
        found = [Combination("spot", (card,), 1) for card in hand]
        return [*found, *([] if starter is None else [Combination("extra", (starter,), 2)])]

    def bonus(self, starter: int) -> Sequence[Combination]:
        return [Combination("once", (starter,), 3)]


@pytest.fixture
def small(registry: Registry) -> Rules:
    """A 2x2 game with every kind of pile and a starter."""
    grid = Grid(2, 2)
    return Rules(
        id="small",
        title="Small",
        grid=grid,
        lines=grid.lines(["rows", "columns"]),
        scorer=Spots(),
        placement=registry.placement_rule("anywhere"),
        starter="turned",
        reserves=2,
        reserve_size=1,
        waste_size=1,
    )


def after(rules: Rules, *moves: str) -> Position:
    position = rules.start(PACK_IN_ORDER)
    for text in moves:
        position = rules.play(position, parse_move(text, rules.grid), PACK_IN_ORDER)
    return position


def legal(rules: Rules, position: Position) -> list[str]:
    return [move_text(move, rules.grid) for move in rules.legal_moves(position)]


def refusal(rules: Rules, position: Position, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        rules.play(position, parse_move(text, rules.grid), PACK_IN_ORDER)
    return str(caught.value)


# One move at a time.


def test_a_turned_card_may_go_to_a_cell_a_reserve_or_the_waste(small: Rules) -> None:
    assert legal(small, after(small)) == ["a1", "b1", "a2", "b2", "r1", "r2", "w"]


def test_placing_turns_the_next_card_when_no_reserve_could_be_played(small: Rules) -> None:
    position = after(small, "b1")
    assert card_names([position.turned or 0]) == ["2S"]
    assert position.drawn == 2
    assert position.tableau.text() == ". AS\n. ."


def test_a_reserve_may_be_played_before_and_after_the_next_card_is_turned(small: Rules) -> None:
    laid = after(small, "r1")
    assert laid.turned is None
    assert legal(small, laid) == ["r1 a1", "r1 b1", "r1 a2", "r1 b2", "turn"]
    turned = after(small, "r1", "turn")
    assert card_names([turned.turned or 0]) == ["2S"]
    expected = ["a1", "b1", "a2", "b2", "r1 a1", "r1 b1", "r1 a2", "r1 b2", "r2", "w"]
    assert legal(small, turned) == expected
    played = after(small, "r1", "turn", "r1 b1")
    assert card_names([played.turned or 0]) == ["2S"]
    assert played.reserves == ((), ())
    assert legal(small, played) == ["a1", "a2", "b2", "r1", "r2", "w"]


def test_a_reserve_and_the_waste_hold_no_more_than_they_may(small: Rules) -> None:
    full = after(small, "r1", "turn", "r2", "turn", "w", "turn")
    assert full.reserves == ((PACK_IN_ORDER[0],), (PACK_IN_ORDER[1],))
    assert full.waste == (PACK_IN_ORDER[2],)
    assert not {"r1", "r2", "w"} & set(legal(small, full))
    for text, why in (
        ("r1", "reserve r1 is full"),
        ("r2", "reserve r2 is full"),
        ("w", "the waste is full"),
    ):
        assert refusal(small, full, text) == f"{text} is not possible: {why}"


def test_throwing_a_card_away_turns_the_next(small: Rules) -> None:
    position = after(small, "w")
    assert card_names([position.turned or 0]) == ["2S"]
    assert card_names(position.waste) == ["AS"]


def test_the_starter_is_the_next_card_of_the_stock_whatever_is_left_over(small: Rules) -> None:
    straight = after(small, "a1", "b1", "a2", "b2")
    assert card_names([straight.starter or 0]) == ["5S"]
    assert straight.turned is None
    # The grid is filled from a reserve while a turned card waits: that card is passed over.
    waiting = after(small, "r1", "turn", "a1", "turn", "b1", "turn", "a2", "turn", "r1 b2")
    assert waiting.finished
    assert card_names([waiting.turned or 0, waiting.starter or 0]) == ["5S", "6S"]
    # Reserves that still hold cards change nothing either.
    left = after(
        small, *("r1", "turn", "r2", "turn", "w", "turn", "a1", "turn", "b1", "turn", "a2", "turn"),
        "b2",
    )  # fmt: skip
    assert left.reserves == ((PACK_IN_ORDER[0],), (PACK_IN_ORDER[1],))
    assert card_names([left.starter or 0]) == ["8S"]
    assert left.drawn == 8 == small.cards_dealt


def test_a_finished_game_allows_no_move(small: Rules) -> None:
    position = after(small, "a1", "b1", "a2", "b2")
    assert small.legal_moves(position) == ()
    with pytest.raises(IllegalMoveError, match="a1 is not possible: the game is over"):
        small.play(position, parse_move("a1", small.grid), PACK_IN_ORDER)


@pytest.mark.parametrize(
    ("moves", "move", "message"),
    [
        (["a1"], "a1", "a1 already holds AS"),
        (["r1", "turn", "a1"], "r1 a1", "a1 already holds 2S"),
        ([], "r1 a1", "r1 a1 is not possible: reserve r1 is empty"),
        (["r1"], "a1", "a1 is not possible: no card is turned"),
        (["r1"], "r2", "r2 is not possible: no card is turned"),
        (["r1"], "w", "w is not possible: no card is turned"),
        ([], "turn", "turn is not possible: AS is turned already"),
        ([], "done", "done is not possible: this game ends by itself, when the grid is full"),
        ([], "a1 b2", "a1 b2 is not possible: cards on the grid stay where they are"),
        ([], "5H a1", "5H a1 is not possible: the card to place is AS"),
        ([], "r3", "r3 is not possible: this game has reserves r1 to r2"),
        ([], "r3 a1", "r3 a1 is not possible: this game has reserves r1 to r2"),
    ],
)
def test_a_move_that_is_not_allowed_says_why(
    small: Rules, moves: list[str], move: str, message: str
) -> None:
    assert message == refusal(small, after(small, *moves), move)


@pytest.mark.parametrize(
    ("settings", "move", "why"),
    [
        (
            {"deal": "shuffle"},
            "a1",
            "all cards lie on the grid: name two cells to exchange, such as a1 b2",
        ),
        (
            {"deal": "shuffle"},
            "5H a1",
            "all cards lie on the grid: name two cells to exchange, such as a1 b2",
        ),
        (
            {"deal": "shuffle"},
            "turn",
            "all cards lie on the grid: name two cells to exchange, such as a1 b2",
        ),
        ({"deal": "shuffle"}, "a1 a1", "name two different cells"),
        ({"deal": "open"}, "a1", "name the card too"),
        ({"deal": "open"}, "5H a1", "no such card waits to be placed"),
        ({"deal": "open"}, "turn", "all cards lie face up from the start"),
        ({"deal": "open"}, "w", "this game has no waste"),
        ({"deal": "open"}, "r1", "this game has no reserve"),
        ({"reserves": 1}, "r2 a1", "this game has one reserve, r1"),
        ({"reserves": 1}, "r2", "this game has one reserve, r1"),
        ({"reserves": 3}, "r4", "this game has reserves r1 to r3"),
    ],
)
def test_a_move_of_another_kind_of_game_is_told_what_this_game_has(
    small: Rules, settings: dict[str, Any], move: str, why: str
) -> None:
    bare = {"starter": "none", "reserves": 0, "waste_size": 0, **settings}
    rules = replace(small, **bare)
    assert f"{move} is not possible: {why}" == refusal(rules, rules.start(PACK_IN_ORDER), move)


def test_a_move_that_is_not_written_as_moves_are_is_shown_as_it_is(small: Rules) -> None:
    rules = replace(small, deal="shuffle", starter="none", reserves=0, waste_size=0)
    backwards = Move(MoveKind.SWAP, 3, 0)
    with pytest.raises(IllegalMoveError) as caught:
        rules.play(rules.start(PACK_IN_ORDER), backwards, PACK_IN_ORDER)
    assert str(caught.value) == f"b2 a1 is none of the moves allowed now: {backwards!r}"


def test_a_cell_that_the_placement_rule_forbids_is_explained(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares")
    position = after(rules, "a1")
    with pytest.raises(IllegalMoveError, match="c3 is not allowed here: Each card after the first"):
        rules.play(position, parse_move("c3", rules.grid), PACK_IN_ORDER)


def test_a_deal_with_too_few_cards_is_refused(registry: Registry) -> None:
    rules = registry.rules("cribbage-squares-1-reserve")
    with pytest.raises(InvalidValueError, match="21 cards given; cribbage-squares-1-reserve needs"):
        rules.start(PACK_IN_ORDER[:21])
    assert rules.start(PACK_IN_ORDER[:22]).drawn == 1


@pytest.mark.parametrize(
    ("settings", "dealt", "drawn"),
    [
        ({}, 8, 1),
        ({"starter": "none"}, 7, 1),
        ({"starter": "none", "reserves": 3, "reserve_size": 4, "waste_size": 0}, 16, 1),
        ({"deal": "open", "starter": "none"}, 4, 4),
        ({"deal": "open", "starter": "open"}, 5, 5),
        ({"deal": "open", "starter": "chosen"}, 5, 5),
        ({"deal": "shuffle", "starter": "none"}, 4, 4),
        ({"deal": "shuffle", "starter": "open"}, 5, 5),
    ],
)
def test_a_game_takes_as_many_cards_as_it_can_show(
    small: Rules, settings: dict[str, Any], dealt: int, drawn: int
) -> None:
    bare = {"reserves": 0, "waste_size": 0} if "deal" in settings else {}
    rules = replace(small, **{**bare, **settings})
    assert rules.cards_dealt == dealt
    assert rules.start(PACK_IN_ORDER[:dealt]).drawn == drawn
    with pytest.raises(InvalidValueError) as caught:
        rules.start(PACK_IN_ORDER[: dealt - 1])
    assert str(caught.value) == (f"{dealt - 1} cards given; small needs {dealt} in dealing order")


def test_in_an_open_game_any_card_of_the_tray_goes_anywhere_allowed(small: Rules) -> None:
    rules = replace(small, deal="open", starter="open", reserves=0, waste_size=0)
    position = rules.start(PACK_IN_ORDER)
    assert card_names(position.tray) == ["AS", "2S", "3S", "4S"]
    assert card_names([position.starter or 0]) == ["5S"]
    expected = [
        f"{card} {cell}" for card in ("AS", "2S", "3S", "4S") for cell in ["a1", "b1", "a2", "b2"]
    ]
    assert legal(rules, position) == expected
    position = after(rules, "3S b2", "AS a1", "4S b1")
    assert legal(rules, position) == ["2S a2"]
    position = after(rules, "3S b2", "AS a1", "4S b1", "2S a2")
    assert position.finished
    assert position.tableau.text() == "AS 4S\n2S 3S"
    assert card_names([position.starter or 0]) == ["5S"]
    with pytest.raises(IllegalMoveError, match="no such card waits to be placed"):
        after(rules, "5S a1")


def test_a_chosen_starter_is_the_card_left_over(small: Rules) -> None:
    rules = replace(small, deal="open", starter="chosen", reserves=0, waste_size=0)
    position = rules.start(PACK_IN_ORDER)
    assert card_names(position.tray) == ["AS", "2S", "3S", "4S", "5S"]
    assert position.starter is None
    position = after(rules, "5S b2", "AS a1", "4S b1", "2S a2")
    assert (position.finished, position.tray) == (True, ())
    assert card_names([position.starter or 0]) == ["3S"]


def test_in_a_shuffle_game_any_two_cards_change_places_until_the_player_stops(small: Rules) -> None:
    rules = replace(small, deal="shuffle", starter="open", reserves=0, waste_size=0)
    position = rules.start(PACK_IN_ORDER)
    assert position.tableau.text() == "AS 2S\n3S 4S"
    assert card_names([position.starter or 0]) == ["5S"]
    expected = ["a1 b1", "a1 a2", "a1 b2", "b1 a2", "b1 b2", "a2 b2", "done"]
    assert legal(rules, position) == expected
    position = after(rules, "b2 a1", "a1 a2")
    assert position.tableau.text() == "3S 2S\n4S AS"
    assert not position.finished
    done = after(rules, "b2 a1", "a1 a2", "done")
    assert done == replace(position, finished=True)


class SuitsTogether(PlacementRule):
    """Spades to the first row, hearts to the second."""

    id = "suits-together"
    title = "Suits together"
    description = "Spades go to the first row and hearts to the second."
    looks_at_cards = True
    may_block = True

    def legal_cells(self, tableau: Tableau, card: int) -> Sequence[int]:
        row = suit_of(card)
        return [cell for cell in tableau.empty_cells if tableau.grid.row_of(cell) == row]


def test_a_rule_that_looks_at_cards_is_asked_about_the_card_that_would_go_there(
    small: Rules,
) -> None:
    rules = replace(small, placement=SuitsTogether(), reserves=1, reserve_size=2, waste_size=0)
    deal = parse_cards("AS AH 2S 2H 3S 3H 4S")
    position = rules.start(deal)
    assert legal(rules, position) == ["a1", "b1", "r1"]
    for text in ("r1", "turn", "r1"):
        position = rules.play(position, parse_move(text, rules.grid), deal)
    # AS lies below AH: the top card alone says where it may go.
    assert legal(rules, position) == ["r1 a2", "r1 b2", "turn"]
    uncovered = rules.play(position, parse_move("r1 a2", rules.grid), deal)
    assert uncovered.reserves == ((parse_card("AS"),),)
    assert legal(rules, uncovered) == ["r1 a1", "r1 b1", "turn"]
    position = rules.play(position, parse_move("turn", rules.grid), deal)
    assert legal(rules, position) == ["a1", "b1", "r1 a2", "r1 b2"]
    open_rules = replace(
        rules, deal="open", starter="none", reserves=0, waste_size=0, scorer=Spots()
    )
    assert legal(open_rules, open_rules.start(deal)) == [
        f"{card} {cell}"
        for card, cells in (("AS", "a1 b1"), ("AH", "a2 b2"), ("2S", "a1 b1"), ("2H", "a2 b2"))
        for cell in cells.split()
    ]


@pytest.mark.parametrize(
    ("made", "move", "card"),
    [
        ("", "b1", "AS"),
        ("", "r2", "AS"),
        ("", "w", "AS"),
        ("r1 turn r2 turn", "r1 a1", "AS"),
        ("r1 turn r2 turn", "r2 a1", "2S"),
        ("r1 turn r2 turn", "b1", "3S"),
        ("r1 turn", "r2 a1", None),
        ("r1 turn", "r3 a1", None),
        ("r1", "a1", None),
        ("r1", "turn", None),
        ("", "5H a1", "5H"),
        ("", "a1 b2", None),
        ("", "done", None),
    ],
)
def test_a_move_takes_the_card_that_it_says_somewhere(
    small: Rules, made: str, move: str, card: str | None
) -> None:
    position = after(small, *made.split())
    found = card_moved(position, parse_move(move, small.grid))
    assert found == (None if card is None else parse_card(card))


# What the grid counts for.


def test_a_line_counts_provisionally_until_its_cards_and_the_starter_are_there(
    registry: Registry,
) -> None:
    rules = registry.rules("cribbage-squares")
    empty = rules.score(Tableau(rules.grid))
    assert (empty.total, empty.complete) == (0, False)
    assert all(line.provisional and not line.complete for line in empty.lines)
    part = rules.score(parse_tableau(rules.grid, "5H 5D . KC / . . . . / . . . . / . . . ."))
    assert [line.points for line in part.lines] == [6, 0, 0, 0, 0, 0, 0, 0]
    assert [c.name for c in part.lines[0].combinations] == ["fifteen", "fifteen", "pair"]
    text = "5H 5D 5C JS / AS 2D 3H 4C / 6S 7S 8S 9S / TH KD QC JD"
    full = rules.score(parse_tableau(rules.grid, text))
    assert not full.complete
    assert all(line.complete and line.provisional for line in full.lines)
    assert full.lines[0].points == 14  # three fifteens with the jack, 5 + 5 + 5, a pair royal
    counted = rules.score(parse_tableau(rules.grid, text), parse_card("5S"))
    assert counted.complete
    assert not any(line.provisional for line in counted.lines)
    assert counted.lines[0].points == 29


def test_without_a_starter_a_full_line_is_final_before_the_grid_is(registry: Registry) -> None:
    rules = registry.rules("poker-squares")
    rows = "AS KS QS JS TS" + " / . . . . ." * 4
    score = rules.score(parse_tableau(rules.grid, rows))
    assert (score.total, score.complete) == (100, False)
    assert [line.provisional for line in score.lines] == [False] + [True] * 9


def test_the_total_is_the_lines_and_what_the_starter_earns_once(small: Rules) -> None:
    tableau = parse_tableau(small.grid, "AS 2S / 3S 4S")
    score = small.score(tableau, parse_card("5S"))
    assert [line.line for line in score.lines] == list(small.lines)
    assert [line.cards for line in score.lines] == [
        tuple(parse_cards(cards)) for cards in ("AS 2S", "3S 4S", "AS 3S", "2S 4S")
    ]
    assert score.starter == parse_card("5S")
    assert [line.points for line in score.lines] == [4, 4, 4, 4]
    assert [item.points for item in score.bonus] == [3]
    assert score.total == 19


@pytest.mark.parametrize(
    ("targets", "points", "won"),
    [
        ({"target": 19}, 19, True),
        ({"target": 20}, 19, False),
        ({"line_target": 4}, 19, True),
        ({"line_target": 5}, 19, False),
        ({"target": 20, "line_target": 4}, 19, False),
        ({"target": 19, "line_target": 5}, 19, False),
        ({}, 19, False),
    ],
)
def test_a_game_is_won_when_all_that_it_demands_is_reached(
    small: Rules, targets: dict[str, Any], points: int, won: bool
) -> None:
    rules = replace(small, **targets)
    tableau = parse_tableau(rules.grid, "AS 2S / 3S 4S")
    score = rules.score(tableau, parse_card("5S"))
    assert points == score.total
    assert won == rules.is_won(score)
    assert rules.decides == bool(targets)
    assert not rules.is_won(rules.score(tableau)), "not before the starter is turned"


# What does not fit together.


BARE = {"reserves": 0, "waste_size": 0}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lines": ()}, "there are no lines: name at least one of rows, columns, diagonals"),
        ({"deal": "open"}, "reserves or a waste need deal = 'turned'"),
        ({"deal": "shuffle", "reserves": 0}, "reserves or a waste need deal = 'turned'"),
        ({"deal": "shuffle", "waste_size": 0}, "reserves or a waste need deal = 'turned'"),
        ({"deal": "open", **BARE}, "starter = 'turned' needs deal = 'turned'"),
        ({"starter": "open"}, "starter = 'open' needs deal = 'open' or 'shuffle'"),
        ({"starter": "chosen"}, "starter = 'chosen' needs deal = 'open'"),
        (
            {"starter": "chosen", "deal": "shuffle", **BARE},
            "starter = 'chosen' needs deal = 'open'",
        ),
        (
            {"reserves": 4, "reserve_size": 12},
            "it takes 54 cards, more than the 52 of a pack",
        ),
        (
            {"reserves": 4, "reserve_size": 12, "waste_size": 0},
            "it takes 53 cards, more than the 52 of a pack",
        ),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(
    small: Rules, settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidValueError) as caught:
        replace(small, **settings)
    assert str(caught.value) == f"small does not fit together: {message}"


def test_a_game_may_take_the_whole_pack(small: Rules) -> None:
    rules = replace(small, reserves=4, reserve_size=11, waste_size=3)
    assert rules.cards_dealt == 52
    assert rules.start(PACK).drawn == 1


def test_a_starter_needs_a_scorer_that_counts_one(registry: Registry) -> None:
    with pytest.raises(InvalidValueError) as caught:
        registry.rules("poker-squares", {"starter": "turned"})
    assert "there is a starter, but the scorer poker-american does not count one" in str(
        caught.value
    )


@pytest.mark.parametrize(
    ("scorer", "rows", "columns", "sizes", "accepted"),
    [
        ("poker-american", 5, 6, "6", "5"),
        ("poker-american", 6, 4, "4, 6", "5"),
        ("cribbage", 6, 7, "7", "2, 3, 4, 5, 6"),
    ],
)
def test_lines_need_a_scorer_that_counts_as_many_cards(
    small: Rules,
    registry: Registry,
    scorer: str,
    rows: int,
    columns: int,
    sizes: str,
    accepted: str,
) -> None:
    grid = Grid(rows, columns)
    lines = grid.lines(["rows", "columns"])
    with pytest.raises(InvalidValueError) as caught:
        replace(small, grid=grid, lines=lines, starter="none", scorer=registry.scorer(scorer))
    assert str(caught.value) == (
        f"small does not fit together: there are lines of {sizes} cards, "
        f"but the scorer {scorer} counts hands of {accepted}"
    )


@pytest.mark.parametrize(
    ("rows", "columns", "kinds", "count"),
    [(4, 4, ["rows"], 4), (3, 6, ["rows", "columns"], 9), (5, 5, ["diagonals"], 2)],
)
def test_any_grid_and_lines_can_be_played_to_the_end(
    registry: Registry, rows: int, columns: int, kinds: list[LineKind], count: int
) -> None:
    settings = {"rows": rows, "columns": columns, "lines": kinds}
    rules = registry.rules("cribbage-squares", settings)
    game = Game(rules, make_deal(1))
    while not game.over:
        game.play(game.legal_moves[-1])
    assert game.finished
    assert count == len(game.score.lines)
    assert game.score.complete


def test_a_position_tells_which_cards_have_not_been_seen(small: Rules) -> None:
    position = after(small, "r1", "turn", "w", "turn", "a1", "turn")
    seen = PACK_IN_ORDER[:4]
    assert position.unseen == tuple(card for card in PACK if card not in seen)
    ended = after(small, "a1", "b1", "a2", "b2")
    assert ended.unseen == tuple(card for card in PACK if card not in PACK_IN_ORDER[:5])
    rules = replace(small, deal="open", starter="open", reserves=0, waste_size=0)
    assert rules.start(PACK_IN_ORDER).unseen == ended.unseen
    assert after(rules, "3S b2").unseen == ended.unseen


class _Failing(Scorer):
    id, title, hand_sizes, uses_starter = "failing", "Failing", (2,), True
    error: BaseException

    def combinations(
        self, hand: Sequence[Card], starter: Card | None = None
    ) -> Sequence[Combination]:
        raise self.error


class _NoCells(PlacementRule):
    id, title, description = "no-cells", "No cells", "Nowhere."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        raise SystemExit("bye")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("boom"), "scorer failing failed: ValueError: boom"),
        (SystemExit("bye"), "scorer failing failed: SystemExit: bye"),
        (RecursionError("deep"), "scorer failing failed: RecursionError: deep"),
    ],
)
def test_a_scorer_that_fails_is_named(small: Rules, error: BaseException, told: str) -> None:
    scorer = _Failing()
    scorer.error = error
    rules = replace(small, scorer=scorer)
    with pytest.raises(PluginError, match=told) as caught:
        rules.score(parse_tableau(rules.grid, "AS 2S / 3S 4S"), parse_card("5S"))
    assert caught.value.__cause__ is error


def test_an_interrupt_while_a_hand_is_counted_stays_one(small: Rules) -> None:
    scorer = _Failing()
    scorer.error = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        replace(small, scorer=scorer).score(parse_tableau(small.grid, "AS 2S / 3S 4S"))


def test_a_placement_rule_that_fails_is_named(small: Rules) -> None:
    rules = replace(small, placement=_NoCells())
    with pytest.raises(PluginError, match="placement rule no-cells failed: SystemExit: bye"):
        rules.legal_moves(rules.start(PACK_IN_ORDER))
