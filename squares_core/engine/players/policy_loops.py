"""Compiled loops in which learned values of partial lines choose the moves.

A game in progress is one array of ``uint64``: see the places ``OCCUPIED`` and so on. The value of a
move that puts a card down is by how much the values of its lines rise; moves that put none down
have a value of their own for each number of empty cells and of free places in the piles.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from squares_core.chance import GAMMA
from squares_core.engine.compiling.automaton import Cards, Table
from squares_core.engine.jit import jit
from squares_core.engine.players.line_keys import FIRST_KEY, WIDTH, LineKeys
from squares_core.engine.playing.bits import Mask, bits_set, lowest_bit
from squares_core.engine.playing.board import REMEMBERED, TOUCHING, Board
from squares_core.engine.playing.game_loops import (
    NO_CARD,
    Int,
    Memory,
    Words,
    remembered,
)
from squares_core.moves import MoveKind

Real: TypeAlias = Any
Floats: TypeAlias = NDArray[np.float32]

# Places in the array of a game.
OCCUPIED: Final = 0
REACHED: Final = 1
UNDEALT: Final = 2
EMPTY: Final = 3
TURNED: Final = 4
WASTE: Final = 5
FREE: Final = 6
HEIGHTS: Final = 7
LINES: Final = 11
MAX_PILES: Final = 4

NO_MOVE: Final = -1
MAX_FREE: Final = 7
EXTRAS: Final = 4
LAYS, DISCARDS, PLAYS, TURNS = range(EXTRAS)

_GAMMA = np.uint64(GAMMA)
_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_PLACE, _PLAY, _LAY = int(MoveKind.PLACE), int(MoveKind.PLAY), int(MoveKind.LAY)
_DISCARD, _TURN = int(MoveKind.DISCARD), int(MoveKind.TURN)
_BEST, _SECOND = _ZERO, _ONE
_FIRST, _WIDTH = np.uint64(FIRST_KEY), np.uint64(WIDTH)
_WORST = np.float32(-1e30)


class Policy(NamedTuple):
    """A variant's tables, its piles and the learned values, as compiled loops take them.

    ``table`` is ``float32[keys.size]``; ``extras`` is ``float32[4, cells + 1, 8]``: the value of
    laying, discarding, playing from a reserve (added to the rise) and turning a card.
    """

    board: Board
    keys: LineKeys
    table: Floats
    extras: Floats
    reserves: int
    reserve_size: int
    waste_size: int
    has_starter: bool


@jit
def state_length(policy: Policy) -> Int:
    """Return the length of the array of a game."""
    return LINES + policy.board.lines + 1 + policy.reserves * policy.reserve_size


@jit
def start_game(policy: Policy, game: Words) -> None:
    """Put ``game`` before its first card."""
    board = policy.board
    game[:] = _ZERO
    game[UNDEALT] = (_ONE << np.uint64(52)) - _ONE
    game[EMPTY] = board.cells
    game[TURNED] = NO_CARD
    game[FREE] = policy.reserves * policy.reserve_size
    for line in range(board.lines + 1):
        game[LINES + line] = board.line_start[line]


@jit
def turn_card(game: Words, card: Int) -> None:
    """Turn ``card`` from the stock."""
    game[TURNED] = card
    game[UNDEALT] &= ~(_ONE << np.uint64(card))


@jit
def legal_cells(board: Board, game: Words, memory: Memory) -> Mask:
    """Return the legal cells as a mask; note in ``memory`` an answer that is not yet known."""
    occupied = game[OCCUPIED]
    if occupied == _ZERO:
        return board.first
    if board.rule != REMEMBERED:
        if board.rule == TOUCHING:
            return game[REACHED] & ~occupied
        return ((_ONE << np.uint64(board.cells)) - _ONE) & ~occupied
    return remembered(occupied, memory)


@jit
def key_of(parts: Words, count: Words, state: Mask, undealt: Mask, shift: Mask) -> Mask:
    """Return the key of a line; ``shift`` is that of its direction and turn."""
    best = np.uint64(count[bits_set(parts[state, _BEST] & undealt)])
    second = np.uint64(count[bits_set(parts[state, _SECOND] & undealt)])
    return parts[state, _FIRST] + best * parts[state, _WIDTH] + second + shift


@jit
def weigh_lines(
    transitions: Table,
    parts: Words,
    count: Words,
    offset: Words,
    table: Floats,
    turn: Mask,
    game: Words,
    undealt: Mask,
    card: Mask,
    rises: Floats,
) -> None:
    """Do what ``line_rises`` does, the tables given one by one."""
    for line in range(np.uint64(len(rises) - 1)):
        state = game[np.uint64(LINES) + line]
        after = np.uint64(transitions[state, card])
        shift = turn + np.uint64(offset[line])
        rise = table[key_of(parts, count, after, undealt, shift)]
        rises[line] = rise - table[key_of(parts, count, state, undealt, shift)]


@jit
def line_rises(policy: Policy, game: Words, card: Int, rises: Floats) -> None:
    """Leave in ``rises`` by how much ``card`` would raise the value of each line."""
    keys = policy.keys
    weigh_lines(
        policy.board.transitions,
        keys.parts,
        keys.coarse,
        keys.offset,
        policy.table,
        np.uint64(keys.turn[game[EMPTY] - _ONE]),
        game,
        game[UNDEALT],
        np.uint64(card),
        rises,
    )


@jit
def cell_rise(cell_lines: Cards, lines_of_cell: Mask, rises: Floats, cell: Mask) -> Real:
    """Return the sum of ``rises`` over the lines of ``cell``."""
    rise = rises[cell_lines[cell, _ZERO]] + rises[cell_lines[cell, _ONE]]
    for slot in range(_TWO, lines_of_cell):
        rise += rises[cell_lines[cell, slot]]
    return rise


@jit
def best_cell(
    cell_lines: Cards, lines_of_cell: Mask, rises: Floats, legal: Mask
) -> tuple[Int, Real]:
    """Return the cell of mask ``legal`` that rises highest, the first of equals, and the rise."""
    best = _WORST
    found = np.int64(-1)
    while legal:
        cell = lowest_bit(legal)
        legal &= legal - _ONE
        rise = cell_rise(cell_lines, lines_of_cell, rises, cell)
        better = rise > best
        # Chosen without a branch, which chance would make mispredicted.
        found = np.int64(cell) if better else found
        best = rise if better else best
    return found, best


@jit
def extra_value(policy: Policy, game: Words, kind: Int) -> Real:
    """Return the value that belongs to a kind of move: LAYS, DISCARDS, PLAYS or TURNS."""
    return policy.extras[kind, game[EMPTY], room_for(policy, game, kind)]


@jit
def room_for(policy: Policy, game: Words, kind: Int) -> Mask:
    """Return how many places are free in the piles that such a move is about, at most seven."""
    room = game[FREE]
    if kind == DISCARDS:
        room = np.uint64(policy.waste_size) - game[WASTE]
    return min(room, np.uint64(MAX_FREE))


@jit
def top_card(policy: Policy, game: Words, pile: Int) -> Int:
    """Return the card on top of a reserve that is not empty."""
    first = LINES + policy.board.lines + 1 + pile * policy.reserve_size
    return game[np.uint64(first + np.int64(game[HEIGHTS + pile]) - 1)]


@jit
def choose_move(policy: Policy, game: Words, legal: Mask, rises: Floats) -> Int:
    """Return the move of highest value, the first of equals; NO_MOVE when none is legal.

    A move is ``kind * 4096 + source * 64 + target``.
    """
    board, slots = policy.board, np.uint64(policy.board.lines_of_cell)
    turned = game[TURNED]
    found, best = np.int64(NO_MOVE), _WORST
    if turned != NO_CARD:
        line_rises(policy, game, turned, rises)
        cell, rise = best_cell(board.cell_lines, slots, rises, legal)
        if cell >= 0:
            found, best = _PLACE * 4096 + cell, rise
    if policy.reserves == 0 and policy.waste_size == 0:
        return found
    for pile in range(policy.reserves):
        if game[HEIGHTS + pile]:
            line_rises(policy, game, top_card(policy, game, pile), rises)
            cell, rise = best_cell(board.cell_lines, slots, rises, legal)
            rise += extra_value(policy, game, PLAYS)
            if cell >= 0 and rise > best:
                found, best = _PLAY * 4096 + pile * 64 + cell, rise
    if turned == NO_CARD:
        if extra_value(policy, game, TURNS) > best:
            found = np.int64(_TURN * 4096)
        return found
    for pile in range(policy.reserves):
        lay = extra_value(policy, game, LAYS)
        if game[HEIGHTS + pile] < policy.reserve_size and lay > best:
            found, best = np.int64(_LAY * 4096 + pile), lay
    if game[WASTE] < policy.waste_size and extra_value(policy, game, DISCARDS) > best:
        found = np.int64(_DISCARD * 4096)
    return found


@jit
def _without_repeats(policy: Policy, game: Words, legal: Mask) -> Mask:
    """Return ``legal`` less the cells on an empty line when an earlier one is like it."""
    board, offset = policy.board, policy.keys.offset
    for line in range(board.lines):
        if game[LINES + line] != board.line_start[line]:
            continue
        for earlier in range(line):
            alike = offset[line] == offset[earlier] and game[LINES + line] == game[LINES + earlier]
            if alike:
                for place in range(board.line_sizes[line]):
                    legal &= ~(_ONE << np.uint64(board.line_cells[line, place]))
                break
    return legal


@jit
def list_moves(
    policy: Policy,
    merge: bool,
    game: Words,
    legal: Mask,
    rises: Floats,
    moves: Words,
    values: Floats,
) -> Int:
    """Write every legal move and its value, in their order; return how many there are.

    ``merge`` leaves out cells that differ from an earlier one only by which empty line they are on.
    """
    board, slots = policy.board, np.uint64(policy.board.lines_of_cell)
    count = 0
    if merge:
        legal = _without_repeats(policy, game, legal)
    turned = game[TURNED]
    if turned != NO_CARD:
        line_rises(policy, game, turned, rises)
        for cell in range(np.uint64(board.cells)):
            if (legal >> cell) & _ONE:
                moves[count] = np.uint64(_PLACE * 4096) + cell
                values[count] = cell_rise(board.cell_lines, slots, rises, cell)
                count += 1
    for pile in range(policy.reserves):
        if game[HEIGHTS + pile]:
            line_rises(policy, game, top_card(policy, game, pile), rises)
            for cell in range(np.uint64(board.cells)):
                if (legal >> cell) & _ONE:
                    moves[count] = np.uint64(_PLAY * 4096 + pile * 64) + cell
                    values[count] = cell_rise(board.cell_lines, slots, rises, cell)
                    values[count] += extra_value(policy, game, PLAYS)
                    count += 1
    if turned == NO_CARD:
        moves[count] = _TURN * 4096
        values[count] = extra_value(policy, game, TURNS)
        return count + 1
    for pile in range(policy.reserves):
        if game[HEIGHTS + pile] < policy.reserve_size:
            moves[count] = _LAY * 4096 + pile
            values[count] = extra_value(policy, game, LAYS)
            count += 1
    if game[WASTE] < policy.waste_size:
        moves[count] = _DISCARD * 4096
        values[count] = extra_value(policy, game, DISCARDS)
        count += 1
    return count


@jit
def put_card(
    transitions: Table,
    cell_lines: Cards,
    lines_of_cell: Mask,
    touched: Words,
    game: Words,
    cell: Mask,
    card: Mask,
) -> None:
    """Put ``card`` on ``cell``."""
    for slot in range(lines_of_cell):
        place = np.uint64(LINES) + np.uint64(cell_lines[cell, slot])
        game[place] = transitions[game[place], card]
    game[np.uint64(OCCUPIED)] |= _ONE << cell
    game[np.uint64(REACHED)] |= touched[cell]
    game[np.uint64(EMPTY)] -= _ONE


@jit
def make_move(policy: Policy, game: Words, move: Int) -> bool:
    """Make ``move``; return whether a card is to be turned next."""
    board, slots = policy.board, np.uint64(policy.board.lines_of_cell)
    transitions, cell_lines, touched = board.transitions, board.cell_lines, board.touched
    kind, source, target = move >> 12, (move >> 6) & 63, move & 63
    cell = np.uint64(target)
    if kind == _PLACE:
        put_card(transitions, cell_lines, slots, touched, game, cell, game[TURNED])
        game[TURNED] = NO_CARD
    elif kind == _PLAY:
        card = top_card(policy, game, source)
        game[HEIGHTS + source] -= _ONE
        game[FREE] += _ONE
        put_card(transitions, cell_lines, slots, touched, game, cell, card)
    elif kind == _LAY:
        first = LINES + policy.board.lines + 1 + target * policy.reserve_size
        game[np.uint64(first + np.int64(game[HEIGHTS + target]))] = game[TURNED]
        game[HEIGHTS + target] += _ONE
        game[FREE] -= _ONE
        game[TURNED] = NO_CARD
    elif kind == _DISCARD:
        game[WASTE] += _ONE
        game[TURNED] = NO_CARD
    if kind == _TURN:
        return True
    empty_piles = game[FREE] == policy.reserves * policy.reserve_size
    return bool(game[EMPTY] > _ZERO and game[TURNED] == NO_CARD and empty_piles)
