"""How strong the strategies are: mean score with its standard error, on common deals.

Run it as ``python benchmarks/strength.py [--games N] [--seconds S ...] [VARIANT ...]``. Without
a budget 10,000 games are played; with ``--seconds`` the budget is turned once into a number of
games to sample, which the table names and which repeats the run. The score of the player without a
budget on the same deals serves as control variate: its mean over many more deals is known well.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np
from timing import print_table

from squares_core import Registry, load_registry, simulate

VARIANTS = ("poker-squares", "poker-squares-english", "cribbage-squares")
SEED = 2026
STATIC_GAMES = 10_000
CONTROL_GAMES = 200_000


def static_row(registry: Registry, variant: str) -> tuple[object, ...]:
    """Return the row of the player by value alone."""
    found = simulate(registry.rules(variant), registry.strategy("expert"), STATIC_GAMES, SEED)
    return (
        variant,
        found.strategy,
        found.games,
        f"{found.mean:.2f}",
        f"{found.standard_error:.2f}",
        f"{found.win_rate or 0:.1%}",
        1000 * found.seconds / found.games,
    )


def searching_row(
    registry: Registry, variant: str, strategy: str, games: int
) -> tuple[object, ...]:
    """Return the row of a player with a budget, its mean corrected by the control variate."""
    rules = registry.rules(variant)
    found = simulate(rules, registry.strategy(strategy), games, SEED)
    games = found.games  # fewer after Ctrl-C
    control = simulate(rules, registry.strategy("expert"), CONTROL_GAMES, SEED).totals
    same = control[:games].astype(float)
    totals = found.totals.astype(float)
    slope = np.cov(totals, same)[0, 1] / same.var(ddof=1)
    mean = totals.mean() - slope * (same.mean() - control.mean())
    rest = totals - slope * same
    error = sqrt(rest.var(ddof=2) / games + slope**2 * control.var() / len(control))
    wins = f"{found.win_rate or 0:.1%}"
    return (
        variant,
        found.strategy,
        games,
        f"{mean:.2f}",
        f"{error:.2f}",
        wins,
        1000 * found.seconds / games,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="*", default=VARIANTS)
    parser.add_argument("--games", type=int, default=1000, help="games with a budget")
    parser.add_argument("--seconds", type=float, nargs="*", default=[1.0], help="budgets of a game")
    parser.add_argument("--playouts", type=int, nargs="*", default=[], help="budgets of a move")
    options = parser.parse_args()
    registry = load_registry()
    rows = [static_row(registry, variant) for variant in options.variants]
    budgets = [f"seconds={number}" for number in options.seconds]
    budgets += [f"playouts={number}" for number in options.playouts]
    rows += [
        searching_row(registry, variant, f"expert({budget})", options.games)
        for variant in options.variants
        for budget in budgets
    ]
    headings = ("variant", "strategy", "games", "mean", "error", "won", "ms/game")
    print_table("Strength", headings, rows)


if __name__ == "__main__":
    main()
