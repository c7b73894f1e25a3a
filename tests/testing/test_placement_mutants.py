"""Placement rules that are wrong in one way, each caught by the promise that it breaks."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from squares_core import Card, PlacementRule, Tableau, rank_of


class Sound(PlacementRule):
    id, title, description = "sound", "Sound", "A card may go to any empty cell."

    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return tableau.empty_cells


class NoSentence(Sound):
    description = "any empty cell"


class BlocksPerhaps(Sound):
    may_block: Any = "perhaps"


class OffTheGrid(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return (*tableau.empty_cells, tableau.grid.size)


class NamesOfCells(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return tuple(tableau.grid.cell_name(cell) for cell in tableau.empty_cells)


class OnlyForSquareGrids(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        grid = tableau.grid
        return [
            cell for cell in tableau.empty_cells if [*range(grid.rows)][grid.column_of(cell)] >= 0
        ]


class OnTopOfAnother(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return range(tableau.grid.size)


class LastCellFirst(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return tableau.empty_cells[::-1]


class EachCellTwice(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return sorted(tableau.empty_cells * 2)


class GivesASet(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        return set(tableau.empty_cells)


class CornersOnly(Sound):
    """After the first card every other must touch one by a corner: half the cells never do."""

    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        grid = tableau.grid
        return [
            cell
            for cell in tableau.empty_cells
            if not tableau.placed
            or any(
                tableau[other] is not None
                for other in set(grid.neighbours[cell]) - set(grid.side_neighbours[cell])
            )
        ]


class DrawsLots(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        empty = tableau.empty_cells
        return empty if random.random() < 0.9 else empty[:1]


class OddRanksToTheLeft(Sound):
    def legal_cells(self, tableau: Tableau, card: Card) -> Any:
        empty = tableau.empty_cells
        left = [cell for cell in empty if tableau.grid.column_of(cell) < 1]
        return left if left and rank_of(card) % 2 else empty


MUTANTS = {
    "attributes": [NoSentence, BlocksPerhaps],
    "on the grid": [OffTheGrid, NamesOfCells, OnlyForSquareGrids],
    "empty cells": [OnTopOfAnother],
    "ascending": [LastCellFirst, EachCellTwice, GivesASet],
    "never empty-handed": [CornersOnly],
    "same answer": [DrawsLots],
    "looks at cards only if it says so": [OddRanksToTheLeft],
}


def test_a_sound_rule_is_not_flagged(cases_of: Any, assert_sound: Any) -> None:
    assert_sound(cases_of(placement_rules=[Sound()]), MUTANTS)


@pytest.mark.parametrize(
    ("promise", "mutant"), [(p, m) for p, mutants in MUTANTS.items() for m in mutants]
)
def test_the_promise_that_a_mutant_breaks_catches_it(
    promise: str, mutant: Any, cases_of: Any, assert_caught: Any
) -> None:
    # By itself, also where the kit would not try it.
    assert_caught(replace(cases_of(placement_rules=[mutant()])[promise], basis=()))


@pytest.mark.parametrize(
    ("mutant", "promise", "attribute"),
    [
        (CornersOnly, "never empty-handed", "may_block"),
        (OddRanksToTheLeft, "looks at cards only if it says so", "looks_at_cards"),
    ],
)
def test_what_is_meant_can_be_declared_in_the_class(
    mutant: Any, promise: str, attribute: str, cases_of: Any
) -> None:
    assert f"meant so? set {attribute} = True" in (
        cases_of(placement_rules=[mutant()])[promise].outcome().message
    )
    declared = type("Declared", (mutant,), {attribute: True})()
    assert cases_of(placement_rules=[declared])[promise].outcome().status == "kept"


def test_the_tableau_that_shows_the_fault_is_shown(cases_of: Any) -> None:
    message = cases_of(placement_rules=[CornersOnly()])["never empty-handed"].outcome().message
    given, got = message.splitlines()[2:4]
    assert given.startswith("  given:    the tableau ")
    assert got == "  got:      no legal cell, although the grid is not full"
