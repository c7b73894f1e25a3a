from squares_core import Grid, Tableau

from squares_diagonal.placement import DiagonalsFirst

DIAGONALS = ["a1", "d1", "b2", "c2", "b3", "c3", "a4", "d4"]


def test_the_diagonals_come_first() -> None:
    tableau = Tableau(Grid(4, 4))
    legal = DiagonalsFirst().legal_cells(tableau, 0)
    assert [tableau.grid.cell_name(cell) for cell in legal] == DIAGONALS


def test_the_other_cells_come_once_the_diagonals_are_full() -> None:
    tableau = Tableau(Grid(4, 4))
    for card, name in enumerate(DIAGONALS):
        tableau = tableau.with_card(tableau.grid.parse_cell(name), card)
    assert list(DiagonalsFirst().legal_cells(tableau, 20)) == list(tableau.empty_cells)
