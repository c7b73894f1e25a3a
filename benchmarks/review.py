"""How long a review takes and how sure it is: ``python benchmarks/review.py [--games 20]``.

Reviews games of the strategy greedy after one to warm up, on one core. The standard errors are the
greatest of the losses of marked moves, which are the ones that matter, and of all moves. Luck is
near 0 on average.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time

from squares_core import load_registry
from squares_core.chance import Chance
from squares_core.deals import make_deal
from squares_core.game import Game
from squares_core.judging.review import review_game

REVIEWED = (
    "cribbage-squares",
    "poker-squares",
    "poker-squares-english",
    "cribbage-squares-1-reserve",
    "cribbage-squares-open",
    "poker-squares-shuffle",
)
HEAD = ("mean s", "worst s", "error, marked", "error, all", "loss", "luck", "+-", "start")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--variants", nargs="+", default=REVIEWED)
    options = parser.parse_args()
    registry = load_registry()
    greedy = registry.strategy("greedy")
    games = options.games
    print(f"{platform.machine()}, Python {platform.python_version()}, {games} games, one core\n")
    print(f"{'':28}" + "".join(f"{name:>14}" for name in HEAD))
    for variant in options.variants:
        rules = registry.rules(variant)
        seconds, reviews = [], []
        for seed in range(-1, games):
            game, chance = Game(rules, make_deal(seed + 1)), Chance(1, seed + 1, 1)
            while not game.over:
                game.play(greedy.choose(game.view, chance))
            began = time.perf_counter()
            review = review_game(game, registry)
            if seed >= 0:
                seconds.append(time.perf_counter() - began)
                reviews.append(review)
        moves = [move for review in reviews for move in review.moves]
        marked = [move.error for move in moves if move.mark]
        lucks = [review.luck for review in reviews]
        error = statistics.stdev(lucks) / len(lucks) ** 0.5 if len(lucks) > 1 else 0.0
        figures = (
            statistics.mean(seconds),
            max(seconds),
            max(marked, default=0.0),
            max(move.error for move in moves),
            statistics.mean(review.loss for review in reviews),
            statistics.mean(lucks),
            error,
            statistics.mean(review.start for review in reviews),
        )
        print(f"{variant:28}" + "".join(f"{figure:14.2f}" for figure in figures))


if __name__ == "__main__":
    main()
