"""Suits for a grid of ranks, so that its lines are worth as much as their ranks allow."""

from __future__ import annotations

from typing import Final

import numpy as np

from squares_core.cards import Card
from squares_core.engine.jit import jit
from squares_core.engine.maxima.pack_annealing import line_value
from squares_core.engine.maxima.tables import NEVER, Machine
from squares_core.engine.solving.hand_values import Ints

MAX_SUIT_STEPS: Final = 20_000_000
UNDECIDED: Final = NEVER - 1


@jit
def _worth_now(
    machine: Machine, cells: Ints, line: int, last: int, laid: Ints, starter: int, bounds: Ints
) -> int:
    """Return what a line is worth at most whose cells up to ``last`` hold ``laid``."""
    suit = -1
    mixed = False
    for k in range(cells.shape[1]):
        cell = cells[line, k]
        if cell < 0:
            break
        if cell > last:
            return int(bounds[line, 1] if mixed else bounds[line, 0])
        if suit >= 0 and laid[cell] % 4 != suit:
            mixed = True
        suit = laid[cell] % 4
    return line_value(machine, line, cells, laid, starter)


@jit
def _give_suits(
    machine: Machine,
    cells: Ints,
    cell_lines: Ints,
    ranks: Ints,
    starter: int,
    bounds: Ints,
    target: int,
    budget: int,
    laid: Ints,
) -> int:
    """Give suits to a grid of ranks, cell by cell, so that its lines are worth ``target``.

    Returns their worth; ``NEVER`` where no suits reach the target, ``UNDECIDED`` where the budget
    ran out. ``bounds`` says what each line is worth at most, and what when it is not of one suit.
    """
    size = ranks.shape[0]
    lines = cells.shape[0]
    used = np.zeros(53, np.int64)
    if starter >= 0:
        used[starter] = 1
    worth = np.zeros((size + 1, lines), np.int64)
    worth[0] = bounds[:, 0]
    suit = np.full(size + 1, -1, np.int64)
    cell = 0
    while cell >= 0:
        if cell == size:
            return int(worth[size].sum())
        if suit[cell] >= 0:
            used[laid[cell]] = 0
        suit[cell] += 1
        if suit[cell] == 4:
            suit[cell] = -1
            cell -= 1
            continue
        card = ranks[cell] * 4 + suit[cell]
        if used[card]:
            # Another card than this lies there, so that the step back must not free this one.
            laid[cell] = 52
            continue
        budget -= 1
        if budget < 0:
            return UNDECIDED
        laid[cell] = card
        used[card] = 1
        worth[cell + 1] = worth[cell]
        for k in range(4):
            line = cell_lines[cell, k]
            if line >= 0:
                worth[cell + 1, line] = _worth_now(
                    machine, cells, line, cell, laid, max(starter, 0), bounds
                )
        if worth[cell + 1].sum() < target:
            continue
        cell += 1
    return NEVER


def with_suits(
    machine: Machine,
    cells: Ints,
    cell_lines: Ints,
    ranks: bytes,
    starter: Card | None,
    bounds: Ints,
    target: int,
) -> tuple[int, list[Card]] | None:
    """Return the worth of the lines of a grid of ranks and its cards, None if below ``target``.

    ``bounds`` is ``[lines, 2]``: what each line is worth at most, and what when it is not of one
    suit. The worth is ``UNDECIDED`` and there are no cards when the suits are too many to try.
    """
    laid = np.zeros(len(ranks), np.int64)
    worth = int(
        _give_suits(
            machine,
            cells,
            cell_lines,
            np.frombuffer(ranks, np.uint8).astype(np.int64),
            -1 if starter is None else starter,
            bounds,
            target,
            MAX_SUIT_STEPS,
            laid,
        )
    )
    if worth == UNDECIDED:
        return UNDECIDED, []
    return None if worth == NEVER else (worth, [int(card) for card in laid])
