"""Placement rules that depend only on which cells are filled."""

from __future__ import annotations

from collections.abc import Sequence

from squares_core import Card, Cell, PlacementRule, Tableau


class Anywhere(PlacementRule):
    """A card may go to any empty cell."""

    id = "anywhere"
    title = "Anywhere"
    description = "A card may go to any empty cell."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return all empty cells."""
        return tableau.empty_cells


class Adjacent(PlacementRule):
    """Each card after the first must touch one on the grid, by a side or a corner."""

    id = "adjacent"
    title = "Adjacent"
    description = (
        "Each card after the first must touch a card already there, by a side or a corner."
    )

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return the empty cells that touch a filled one, or all when none is filled."""
        return _touching(tableau, tableau.grid.neighbours)


class AdjacentSides(PlacementRule):
    """Each card after the first must touch one on the grid by a side."""

    id = "adjacent-sides"
    title = "Adjacent by sides"
    description = "Each card after the first must touch a card already there by a side."

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[Cell]:
        """Return the empty cells that touch a filled one by a side, or all when none is filled."""
        return _touching(tableau, tableau.grid.side_neighbours)


def _touching(tableau: Tableau, neighbours: Sequence[Sequence[Cell]]) -> Sequence[Cell]:
    cards = tableau.cards
    empty = tableau.empty_cells
    if len(empty) == len(cards):
        return empty
    return tuple(
        cell for cell in empty if any(cards[other] is not None for other in neighbours[cell])
    )
