"""How strong the strategies are: mean score with its standard error, on common deals.

Run it as ``python benchmarks/strength.py [--games N ...] [--seconds S ...] [VARIANT ...]``. Without
a budget 10,000 games are played; with ``--seconds`` the budget is turned once into a number of
games to sample, which the table names and which repeats the run. The score of the player without a
budget on the same deals serves as control variate: its mean over many more deals is known well.
Every further budget is compared with the first on the deals that both played.
"""

from __future__ import annotations

import argparse
import sys
from itertools import chain, repeat
from math import sqrt
from time import process_time

import numpy as np
from numpy.typing import NDArray
from timing import print_table

from squares_core import Registry, Strategy, load_registry, simulate

VARIANTS = ("poker-squares", "poker-squares-english", "cribbage-squares")
SEED = 2026
STATIC_GAMES = 10_000
CONTROL_GAMES = 200_000
HEADINGS = ("variant", "strategy", "games", "mean", "error", "won", "CPU ms/game", "gain", "error")


def played_row(
    registry: Registry,
    variant: str,
    strategy: Strategy,
    games: int,
    first: NDArray[np.float64] | None = None,
    *,
    controlled: bool,
) -> tuple[tuple[object, ...], NDArray[np.float64]]:
    """Return the row of a player and its totals, compared with the totals of the ``first``."""
    rules = registry.rules(variant)
    began = process_time()
    found = simulate(rules, strategy, games, SEED)
    spent = process_time() - began
    totals = found.totals.astype(float)  # fewer than asked for after Ctrl-C
    games = len(totals)
    mean, error = totals.mean(), found.standard_error
    if controlled:
        control = simulate(rules, registry.strategy("expert"), CONTROL_GAMES, SEED).totals
        same = control[:games].astype(float)
        slope = np.cov(totals, same)[0, 1] / same.var(ddof=1)
        mean -= slope * (same.mean() - control.mean())
        rest = totals - slope * same
        error = sqrt(rest.var(ddof=2) / games + slope**2 * control.var() / len(control))
    gain, gain_error = "", ""
    if first is not None:
        both = min(games, len(first))
        more = totals[:both] - first[:both]
        gain, gain_error = f"{more.mean():+.2f}", f"{more.std(ddof=1) / sqrt(both):.2f}"
    row = (
        variant,
        found.strategy,
        games,
        f"{mean:.2f}",
        f"{error:.2f}",
        f"{found.win_rate or 0:.1%}",
        1000 * spent / games,
        gain,
        gain_error,
    )
    return row, totals


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument(
        "--games", type=int, nargs="+", default=[1000], help="games for each budget"
    )
    parser.add_argument("--seconds", type=float, nargs="*", default=[], help="budgets of a game")
    parser.add_argument("--playouts", type=int, nargs="*", default=[], help="budgets of a move")
    options = parser.parse_args()
    registry = load_registry()
    budgets = [f"seconds={number}" for number in options.seconds]
    budgets += [f"playouts={number}" for number in options.playouts]
    rows = []
    for variant in options.variants:
        static = registry.strategy("expert")
        rows.append(played_row(registry, variant, static, STATIC_GAMES, controlled=False)[0])
        first = None
        games = chain(options.games, repeat(options.games[-1]))
        for budget, count in zip(budgets or ["seconds=1"], games, strict=False):
            player = registry.strategy(f"expert({budget})").settled(registry.rules(variant))
            row, totals = played_row(registry, variant, player, count, first, controlled=True)
            first = totals if first is None else first
            rows.append(row)
            print(*row, file=sys.stderr, flush=True)
    print_table("Strength", HEADINGS, rows)


if __name__ == "__main__":
    main()
