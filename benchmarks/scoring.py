"""Hands scored a second on the tables, against the scorers of other packages.

``phevaluator`` and ``cribbage-scorer`` (both on PyPI) are called once per hand from Python, as
their users do; without them only the tables are timed. The answers are compared as well.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from timing import interleaved, print_ratios

from squares_core.cards import rank_of, suit_of
from squares_core.engine.compiling.__main__ import scorers_named
from squares_core.engine.compiling.compile import automaton_for
from squares_core.scoring import Scorer

HANDS = 2_000_000
SINGLE_HANDS = 20_000


def random_cards(rng: np.random.Generator, count: int, size: int) -> np.ndarray:
    """Return ``uint8[count, size]``, each row different cards."""
    return rng.random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


def scorer_called(module: str, scorer_id: str) -> Scorer:
    """Return the bundled scorer with this id."""
    return next(each for each in scorers_named(module) if each.id == scorer_id)


def poker() -> None:
    scorer = scorer_called("squares_poker", "poker-american")
    automaton = automaton_for(scorer, 5)
    hands = random_cards(np.random.default_rng(1), HANDS, 5)
    runs: dict[str, Callable[[], object]] = {"tables": lambda: automaton.score(hands)}
    amounts = {"tables": HANDS}
    some = hands[:SINGLE_HANDS].tolist()
    runs["plain scorer"] = lambda: [scorer.points(hand) for hand in some]
    amounts["plain scorer"] = SINGLE_HANDS
    against = "plain scorer"
    if find_spec("phevaluator"):
        evaluate = importlib.import_module("phevaluator").evaluate_cards
        # Their cards rise from the two of clubs to the ace of spades.
        theirs = [[(rank_of(c) - 2) % 13 * 4 + 3 - suit_of(c) for c in hand] for hand in some]
        runs["phevaluator"] = lambda: [evaluate(*hand) for hand in theirs]
        amounts["phevaluator"] = SINGLE_HANDS
        against = "phevaluator"
        ours = automaton.score(hands[:SINGLE_HANDS])
        kinds = np.searchsorted([10, 166, 322, 1599, 1609, 2467, 3325, 6185], runs["phevaluator"]())
        points = np.array([75, 50, 25, 20, 15, 10, 5, 2, 0])[kinds]
        points[np.array(runs["phevaluator"]()) == 1] = 100
        print(f"phevaluator agrees on {(points == ours).sum():,} of {SINGLE_HANDS:,} hands")
    print_ratios("Poker hands", "hands", amounts, interleaved(runs), against)


def cribbage() -> None:
    scorer = scorer_called("squares_cribbage", "cribbage")
    automaton = automaton_for(scorer, 4)
    cards = random_cards(np.random.default_rng(2), HANDS, 5)
    hands, starters = np.ascontiguousarray(cards[:, :4]), np.ascontiguousarray(cards[:, 4])
    runs: dict[str, Callable[[], object]] = {"tables": lambda: automaton.score(hands, starters)}
    amounts = {"tables": HANDS}
    count = SINGLE_HANDS // 10
    some = list(zip(hands[:count].tolist(), starters[:count].tolist(), strict=True))
    runs["plain scorer"] = lambda: [scorer.points(hand, starter) for hand, starter in some]
    amounts["plain scorer"] = count
    against = "plain scorer"
    if find_spec("cribbage_scorer"):
        module = importlib.import_module("cribbage_scorer.cribbage_scorer")

        def card(number: int) -> tuple[int, str]:
            return rank_of(number), "SHDC"[suit_of(number)]

        theirs = [(card(starter), [card(each) for each in hand]) for hand, starter in some]
        runs["cribbage-scorer"] = lambda: [
            module.show_calc_score(starter, hand, crib=False)[0] for starter, hand in theirs
        ]
        amounts["cribbage-scorer"] = count
        against = "cribbage-scorer"
        same = np.array(runs["cribbage-scorer"]()) == automaton.score(
            hands[:count], starters[:count]
        )
        print(f"cribbage-scorer agrees on {same.sum():,} of {count:,} hands")
    print_ratios("Cribbage hands with starter", "hands", amounts, interleaved(runs), against)


if __name__ == "__main__":
    poker()
    cribbage()
