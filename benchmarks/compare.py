"""What it costs to score the same games by four systems instead of one.

Run as ``python benchmarks/compare.py [GAMES]``: greedy games of Poker Squares are played and scored
by the American points alone, then by three more. Both include dealing, playing and all figures.
"""

from __future__ import annotations

import sys

from timing import interleaved, print_table

from squares_core import load_registry
from squares_core.comparing.comparison import compare
from squares_core.scoring import Scorer

GAMES = 200_000
LIMIT = 1.5


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    registry = load_registry(environ={"SQUARES_PLUGINS": ""})
    rules, greedy = registry.rules("poker-squares"), registry.strategy("greedy")
    american = registry.scorer("poker-american")
    doubled = {name: 2 * points for name, points in american.parameters["table"].items()}
    others = [
        registry.scorer("poker-english"),
        registry.scorer("poker-swedish"),
        american.with_options(table=doubled).named("poker-doubled", "Doubled"),
    ]

    def run(scored_by: list[Scorer]) -> object:
        return compare([rules], [greedy], games, 1, scored_by=scored_by).document()

    seconds = interleaved({"one system": lambda: run([]), "four systems": lambda: run(others)})
    rows = [
        (name, games, taken, games / taken, taken / seconds["one system"])
        for name, taken in seconds.items()
    ]
    headings = ("scored by", "games", "seconds", "games/s", f"times one (limit {LIMIT})")
    print_table("Scoring the same games by more systems", headings, rows)


if __name__ == "__main__":
    main()
