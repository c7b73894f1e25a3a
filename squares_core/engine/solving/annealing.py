"""Simulated annealing over arrangements: a good grid quickly, with no promise that it is the best.

The exact searches start from it. Its random numbers are a 32-bit permuted congruential generator
(M. E. O'Neill, PCG-RXS-M-XS) and its acceptance rule uses only the four basic operations, so that
a seed gives the same grid on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from squares_core.engine.jit import jit
from squares_core.engine.solving.hand_values import Int32s, Ints, rank_of
from squares_core.engine.solving.scored_grid import ScoredGrid

HOT = 0.65
COLD = 0.055


@jit
def next_state(state: int) -> int:
    """Return the state of the generator after ``state``, both below 2**32."""
    return (state * 747796405 + 2891336453) & 0xFFFFFFFF


@jit
def below(state: int, limit: int) -> int:
    """Return the number from 0 to ``limit - 1`` that ``state`` stands for."""
    word = (((state >> ((state >> 28) + 4)) ^ state) * 277803737) & 0xFFFFFFFF
    word = (word >> 22) ^ word
    return (word * limit) >> 32


@jit
def accepts(state: int, loss: float, heat: float) -> bool:
    """Return whether a change for the worse by ``loss`` is made at this ``heat``."""
    x = loss / heat
    # 1 / exp(x) by the first terms of its series: nothing that could differ by machine.
    chance = 1.0 / (1.0 + x * (1.0 + x * (0.5 + x * (1 / 6 + x * (1 / 24)))))
    return below(state, 1 << 24) < chance * (1 << 24)


@jit
def _anneal(
    grid: Ints,
    best_grid: Ints,
    cell_lines: Ints,
    offsets: Ints,
    values: Int32s,
    parts: Int32s,
    members: NDArray[np.int8],
    steps: int,
    hot: float,
    cold: float,
    seed: int,
) -> int:
    cells = grid.shape[0]
    lines = offsets.shape[0]
    state = next_state((seed * 2654435761 + 1) & 0xFFFFFFFF)
    for i in range(cells - 1, 0, -1):
        state = next_state(state)
        j = below(state, i + 1)
        grid[i], grid[j] = grid[j], grid[i]
    masks = np.zeros(lines, np.int64)
    for cell in range(cells):
        for k in range(4):
            if cell_lines[cell, k] >= 0:
                masks[cell_lines[cell, k]] |= np.int64(1) << grid[cell]
    worth = np.zeros(lines, np.int64)
    now = np.int64(0)
    for line in range(lines):
        worth[line] = values[offsets[line] + rank_of(masks[line], parts, members)]
        now += worth[line]
    best = now
    best_grid[:] = grid
    changed = np.zeros(8, np.int64)
    new_worth = np.zeros(8, np.int64)
    heat = hot
    for step in range(steps):
        if step & 255 == 0:
            left = 1.0 - step / steps
            heat = cold + (hot - cold) * left * left
        state = next_state(state)
        one = below(state, cells)
        state = next_state(state)
        other = below(state, cells - 1)
        if other >= one:
            other += 1
        flip = (np.int64(1) << grid[one]) | (np.int64(1) << grid[other])
        count = 0
        gain = np.int64(0)
        for side in range(2):
            here = one if side == 0 else other
            there = other if side == 0 else one
            for k in range(4):
                line = cell_lines[here, k]
                if line < 0:
                    break
                shared = False
                for m in range(4):
                    if cell_lines[there, m] == line:
                        shared = True
                if shared:
                    continue
                value = values[offsets[line] + rank_of(masks[line] ^ flip, parts, members)]
                changed[count] = line
                new_worth[count] = value
                count += 1
                gain += value - worth[line]
        if gain < 0:
            state = next_state(state)
            if not accepts(state, float(-gain), heat):
                continue
        grid[one], grid[other] = grid[other], grid[one]
        for k in range(count):
            line = changed[k]
            masks[line] ^= flip
            worth[line] = new_worth[k]
        now += gain
        if now > best:
            best = now
            best_grid[:] = grid
    return int(best)


def annealed(scored: ScoredGrid, steps: int, seed: int = 0) -> Iterator[tuple[int, Ints]]:
    """Yield, without end, the total and the arrangement of one annealing run after another.

    Each run makes ``steps`` exchanges of two cards. The temperature follows what a line is worth in
    the best arrangement so far, less the least that any hand is worth.
    """
    flat = scored.flat
    floor = sum(int(scored.table(i).values.min()) for i in range(len(scored.lines)))
    typical = 0.0
    run = seed
    while True:
        grid = np.arange(scored.size, dtype=np.int64)
        best_grid = grid.copy()
        hot, cold = max(HOT * typical, 0.05), max(COLD * typical, 0.01)
        total = int(
            _anneal(
                grid,
                best_grid,
                flat.cell_lines,
                flat.offsets,
                flat.values,
                flat.parts,
                flat.members,
                steps,
                hot,
                cold,
                run,
            )
        )
        typical = max(typical, (total - floor) / len(scored.lines))
        run += 1
        yield total, best_grid
