from squares_core import Grid, Tableau

from squares_pokerpatiens.placement import CornerStart


def legal(tableau: Tableau) -> list[str]:
    return [tableau.grid.cell_name(cell) for cell in CornerStart().legal_cells(tableau, 51)]


def test_the_first_card_goes_to_the_corner() -> None:
    assert legal(Tableau(Grid(5, 5))) == ["a1"]


def test_the_second_card_has_three_cells() -> None:
    assert legal(Tableau(Grid(5, 5)).with_card(0, 0)) == ["b1", "a2", "b2"]


def test_the_last_card_goes_to_the_last_cell() -> None:
    full = Tableau(Grid(5, 5), (*range(24), None))
    assert legal(full) == ["e5"]
