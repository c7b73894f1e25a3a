"""The solver against brute force that shares no code with it, on grids of four to nine cells."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import ClassVar

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from squares_basics.placement import Adjacent, AdjacentSides, Anywhere
from squares_core.cards import PACK, Card, rank_of, suit_of
from squares_core.engine.solving.solving import Solution, solve
from squares_core.grid import Grid
from squares_core.placement import PlacementRule
from squares_core.rules import Rules
from squares_core.scoring import Combination, Hand, Scorer
from squares_core.tableau import Tableau


class Pairs(Scorer):
    """Two points a pair, five more for one suit: few scoring sets."""

    id = "pairs"
    title = "Pairs"
    hand_sizes: ClassVar[Sequence[int]] = (2, 3, 4)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        pairs = [(a, b) for a, b in combinations(hand, 2) if rank_of(a) == rank_of(b)]
        found = [Combination("pair", pair, 2) for pair in pairs]
        if len({suit_of(card) for card in hand}) == 1:
            found.append(Combination("one suit", tuple(hand), 5))
        return found


class Sums(Scorer):
    """The sum of ranks modulo eleven, less five: every hand scores, some less than nothing."""

    id = "sums"
    title = "Sums"
    hand_sizes: ClassVar[Sequence[int]] = (2, 3)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        total = sum(rank_of(card) * (suit_of(card) + 1) for card in hand) % 11 - 5
        return [Combination("sum", tuple(hand), total)]


class WithStarter(Scorer):
    """Cards that differ from the starter by one, a bonus for a black starter."""

    id = "beside"
    title = "Beside"
    hand_sizes: ClassVar[Sequence[int]] = (2, 3)
    uses_starter = True

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        if starter is None:
            return []
        near = [card for card in hand if abs(rank_of(card) - rank_of(starter)) <= 2]
        points = {0: 0, 1: 1, 2: 4, 3: 9}[len(near)] - len({suit_of(card) for card in hand})
        return [Combination("near", tuple(near), points)]

    def bonus(self, starter: Card) -> Sequence[Combination]:
        return [Combination("black", (starter,), 3)] if suit_of(starter) in (0, 3) else []


class OtherSuit(PlacementRule):
    """Looks at cards, and may block."""

    id = "other-suit"
    title = "Other suit"
    description = "A card after the first must touch a card of another suit."
    looks_at_cards = True
    may_block = True

    def legal_cells(self, tableau: Tableau, card: Card) -> Sequence[int]:
        if not tableau.placed:
            return tableau.empty_cells
        return [
            cell
            for cell in tableau.empty_cells
            if any(
                (other := tableau[near]) is not None and suit_of(other) != suit_of(card)
                for near in tableau.grid.neighbours[cell]
            )
        ]


def rules_of(
    shape: tuple[int, int], kinds: Sequence[str], scorer: Scorer, rule: PlacementRule, deal: str
) -> Rules:
    grid = Grid(*shape)
    starter = {"turned": "turned", "open": "open", "shuffle": "open"}[deal]
    return Rules(
        id="small",
        title="Small",
        grid=grid,
        lines=grid.lines(kinds),
        scorer=scorer,
        placement=rule,
        deal=deal,
        starter=starter if scorer.uses_starter else "none",
    )


@cache
def all_layings(size: int) -> np.ndarray:
    """The cell of each card, for every way to lay the cards."""
    return np.array(list(permutations(range(size))), np.int64)


def brute_force(
    rules: Rules, cards: Sequence[Card], starter: Card | None, ordered: bool
) -> int | None:
    """The best total over every laying of the cards, in dealing order if asked; None for none."""
    size = rules.grid.size
    layings = all_layings(size)
    totals = np.zeros(len(layings), np.int64)
    for line in rules.lines:
        masks = (np.isin(layings, line.cells) << np.arange(size)).sum(axis=1)
        value = np.zeros(1 << size, np.int64)
        for hand in combinations(range(size), len(line.cells)):
            points = rules.scorer.points([cards[i] for i in hand], starter)
            value[sum(1 << i for i in hand)] = points
        totals += value[masks]
    if starter is not None:
        totals += sum(item.points for item in rules.scorer.bonus(starter))
    if ordered:
        legal = np.zeros(1 << size, np.int64)
        for filled in range((1 << size) - 1):
            lying = tuple(cards[cell] if filled >> cell & 1 else None for cell in range(size))
            for cell in rules.placement.legal_cells(Tableau(rules.grid, lying), cards[-1]):
                legal[filled] |= 1 << cell
        goes = np.ones(len(layings), bool)
        filled_so_far = np.zeros(len(layings), np.int64)
        for step in range(size):
            goes &= (legal[filled_so_far] >> layings[:, step] & 1).astype(bool)
            filled_so_far |= 1 << layings[:, step]
        totals = totals[goes]
    return int(totals.max()) if len(totals) else None


def assert_built_legally(rules: Rules, solution: Solution, dealt: Sequence[Card]) -> None:
    tableau = Tableau(rules.grid)
    for card, cell in solution.order:
        assert cell in rules.placement.legal_cells(tableau, card)
        tableau = tableau.with_card(cell, card)
    assert tableau == solution.tableau
    if rules.deal == "turned":
        assert list(dealt) == [card for card, _ in solution.order]


KINDS = (["rows", "columns"], ["rows"], ["columns"])
DIAGONALS = (["rows", "columns", "diagonals"], ["diagonals"], ["rows", "diagonals"])
ANY = Anywhere(), Adjacent(), AdjacentSides()


@st.composite
def small_games(draw, shapes, rules=ANY, deals=("turned", "open")):
    shape = draw(st.sampled_from(shapes))
    kinds = draw(st.sampled_from(KINDS + DIAGONALS if shape[0] == shape[1] else KINDS))
    scorer = draw(st.sampled_from([Pairs(), Sums(), WithStarter()]))
    rule = draw(st.sampled_from(rules))
    game = rules_of(shape, kinds, scorer, rule, draw(st.sampled_from(deals)))
    pack = random.Random(draw(st.integers(0, 10**6))).sample(PACK, 52)
    if draw(st.booleans()):
        # Few ranks, so that pairs and ties abound.
        pack.sort(key=lambda card: rank_of(card) > 4)
    cards = pack[: game.grid.size]
    random.Random(len(pack)).shuffle(cards)
    return game, cards, pack[game.grid.size] if scorer.uses_starter else None


def check_against_brute_force(game, cards, starter) -> None:
    ordered = game.deal == "turned"
    solution = solve(game, cards, starter)
    assert brute_force(game, cards, starter, ordered) == solution.optimum
    assert solution.proven
    assert solution.reachable
    assert solution.gap == 0
    assert game.score(solution.tableau, starter).total == solution.optimum
    assert_built_legally(game, solution, cards)


@settings(max_examples=60)
@given(small_games([(2, 2), (2, 3), (3, 2)]))
def test_finds_the_best_grid_that_can_be_built_on_up_to_six_cells(game):
    check_against_brute_force(*game)


@settings(max_examples=25)
@given(small_games([(3, 3)]))
def test_finds_the_best_grid_that_can_be_built_on_nine_cells(game):
    check_against_brute_force(*game)


@settings(max_examples=30)
@given(
    small_games([(2, 3), (3, 3)], rules=(Anywhere(),), deals=("open",)),
    st.sampled_from(["partitions", "patterns", "cells"]),
)
def test_every_method_and_a_start_from_nothing_give_the_same_optimum(game, method):
    rules, cards, starter = game
    usual = solve(rules, cards, starter)
    assert usual.optimum == solve(rules, cards, starter, from_scratch=True).optimum
    if {line.kind for line in rules.lines} <= {"rows", "columns"}:
        other = solve(rules, cards, starter, method=method, from_scratch=True)
        assert (other.method, other.optimum, other.proven) == (method, usual.optimum, True)


@settings(max_examples=20)
@given(small_games([(2, 3), (3, 3)], rules=(OtherSuit(),)))
def test_a_rule_that_looks_at_cards_is_obeyed_or_the_figure_called_an_upper_bound(game):
    rules, cards, starter = game
    solution = solve(rules, cards, starter)
    assert solution.optimum == brute_force(rules, cards, starter, ordered=False)
    if solution.reachable:
        assert_built_legally(rules, solution, cards)
    else:
        assert not solution.order
        assert rules.placement.id in solution.note
