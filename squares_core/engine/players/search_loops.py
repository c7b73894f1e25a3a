"""Compiled loops that weigh the moves of one position, and that play many deals by value alone."""

from __future__ import annotations

import numpy as np

from squares_core.engine.compiling.automaton import Cards
from squares_core.engine.jit import jit
from squares_core.engine.players.playout_loops import play_all_out, shuffle_some, total_now
from squares_core.engine.players.policy_loops import (
    EMPTY,
    NO_MOVE,
    TURNED,
    UNDEALT,
    Floats,
    Policy,
    choose_move,
    legal_cells,
    list_moves,
    make_move,
    start_game,
    state_length,
    top_card,
    turn_card,
)
from squares_core.engine.playing.game_loops import NO_CARD, TRACE, Int, Memory, Played, Words
from squares_core.moves import MoveKind

_ONE, _ZERO = np.uint64(1), np.uint64(0)
_TRACE = np.uint64(TRACE)
_PLACE, _PLAY = int(MoveKind.PLACE), int(MoveKind.PLAY)


@jit
def sample_moves(
    policy: Policy,
    game: Words,
    moves: Words,
    hidden: Words,
    ahead: Int,
    starters: Int,
    playouts: Int,
    stream: Words,
    sums: Words,
    squares: Words,
    memory: Memory,
) -> Int:
    """Play every move out on the same ``playouts`` futures; return how many were done.

    A future is an order of ``ahead`` cards of ``hidden``; the total of a game is the sum over the
    next ``starters`` cards as starter, or the total itself when ``starters`` is 0. Totals and their
    squares are added to ``sums`` and ``squares``. Stops early for an unknown legal mask.
    """
    after = np.zeros(len(game), np.uint64)
    rises = np.zeros(policy.board.lines + 1, np.float32)
    totals = np.zeros(len(moves), np.int64)
    stock = hidden.copy()
    missing = memory[2]
    for number in range(playouts):
        before = stream[0]
        stock[:] = hidden
        shuffle_some(stream, stock, ahead)
        play_all_out(policy, game, moves, stock, starters, memory, after, rises, totals)
        if missing[0]:
            stream[0] = before
            return number
        for index in range(len(moves)):
            sums[index] += totals[index]
            squares[index] += np.float64(totals[index]) * np.float64(totals[index])
    return playouts


@jit
def _final_sum(policy: Policy, game: Words) -> Int:
    """Return the total of a full grid: the sum over all cards that may be the starter."""
    if not policy.has_starter:
        return total_now(policy, game, NO_CARD)
    total = np.int64(0)
    for card in range(np.uint64(52)):
        if (game[UNDEALT] >> card) & _ONE:
            total += total_now(policy, game, card)
    return total


@jit
def _sum_over_last(policy: Policy, game: Words, memory: Memory, after: Words) -> Int:
    """Return the sum of final sums over all cards that may be turned for the one empty cell."""
    legal = legal_cells(policy.board, game, memory)
    cell = 0
    while not (legal >> np.uint64(cell)) & _ONE:
        cell += 1
    total = np.int64(0)
    for card in range(np.uint64(52)):
        if (game[UNDEALT] >> card) & _ONE:
            after[:] = game
            turn_card(after, card)
            make_move(policy, after, np.int64(_PLACE * 4096 + cell))
            total += _final_sum(policy, after)
    return total


@jit
def weigh_exactly(policy: Policy, game: Words, moves: Words, sums: Words, memory: Memory) -> None:
    """Leave in ``sums`` what each placement leads to under best play, over all cards to come.

    For at most three empty cells, of which the turned card takes one. Sums run over all orders in
    which the cards to come, and then the starter, may be turned.
    """
    one, two, three = np.zeros_like(game), np.zeros_like(game), np.zeros_like(game)
    for index in range(len(moves)):
        one[:] = game
        make_move(policy, one, np.int64(moves[index]))
        if one[EMPTY] == _ZERO:
            sums[index] = _final_sum(policy, one)
        elif one[EMPTY] == _ONE:
            sums[index] = _sum_over_last(policy, one, memory, two)
        else:
            total = np.int64(0)
            for card in range(np.uint64(52)):
                if not (one[UNDEALT] >> card) & _ONE:
                    continue
                legal = legal_cells(policy.board, one, memory)
                best = np.int64(-(2**62))
                for cell in range(policy.board.cells):
                    if (legal >> np.uint64(cell)) & _ONE:
                        two[:] = one
                        turn_card(two, card)
                        make_move(policy, two, np.int64(_PLACE * 4096 + cell))
                        best = max(best, _sum_over_last(policy, two, memory, three))
                total += best
            sums[index] = total


@jit
def moves_of(
    policy: Policy, merge: bool, game: Words, moves: Words, values: Floats, memory: Memory
) -> Int:
    """Write the legal moves of ``game`` and their values; return how many there are."""
    rises = np.zeros(policy.board.lines + 1, np.float32)
    legal = legal_cells(policy.board, game, memory)
    return list_moves(policy, merge, game, legal, rises, moves, values)


@jit
def move_by_value(policy: Policy, game: Words, memory: Memory) -> Int:
    """Return the legal move of highest value, the first of equals; NO_MOVE when there is none."""
    rises = np.zeros(policy.board.lines + 1, np.float32)
    return choose_move(policy, game, legal_cells(policy.board, game, memory), rises)


@jit
def play_by_value(policy: Policy, deals: Cards, memory: Memory, played: Played, start: Int) -> Int:
    """Play games from ``start`` on by value; return where it stopped for an unknown mask."""
    grids, starters, totals, traces = played
    missing = memory[2]
    game = np.zeros(state_length(policy), np.uint64)
    rises = np.zeros(policy.board.lines + 1, np.float32)
    for number in range(start, len(deals)):
        start_game(policy, game)
        drawn, turn_next, trace = 0, True, _ZERO
        grids[number, :] = NO_CARD
        while game[EMPTY] > _ZERO:
            if turn_next:
                turn_card(game, np.uint64(deals[number, drawn]))
                drawn += 1
            legal = legal_cells(policy.board, game, memory)
            if missing[0]:
                return number
            move = choose_move(policy, game, legal, rises)
            if move == NO_MOVE:
                break
            trace = trace * _TRACE + np.uint64(move + 1)
            if move >> 12 == _PLACE:
                grids[number, move & 63] = game[TURNED]
            elif move >> 12 == _PLAY:
                grids[number, move & 63] = top_card(policy, game, (move >> 6) & 63)
            turn_next = make_move(policy, game, move)
        ended = game[EMPTY] == _ZERO
        starters[number] = deals[number, drawn] if policy.has_starter and ended else NO_CARD
        totals[number] = total_now(policy, game, np.int64(starters[number]))
        traces[number] = trace
    return len(deals)
