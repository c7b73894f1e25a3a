from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import Grid, Move, MoveKind, UnreadableError, move_text, parse_move
from squares_core.moves import DISCARD, DONE, TURN, lay, place, play_reserve, put, swap

GRIDS = st.builds(Grid, st.integers(2, 7), st.integers(2, 7))


def every_move(grid: Grid) -> list[Move]:
    cells = range(grid.size)
    return [
        *(place(cell) for cell in cells),
        *(play_reserve(reserve, cell) for reserve in range(4) for cell in cells),
        *(lay(reserve) for reserve in range(4)),
        DISCARD,
        TURN,
        *(put(card, cell) for card in range(52) for cell in cells),
        *(swap(one, other) for one in cells for other in cells if one < other),
        DONE,
    ]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 7), (7, 2), (4, 4), (5, 5), (7, 7)])
def test_every_move_reads_back_from_its_text(rows: int, columns: int) -> None:
    grid = Grid(rows, columns)
    moves = every_move(grid)
    texts = [move_text(move, grid) for move in moves]
    assert len(texts) == len(set(texts))
    for move, text in zip(moves, texts, strict=True):
        assert move == parse_move(text, grid) == parse_move(f" {text.upper()} ", grid)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("b3", place(9)),
        ("r b3", play_reserve(0, 9)),
        ("r2 b3", play_reserve(1, 9)),
        ("r2, b3", play_reserve(1, 9)),
        ("R2->b3", play_reserve(1, 9)),
        ("r", lay(0)),
        ("r4", lay(3)),
        ("w", DISCARD),
        ("waste", DISCARD),
        ("t", TURN),
        ("turn", TURN),
        ("10♦ b3", put(38, 9)),
        ("TD-b3", put(38, 9)),
        ("b3 a1", swap(0, 9)),
        ("a1-b3", swap(0, 9)),
        ("Done", DONE),
    ],
)
def test_a_move_is_read_in_the_ways_people_write_it(text: str, move: Move) -> None:
    assert move == parse_move(text, Grid(4, 4))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move"),
        ("e1", "'e1' is not a cell: cells run from a1 to d4"),
        ("a5", "'a5' is not a cell"),
        ("r0", "'r0' is not a cell"),
        ("r1 e1", "'e1' is not a cell"),
        ("5H", "'5h' is not a cell"),
        ("5H 6H", "'6H' is not a cell"),
        ("5X a1", "'5X' is not a cell"),
        ("a1 b1 c1", "'a1 b1 c1' is not a move: name a cell, such as a1"),
        ("a1\x1b[31m", "is not a cell"),
    ],
)
def test_text_that_is_no_move_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=r"^[^\n]*$") as caught:
        parse_move(text, Grid(4, 4))
    assert message in str(caught.value)
    assert str(caught.value).isprintable()


@given(GRIDS, st.text(alphabet="abgr12345hHSdTt wdone,->\n\x00♦", max_size=8))
def test_whatever_is_read_as_a_move_reads_back(grid: Grid, text: str) -> None:
    try:
        move = parse_move(text, grid)
    except UnreadableError as error:
        message = str(error)
        assert message.isprintable()
    else:
        assert move == parse_move(move_text(move, grid), grid)


def test_moves_sort_in_the_order_in_which_they_are_listed() -> None:
    moves = every_move(Grid(4, 4))
    assert moves == sorted(moves)


def test_a_move_says_whether_it_puts_a_card_down_and_whether_the_turn_passes() -> None:
    fills = {MoveKind.PLACE, MoveKind.PLAY, MoveKind.PUT}
    for move in every_move(Grid(2, 2)):
        assert move.fills == (move.kind in fills)
        assert move.ends_turn == (move.kind in fills | {MoveKind.SWAP})
