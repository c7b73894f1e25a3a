from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import Grid, InvalidValueError, Tableau, UnreadableError, card_name, parse_tableau
from squares_core.cards import PACK


@st.composite
def tableaux(draw: st.DrawFn) -> Tableau:
    grid = Grid(draw(st.integers(2, 7)), draw(st.integers(2, 7)))
    filled = draw(st.integers(0, 2**grid.size - 1))
    cards = random.Random(draw(st.integers(0, 2**32))).sample(PACK, grid.size)
    return Tableau(grid, tuple(c if filled >> i & 1 else None for i, c in enumerate(cards)))


@given(tableaux(), st.sampled_from(["\n", " / ", "/", "\n\n"]), st.sampled_from([" ", ", ", " | "]))
def test_a_tableau_reads_back_from_its_text(tableau: Tableau, rows: str, words: str) -> None:
    text = tableau.text()
    assert tableau == parse_tableau(tableau.grid, text)
    assert tableau == parse_tableau(tableau.grid, text.replace("\n", rows).replace(" ", words))
    assert tableau == parse_tableau(tableau.grid, text.lower())


@given(tableaux())
def test_every_cell_is_either_empty_or_filled(tableau: Tableau) -> None:
    assert sorted(tableau.empty_cells + tableau.filled_cells) == list(range(tableau.grid.size))
    assert tableau.placed == tuple(tableau[cell] for cell in tableau.filled_cells)
    assert tableau.is_full == (not tableau.empty_cells)
    for line in tableau.grid.lines(["rows", "columns"]):
        expected = [tableau[cell] for cell in line.cells if tableau[cell] is not None]
        assert expected == list(tableau.hand(line))


@given(tableaux(), st.data())
def test_a_card_goes_to_an_empty_cell_and_changes_nothing_else(
    tableau: Tableau, data: st.DataObject
) -> None:
    cell = data.draw(st.integers(0, tableau.grid.size - 1))
    left = [card for card in PACK if card not in tableau.placed]
    if not left:
        return
    card = data.draw(st.sampled_from(left))
    if tableau[cell] is not None:
        with pytest.raises(InvalidValueError, match="already holds a card"):
            tableau.with_card(cell, card)
        return
    before = tableau.cards
    after = tableau.with_card(cell, card)
    assert before == tableau.cards
    assert card == after[cell]
    assert [c for i, c in enumerate(before) if i != cell] == [
        c for i, c in enumerate(after.cards) if i != cell
    ]


@given(tableaux(), st.data())
def test_a_card_lies_only_once(tableau: Tableau, data: st.DataObject) -> None:
    if tableau.placed and tableau.empty_cells:
        card = data.draw(st.sampled_from(tableau.placed))
        with pytest.raises(InvalidValueError, match=f"{card_name(card)} is given twice"):
            tableau.with_card(tableau.empty_cells[0], card)


@given(tableaux(), st.data())
def test_exchanging_two_cells_twice_changes_nothing(tableau: Tableau, data: st.DataObject) -> None:
    cells = st.integers(0, tableau.grid.size - 1)
    one, other = data.draw(cells), data.draw(cells)
    once = tableau.swapped(one, other)
    assert (tableau[one], tableau[other]) == (once[other], once[one])
    assert tableau == once.swapped(one, other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AS 2S / 3S 4S / 5S 6S", "3 rows given; this grid has 2 rows of 2 cells"),
        ("AS 2S", "1 row given"),
        ("", "0 rows given"),
        ("AS 2S 3S / 4S 5S", "row 1 has 3 cells; it needs 2"),
        ("AS 2S / 3S", "row 2 has 1 cells; it needs 2"),
        ("AS 2S / 3S 1S", "'1S' is not a card"),
    ],
)
def test_a_grid_of_the_wrong_shape_is_refused(text: str, message: str) -> None:
    with pytest.raises(UnreadableError, match=message):
        parse_tableau(Grid(2, 2), text)


def test_a_grid_with_a_card_twice_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="AS is given twice"):
        parse_tableau(Grid(2, 2), "AS 2S / 3S as")


@given(tableaux())
def test_a_tableau_has_as_many_cells_as_its_grid(tableau: Tableau) -> None:
    with pytest.raises(InvalidValueError, match="cells given"):
        Tableau(tableau.grid, (*tableau.cards, None))
    assert Tableau(tableau.grid).cards == (None,) * tableau.grid.size
