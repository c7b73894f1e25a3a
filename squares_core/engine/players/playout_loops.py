"""Compiled loops that play a game to its end by learned values, on futures drawn at random."""

from __future__ import annotations

import numpy as np

from squares_core.chance import GAMMA
from squares_core.engine.compiling.automaton import Cards, Table
from squares_core.engine.jit import jit
from squares_core.engine.players.policy_loops import (
    EMPTY,
    LINES,
    NO_MOVE,
    OCCUPIED,
    REACHED,
    TURNED,
    UNDEALT,
    Floats,
    Policy,
    best_cell,
    choose_move,
    legal_cells,
    make_move,
    put_card,
    turn_card,
    weigh_lines,
)
from squares_core.engine.playing.bits import Mask
from squares_core.engine.playing.board import REMEMBERED, TOUCHING
from squares_core.engine.playing.game_loops import NO_CARD, Int, Memory, Words
from squares_core.engine.playing.streams import mixed

_GAMMA = np.uint64(GAMMA)
_ONE, _ZERO = np.uint64(1), np.uint64(0)


@jit
def play_out(
    policy: Policy,
    game: Words,
    stock: Words,
    drawn: Int,
    turn_next: bool,
    memory: Memory,
    rises: Floats,
) -> Int:
    """Play ``game`` to its end, cards coming from ``stock[drawn]`` on; return how many came.

    Stops early, with a note in ``memory``, for a legal mask it does not know.
    """
    board, missing = policy.board, memory[2]
    while game[EMPTY] > _ZERO:
        if turn_next:
            turn_card(game, stock[np.uint64(drawn)])
            drawn += 1
        legal = legal_cells(board, game, memory)
        if missing[0]:
            break
        move = choose_move(policy, game, legal, rises)
        if move == NO_MOVE:
            break
        turn_next = make_move(policy, game, move)
    return drawn


@jit
def place_all(
    transitions: Table,
    cell_lines: Cards,
    touched: Words,
    parts: Words,
    count: Words,
    turn: Words,
    offset: Words,
    table: Floats,
    slots: Mask,
    touching: bool,
    first: Mask,
    game: Words,
    stock: Words,
    rises: Floats,
) -> None:
    """The same where every card goes to the grid at once, from ``stock[0]`` on.

    The tables come one by one: unpacking them costs more than the few moves they are used for.
    """
    everything = (_ONE << np.uint64(len(cell_lines))) - _ONE
    number = _ZERO
    empty = game[np.uint64(EMPTY)]
    undealt = game[np.uint64(UNDEALT)]
    occupied = game[np.uint64(OCCUPIED)]
    reached = game[np.uint64(REACHED)]
    while empty > _ZERO:
        card = stock[number]
        number += _ONE
        undealt &= ~(_ONE << card)
        legal = (reached if touching else everything) & ~occupied
        if occupied == _ZERO:
            legal = first
        empty -= _ONE
        now = np.uint64(turn[empty])
        weigh_lines(transitions, parts, count, offset, table, now, game, undealt, card, rises)
        found, _ = best_cell(cell_lines, slots, rises, legal)
        if found < 0:
            empty += _ONE
            break
        cell = np.uint64(found)
        for slot in range(slots):
            place = np.uint64(LINES) + np.uint64(cell_lines[cell, slot])
            game[place] = transitions[game[place], card]
        occupied |= _ONE << cell
        reached |= touched[cell]
    game[np.uint64(EMPTY)] = empty
    game[np.uint64(UNDEALT)] = undealt
    game[np.uint64(OCCUPIED)] = occupied
    game[np.uint64(REACHED)] = reached


@jit
def play_all_out(
    policy: Policy,
    game: Words,
    moves: Words,
    stock: Words,
    starters: Int,
    memory: Memory,
    games: Words,
    rises: Floats,
    totals: Words,
) -> None:
    """Play ``game`` out after each of ``moves``, cards coming from ``stock``; write the totals.

    The total of a game is the sum over the next ``starters`` cards as starter, or that without a
    starter where it is 0. ``games`` is room for a game.
    """
    board, keys, table = policy.board, policy.keys, policy.table
    lines, slots = np.uint64(board.lines), np.uint64(board.lines_of_cell)
    transitions, cell_lines, touched = board.transitions, board.cell_lines, board.touched
    running, full_row, final, bonus = board.running, board.full_row, board.final, board.bonus
    parts, count, turn, offset = keys.parts, keys.coarse, keys.turn, keys.offset
    touching, first = board.rule == TOUCHING, board.first
    simple = policy.reserves == 0 and policy.waste_size == 0 and board.rule != REMEMBERED
    for index in range(np.uint64(len(moves))):
        for place in range(np.uint64(len(game))):
            games[place] = game[place]
        drawn = _ZERO
        if simple:
            cell = moves[index]
            put_card(transitions, cell_lines, slots, touched, games, cell, games[np.uint64(TURNED)])
            drawn = games[np.uint64(EMPTY)]
            place_all(
                transitions, cell_lines, touched, parts, count, turn, offset, table,
                slots, touching, first, games, stock, rises,
            )  # fmt: skip
            drawn -= games[np.uint64(EMPTY)]
        else:
            turn_next = make_move(policy, games, np.int64(moves[index]))
            drawn = np.uint64(play_out(policy, games, stock, 0, turn_next, memory, rises))
            if memory[2][0]:
                return
        total = np.int64(0)
        if starters == 0 or games[np.uint64(EMPTY)] > _ZERO:
            for line in range(lines):
                total += running[games[np.uint64(LINES) + line]]
            totals[index] = total * max(starters, 1)
            continue
        for line in range(lines):
            row = np.uint64(full_row[games[np.uint64(LINES) + line]])
            for place in range(drawn, drawn + np.uint64(starters)):
                total += final[row, stock[place]]
        for place in range(drawn, drawn + np.uint64(starters)):
            total += bonus[stock[place]]
        totals[index] = total


@jit
def total_now(policy: Policy, game: Words, starter: Int) -> Int:
    """Return the score of ``game``; ``starter`` counts for full lines unless it is NO_CARD."""
    board = policy.board
    total: Int = np.int64(0)
    for line in range(np.uint64(board.lines)):
        state = game[np.uint64(LINES) + line]
        if starter != NO_CARD and board.full_row[state] >= 0:
            total += board.final[np.uint64(board.full_row[state]), np.uint64(starter)]
        else:
            total += board.running[state]
    if starter != NO_CARD:
        total += board.bonus[np.uint64(starter)]
    return total


@jit
def draw_below(stream: Words, limit: Mask) -> Mask:
    """Return a number below ``limit``, at most 2**16, from the stream whose state is in place 0.

    The bias of multiplying instead of drawing again is below 2**-48.
    """
    stream[0] += _GAMMA
    return ((mixed(stream[0]) >> np.uint64(16)) * limit) >> np.uint64(48)


@jit
def shuffle_some(stream: Words, cards: Words, count: Int) -> None:
    """Bring ``count`` cards drawn at random from ``cards`` to its front."""
    for place in range(np.uint64(count)):
        other = place + draw_below(stream, np.uint64(len(cards)) - place)
        cards[place], cards[other] = cards[other], cards[place]
