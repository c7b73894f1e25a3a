"""The best grid for known cards in the bundled variants, and the cards it refuses."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest

from squares_core import Combination, Hand, Registry, Rules, Scorer, Tableau
from squares_core.cards import PACK, Card, parse_card, parse_cards, rank_of, suit_of
from squares_core.deals import make_deal
from squares_core.engine.solving.clock import Standing
from squares_core.engine.solving.line_tables import automata_of
from squares_core.engine.solving.solving import Solution, solve
from squares_core.errors import InvalidValueError

DATA = Path(__file__).parent.parent / "data"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


@cache
def compiled(rules: Rules):
    return automata_of(rules)


def known(case: dict[str, Any]) -> list[Card]:
    return [parse_card(name) for name in case["cards"]]


def counted_anew(solution: Solution) -> int:
    """The total of the grid, asked of the scorer line by line."""
    rules, starter = solution.rules, solution.starter
    lines = [solution.tableau.hand(line) for line in rules.lines]
    bonus = [] if starter is None else rules.scorer.bonus(starter)
    points = [item.points for hand in lines for item in rules.scorer.combinations(hand, starter)]
    return sum(points) + sum(item.points for item in bonus)


def test_every_open_cribbage_deal_has_its_known_optimum(registry: Registry):
    rules = registry.rules("cribbage-squares-open")
    for case in cases("open_cribbage.jsonl"):
        solution = solve(rules, known(case), parse_card(case["starter"]), automata=compiled(rules))
        assert (case["optimum"], True) == (solution.optimum, solution.proven)
        assert counted_anew(solution) == solution.optimum
        assert sorted(solution.tableau.placed) == sorted(known(case))


def test_every_open_poker_deal_has_its_known_optimum(registry: Registry):
    systems = {"american": "poker-squares-open", "english": "poker-squares-english"}
    for case in cases("open_poker.jsonl"):
        rules = registry.rules(systems[case["system"]])
        solution = solve(rules, known(case), automata=compiled(rules))
        assert (case["optimum"], True) == (solution.optimum, solution.proven)
        assert counted_anew(solution) == solution.optimum
        assert sorted(solution.tableau.placed) == sorted(known(case))


def test_a_chosen_starter_is_the_best_of_all_seventeen(registry: Registry):
    rules = registry.rules("cribbage-squares-open", {"starter": "chosen"})
    for case in cases("open_cribbage.jsonl")[:4]:
        solution = solve(
            rules, [*known(case), parse_card(case["starter"])], automata=compiled(rules)
        )
        assert (case["free_starter_optimum"], True) == (solution.optimum, solution.proven)
        assert solution.starter not in solution.tableau.placed
        assert counted_anew(solution) == solution.optimum


def test_hindsight_gives_an_order_that_the_game_allows(registry: Registry):
    rules = registry.rules("cribbage-squares", {"placement": "adjacent-sides"})
    for case in cases("open_cribbage.jsonl")[:6]:
        cards, starter = known(case), parse_card(case["starter"])
        solution = solve(rules, cards, starter, automata=compiled(rules))
        assert solution.reachable
        assert solution.optimum <= case["optimum"]
        position = rules.start((*cards, starter))
        for _, cell in solution.order:
            move = next(m for m in rules.legal_moves(position) if m.target == cell)
            position = rules.play(position, move, (*cards, starter))
        assert position.finished
        assert rules.score(position.tableau, position.starter).total == solution.optimum


@pytest.mark.parametrize("seed", [8, 34])
def test_a_lesser_grid_is_not_given_because_it_can_be_built(registry: Registry, seed: int):
    rules = registry.rules("poker-squares-swedish")
    cards = make_deal(seed).cards[:25]
    freely = solve(rules, cards, automata=compiled(rules), in_deal_order=False)
    solution = solve(rules, cards, automata=compiled(rules))
    assert solution.optimum == freely.optimum == counted_anew(solution)
    assert solution.proven


def test_partitions_and_patterns_agree_on_sixteen_cards(registry: Registry):
    rules = registry.rules("cribbage-squares-open")
    for case in cases("open_cribbage.jsonl")[:3]:
        solution = solve(
            rules,
            known(case),
            parse_card(case["starter"]),
            automata=compiled(rules),
            method="patterns",
        )
        assert (case["optimum"], "patterns") == (solution.optimum, solution.method)


@pytest.mark.parametrize("variant", ["cribbage-squares-open", "poker-squares-open"])
def test_a_search_from_scratch_finds_the_same_optimum(registry: Registry, variant: str):
    rules = registry.rules(variant)
    for seed in range(3):
        cards = random.Random(seed).sample(PACK, rules.cards_dealt)
        usual = solve(rules, cards, automata=compiled(rules))
        anew = solve(rules, cards, automata=compiled(rules), from_scratch=True)
        assert usual.optimum == anew.optimum == counted_anew(anew)


def test_the_same_cards_and_seed_give_the_same_grid(registry: Registry):
    rules = registry.rules("poker-squares")
    cards = random.Random(8).sample(PACK, 25)
    one, other = (solve(rules, cards, automata=compiled(rules)) for _ in range(2))
    assert one.tableau == other.tableau


ROYALS = "TC JC QC KC AC TD JD QD KD AD TH JH QH KH AH TS JS QS KS AS 9C 8C 7C 6C 5C"
SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H"
HEARTS_TOO = f"{SPADES} 4H 5H 6H 7H 8H 9H TH JH QH"
FOURS = "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C"
NOTHING = "2C 4D 6H 8S 4H 2S 8C 6D 6S 8H 2D 4C 8D 6C 4S 2H KS"


@pytest.mark.parametrize(
    ("variant", "cards", "optimum"),
    [
        ("poker-squares", ROYALS, 725),
        ("poker-squares-english", ROYALS, 230),
        ("maverick", ROYALS, 475),
        ("cribbage-squares", "KH KC KD KS QH QC QD QS JH JC JD JS TH 5C 5D 5S 5H", 170),
        ("cribbage-squares", "4C 4D 6H 6S 5C 5D 5H TS 6C 6D 4H 4S JC JD JH JS 5S", 172),
    ],
)
def test_famous_cards_give_their_famous_totals(
    registry: Registry, variant: str, cards: str, optimum: int
):
    rules = registry.rules(variant)
    solution = solve(rules, parse_cards(cards), automata=compiled(rules), in_deal_order=False)
    assert (optimum, True) == (solution.optimum, solution.proven)


@pytest.mark.parametrize("cards", [f"{SPADES} KD", f"{FOURS} 5S", NOTHING])
def test_both_methods_agree_on_one_suit_on_fours_and_on_few_scoring_cards(
    registry: Registry, cards: str
):
    rules = registry.rules("cribbage-squares-open")
    found = {
        solve(rules, parse_cards(cards), automata=compiled(rules), method=method).optimum
        for method in ("partitions", "patterns")
    }
    assert len(found) == 1


def test_two_suits_only_are_solved_too(registry: Registry):
    rules = registry.rules("poker-squares-open")
    solution = solve(rules, parse_cards(HEARTS_TOO)[:25], automata=compiled(rules), time_limit=60)
    assert counted_anew(solution) == solution.optimum
    assert solution.optimum <= solution.bound


class FourOfASuitAtLeast(Scorer):
    """Scores nothing at all for most cards."""

    id = "rare"
    title = "Rare"
    hand_sizes: ClassVar[Sequence[int]] = (5,)

    def combinations(self, hand: Hand, starter: Card | None = None) -> Sequence[Combination]:
        if len({suit_of(card) for card in hand}) > 1 or min(map(rank_of, hand)) < 9:
            return []
        return [Combination("high flush", tuple(hand), 7)]


def test_cards_without_any_scoring_set_are_worth_nothing_and_that_is_proven(registry: Registry):
    rules = replace(registry.rules("poker-squares"), scorer=FourOfASuitAtLeast())
    low = [card for card in PACK if rank_of(card) < 8][:25]
    solution = solve(rules, low)
    assert (solution.optimum, solution.bound, solution.proven) == (0, 0, True)
    assert solution.reachable


def test_a_scorer_unknown_to_the_solver_gets_the_method_that_serves(registry: Registry):
    rules = replace(registry.rules("poker-squares"), scorer=FourOfASuitAtLeast())
    high = [card for card in PACK if rank_of(card) > 6][:25]
    solution = solve(rules, high)
    assert solution.method == "patterns"
    assert solution.proven
    assert counted_anew(solution) == solution.optimum


@pytest.mark.parametrize(
    ("variant", "cards", "starter", "said"),
    [
        ("cribbage-squares", SPADES, None, "16 cards given; .* needs 16 cards and a starter"),
        ("cribbage-squares", SPADES[:-3], "KD", "15 cards and a starter given"),
        ("cribbage-squares", f"{SPADES} KD", "4H", "17 cards and a starter given"),
        ("cribbage-squares", SPADES, "AS", "AS is given twice"),
        ("cribbage-squares", f"{SPADES} AS", None, "AS is given twice"),
        ("poker-squares", SPADES, None, "16 cards given; poker-squares needs 25 cards"),
        ("poker-squares", HEARTS_TOO, "KD", "has no starter, but KD is given"),
    ],
)
def test_cards_that_do_not_fit_the_variant_are_refused_in_words(
    registry: Registry, variant: str, cards: str, starter: str | None, said: str
):
    rules = registry.rules(variant)
    with pytest.raises(InvalidValueError, match=said):
        solve(rules, parse_cards(cards), None if starter is None else parse_card(starter))


def test_a_time_limit_that_is_no_time_is_refused(registry: Registry):
    with pytest.raises(InvalidValueError, match="more than 0 seconds"):
        solve(registry.rules("cribbage-squares"), parse_cards(f"{SPADES} KD"), time_limit=0)


def test_a_method_that_does_not_serve_is_refused(registry: Registry):
    rules = registry.rules("poker-squares")
    with pytest.raises(InvalidValueError, match="'partitions' does not serve for poker-squares"):
        solve(rules, PACK[:25], method="partitions", automata=compiled(rules))


def diagonal_rules(registry: Registry) -> Rules:
    return registry.rules("poker-squares", {"lines": "rows,columns,diagonals"})


def test_a_stopped_search_gives_its_best_grid_and_what_may_be_missing(registry: Registry):
    rules = diagonal_rules(registry)
    cards = random.Random(1).sample(PACK, 25)
    seen: list[Standing] = []
    solution = solve(rules, cards, automata=compiled(rules), time_limit=0.1, progress=seen.append)
    assert not solution.proven
    assert solution.gap > 0
    assert counted_anew(solution) == solution.optimum
    assert seen
    assert all(each.best <= each.bound for each in seen)


def test_a_limit_of_nodes_gives_the_same_on_every_machine(registry: Registry):
    rules = diagonal_rules(registry)
    cards = random.Random(1).sample(PACK, 25)
    one, again = (solve(rules, cards, automata=compiled(rules), most_nodes=200_000) for _ in "ab")
    assert not one.proven
    assert (one.tableau, one.optimum, one.bound, one.nodes) == (
        again.tableau,
        again.optimum,
        again.bound,
        again.nodes,
    )
    assert 200_000 <= one.nodes < 2_000_000
    assert counted_anew(one) == one.optimum


def test_an_interrupt_gives_the_best_grid_so_far(registry: Registry):
    rules = diagonal_rules(registry)

    def interrupt(_: Standing) -> None:
        raise KeyboardInterrupt

    solution = solve(
        rules,
        random.Random(1).sample(PACK, 25),
        automata=compiled(rules),
        progress=interrupt,
    )
    assert not solution.proven
    assert solution.bound == solution.optimum + solution.gap
    assert Tableau(rules.grid, solution.tableau.cards).is_full


def test_a_reserve_is_said_to_be_left_out(registry: Registry):
    rules = registry.rules("cribbage-squares-1-reserve")
    solution = solve(rules, parse_cards(f"{SPADES} KD"), automata=compiled(rules))
    assert "reserve" in solution.note
