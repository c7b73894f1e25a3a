import random

from squares_core import Game, load_registry, make_deal

from squares_diagonal.strategies import BestLine


def test_it_beats_chance() -> None:
    registry = load_registry()
    rules = registry.rules("poker-squares")
    totals = {}
    for strategy in (BestLine(), registry.strategy("random")):
        games = [Game(rules, make_deal(seed)) for seed in range(20)]
        for game in games:
            rng = random.Random(1)
            while not game.over:
                game.play(strategy.choose(game.view, rng))
        totals[strategy.id] = sum(game.score.total for game in games)
    assert totals["diagonal-greedy"] > totals["random"]
