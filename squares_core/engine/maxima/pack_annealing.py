"""Good grids of any cards of the pack, by annealing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from squares_core.answers import bonus_points
from squares_core.cards import PACK_SIZE, Card
from squares_core.engine.jit import jit
from squares_core.engine.maxima.tables import Machine
from squares_core.engine.solving.annealing import COLD, HOT, accepts, below, next_state
from squares_core.engine.solving.hand_values import Ints
from squares_core.rules import Rules

PACK_STEPS: Final = 10_000
"""Exchanges in one annealing run over the pack, for each cell."""


@jit
def line_value(machine: Machine, line: int, cells: Ints, cards: Ints, starter: int) -> int:
    """Return what a line is worth whose cells, -1 after the last, hold ``cards``."""
    state = machine.start[line]
    for k in range(cells.shape[1]):
        if cells[line, k] < 0:
            break
        state = np.int64(machine.transitions[state, cards[cells[line, k]]])
    return int(machine.points[state - machine.shift[line], starter])


@jit
def _anneal_pack(
    machine: Machine,
    cells: Ints,
    cell_lines: Ints,
    bonus: Ints,
    pack: Ints,
    best_pack: Ints,
    starter_at: int,
    steps: int,
    hot: float,
    cold: float,
    seed: int,
) -> int:
    """Exchange cards of the grid with each other and with the rest of the pack.

    ``pack`` holds the cards by cell, then the rest; the starter lies at ``starter_at``, -1 without
    one, and stays there.
    """
    lines = cells.shape[0]
    size = cell_lines.shape[0]
    state = next_state((seed * 2654435761 + 1) & 0xFFFFFFFF)
    starter = 0 if starter_at < 0 else pack[starter_at]
    worth = np.zeros(lines, np.int64)
    new_worth = np.zeros(lines, np.int64)
    now = np.int64(0)
    for line in range(lines):
        worth[line] = line_value(machine, line, cells, pack, starter)
        now += worth[line]
    best = now
    best_pack[:] = pack
    touched = np.zeros(lines, np.int64)
    heat = hot
    for step in range(steps):
        if step & 255 == 0:
            left = 1.0 - step / steps
            heat = cold + (hot - cold) * left * left
        state = next_state(state)
        one = below(state, size)
        state = next_state(state)
        other = below(state, pack.shape[0])
        if other in (one, starter_at):
            continue
        touched[:] = 0
        for k in range(4):
            if cell_lines[one, k] >= 0:
                touched[cell_lines[one, k]] ^= 1
            if other < size and cell_lines[other, k] >= 0:
                touched[cell_lines[other, k]] ^= 1
        pack[one], pack[other] = pack[other], pack[one]
        gain = np.int64(0)
        for line in range(lines):
            if touched[line]:
                new_worth[line] = line_value(machine, line, cells, pack, starter)
                gain += new_worth[line] - worth[line]
        if gain < 0:
            state = next_state(state)
            if not accepts(state, float(-gain), heat):
                pack[one], pack[other] = pack[other], pack[one]
                continue
        for line in range(lines):
            if touched[line]:
                worth[line] = new_worth[line]
        now += gain
        if now > best:
            best = now
            best_pack[:] = pack
    return int(best + bonus[starter])


def line_cells(rules: Rules) -> Ints:
    """Return the cells of each line, -1 after the last."""
    longest = rules.line_sizes[-1]
    cells = np.full((len(rules.lines), longest), -1, np.int64)
    for index, line in enumerate(rules.lines):
        cells[index, : len(line.cells)] = line.cells
    return cells


def bonuses(rules: Rules) -> Ints:
    """Return what each card earns once as the starter, zeros in a game without one."""
    earned = np.zeros(PACK_SIZE, np.int64)
    if rules.has_starter:
        for card in range(PACK_SIZE):
            earned[card] = bonus_points(rules.scorer, card)
    return earned


def annealed_packs(
    rules: Rules, machine: Machine, cell_lines: Ints, starters: list[Card | None], seed: int
) -> Iterator[tuple[int, list[Card], Card | None]]:
    """Yield, without end, a total, the cards by cell and the starter of one run after another.

    The runs take the ``starters`` in turn; None in a game without one.
    """
    size = rules.grid.size
    cells, bonus = line_cells(rules), bonuses(rules)
    typical = 0.0
    run = seed
    order = np.random.Generator(np.random.PCG64(seed))
    while True:
        starter = starters[run % len(starters)]
        pack = order.permutation(PACK_SIZE).astype(np.int64)
        starter_at = -1
        if starter is not None:
            at = int(np.flatnonzero(pack == starter)[0])
            pack[at], pack[size] = pack[size], starter
            starter_at = size
        best_pack = pack.copy()
        total = int(
            _anneal_pack(
                machine,
                cells,
                cell_lines,
                bonus,
                pack,
                best_pack,
                starter_at,
                PACK_STEPS * size,
                max(HOT * typical, 0.05),
                max(COLD * typical, 0.01),
                run,
            )
        )
        typical = max(typical, total / len(rules.lines))
        run += 1
        yield total, [int(card) for card in best_pack[:size]], starter
