from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from squares_core import Grid, InvalidValueError, UnreadableError

SIZES = [(rows, columns) for rows in range(2, 8) for columns in range(2, 8)]
GRIDS = st.builds(Grid, st.integers(2, 7), st.integers(2, 7))


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_every_cell_has_a_name_that_reads_back(rows: int, columns: int) -> None:
    grid = Grid(rows, columns)
    names = [grid.cell_name(cell) for cell in range(grid.size)]
    assert [f"{'abcdefg'[c]}{r + 1}" for r in range(rows) for c in range(columns)] == names
    assert list(range(grid.size)) == [grid.parse_cell(name) for name in names]
    assert list(range(grid.size)) == [grid.parse_cell(f" {name.upper()} ") for name in names]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_rows_and_columns_each_cover_the_grid_once(rows: int, columns: int) -> None:
    grid = Grid(rows, columns)
    lines = grid.lines(["columns", "rows"])
    assert [f"row {i + 1}" for i in range(rows)] + [f"column {i + 1}" for i in range(columns)] == [
        line.name for line in lines
    ]
    for kind, length in (("rows", columns), ("columns", rows)):
        of_kind = [line for line in lines if line.kind == kind]
        assert all(length == len(line.cells) for line in of_kind)
        assert list(range(grid.size)) == sorted(cell for line in of_kind for cell in line.cells)
    for row in lines[:rows]:
        for column in lines[rows:]:
            assert len(set(row.cells) & set(column.cells)) == 1


@pytest.mark.parametrize("side", range(2, 8))
def test_a_square_grid_has_two_diagonals_from_corner_to_corner(side: int) -> None:
    grid = Grid(side, side)
    first, second = grid.lines(["diagonals"])
    assert [(i, i) for i in range(side)] == [
        (grid.row_of(cell), grid.column_of(cell)) for cell in first.cells
    ]
    assert [(i, side - 1 - i) for i in range(side)] == [
        (grid.row_of(cell), grid.column_of(cell)) for cell in second.cells
    ]


@pytest.mark.parametrize(("rows", "columns"), [size for size in SIZES if size[0] != size[1]])
def test_a_grid_that_is_not_square_has_no_diagonals(rows: int, columns: int) -> None:
    with pytest.raises(InvalidValueError, match="diagonals need a square grid"):
        Grid(rows, columns).lines(["rows", "diagonals"])


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_cells_touch_as_a_king_or_a_rook_steps(rows: int, columns: int) -> None:
    grid = Grid(rows, columns)
    places = [divmod(cell, columns) for cell in range(grid.size)]
    for cell, (row, column) in enumerate(places):
        away = [(abs(row - r), abs(column - c)) for r, c in places]
        assert grid.neighbours[cell] == tuple(i for i, d in enumerate(away) if max(d) == 1)
        assert grid.side_neighbours[cell] == tuple(i for i, d in enumerate(away) if sum(d) == 1)


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (5, 1), (8, 4), (4, 8), (0, 0), (-3, 5)])
def test_a_grid_of_another_size_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(InvalidValueError, match="a grid has 2 to 7 of them"):
        Grid(rows, columns)


@given(GRIDS, st.text(alphabet="abcghABG0123789 -\x00é", max_size=4))
def test_text_is_a_cell_of_the_grid_or_refused_in_one_line(grid: Grid, text: str) -> None:
    names = {grid.cell_name(cell): cell for cell in range(grid.size)}
    wanted = names.get(text.strip().lower())
    if wanted is not None:
        assert wanted == grid.parse_cell(text)
    else:
        with pytest.raises(UnreadableError, match="cells run from a1 to") as caught:
            grid.parse_cell(text)
        assert str(caught.value).isprintable()


@given(GRIDS, st.integers(-60, 110))
def test_a_number_outside_the_grid_has_no_name(grid: Grid, cell: int) -> None:
    if not 0 <= cell < grid.size:
        with pytest.raises(InvalidValueError, match="is not on a grid of"):
            grid.cell_name(cell)
