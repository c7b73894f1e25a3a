"""Learns the values of partial lines of a variant: first by self-play, then by comparing moves.

Self-play with random moves mixed in, ever fewer, gives each key the mean of what its lines came to.
Such values ignore what a move does to the other lines. So the player then takes positions from its
own games, plays every move out on the same futures, and fits the values to the differences it
finds (policy iteration with a regression on rollout advantages; for the idea see Bertsekas and
Tsitsiklis, "Neuro-Dynamic Programming", 1996, section 6.1, and Dimitrakakis and Lagoudakis,
"Rollout sampling approximate policy iteration", Machine Learning 72, 2008).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from squares_core.chance import TRAINING_PURPOSE, stream_state
from squares_core.engine.players.line_keys import line_keys
from squares_core.engine.players.training_loops import compare_moves, self_play
from squares_core.engine.players.values import Values, mergeable, policy_of, starting_values
from squares_core.engine.playing.board import CompiledRules
from squares_core.engine.playing.games import LegalMemory
from squares_core.strategy import Progress

_BLOCK: Final = 2000
_SETTLED: Final = 20.0  # visits a value keeps between the stages, so that it moves on


@dataclass(frozen=True)
class Training:
    """How long and how to train; the defaults suit grids of 16 to 25 cells.

    ``games``
        Games of self-play.
    ``positions``, ``playouts``
        Positions in which moves are compared, and how often each move is played out.
    ``pace``
        Share of an error that is learned from a position, first and last.
    """

    games: int = 400_000
    positions: int = 120_000
    playouts: int = 10
    pace: tuple[float, float] = (0.015, 0.0007)
    seed: int = 1


def train_values(
    compiled: CompiledRules,
    training: Training | None = None,
    progress: Progress | None = None,
) -> Values:
    """Return values learned for a variant whose cards are turned one at a time.

    The same variant and training give the same values on any machine. ``progress`` hears of work
    done and of all work, in per mille.
    """
    plan = training or Training()
    keys = line_keys(compiled)
    values = starting_values(compiled, keys)
    policy = policy_of(compiled, values)
    memory = LegalMemory(compiled)
    stream = np.array([stream_state(plan.seed, purpose=TRAINING_PURPOSE)], np.uint64)
    visits = np.zeros(len(values.table), np.float32)
    alone = policy._replace(reserves=0, waste_size=0)
    for first, last, least in ((0.3, 0.02, 0.0005), (0.02, 0.0005, 0.0005)):
        games = plan.games // 2
        share, factor, left = first, (last / first) ** (1 / max(games, 1)), games
        while left:
            block = min(left, _BLOCK)
            played = self_play(
                alone, visits, block, (share, factor), least, stream, memory.tables()
            )
            memory.learn()
            left -= played
            share *= factor**played
        visits[:] = np.where(visits > 0, np.float32(_SETTLED), visits)
        if progress is not None:
            progress(100 if first == 0.3 else 200, 1000)
    pace, factor = plan.pace[0], (plan.pace[1] / plan.pace[0]) ** (1 / max(plan.positions, 1))
    left = plan.positions
    merge = mergeable(compiled)
    while left:
        done = compare_moves(
            policy,
            merge,
            min(left, _BLOCK),
            plan.playouts,
            (pace, factor),
            0.05,
            stream,
            memory.tables(),
        )
        memory.learn()
        left -= done
        pace *= factor**done
        if progress is not None:
            progress(1000 - 800 * left // plan.positions, 1000)
    return values
