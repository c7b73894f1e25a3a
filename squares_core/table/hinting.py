"""Rated moves, sorted by where they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from squares_core.grid import Cell
from squares_core.moves import Move, MoveKind
from squares_core.strategy import MoveValue
from squares_core.table.holding import Holding


def by_cell(values: Sequence[MoveValue], holding: Holding) -> Mapping[Cell, float]:
    """Return what pressing each cell is worth, with what is held now.

    In a shuffle game that is the exchange with the picked cell or, before one is picked, the best
    exchange of the cell.
    """
    found: dict[Cell, float] = {}
    for value in values:
        move = value.move
        if move.kind is MoveKind.SWAP:
            ends = {move.source, move.target}
            if holding.picked is not None:
                ends = ends - {holding.picked} if holding.picked in ends else set()
            for cell in ends:
                found[cell] = max(value.expected, found.get(cell, value.expected))
        elif move.fills and (move.kind, move.source) == holding.source:
            found[move.target] = value.expected
    return found


def elsewhere(values: Sequence[MoveValue]) -> Mapping[Move, float]:
    """Return what every move is worth."""
    return {value.move: value.expected for value in values}
