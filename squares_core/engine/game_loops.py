"""Compiled loops that play whole games: random play and greedy play of every kind of deal."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.chance import GAMMA
from squares_core.engine.automaton import Cards, Points
from squares_core.engine.board import REMEMBERED, TOUCHING, Board
from squares_core.engine.jit import jit
from squares_core.engine.shuffle import random_below
from squares_core.moves import MoveKind

# Numbers in compiled loops: of whatever width the compiler infers.
Int: TypeAlias = Any
Mask: TypeAlias = Any
Words: TypeAlias = NDArray[Any]
Memory: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]
Played: TypeAlias = tuple[Cards, Cards, Points, NDArray[np.uint64]]

NO_CARD: Final = 255
RANDOM: Final = 0
GREEDY: Final = 1
TRACE: Final = 0x100000001B3
_TRACE = np.uint64(TRACE)
_GAMMA = np.uint64(GAMMA)
_ONE, _ZERO = np.uint64(1), np.uint64(0)
_PLACE, _PLAY, _LAY = int(MoveKind.PLACE), int(MoveKind.PLAY), int(MoveKind.LAY)
_DISCARD, _TURN, _PUT = int(MoveKind.DISCARD), int(MoveKind.TURN), int(MoveKind.PUT)
_SWAP, _DONE = int(MoveKind.SWAP), int(MoveKind.DONE)
_LOWEST = -(2**30)


@jit
def _find_legal(
    board: Board, occupied: Mask, reached: Mask, keys: Words, masks: Words, missing: Words
) -> Mask:
    """Return the mask of legal cells; note in ``missing`` an answer that is not yet known."""
    everything = (_ONE << np.uint64(board.cells)) - _ONE
    if occupied == _ZERO:
        return board.first
    if board.rule != REMEMBERED:
        return (reached if board.rule == TOUCHING else everything) & ~occupied
    place = (occupied * _GAMMA) & np.uint64(len(keys) - 1)
    while keys[place] != occupied:
        if keys[place] == _ZERO:
            missing[0] = occupied
            return _ZERO
        place = (place + _ONE) & np.uint64(len(keys) - 1)
    return masks[place]


@jit
def _count_bits(mask: Mask) -> Int:
    count = 0
    while mask:
        mask &= mask - _ONE
        count += 1
    return count


@jit
def _find_bit(mask: Mask, number: Int) -> Int:
    """Return the position of set bit ``number`` of ``mask``, counted from the lowest."""
    for _ in range(number):
        mask &= mask - _ONE
    cell = 0
    while not mask & _ONE:
        mask >>= _ONE
        cell += 1
    return cell


@jit
def _find_best(
    board: Board,
    states: Words,
    card: Int,
    starter: Int,
    legal: Mask,
    gains: Points,
    nexts: Words,
    best: Int,
) -> tuple[Int, Int]:
    """Return the cell of mask ``legal`` whose gain for ``card`` first exceeds ``best``, and it.

    Leaves the state of each line after ``card`` in ``nexts``. The cell is -1 when none does.
    """
    for line in range(np.uint64(board.lines)):
        state = states[line]
        after = board.transitions[state, card]
        nexts[line] = after
        worth = board.running[after]
        if starter != NO_CARD and board.full_row[after] >= 0:
            worth = board.final[np.uint64(board.full_row[after]), starter]
        gains[line] = worth - board.running[state]
    found = np.int64(-1)
    if board.lines_of_cell == 2:
        for cell in range(np.uint64(board.cells)):
            gain = gains[board.cell_lines[cell, 0]] + gains[board.cell_lines[cell, 1]]
            if gain > best and (legal >> cell) & _ONE:
                best = gain
                found = np.int64(cell)
        return found, best
    for cell in range(np.uint64(board.cells)):
        gain = 0
        for slot in range(np.uint64(board.lines_of_cell)):
            gain += gains[board.cell_lines[cell, slot]]
        if gain > best and (legal >> cell) & _ONE:
            best = gain
            found = np.int64(cell)
    return found, best


@jit
def _put(board: Board, states: Words, grid: Cards, cell: Int, card: Int) -> None:
    grid[cell] = card
    for slot in range(board.lines_of_cell):
        line = board.cell_lines[cell, slot]
        states[line] = board.transitions[states[line], card]


@jit
def _add_up(board: Board, states: Words, starter: Int) -> Int:
    total: Int = np.int32(0)
    for line in range(board.lines):
        state = states[line]
        if starter != NO_CARD and board.full_row[state] >= 0:
            total += board.final[board.full_row[state], starter]
        else:
            total += board.running[state]
    if starter != NO_CARD:
        total += board.bonus[starter]
    return total


@jit
def _traced(trace: Mask, kind: Int, source: Int, target: Int) -> Mask:
    return trace * _TRACE + np.uint64(kind * 4096 + source * 64 + target + 1)


@jit
def play_turned(
    board: Board,
    player: Int,
    piles: tuple[Int, Int, Int, bool],
    deals: Cards,
    chance: Words,
    memory: Memory,
    played: Played,
    start: Int,
) -> Int:
    """Play games from ``start`` on; return where it stopped for a legal mask it does not know."""
    reserves, reserve_size, waste_size, has_starter = piles
    keys, masks, missing = memory
    grids, starters, totals, traces = played
    states = np.zeros(board.lines + 1, np.uint32)
    nexts = np.zeros(board.lines + 1, np.uint32)
    gains = np.zeros(board.lines + 1, np.int32)
    reserve = np.zeros((max(reserves, 1), reserve_size), np.uint8)
    height = np.zeros(max(reserves, 1), np.int64)
    for game in range(start, len(deals)):
        began = chance[game]
        for line in range(board.lines + 1):
            states[line] = board.line_start[line]
        grid = grids[game]
        grid[:] = NO_CARD
        height[:] = 0
        in_reserve, waste, drawn, empty = 0, 0, 1, board.cells
        turned = deals[game, 0]
        occupied, reached, trace = _ZERO, _ZERO, _ZERO
        while empty > 0:
            legal = _find_legal(board, occupied, reached, keys, masks, missing)
            if missing[0]:
                chance[game] = began
                return game
            kind, source, target = -1, 0, 0
            if player == GREEDY:
                best = _LOWEST
                if turned != NO_CARD:
                    cell, best = _find_best(
                        board, states, turned, NO_CARD, legal, gains, nexts, best
                    )
                    if cell >= 0:
                        kind, target = _PLACE, cell
                for pile in range(reserves):
                    if height[pile]:
                        card = reserve[pile, height[pile] - 1]
                        cell, best = _find_best(
                            board, states, card, NO_CARD, legal, gains, nexts, best
                        )
                        if cell >= 0:
                            kind, source, target = _PLAY, pile, cell
                if best < 0:
                    if turned == NO_CARD:
                        kind, source, target = _TURN, 0, 0
                    else:
                        for pile in range(reserves):
                            if height[pile] < reserve_size and best < 0:
                                kind, source, target, best = _LAY, 0, pile, 0
                        if waste < waste_size and best < 0:
                            kind, source, target = _DISCARD, 0, 0
            else:
                cells = _count_bits(legal)
                choices = cells if turned != NO_CARD else 1
                for pile in range(reserves):
                    if height[pile]:
                        choices += cells
                    if turned != NO_CARD and height[pile] < reserve_size:
                        choices += 1
                if turned != NO_CARD and waste < waste_size:
                    choices += 1
                if choices == 0:
                    break
                number = np.int64(random_below(chance, game, choices))
                if turned != NO_CARD:
                    if number < cells:
                        kind, target = _PLACE, _find_bit(legal, number)
                    number -= cells
                for pile in range(reserves):
                    if kind < 0 and height[pile]:
                        if number < cells:
                            kind, source, target = _PLAY, pile, _find_bit(legal, number)
                        number -= cells
                if kind < 0 and turned == NO_CARD:
                    kind = _TURN
                for pile in range(reserves):
                    if kind < 0 and height[pile] < reserve_size:
                        if number == 0:
                            kind, target = _LAY, pile
                        number -= 1
                if kind < 0:
                    kind = _DISCARD
            if kind < 0:
                break
            trace = _traced(trace, kind, source, target)
            if kind in (_PLACE, _PLAY):
                if kind == _PLACE:
                    card = turned
                    turned = np.uint8(NO_CARD)
                else:
                    height[source] -= 1
                    in_reserve -= 1
                    card = reserve[source, height[source]]
                _put(board, states, grid, target, card)
                occupied |= _ONE << np.uint64(target)
                reached |= board.touched[target]
                empty -= 1
                if empty == 0:
                    break
            elif kind == _LAY:
                reserve[target, height[target]] = turned
                height[target] += 1
                in_reserve += 1
                turned = np.uint8(NO_CARD)
            elif kind == _DISCARD:
                waste += 1
                turned = np.uint8(NO_CARD)
            if turned == NO_CARD and (kind == _TURN or in_reserve == 0):
                turned = deals[game, drawn]
                drawn += 1
        starters[game] = deals[game, drawn] if has_starter and empty == 0 else NO_CARD
        totals[game] = _add_up(board, states, starters[game])
        traces[game] = trace
    return len(deals)


@jit
def play_open(
    board: Board,
    player: Int,
    tray_size: Int,
    starter_place: Int,
    deals: Cards,
    chance: Words,
    memory: Memory,
    played: Played,
    start: Int,
) -> Int:
    """The same for open games: ``tray_size`` cards face up, ``starter_place`` -1 for none."""
    keys, masks, missing = memory
    grids, starters, totals, traces = played
    states = np.zeros(board.lines + 1, np.uint32)
    nexts = np.zeros(board.lines + 1, np.uint32)
    gains = np.zeros(board.lines + 1, np.int32)
    for game in range(start, len(deals)):
        began = chance[game]
        for line in range(board.lines + 1):
            states[line] = board.line_start[line]
        grid = grids[game]
        grid[:] = NO_CARD
        tray = np.sort(deals[game, :tray_size])
        left, empty = tray_size, board.cells
        known = deals[game, starter_place] if starter_place >= 0 else np.uint8(NO_CARD)
        occupied, reached, trace = _ZERO, _ZERO, _ZERO
        while empty > 0:
            legal = _find_legal(board, occupied, reached, keys, masks, missing)
            if missing[0]:
                chance[game] = began
                return game
            if legal == _ZERO:
                break
            chosen, target = 0, -1
            if player == GREEDY:
                best = _LOWEST
                for place in range(left):
                    cell, best = _find_best(
                        board, states, tray[place], known, legal, gains, nexts, best
                    )
                    if cell >= 0:
                        chosen, target = place, cell
            else:
                cells = _count_bits(legal)
                number = np.int64(random_below(chance, game, cells * left))
                chosen, target = number // cells, _find_bit(legal, number % cells)
            card = tray[chosen]
            trace = _traced(trace, _PUT, np.int64(card), target)
            for place in range(chosen, left - 1):
                tray[place] = tray[place + 1]
            left -= 1
            _put(board, states, grid, target, card)
            occupied |= _ONE << np.uint64(target)
            reached |= board.touched[target]
            empty -= 1
        starters[game] = known
        if empty == 0 and left == 1:
            starters[game] = tray[0]
        totals[game] = _add_up(board, states, starters[game])
        traces[game] = trace
    return len(deals)


@jit
def _line_worth(board: Board, grid: Cards, line: Int, starter: Int) -> Int:
    state = np.uint32(board.line_start[line])
    for place in range(board.line_sizes[line]):
        state = np.uint32(board.transitions[state, grid[board.line_cells[line, place]]])
    if starter != NO_CARD:
        return board.final[board.full_row[state], starter]
    return board.running[state]


@jit
def _swap_gain(board: Board, grid: Cards, one: Int, other: Int, starter: Int, worth: Points) -> Int:
    """Return by how much exchanging two cells raises the score."""
    grid[one], grid[other] = grid[other], grid[one]
    gain = np.int32(0)
    for slot in range(board.lines_of_cell):
        line = board.cell_lines[one, slot]
        if line < board.lines:
            gain += _line_worth(board, grid, line, starter) - worth[line]
    for slot in range(board.lines_of_cell):
        line = board.cell_lines[other, slot]
        counted = line == board.lines
        for earlier in range(board.lines_of_cell):
            counted |= board.cell_lines[one, earlier] == line
        if not counted:
            gain += _line_worth(board, grid, line, starter) - worth[line]
    grid[one], grid[other] = grid[other], grid[one]
    return gain


@jit
def play_shuffle(
    board: Board, player: Int, starter_place: Int, deals: Cards, chance: Words, played: Played
) -> None:
    """The same for shuffle games: every game from the first to the last."""
    grids, starters, totals, traces = played
    worth = np.zeros(board.lines, np.int32)
    pairs = board.cells * (board.cells - 1) // 2
    for game in range(len(deals)):
        grid = grids[game]
        grid[:] = deals[game, : board.cells]
        starter = deals[game, starter_place] if starter_place >= 0 else np.uint8(NO_CARD)
        trace = _ZERO
        while True:
            for line in range(board.lines):
                worth[line] = _line_worth(board, grid, line, starter)
            one: Int = -1
            other: Int = -1
            if player == GREEDY:
                best = np.int32(0)
                for a in range(board.cells):
                    for b in range(a + 1, board.cells):
                        gain = _swap_gain(board, grid, a, b, starter, worth)
                        if gain > best:
                            best, one, other = gain, a, b
            else:
                number = np.int64(random_below(chance, game, pairs + 1))
                if number < pairs:
                    one = 0
                    while number >= board.cells - 1 - one:
                        number -= board.cells - 1 - one
                        one += 1
                    other = one + 1 + number
            if one < 0:
                trace = _traced(trace, _DONE, 0, 0)
                break
            trace = _traced(trace, _SWAP, one, other)
            grid[one], grid[other] = grid[other], grid[one]
        starters[game] = starter
        total = worth.sum()
        totals[game] = total + board.bonus[starter] if starter != NO_CARD else total
        traces[game] = trace
