"""Compiled loops that play whole games: random play and greedy play of every kind of deal."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.chance import GAMMA
from squares_core.engine.compiling.automaton import Cards, Points, Table
from squares_core.engine.jit import jit
from squares_core.engine.playing.bits import Mask, bits_in, find_bit, sum_bytes
from squares_core.engine.playing.board import REMEMBERED, Board
from squares_core.engine.playing.streams import random_below
from squares_core.moves import MoveKind

# Numbers in compiled loops: of whatever width the compiler infers.
Int: TypeAlias = Any
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
def remembered(occupied: Mask, memory: Memory) -> Mask:
    """Return the mask of legal cells; note in ``memory`` an answer that is not yet known."""
    keys, masks, missing = memory
    last = np.uint64(len(keys) - 1)
    place = (occupied * _GAMMA) & last
    while keys[place] != occupied:
        if keys[place] == _ZERO:
            missing[0] = occupied
            return _ZERO
        place = (place + _ONE) & last
    return masks[place]


@jit
def _weigh_lines(
    transitions: Table, running: Points, states: Words, card: Int, out: Points
) -> None:
    """Write by how much ``card`` raises the running score of each line but the last, no line."""
    for line in range(np.uint64(len(out) - 1)):
        state = states[line]
        out[line] = running[transitions[state, card]] - running[state]


@jit
def _weigh_lines_with_starter(
    board: Board, states: Words, card: Int, starter: Int, out: Points
) -> None:
    """The same where the starter is known: a line that ``card`` completes counts with it."""
    for line in range(np.uint64(len(out) - 1)):
        state = states[line]
        after = board.transitions[state, card]
        row = board.full_row[after]
        worth = board.final[np.uint64(row), starter] if row >= 0 else board.running[after]
        out[line] = worth - board.running[state]


@jit
def _find_best(
    cell_lines: Cards, lines_of_cell: Int, gains: Points, legal: Mask, best: Int
) -> tuple[Int, Int]:
    """Return the cell of mask ``legal`` whose gain first exceeds ``best``, or -1, and that gain."""
    found = np.int64(-1)
    if lines_of_cell == 2:
        for cell in range(np.uint64(len(cell_lines))):
            gain = gains[cell_lines[cell, 0]] + gains[cell_lines[cell, 1]]
            if gain > best and (legal >> cell) & _ONE:
                best = gain
                found = np.int64(cell)
        return found, best
    for cell in range(np.uint64(len(cell_lines))):
        gain = np.int32(0)
        for slot in range(np.uint64(lines_of_cell)):
            gain += gains[cell_lines[cell, slot]]
        if gain > best and (legal >> cell) & _ONE:
            best = gain
            found = np.int64(cell)
    return found, best


@jit
def _put(
    cell_lines: Cards, lines_of_cell: Int, transitions: Table, states: Words, cell: Int, card: Int
) -> None:
    line = cell_lines[cell, 0]
    states[line] = transitions[states[line], card]
    for slot in range(_ONE, np.uint64(lines_of_cell)):
        line = cell_lines[cell, slot]
        states[line] = transitions[states[line], card]


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
    has_starter: bool,
    deals: Cards,
    chance: Words,
    memory: Memory,
    played: Played,
    start: int,
) -> Int:
    """Play games from ``start`` on; return where it stopped for a legal mask it does not know."""
    missing, remembers = memory[2], board.rule == REMEMBERED
    cell_lines, slots, cells = board.cell_lines, board.lines_of_cell, np.uint64(board.cells)
    transitions, running, touched = board.transitions, board.running, board.touched
    grids, starters, totals, traces = played
    states = np.zeros(board.lines + 1, np.uint32)
    gains = np.zeros(board.lines + 1, np.int32)
    for game in range(np.uint64(start), np.uint64(len(deals))):
        began = chance[game]
        for line in range(np.uint64(len(states))):
            states[line] = board.line_start[line]
        grid, deal = grids[game], deals[game]
        occupied, reached, trace, turn = _ZERO, board.first, _ZERO, _ZERO
        while turn < cells:
            card = deal[turn]
            legal = reached & ~occupied
            if legal == _ZERO:
                break
            if player == GREEDY:
                _weigh_lines(transitions, running, states, card, gains)
                target = np.uint64(_find_best(cell_lines, slots, gains, legal, _LOWEST)[0])
            else:
                sums = sum_bytes(legal)
                target = find_bit(legal, sums, random_below(chance, game, bits_in(sums)))
            trace = trace * _TRACE + target + _ONE
            grid[target] = card
            _put(cell_lines, slots, transitions, states, target, card)
            reached = touched[target] | (reached if occupied else _ZERO)
            occupied |= _ONE << target
            turn += _ONE
            if remembers and turn < cells:
                reached = remembered(occupied, memory)
                if missing[0]:
                    chance[game] = began
                    return np.int64(game)
        starter = deal[turn] if has_starter and turn == cells else np.uint8(NO_CARD)
        starters[game] = starter
        totals[game] = _add_up(board, states, starter)
        traces[game] = trace
    return len(deals)


@jit
def play_with_piles(
    board: Board,
    player: Int,
    piles: tuple[Int, Int, Int, bool],
    deals: Cards,
    chance: Words,
    memory: Memory,
    played: Played,
    start: Int,
) -> Int:
    """The same for games with reserves or a waste."""
    reserves, reserve_size, waste_size, has_starter = piles
    missing, remembers = memory[2], board.rule == REMEMBERED
    cell_lines, slots = board.cell_lines, board.lines_of_cell
    transitions, running = board.transitions, board.running
    grids, starters, totals, traces = played
    states = np.zeros(board.lines + 1, np.uint32)
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
        occupied, reached, trace = _ZERO, board.first, _ZERO
        while empty > 0:
            legal = reached & ~occupied
            kind: Int = -1
            source: Int = 0
            target: Int = 0
            if player == GREEDY:
                best = _LOWEST
                if turned != NO_CARD:
                    _weigh_lines(transitions, running, states, turned, gains)
                    cell, best = _find_best(cell_lines, slots, gains, legal, best)
                    if cell >= 0:
                        kind, target = _PLACE, cell
                for pile in range(reserves):
                    if height[pile]:
                        card = reserve[pile, height[pile] - 1]
                        _weigh_lines(transitions, running, states, card, gains)
                        cell, best = _find_best(cell_lines, slots, gains, legal, best)
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
                sums = sum_bytes(legal)
                cells = np.int64(bits_in(sums))
                choices: Int = cells if turned != NO_CARD else 1
                for pile in range(reserves):
                    if height[pile]:
                        choices += cells
                    if turned != NO_CARD and height[pile] < reserve_size:
                        choices += 1
                if turned != NO_CARD and waste < waste_size:
                    choices += 1
                if choices == 0:
                    break
                ordinal = np.int64(random_below(chance, game, choices))
                if turned != NO_CARD:
                    if ordinal < cells:
                        kind, target = _PLACE, np.int64(find_bit(legal, sums, np.uint64(ordinal)))
                    ordinal -= cells
                for pile in range(reserves):
                    if kind < 0 and height[pile]:
                        if ordinal < cells:
                            kind, source, target = (
                                _PLAY,
                                pile,
                                np.int64(find_bit(legal, sums, np.uint64(ordinal))),
                            )
                        ordinal -= cells
                if kind < 0 and turned == NO_CARD:
                    kind = _TURN
                for pile in range(reserves):
                    if kind < 0 and height[pile] < reserve_size:
                        if ordinal == 0:
                            kind, target = _LAY, pile
                        ordinal -= 1
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
                grid[np.uint64(target)] = card
                _put(cell_lines, slots, transitions, states, np.uint64(target), card)
                reached = board.touched[np.uint64(target)] | (reached if occupied else _ZERO)
                occupied |= _ONE << np.uint64(target)
                empty -= 1
                if empty == 0:
                    break
                if remembers:
                    reached = remembered(occupied, memory)
                    if missing[0]:
                        chance[game] = began
                        return game
            elif kind == _LAY:
                reserve[target, height[target]] = turned
                height[target] += 1
                in_reserve += 1
                turned = np.uint8(NO_CARD)
            elif kind == _DISCARD:
                waste += 1
                turned = np.uint8(NO_CARD)
            if turned == NO_CARD and (kind == _TURN or in_reserve == 0):
                turned = deals[np.uint64(game), np.uint64(drawn)]
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
    missing, remembers = memory[2], board.rule == REMEMBERED
    cell_lines, slots = board.cell_lines, board.lines_of_cell
    transitions, running = board.transitions, board.running
    grids, starters, totals, traces = played
    states = np.zeros(board.lines + 1, np.uint32)
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
        occupied, reached, trace = _ZERO, board.first, _ZERO
        while empty > 0:
            legal = reached & ~occupied
            if legal == _ZERO:
                break
            chosen: Int = 0
            target: Int = -1
            if player == GREEDY:
                best = _LOWEST
                for place in range(left):
                    if known == NO_CARD:
                        _weigh_lines(transitions, running, states, tray[place], gains)
                    else:
                        _weigh_lines_with_starter(board, states, tray[place], known, gains)
                    cell, best = _find_best(cell_lines, slots, gains, legal, best)
                    if cell >= 0:
                        chosen, target = place, cell
            else:
                sums = sum_bytes(legal)
                cells = bits_in(sums)
                number = random_below(chance, game, cells * np.uint64(left))
                chosen = np.int64(number // cells)
                target = np.int64(find_bit(legal, sums, number % cells))
            card = tray[chosen]
            trace = _traced(trace, _PUT, np.int64(card), target)
            for place in range(chosen, left - 1):
                tray[place] = tray[place + 1]
            left -= 1
            grid[np.uint64(target)] = card
            _put(cell_lines, slots, transitions, states, np.uint64(target), card)
            reached = board.touched[np.uint64(target)] | (reached if occupied else _ZERO)
            occupied |= _ONE << np.uint64(target)
            empty -= 1
            if remembers and empty > 0:
                reached = remembered(occupied, memory)
                if missing[0]:
                    chance[game] = began
                    return game
        starters[game] = known
        if empty == 0 and left == 1:
            starters[game] = tray[0]
        totals[game] = _add_up(board, states, starters[game])
        traces[game] = trace
    return len(deals)


@jit
def line_worth(board: Board, grid: Cards, line: Int, starter: Int) -> Int:
    """Return what a full line counts for."""
    state = np.uint32(board.line_start[line])
    for place in range(board.line_sizes[line]):
        state = np.uint32(board.transitions[state, grid[board.line_cells[line, place]]])
    if starter != NO_CARD:
        return board.final[board.full_row[state], starter]
    return board.running[state]


@jit
def swap_gain(board: Board, grid: Cards, one: Int, other: Int, starter: Int, worth: Points) -> Int:
    """Return by how much exchanging two cells raises the score."""
    grid[one], grid[other] = grid[other], grid[one]
    gain = np.int32(0)
    for slot in range(board.lines_of_cell):
        line = board.cell_lines[one, slot]
        if line < board.lines:
            gain += line_worth(board, grid, line, starter) - worth[line]
    for slot in range(board.lines_of_cell):
        line = board.cell_lines[other, slot]
        counted = line == board.lines
        for earlier in range(board.lines_of_cell):
            counted |= board.cell_lines[one, earlier] == line
        if not counted:
            gain += line_worth(board, grid, line, starter) - worth[line]
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
                worth[line] = line_worth(board, grid, line, starter)
            one: Int = -1
            other: Int = -1
            if player == GREEDY:
                best = np.int32(0)
                for a in range(board.cells):
                    for b in range(a + 1, board.cells):
                        gain = swap_gain(board, grid, a, b, starter, worth)
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
        total: Int = worth.sum()
        totals[game] = total + board.bonus[starter] if starter != NO_CARD else total
        traces[game] = trace
