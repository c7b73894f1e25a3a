"""Where a card may go: the two diagonals come first."""

from __future__ import annotations

from collections.abc import Sequence

from squares_core import Card, Cell, PlacementRule, Tableau, hookimpl


class DiagonalsFirst(PlacementRule):
    """The cells of both diagonals are filled before any other."""

    id = "diagonal-first"
    title = "Diagonals first"
    description = "The cells of both diagonals are filled before any other."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return the empty cells of the diagonals, or all empty cells when these are full."""
        grid = tableau.grid
        last = grid.columns - 1
        first = [
            cell
            for cell in tableau.empty_cells
            if grid.row_of(cell) in (grid.column_of(cell), last - grid.column_of(cell))
        ]
        return first or tableau.empty_cells


@hookimpl
def squares_placement_rules() -> Sequence[PlacementRule]:
    """Add the placement rule."""
    return [DiagonalsFirst()]
