"""Whole games a second on tables, as a multiple of the same loops in C.

Besides, games of a scorer that is written here as an author would write it, as a multiple of those
of the bundled scorer of the same size. Run it as ``python benchmarks/playouts.py``; the comparison
with C needs a compiler called ``cc``.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from timing import interleaved, print_table

from squares_core import Card, Combination, Hand, Registry, Scorer, load_registry, rank_of
from squares_core.engine import GREEDY, RANDOM, CompiledRules, compile_rules, deal_many, play_games

SEED = 1
GAMES = 200_000
ROUNDS = 7
PLAYERS = (("random", RANDOM), ("greedy", GREEDY))


class Steps(Scorer):
    """Two points for every two cards next to each other that differ by one."""

    id, title, hand_sizes = "steps", "Steps", frozenset({5})

    def combinations(self, hand: Hand, starter: Card | None = None) -> list[Combination]:
        """Return one combination for each step."""
        cards = sorted(hand, key=rank_of)
        steps = [pair for pair in pairwise(cards) if rank_of(pair[1]) - rank_of(pair[0]) == 1]
        return [Combination("step", pair, 2) for pair in steps]


def built_reference(folder: Path, compiled: CompiledRules) -> list[str] | None:
    """Return the command of the C program with its tables, or None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program, tables = folder / "reference", folder / "tables"
    source = Path(__file__).with_name("reference.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    board = compiled.board
    states = np.array([len(board.transitions)], np.int32)
    tables.write_bytes(
        states.tobytes()
        + board.transitions.astype(np.uint16).tobytes()
        + board.running.astype(np.int32).tobytes()
    )
    return [str(program), str(tables)]


def measure(
    player: int, compiled: CompiledRules, reference: list[str] | None
) -> tuple[float, float]:
    """Return the median processor seconds of the loop here and in C, taking turns."""
    deals = deal_many(SEED, 0, GAMES)
    play_games(compiled, player, deals[:10], SEED, 0)
    here, there = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        played = play_games(compiled, player, deals, SEED, 0)
        here.append(time.process_time() - start)
        if reference is not None:
            command = [*reference, str(player), str(SEED), str(GAMES)]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds, total, traces = done.stdout.split()
            same = int(total) == played.totals.sum()
            same = same and int(traces) == np.bitwise_xor.reduce(played.traces)
            assert same, "the two loops play different games"
            there.append(float(seconds))
    return statistics.median(here), statistics.median(there) if there else float("nan")


def author_ratio(registry: Registry, player: int) -> float:
    """Return how many games are played with ``Steps`` in the time of one with American points."""
    bundled = registry.rules("poker-squares")
    deals = deal_many(SEED, 0, GAMES)
    seconds = interleaved(
        {
            name: partial(play_games, compile_rules(rules), player, deals, SEED, 0)
            for name, rules in (("bundled", bundled), ("own", replace(bundled, scorer=Steps())))
        },
        ROUNDS,
    )
    return seconds["bundled"] / seconds["own"]


def main() -> None:
    registry = load_registry()
    compiled = compile_rules(registry.rules("poker-squares"))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        reference = built_reference(Path(folder), compiled)
        for name, player in PLAYERS:
            here, there = measure(player, compiled, reference)
            rows.append((name, GAMES / here, GAMES / there, there / here))
    print_table(
        "Whole games of Poker Squares",
        ("player", "games/s", "games/s in C", "ratio"),
        rows,
    )
    print_table(
        "A scorer written by an author, against the bundled one",
        ("player", "ratio"),
        [(name, author_ratio(registry, player)) for name, player in PLAYERS],
    )


if __name__ == "__main__":
    main()
