"""Compiled loops that learn values of partial lines: self-play, then comparison of moves."""

from __future__ import annotations

import numpy as np

from squares_core.engine.jit import jit
from squares_core.engine.players.line_keys import WIDTH
from squares_core.engine.players.playout_loops import draw_below, play_all_out, shuffle_some
from squares_core.engine.players.policy_loops import (
    DISCARDS,
    EMPTY,
    FREE,
    LAYS,
    LINES,
    PLAYS,
    TURNED,
    TURNS,
    UNDEALT,
    WASTE,
    Floats,
    Policy,
    Real,
    choose_move,
    key_of,
    legal_cells,
    list_moves,
    make_move,
    room_for,
    start_game,
    state_length,
    top_card,
    turn_card,
)
from squares_core.engine.playing.game_loops import Int, Memory, Words
from squares_core.moves import MoveKind

_ZERO = np.uint64(0)
_PLACE, _PLAY, _LAY = int(MoveKind.PLACE), int(MoveKind.PLAY), int(MoveKind.LAY)
_DISCARD = int(MoveKind.DISCARD)
_STARTERS = 4
_STRIDE = 3  # one decision in so many is looked at, so that those of one game differ


@jit
def self_play(
    policy: Policy,
    visits: Floats,
    games: Int,
    explore: tuple[Real, Real],
    least: Real,
    stream: Words,
    memory: Memory,
) -> Int:
    """Play ``games`` games, move every value met towards what its line came to; return how many.

    ``explore`` is the share of random moves and its factor from game to game; a value moves by one
    over its ``visits``, but by no less than ``least``. Stops early for an unknown legal mask.
    """
    board, keys, table = policy.board, policy.keys, policy.table
    parts = keys.parts
    missing = memory[2]
    pack = np.arange(52).astype(np.uint64)
    game = np.zeros(state_length(policy), np.uint64)
    rises = np.zeros(board.lines + 1, np.float32)
    met = np.zeros((board.cells, board.lines), np.int64)
    share, factor = explore
    for number in range(games):
        shuffle_some(stream, pack, board.cells)
        start_game(policy, game)
        steps = 0
        while game[EMPTY] > _ZERO:
            turn_card(game, pack[steps])
            legal = legal_cells(board, game, memory)
            if missing[0]:
                return number
            if legal == _ZERO:
                break
            if draw_below(stream, np.uint64(65536)) < share * 65536.0:
                count = 0
                for cell in range(np.uint64(board.cells)):
                    if (legal >> cell) & np.uint64(1):
                        count += 1
                        if draw_below(stream, np.uint64(count)) == _ZERO:
                            move = np.int64(_PLACE * 4096 + cell)
            else:
                move = choose_move(policy, game, legal, rises)
            make_move(policy, game, move)
            for line in range(board.lines):
                state = game[LINES + line]
                met[steps, line] = -1
                if parts[state, WIDTH] > _ZERO:
                    shift = np.uint64(keys.turn[game[EMPTY]]) + np.uint64(keys.offset[line])
                    met[steps, line] = key_of(parts, keys.coarse, state, game[UNDEALT], shift)
            steps += 1
        share *= factor
        if game[EMPTY] > _ZERO:
            continue
        for step in range(steps):
            for line in range(board.lines):
                key = met[step, line]
                if key >= 0:
                    visits[key] += np.float32(1)
                    pace = max(np.float32(1) / visits[key], least)
                    table[key] += pace * (keys.prospect[game[LINES + line]] - table[key])
    return games


@jit
def _shift(policy: Policy, game: Words, card: Int, steps: Floats) -> None:
    """Shift the values whose difference is the rise of each line by ``steps`` of the line."""
    board, keys, table = policy.board, policy.keys, policy.table
    parts = keys.parts
    undealt, turn = game[UNDEALT], np.uint64(keys.turn[game[EMPTY] - np.uint64(1)])
    for line in range(board.lines):
        if steps[line] != np.float32(0):
            state = game[LINES + line]
            after = np.uint64(board.transitions[state, card])
            shift = turn + np.uint64(keys.offset[line])
            table[key_of(parts, keys.coarse, state, undealt, shift)] -= steps[line]
            if parts[after, WIDTH] > _ZERO:
                table[key_of(parts, keys.coarse, after, undealt, shift)] += steps[line]


@jit
def _learn_errors(
    policy: Policy, game: Words, moves: Words, errors: Floats, count: Int, pace: Real
) -> None:
    """Move the values of ``moves`` by ``pace`` times their ``errors``."""
    board = policy.board
    steps = np.zeros(board.lines + 1, np.float32)
    empty = game[EMPTY]
    source = np.int64(-1)
    for index in range(count + 1):
        move = np.int64(moves[index]) if index < count else np.int64(-1)
        if move >> 6 != source:
            # The steps of one card are added up before any is taken.
            if source >> 6 == _PLACE:
                _shift(policy, game, game[TURNED], steps)
            elif source >> 6 == _PLAY:
                _shift(policy, game, top_card(policy, game, source & 63), steps)
            steps[:] = np.float32(0)
            source = move >> 6
        if index == count:
            break
        step = np.float32(pace * errors[index])
        kind = move >> 12
        if kind in (_PLACE, _PLAY):
            for slot in range(board.lines_of_cell):
                steps[board.cell_lines[move & 63, slot]] += step
            steps[board.lines] = np.float32(0)
            if kind == _PLAY:
                policy.extras[PLAYS, empty, room_for(policy, game, PLAYS)] += step
        elif kind == _LAY:
            policy.extras[LAYS, empty, room_for(policy, game, LAYS)] += step
        elif kind == _DISCARD:
            policy.extras[DISCARDS, empty, room_for(policy, game, DISCARDS)] += step
        else:
            policy.extras[TURNS, empty, room_for(policy, game, TURNS)] += step


@jit
def compare_moves(
    policy: Policy,
    merge: bool,
    positions: Int,
    playouts: Int,
    pace: tuple[Real, Real],
    explore: Real,
    stream: Words,
    memory: Memory,
) -> Int:
    """Compare all moves of many positions by playouts; fit the values to the differences.

    In every position each move is played out ``playouts`` times, on the same futures; then the
    values move by ``pace[0]``, multiplied by ``pace[1]`` from position to position, times the
    amount by which a move's gain over the mean move was misjudged. A share ``explore`` of the
    moves that lead from position to position is random. Returns how many positions were done;
    stops early for an unknown legal mask.
    """
    board = policy.board
    missing = memory[2]
    most = board.cells * (policy.reserves + 1) + policy.reserves + 2
    pack = np.arange(52).astype(np.uint64)
    game = np.zeros(state_length(policy), np.uint64)
    after = np.zeros(state_length(policy), np.uint64)
    rises = np.zeros(board.lines + 1, np.float32)
    moves = np.zeros(most, np.uint64)
    values = np.zeros(most, np.float32)
    errors = np.zeros(most, np.float32)
    means = np.zeros(most, np.float64)
    totals = np.zeros(most, np.int64)
    done = 0
    now, factor = pace
    while done < positions:
        shuffle_some(stream, pack, 51)
        start_game(policy, game)
        drawn, decisions, turn_next = 0, 0, True
        chosen = draw_below(stream, np.uint64(_STRIDE))
        while game[EMPTY] > _ZERO:
            if turn_next:
                turn_card(game, pack[drawn])
                drawn += 1
            legal = legal_cells(board, game, memory)
            if missing[0]:
                return done
            count = list_moves(policy, merge, game, legal, rises, moves, values)
            if count == 0:
                break
            if count > 1 and decisions > 0 and np.uint64(decisions % _STRIDE) == chosen:
                hidden = pack[drawn:].copy()
                room = game[FREE] + np.uint64(policy.waste_size) - game[WASTE]
                ahead = np.int64(game[EMPTY] + room)
                starters: Int = np.int64(0)
                if policy.has_starter:
                    starters += min(_STARTERS, np.int64(len(hidden)) - ahead)
                ahead += starters
                means[:count] = 0.0
                for _ in range(playouts):
                    shuffle_some(stream, hidden, ahead)
                    play_all_out(
                        policy, game, moves[:count], hidden, starters, memory, after, rises, totals
                    )
                    if missing[0]:
                        return done
                    for index in range(count):
                        means[index] += totals[index] / (playouts * max(starters, 1))
                offset = (means[:count].sum() - values[:count].sum()) / count
                for index in range(count):
                    errors[index] = means[index] - values[index] - offset
                _learn_errors(policy, game, moves, errors, count, now)
                now *= factor
                done += 1
                if done == positions:
                    break
            if draw_below(stream, np.uint64(65536)) < explore * 65536.0:
                move = np.int64(moves[draw_below(stream, np.uint64(count))])
            else:
                move = choose_move(policy, game, legal, rises)
            decisions += 1
            turn_next = make_move(policy, game, move)
    return done
