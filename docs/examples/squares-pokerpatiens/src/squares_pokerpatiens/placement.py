"""Where a card may go: the first to the corner, every other beside one that lies there."""

from __future__ import annotations

from collections.abc import Sequence

from squares_core import Card, Cell, PlacementRule, Tableau, hookimpl


class CornerStart(PlacementRule):
    """The first card goes to a1; each card after it touches one, by a side or a corner."""

    id = "corner-start"
    title = "Corner start"
    description = (
        "The first card goes to a1, the top left corner; each card after it must touch a card "
        "already there, by a side or a corner."
    )

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return a1 on an empty grid, else the empty cells beside those that hold a card."""
        if not tableau.filled_cells:
            return [0]
        touching = tableau.grid.neighbours
        filled = set(tableau.filled_cells)
        return [cell for cell in tableau.empty_cells if filled.intersection(touching[cell])]


@hookimpl
def squares_placement_rules() -> Sequence[PlacementRule]:
    """Add the placement rule."""
    return [CornerStart()]
