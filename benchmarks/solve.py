"""How long the exact answers take: ``python benchmarks/solve.py [--deals 100]``.

Solves random deals of each variant after one to warm up, and proves the maxima, on one core.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time

from squares_core import load_registry
from squares_core.deals import make_deal
from squares_core.engine import maximum
from squares_core.engine.solving.line_tables import automata_of
from squares_core.engine.solving.solving import solve

SOLVED = (
    "cribbage-squares-open",
    "cribbage-squares",
    "poker-squares-open",
    "poker-squares-english",
    "poker-squares-swedish",
    "maverick",
)
MAXIMA = ("cribbage-squares", "poker-squares", "poker-squares-english", "maverick")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    deals = parser.parse_args().deals
    registry = load_registry()
    print(f"{platform.machine()}, Python {platform.python_version()}, {deals} deals, one core\n")
    print(f"{'best grid':26}{'mean s':>8}{'worst s':>9}{'mean optimum':>14}{'proven':>8}")
    for variant in SOLVED:
        rules = registry.rules(variant)
        automata = automata_of(rules)
        needed = rules.grid.size + (rules.starter != "none")
        seconds, optima, proven = [], [], 0
        for seed in range(-1, deals):
            cards = make_deal(seed + 1).cards[:needed]
            began = time.perf_counter()
            solution = solve(rules, cards, automata=automata)
            if seed >= 0:
                seconds.append(time.perf_counter() - began)
                optima.append(solution.optimum)
                proven += solution.proven
        print(
            f"{variant:26}{statistics.mean(seconds):8.3f}{max(seconds):9.3f}"
            f"{statistics.mean(optima):14.1f}{proven:8}"
        )
    print(f"\n{'greatest total':26}{'s':>8}{'maximum':>9}{'bound':>14}{'row sets':>10}")
    for variant in MAXIMA:
        rules = registry.rules(variant)
        answer = maximum(rules)
        print(
            f"{variant:26}{answer.seconds:8.2f}{answer.maximum:9}{answer.bound:14}"
            f"{answer.row_sets:10}"
        )


if __name__ == "__main__":
    main()
