"""The greatest total of any deal, against known maxima and against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import ClassVar

import numpy as np
import pytest

from squares_basics.placement import Anywhere
from squares_core import Combination, Hand, Registry, Rules, Scorer
from squares_core.cards import JACK, Card, rank_of, suit_of
from squares_core.engine.maxima.maximising import Maximum, maximum
from squares_core.engine.solving.clock import Standing
from squares_core.engine.solving.line_tables import automata_of
from squares_core.errors import InvalidValueError
from squares_core.grid import Grid


@cache
def found(registry: Registry, variant: str, settings: tuple[tuple[str, str], ...] = ()) -> Maximum:
    rules = registry.rules(variant, dict(settings))
    return maximum(rules, automata=automata_of(rules), every=True)


def counted_anew(answer: Maximum) -> int:
    rules, starter = answer.rules, answer.starter
    hands = [answer.tableau.hand(line) for line in rules.lines]
    bonus = [] if starter is None else rules.scorer.bonus(starter)
    points = [item.points for hand in hands for item in rules.scorer.combinations(hand, starter)]
    return sum(points) + sum(item.points for item in bonus)


@pytest.mark.parametrize(
    ("variant", "settings", "total"),
    [
        ("cribbage-squares", (), 172),
        ("cribbage-squares", (("scorer.flush", "five-cards"),), 166),
        ("cribbage-squares", (("scorer.flush", "none"),), 162),
        ("poker-squares", (), 725),
        ("poker-squares-english", (), 230),
        ("maverick", (), 475),
    ],
)
def test_the_maximum_is_known_and_proven(registry: Registry, variant, settings, total):
    answer = found(registry, variant, settings)
    assert (total, total, True) == (answer.maximum, answer.bound, answer.proven)
    assert counted_anew(answer) == total
    assert answer.reachable
    cards = (*answer.tableau.placed, answer.starter)
    assert len(set(cards)) == len(cards)


def test_the_proof_arranges_5268_sets_of_rows_at_173(registry: Registry):
    assert found(registry, "cribbage-squares", ()).row_sets == 5268


def test_six_grids_of_ranks_reach_172(registry: Registry):
    grids = found(registry, "cribbage-squares", ()).grids
    odd_and_quads = {(odd, quads) for grid in grids for odd, quads in [_odd_and_quads(grid.ranks)]}
    assert odd_and_quads == {(10, 11), (11, 10), (11, 12), (11, 13), (12, 11), (13, 11)}
    assert len(grids) == 6
    for grid in grids:
        assert grid.starter_rank == 5
        assert grid.ranks == tuple(map(rank_of, grid.tableau.placed))
        rules = registry.rules("cribbage-squares")
        assert rules.score(grid.tableau, grid.starter).total == 172


def _odd_and_quads(ranks: Sequence[int]) -> tuple[int, int]:
    odd = next(rank for rank in ranks if ranks.count(rank) == 1)
    quads = next(rank for rank in ranks if ranks.count(rank) == 4 and rank > 9)
    return odd, quads


@pytest.mark.parametrize(("rank", "total"), [(4, 164), (10, 153), (11, 155), (13, 151)])
def test_each_starter_rank_has_a_maximum_of_its_own(registry: Registry, rank: int, total: int):
    rules = registry.rules("cribbage-squares")
    answer = maximum(rules, automata=automata_of(rules), starter_rank=rank)
    assert (total, True) == (answer.maximum, answer.proven)
    assert answer.starter is not None
    assert rank_of(answer.starter) == rank


class Neighbours(Scorer):
    """Two cards: ranks that touch, aces and hearts, and with a starter its own knave."""

    id = "neighbours"
    title = "Neighbours"
    hand_sizes: ClassVar[Sequence[int]] = (2,)

    def __init__(self, *, starter: bool) -> None:
        self.uses_starter = starter  # type: ignore[misc]  # the two forms differ in nothing else

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        one, other = sorted(map(rank_of, hand))
        points = 3 * (other - one == 1) + (one == 1) + 2 * (one == other == 7)
        points += suit_of(hand[0]) == suit_of(hand[1]) == 1
        knave = [
            card
            for card in hand
            if starter is not None and rank_of(card) == JACK and suit_of(card) == suit_of(starter)
        ]
        return [
            Combination("touching", tuple(hand), points),
            *(Combination("knave", (card,), 2) for card in knave),
        ]

    def bonus(self, starter: Card) -> Sequence[Combination]:
        return [Combination("king", (starter,), 1)] if rank_of(starter) == 13 else []


def two_by_two(*, starter: bool) -> Rules:
    grid = Grid(2, 2)
    return Rules(
        id="tiny",
        title="Tiny",
        grid=grid,
        lines=grid.lines(["rows", "columns"]),
        scorer=Neighbours(starter=starter),
        placement=Anywhere(),
        starter="turned" if starter else "none",
    )


def greatest_of_four(rules: Rules, starter: Card | None) -> int:
    """The greatest total over all grids of four cards, by trying them.

    With two cards on a diagonal given, each of the other two pays by itself.
    """
    never = -1000
    points = np.full((52, 52), never)
    for one, other in combinations(range(52), 2):
        if starter not in (one, other):
            points[one, other] = points[other, one] = rules.scorer.points((one, other), starter)
    pays = points[:, None, :] + points[None, :, :]
    for card in range(52):
        pays[card, card] = never
    bonus = 0 if starter is None else sum(item.points for item in rules.scorer.bonus(starter))
    return int(np.sort(pays, axis=2)[:, :, -2:].sum(axis=2).max()) + bonus


def test_brute_force_over_all_grids_of_four_cards_gives_the_same_maximum():
    rules = two_by_two(starter=False)
    answer = maximum(rules)
    assert (greatest_of_four(rules, None), True) == (answer.maximum, answer.proven)
    assert counted_anew(answer) == answer.maximum


def test_brute_force_over_all_starters_too_gives_the_same_maximum():
    rules = two_by_two(starter=True)
    by_starter = [greatest_of_four(rules, starter) for starter in range(52)]
    answer = maximum(rules)
    assert (max(by_starter), True) == (answer.maximum, answer.proven)
    assert counted_anew(answer) == answer.maximum
    for rank in (1, 11, 13):
        answer = maximum(rules, starter_rank=rank)
        assert (max(by_starter[4 * rank - 4 : 4 * rank]), True) == (answer.maximum, answer.proven)


def test_what_is_not_proven_says_so_and_gives_a_bound(registry: Registry):
    rules = registry.rules("poker-squares", {"lines": "rows,columns,diagonals"})
    answer = maximum(rules, automata=automata_of(rules))
    assert not answer.proven
    assert 725 <= answer.maximum < answer.bound
    assert counted_anew(answer) == answer.maximum


def test_an_interrupt_gives_the_best_so_far_and_a_bound(registry: Registry):
    rules = registry.rules("cribbage-squares")

    def interrupt(_: Standing) -> None:
        raise KeyboardInterrupt

    answer = maximum(rules, automata=automata_of(rules), progress=interrupt)
    assert not answer.proven
    assert answer.maximum <= 172 <= answer.bound
    assert counted_anew(answer) == answer.maximum


def test_a_starter_rank_is_refused_where_there_is_no_starter(registry: Registry):
    with pytest.raises(InvalidValueError, match="poker-squares has no starter"):
        maximum(registry.rules("poker-squares"), starter_rank=5)
    with pytest.raises(InvalidValueError, match="rank 14"):
        maximum(registry.rules("cribbage-squares"), starter_rank=14)
